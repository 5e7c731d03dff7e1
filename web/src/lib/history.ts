// The matches that this player has played, as far as this browser or the server knows them, and what they come to.

import { api } from "./api";
import { identity } from "./identity.svelte";
import { matches } from "./keep.svelte";
import { botName } from "./names";
import type { Summary } from "./types";

export type Result = "won" | "lost" | "drawn" | "open" | "both"; // both: who holds all seats has beaten nobody

export interface Past {
  match: Summary;
  seat: number | null;
  result: Result;
  others: string[]; // who else played
}

const AT_ONCE = 100; // that the server is asked for

/** All of them, the last first. */
export async function pastOf(): Promise<Past[]> {
  const kept = new Map(matches().filter(({ seats }) => seats?.length).map(({ id, seats }) => [id, seats!]));
  for (const { match, seat } of identity.me?.matches ?? []) kept.set(match.id, [seat]);
  const ids = [...kept.keys()];
  const found: Summary[] = [];
  for (let n = 0; n < ids.length; n += AT_ONCE) found.push(...(await api.found(ids.slice(n, n + AT_ONCE))));
  return found.map((match) => past(match, kept.get(match.id)!)).sort((one, other) => other.match.changed - one.match.changed);
}

function past(match: Summary, held: number[]): Past {
  const seat = held.length === 1 ? held[0]! : null;
  const others = match.seats.filter((one) => !held.includes(one.seat)).map((one) => (one.player === "bot" ? botName(one.bot) : one.name));
  return { match, seat, result: resultOf(match, seat), others: [...new Set(others)] };
}

export function resultOf({ ended, winners, seats }: Summary, seat: number | null): Result {
  if (ended === null) return "open";
  if (seat === null) return "both";
  if (winners.includes(seat)) return winners.length === seats.length && seats.length > 1 ? "drawn" : "won";
  return winners.length || seats.length === 1 ? "lost" : "drawn";
}

export interface Figures {
  game: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  best: number | null;
}

/** Game by game, of those that are over. */
export function figuresOf(all: Past[]): Figures[] {
  const found = new Map<string, Figures>();
  for (const { match, seat, result } of all) {
    if (result === "open" || result === "both") continue;
    const figures = found.get(match.game) ?? { game: match.game, played: 0, won: 0, drawn: 0, lost: 0, best: null };
    figures.played += 1;
    figures[result] += 1;
    const score = match.scores[seat!];
    if (score !== undefined) figures.best = Math.max(figures.best ?? score, score);
    found.set(match.game, figures);
  }
  return [...found.values()].sort((one, other) => other.played - one.played);
}
