// Words for what the server names.

import type { Army, Battle, Unit } from "./types";

/** `A.African-phalanx-2` without the letter and hyphens. */
export const short = (id: string): string => id.replace(/^[AB]\./, "").replaceAll("-", " ");

export const cardName = (card: string): string => card[0] + card.slice(1).toLowerCase().replaceAll("-", " ");

export const MARK_SIGNS: [string, string, string][] = [
  ["no_missile", "✕", "out of missiles"],
  ["ow", "W", "withdrawn"],
  ["flank", "F", "on the flank"],
  ["raiding", "R", "attacks the second line"],
  ["engaged", "E", "engaged"],
  ["hidden", "H", "hidden"],
  ["aiming", "➶", "fires or has fired"],
  ["supplied", "+", "gets missiles"],
  ["attacking", "⚔", "attacks"],
  ["attacked", "◎", "is attacked"],
];

export interface Sign {
  mark: string;
  sign: string;
  text: string;
}

export function signs(unit: Unit): Sign[] {
  const found: Sign[] = [];
  if (unit.level) found.push({ mark: "manoeuvre", sign: `M${unit.level > 1 ? unit.level : ""}`, text: `manoeuvre marker ${unit.level}` });
  if (unit.depletion) found.push({ mark: "depleted", sign: `d${unit.depletion}`, text: `depleted ${unit.depletion}` });
  for (const [mark, sign, text] of MARK_SIGNS) if (unit.marks.includes(mark)) found.push({ mark, sign, text });
  return found;
}

/** A unit for a screen reader. */
export function spoken(unit: Unit): string {
  const parts = [`${short(unit.id)}, ${unit.kind}`, `quality ${unit.tq}, size ${unit.size}`];
  if (unit.missile) parts.push(`missile ${unit.missile}`);
  if (unit.clan) parts.push(`clan ${unit.clan}`);
  parts.push(`${unit.coh} of ${unit.limit} hits`);
  parts.push(...signs(unit).map((sign) => sign.text));
  if (unit.traits.length) parts.push(unit.traits.join(", ").toLowerCase());
  return parts.join(", ");
}

export const seatOf = (letter: string): 0 | 1 => (letter === "B" ? 1 : 0);

/** Who sits at the bottom: the viewer, else A. */
export const below = (p: Battle): 0 | 1 => (p.seat === "B" ? 1 : 0);

export const PHASES = ["play", "move", "missile", "shock", "rally", "draw"] as const;

export const rout = (army: Army): number =>
  army.unroutable ? 0 : Math.min(100, Math.round((100 * army.points.total) / Math.max(1, army.rout_level)));

export const percent = (n: number): string => `${Number.isInteger(n) ? n : n.toFixed(1)} %`;

export const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`);
