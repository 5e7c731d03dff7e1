// Pigments and emblems of seats. Each seat has an emblem too, so that colour is never needed alone.

import { say } from "./words";

const PIGMENTS = {
  red: "#c2553a", blue: "#3f7f9b", green: "#7d8b3a", yellow: "#d79b2e", violet: "#7f5690", teal: "#3c9488",
  brown: "#8d5a33", pink: "#c77698", indigo: "#5766b5", olive: "#a5a33b", wine: "#97302f", slate: "#6d8797",
  orange: "#b9722a", forest: "#4b7a4a", sand: "#a08a63", plum: "#5c4a70", grey: "#77716a",
  white: "#f6ecd9", black: "#2f2721",
}; // prettier-ignore
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
export const EMBLEMS = [
  "M-3.5,4L0,-4L3.5,4",
  "M-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0M0,-0.5v1",
  "M0,-4.5L1.2,-1.2H4.5L1.8,0.9L2.8,4.2L0,2.2L-2.8,4.2L-1.8,0.9L-4.5,-1.2H-1.2z",
  "M2,-4A4.2,4.2 0 1 0 2,4A3.4,3.4 0 1 1 2,-4z",
  "M0,-4.5V4.5M-4.5,0H4.5",
  "M-4.5,-1.5q2.25,-3 4.5,0t4.5,0M-4.5,2.5q2.25,-3 4.5,0t4.5,0",
  "M0,-4L4,3.5H-4z",
  "M-3.5,-3.5h7v7h-7z",
  "M0,4.5V-4.5M-3.5,-4.5V-1.5q0,2.5 3.5,2.5t3.5,-2.5V-4.5",
  "M1.5,-4.5L-2.5,0.5H2.5L-1.5,4.5",
  "M-4,0q4,-5 8,0q-4,5 -8,0M0,-1v2",
  "M0,-3.5V4.5M-4,1.5q0,3 4,3t4,-3M-1.5,-3.5h3",
  "M0,0a1.5,1.5 0 1 1 1.5,1.5a3,3 0 1 1 -3,-3a4.4,4.4 0 0 1 4.5,-2",
  "M-4,-4L4,4M4,-4L-4,4",
  "M-4,0L0,-4.5L4,0L0,4.5z",
  "M-4,-3h8M-4,0h8M-4,3h8",
  "M-3.5,4V-1a3.5,3.5 0 0 1 7,0V4l-2.3,-1.6L0,4l-1.2,-1.6z",
];

