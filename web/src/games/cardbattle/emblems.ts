// A small drawing for each kind of unit and card, in a box of 40 × 40: filled shapes, then lines.

import drawn from "../../../../hoplon/games/cardbattle/emblems.json"; // which the pictures of Python use too

export interface Emblem {
  fill: string;
  line?: string;
}

export const UNITS: Record<string, Emblem> = drawn.units;
export const CARDS: Record<string, Emblem> = drawn.cards;
const ALIKE: Record<string, string> = drawn.alike;

export function emblemOf(kind: string): Emblem {
  const [type = "", of = ""] = kind.split(" ");
  for (const key of [kind, type === "EL" ? "EL" : of, type]) {
    const found = UNITS[key] ?? UNITS[ALIKE[key] ?? ""];
    if (found) return found;
  }
  return UNITS.MI!;
}
