// Who sat where in the matches that were saved from this browser, so that they go on as they were.

import { read, write } from "./keep.svelte";
import type { Seat } from "./types";

const SAVED = "hoplon.saved";
const MOST = 60;

/** The lines by which a match file is known again: its seed and its first check number. */
const known = (file: string): string => /^(?:seed|key) .*$/m.exec(file)?.[0] + " " + /^begin .*$/m.exec(file)?.[0];

export function keepSeats(file: string, seats: Seat[]): void {
  const players = seats.map((seat) => (seat.player === "bot" && !seat.bot.includes("/") ? `bot ${seat.bot}` : "me"));
  const others = Object.entries(read<Record<string, string[]>>(SAVED, {})).filter(([key]) => key !== known(file));
  write(SAVED, Object.fromEntries([...others.slice(1 - MOST), [known(file), players]]));
}

export const seatsOf = (file: string): string[] | undefined => read<Record<string, string[]>>(SAVED, {})[known(file)];
