// Sentences about those who play together: who is here, who left, who is called what.

import type { Presence, Seat, Welcome } from "./types";
import { several } from "./view";

const WORDS = { awaited: "not here yet", here: "here", away: "away", gone: "gone" };
const LEFT = { resigned: "resigned", gone: "was away for too long", flagged: "ran out of time" };

/** Five minutes, or thirty seconds. */
export const lasting = (seconds: number): string => (seconds < 60 ? several(seconds, "second") : several(Math.round(seconds / 60), "minute"));

/** Where somebody is, and what follows from it. */
export function whereabouts({ is, claim }: Presence): string {
  return is === "away" && claim !== null ? `away; after ${lasting(claim)} you may claim` : WORDS[is];
}

/** Who of the others has come or gone. */
export function arrivals(before: Presence[], now: Presence[], { held, match }: Welcome): string {
  const was = new Map(before.map((one) => [one.seat, one.is]));
  return now
    .filter((one) => !held.includes(one.seat) && was.has(one.seat) && was.get(one.seat) !== one.is)
    .map((one) => `${match.seats[one.seat]?.name} is ${WORDS[one.is]}.`)
    .join(" ");
}

/** Which of the others left or has another name. */
export function changes({ held, match }: Welcome, now: Seat[]): string {
  return match.seats
    .filter((seat) => !held.includes(seat.seat))
    .map((seat) => {
      const { name, left, player } = now[seat.seat] ?? seat;
      if (left && !seat.left) return `${name} ${LEFT[left]}.`;
      if (player === "bot" && seat.player !== "bot") return `${name} plays on for ${seat.name}.`;
      return name === seat.name ? "" : `${seat.name} is ${name}.`;
    })
    .filter(Boolean)
    .join(" ");
}
