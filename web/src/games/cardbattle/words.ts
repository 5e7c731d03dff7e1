// Words for what the server names.

import { say } from "../../lib/words";
import type { Area, Army, Battle, BattleGround, Unit } from "./types";

/** `A.African-phalanx-2` without the letter and hyphens. */
export const short = (id: string): string => id.replace(/^[AB]\./, "").replaceAll("-", " ");

export const cardName = (card: string): string => card[0] + card.slice(1).toLowerCase().replaceAll("-", " ");

export const MARK_SIGNS: [string, string, string][] = [
  ["no_missile", "✕", say("out of missiles")],
  ["ow", "W", say("withdrawn")],
  ["flank", "F", say("on the flank")],
  ["raiding", "R", say("attacks the second line")],
  ["engaged", "E", say("engaged")],
  ["hidden", "H", say("hidden")],
  ["aiming", "➶", say("fires or has fired")],
  ["supplied", "+", say("gets missiles")],
  ["attacking", "⚔", say("attacks")],
  ["attacked", "◎", say("is attacked")],
];

export interface Sign {
  mark: string;
  sign: string;
  text: string;
}

export function signs(unit: Unit): Sign[] {
  const found: Sign[] = [];
  if (unit.level) found.push({ mark: "manoeuvre", sign: `M${unit.level > 1 ? unit.level : ""}`, text: say("manoeuvre marker {n}", { n: unit.level }) });
  if (unit.depletion) found.push({ mark: "depleted", sign: `d${unit.depletion}`, text: say("depleted {n}", { n: unit.depletion }) });
  for (const [mark, sign, text] of MARK_SIGNS) if (unit.marks.includes(mark)) found.push({ mark, sign, text });
  return found;
}

/** A unit for a screen reader. */
export function spoken(unit: Unit): string {
  const parts = [`${short(unit.id)}, ${unit.kind}`, say("quality {quality}, size {size}", { quality: unit.tq, size: unit.size })];
  if (unit.missile) parts.push(say("missile {what}", { what: unit.missile }));
  if (unit.clan) parts.push(say("clan {name}", { name: unit.clan }));
  parts.push(say("{n} of {all} hits", { n: unit.coh, all: unit.limit }));
  parts.push(...signs(unit).map((sign) => sign.text));
  if (unit.traits.length) parts.push(unit.traits.join(", ").toLowerCase());
  return parts.join(", ");
}

/** A place of a field for a screen reader, with the unit that is seen there. */
export function placeName(area: Area, unit: Unit | null, army: string, ground: BattleGround): string {
  const land = area.terrain === "clear" ? "" : `, ${ground.terrains[area.terrain]?.toLowerCase()}`;
  return say("{name}, column {n}", { name: army, n: area.column }) + `${land}: ${unit ? spoken(unit) : say("empty")}`;
}

export const seatOf = (letter: string): 0 | 1 => (letter === "B" ? 1 : 0);

/** Who sits at the bottom: the viewer, else A. */
export const below = (p: Battle): 0 | 1 => (p.seat === "B" ? 1 : 0);

export const PHASES = ["play", "move", "missile", "shock", "rally", "draw"] as const;
export const PHASE_NAMES = { play: say("play"), move: say("move"), missile: say("missile"), shock: say("shock"), rally: say("rally"), draw: say("draw") };

export const rout = (army: Army): number =>
  army.unroutable ? 0 : Math.min(100, Math.round((100 * army.points.total) / Math.max(1, army.rout_level)));

export const percent = (n: number): string => `${Number.isInteger(n) ? n : n.toFixed(1)} %`;

export const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`);
