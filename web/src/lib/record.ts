// What the player has done in each game, out of the matches that this browser keeps.

import { kept } from "./keep.svelte";
import type { Summary } from "./types";

export interface Standing {
  played: number;
  won: number;
  best: number | null; // the most points of one seat
}

/** Of one's own matches of a game that are over. */
export function recordOf(game: string, over: Summary[]): Standing {
  const found: Standing = { played: 0, won: 0, best: null };
  for (const match of over) {
    const held = kept(match.id)?.seats ?? [];
    if (match.game !== game || held.length !== 1) continue; // who holds all seats has beaten nobody
    found.played += 1;
    if (match.winners.includes(held[0]!)) found.won += 1;
    const score = match.scores[held[0]!];
    if (score !== undefined) found.best = Math.max(found.best ?? score, score);
  }
  return found;
}
