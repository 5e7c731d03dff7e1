// A small drawing for each kind of unit and card, in a box of 40 × 40: filled shapes, then lines.

export interface Emblem {
  fill: string;
  line?: string;
}

const HORSE =
  "M9,35C9,26 12,19 18,15L16,8L21,11L24,7L26,12C30,14 32,19 35,24C36,26 34,29 31,28L26,25C23,27 24,31 26,35z";
const ROUND = "M20,6a14,14 0 1 0 .01,0zM20,9.5a10.5,10.5 0 1 1 -.01,0z";

export const UNITS: Record<string, Emblem> = {
  PH: { fill: `${ROUND}M20,13a7,7 0 1 0 .01,0z`, line: "M5,36L35,4M11,38L38,9" },
  HI: { fill: `${ROUND}M13.5,28L20,12L26.5,28h-4L20,21L17.5,28z` },
  TR: { fill: `${ROUND}M18.5,11h3v18h-3zM12,18.5h16v3h-16z`, line: "M35,38V3" },
  LG: { fill: "M11,5q9,-4 18,0v30q-9,4 -18,0zM20,14a6,6 0 1 0 .01,0z", line: "M20,5v9M20,26v9" },
  CO: { fill: "M11,5q9,-4 18,0v30q-9,4 -18,0zM20,15a5,5 0 1 0 .01,0z", line: "M13,9L27,31M27,9L13,31" },
  MI: { fill: "M20,4C29,8 30,32 20,36C10,32 11,8 20,4zM18.5,12v16h3v-16z" },
  BI: { fill: "M19,6C8,4 6,16 17,19L18.5,19V8zM23,6C34,4 36,16 25,19L21.5,19V8z", line: "M20,4V37" },
  LI: { fill: "M8,12a13,13 0 0 0 24,0a17,17 0 1 1 -24,0z", line: "M31,3L22,12" },
  LP: { fill: "M7,13q6,7 13,2q7,5 13,-2c3,12 -4,22 -13,22S4,25 7,13z", line: "M20,3v8" },
  VE: { fill: "M20,10a12,12 0 1 0 .01,0zM20,16a6,6 0 1 1 -.01,0z", line: "M6,6L34,36" },
  SL: { fill: "M27,27a5.5,5.5 0 1 0 .01,0z", line: "M23,32C8,30 5,14 14,5M31,30C35,18 28,8 17,5" },
  AR: { fill: "M33,6l3,-3l1,6l-6,-1z", line: "M9,5C26,6 34,14 35,31M9,5L35,31M6,34L34,6" },
  JA: { fill: "M31,4l5,0l0,5zM9,4l-5,0l0,5z", line: "M5,35L33,7M35,35L7,7" },
  HC: { fill: HORSE, line: "M29,37L38,20" },
  CAT: { fill: HORSE, line: "M12,34L20,16M17,35L23,17M22,33L27,18" },
  LN: { fill: HORSE, line: "M4,30L38,6" },
  LC: { fill: HORSE, line: "M31,4L37,10M27,6L33,12" },
  GC: { fill: HORSE, line: "M31,36V22M36,36V22" },
  CA: {
    fill: "M6,36V24C6,17 9,15 12,20C13,11 17,9 20,16C24,13 26,19 27,21C31,21 30,12 31,7L37,8L36,11L34,12C35,20 33,26 29,28V36H26V28H12V36z",
  },
  EL: {
    fill: "M4,36V20C4,12 10,9 17,9C20,5 28,4 31,9C35,11 35,16 34,20C33,26 36,30 38,29V33C33,34 30,30 30,24L26,24V36H20V28H12V36z",
    line: "M27,20q4,5 9,3",
  },
  CH: { fill: "M20,8h13v9h-6l-3,-4h-4z", line: "M17,26m-9,0a9,9 0 1 0 18,0a9,9 0 1 0 -18,0M17,17v18M8,26h18M26,24L38,20" },
  AT: { fill: "M5,28h24v5h-24z", line: "M9,28L31,10M13,8C20,9 28,15 30,24M7,36h20" },
  SM: { fill: "M8,6L14,22L11,34L19,27L20,36L22,27L30,34L26,22L32,6L24,15L20,7L16,15z" },
  LM: {
    fill: "M6,4C8,12 12,12 14,12H26C28,12 32,12 34,4C38,14 33,19 31,21V28L26,37H14L9,28V21C7,19 2,14 6,4zM14,20l5,4h-5zM26,20l-5,4h5z",
  },
  AS: { fill: "M20,2l4,10l-4,4l-4,-4zM11,22c0,-6 18,-6 18,0l2,3h-22z", line: "M20,14V38" },
  KB: { fill: HORSE, line: "M8,6C22,2 34,14 34,36" },
  TP: { fill: "M3,28l9,-6l3,3l-8,9z", line: "M10,26L37,8M19,20l3,5" },
  YU: { fill: "M34,12l4,-1l-1,4z", line: "M14,3C27,9 27,20 17,37M14,3L17,37M6,24L36,13" },
  OZ: { fill: "M4,26L30,10L35,18L12,32z", line: "M14,31m-6,0a6,6 0 1 0 12,0a6,6 0 1 0 -12,0" },
};

export const CARDS: Record<string, Emblem> = {
  FLANK: { fill: "M24,6l11,8l-11,8z", line: "M28,14C12,12 8,22 9,36" },
  RALLY: { fill: "M13,5h20l-6,7l6,7h-20z", line: "M12,3V38" },
  COHESION: { fill: "", line: "M15,20m-9,0a9,9 0 1 0 18,0a9,9 0 1 0 -18,0M25,20m-9,0a9,9 0 1 0 18,0a9,9 0 1 0 -18,0" },
  RESERVE: { fill: "M8,10h17v22h-17z", line: "M14,6h17v22M20,3h16v22" },
  INITIATIVE: { fill: "M20,3l4,11h11l-9,7l4,12l-10,-7l-10,7l4,-12l-9,-7h11z" },
  "MISSILE-SUPPLY": { fill: "M12,16h13l-3,21h-8z", line: "M15,16L11,4M19,16V3M23,16L28,5" },
  CHALLENGE: { fill: "", line: "M6,6L32,32M34,6L8,32M26,33l7,-7M14,33l-7,-7" },
  CALTROP: { fill: "M20,18l3,5l-3,3l-3,-3z", line: "M20,22V4M20,22L5,33M20,22L35,33M20,22L23,37" },
};

const ALIKE: Record<string, string> = { RC: "HC", BC: "HC", NUM: "LC", Lgt: "CH", SK: "JA", HA: "LG", PR: "LG" };

export function emblemOf(kind: string): Emblem {
  const [type = "", of = ""] = kind.split(" ");
  for (const key of [kind, type === "EL" ? "EL" : of, type]) {
    const found = UNITS[key] ?? UNITS[ALIKE[key] ?? ""];
    if (found) return found;
  }
  return UNITS.MI!;
}
