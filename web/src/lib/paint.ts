// Pigments and emblems of seats. Each seat has an emblem too, so that colour is never needed alone.

import seats from "../../../hoplon/grids/seats.json"; // which the pictures of Python use too
import { say } from "./words";

const PIGMENTS = seats.pigments;
const PAINT = Object.values(PIGMENTS).slice(0, 17); // sixteen seats and one that is apart
const NAMES = [
  say("red"), say("blue"), say("green"), say("yellow"), say("violet"), say("teal"), say("brown"), say("pink"), say("indigo"),
  say("olive"), say("wine"), say("slate"), say("orange"), say("forest"), say("sand"), say("plum"), say("grey"),
]; // prettier-ignore
const LIGHT = ["yellow", "olive", "white"].map((name) => PIGMENTS[name as keyof typeof PIGMENTS]);

/** The colours that one may have at a board that leaves them open. */
export const OWN_COLOURS = Object.keys(PIGMENTS).slice(0, 12);

// Who likes a colour has it, and whoever had that has theirs.
let swapped: [number, number] = [0, 0];
const placeOf = (seat: number): number => {
  const place = seat % NAMES.length;
  return place === swapped[0] ? swapped[1] : place === swapped[1] ? swapped[0] : place;
};

/** Give the colour that a player likes to their seat, before a board is drawn. */
export function wear(seat: number | null, colour: string): void {
  const liked = OWN_COLOURS.indexOf(colour);
  swapped = seat === null || liked < 0 ? [0, 0] : [seat % NAMES.length, liked];
}

export const paint = (seat: number): string => PAINT[placeOf(seat)]!;
export const pigmentName = (name: string): string => NAMES[OWN_COLOURS.indexOf(name)] ?? name;
export const pigment = (name: string): string => (PIGMENTS as Record<string, string>)[name] ?? "transparent";

/** What the colour of a seat is called. */
export const paintName = (seat: number): string => NAMES[placeOf(seat)]!;

/** The colour of a seat; a board may name pigments. */
export const colourOf = (names: string[] | undefined, seat: number): string =>
  (PIGMENTS as Record<string, string>)[names?.[seat] ?? ""] ?? paint(seat);

/** What can be read on a pigment. */
export const inkOn = (colour: string): string => (LIGHT.includes(colour) ? "#2a1d10" : "#fff8ea");

// Drawn with a stroke in a box of 10 × 10 around (0, 0).
export const EMBLEMS = seats.emblems;
