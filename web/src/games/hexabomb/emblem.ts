import { EMBLEMS } from "../../lib/paint";

/** The special player has an emblem that no other seat has. */
export const emblem = (seat: number, special: boolean): string =>
  special && seat === 0 ? EMBLEMS[16]! : EMBLEMS[(special ? seat - 1 : seat) % 16]!;
