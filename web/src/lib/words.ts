// Sentences of the page itself.

import type { Note, Outcome, Seat, Tool } from "./types";
import { capital, several, signed } from "./view";

const CROWD = 4; // the scores of more seats than these stand in the panel only

/** How a match ended, in one line. */
export function verdictOf(outcome: Outcome, seats: Seat[], held: number[] = []): string {
  const who = (seat: number) => seats[seat]?.name ?? `seat ${seat}`;
  const won = outcome.winners.map(who).join(", ");
  const isSide = seats.length > 1 && seats.length <= CROWD;
  const scores = isSide ? outcome.scores.join(" : ") : several(Math.max(...outcome.scores), "point");
  const why = outcome.reason === "left" ? `: ${outcome.says}` : "";
  if (held.length === 1 && seats.length > 1 && !why && outcome.winners.includes(held[0]!)) return signed(`You have won · ${scores}`);
  return signed(`${won && seats.length > 1 ? `${won} won${why}` : capital(outcome.says)} · ${scores}`);
}

/** Which keys there are. */
export function keysOf(title: string, tools: Tool[], more = ""): Note[] {
  const own = tools.filter((tool) => tool.key).map((tool) => `${tool.key.toUpperCase()} ${tool.label.toLowerCase()}`);
  return [
    { title: "On the board", text: "Arrow keys go from place to place, ] and [ to the next one that can be chosen, Enter chooses, ? explains, Home leads back. A right click or a long press explains what is there, and so does a click where nothing can be chosen." },
    { title: "Anywhere", text: "F1 opens this help, U takes back, Y plays again, X shows threats, G coordinates and names, comma and full stop look one turn back and forward, Escape skips and closes." },
    { title: "Where something is asked", text: "Y or Enter answers yes, N answers no." },
    { title: "In the log", text: "Up and down go from turn to turn, Enter shows one." },
    ...(own.length || more ? [{ title, text: `${own.join(", ")}${own.length ? ". " : ""}${more}` }] : []),
  ];
}

const filled = (text: string, fields: Record<string, string | number | null | undefined>): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in fields ? String(fields[name] ?? "") : whole));

/** A text for people, in which `{name}` stands for a field. */
export const say = (text: string, fields: Record<string, string | number | null | undefined> = {}): string => filled(text, fields);

/** A text about so many things. */
export const count = (n: number, one: string, several: string, fields: Record<string, string | number> = {}): string => filled(n === 1 ? one : several, { n, ...fields });
