// Sentences about those who play together: who is here, who left, who is called what.

import type { Presence, Seat, Welcome } from "./types";
import { lasting as written } from "./clock";
import { say } from "./words";

const WORDS = { awaited: say("not here yet"), here: say("here"), away: say("away"), gone: say("gone") };
const NEWS = {
  awaited: (name: string) => say("{name} is not here yet.", { name }),
  here: (name: string) => say("{name} is here.", { name }),
  away: (name: string) => say("{name} is away.", { name }),
  gone: (name: string) => say("{name} is gone.", { name }),
};
const LEFT = {
  resigned: (name: string) => say("{name} resigned.", { name }),
  gone: (name: string) => say("{name} was away for too long.", { name }),
  flagged: (name: string) => say("{name} ran out of time.", { name }),
};

/** Five minutes, or thirty seconds. */
export const lasting = (seconds: number): string => (seconds < 60 ? written(seconds, "s") : written(Math.round(seconds / 60), "m"));

/** Where somebody is, and what follows from it. */
export function whereabouts({ is, claim }: Presence): string {
  return is === "away" && claim !== null ? say("away; after {time} you may claim", { time: lasting(claim) }) : WORDS[is];
}

/** Who of the others has come or gone. */
export function arrivals(before: Presence[], now: Presence[], { held, match }: Welcome): string {
  const was = new Map(before.map((one) => [one.seat, one.is]));
  return now
    .filter((one) => !held.includes(one.seat) && was.has(one.seat) && was.get(one.seat) !== one.is)
    .map((one) => NEWS[one.is](match.seats[one.seat]?.name ?? ""))
    .join(" ");
}

/** Which of the others left or has another name. */
export function changes({ held, match }: Welcome, now: Seat[]): string {
  return match.seats
    .filter((seat) => !held.includes(seat.seat))
    .map((seat) => {
      const { name, left, player } = now[seat.seat] ?? seat;
      if (left && !seat.left) return LEFT[left](name);
      if (player === "bot" && seat.player !== "bot") return say("{name} plays on for {other}.", { name, other: seat.name });
      return name === seat.name ? "" : say("{name} goes by {other}.", { name: seat.name, other: name });
    })
    .filter(Boolean)
    .join(" ");
}
