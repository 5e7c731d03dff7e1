// What players are called in lists and panels, for somebody who has just come.

import type { Seat } from "./types";
import { say } from "./words";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A bot that the server plays, for somebody who has never heard of bots. */
export const botName = (bot: string): string => say("{name} (computer)", { name: capital(bot.split(":")[0]!) });

/** A player, as who holds these seats reads it: "You", "Painter (computer)", or what somebody chose. */
export function playerName(seat: Seat, held: readonly number[] = []): string {
  if (held.length === 1 && held[0] === seat.seat && seat.name === seat.title) return say("You");
  const bot = seat.bot.split(":")[0] ?? "";
  if (seat.player !== "bot" || !bot) return seat.name;
  if (seat.name === `${seat.title} (${bot})`) return say("{name} (computer, {bot})", { name: seat.title, bot });
  return seat.name.startsWith(bot) ? say("{name} (computer)", { name: capital(seat.name) }) : seat.name;
}
