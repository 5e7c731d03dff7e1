// Clocks as people read them.

import { count, say } from "./words";

/** What a match can be played with: how the server writes it, and what it is called. */
export const CLOCKS: [string, string][] = [
  ["3m+2s", say("3 minutes, and 2 seconds a turn")],
  ["5m+3s", say("5 minutes, and 3 seconds a turn")],
  ["10m+5s", say("10 minutes, and 5 seconds a turn")],
  ["30m", say("30 minutes")],
  ["1d", say("1 day a turn")],
  ["3d", say("3 days a turn")],
  ["7d", say("7 days a turn")],
];

const UNITS: Record<string, (n: number) => string> = {
  s: (n) => count(n, "{n} second", "{n} seconds"),
  m: (n) => count(n, "{n} minute", "{n} minutes"),
  h: (n) => count(n, "{n} hour", "{n} hours"),
  d: (n) => count(n, "{n} day", "{n} days"),
};
/** A number of seconds "s", minutes "m", hours "h" or days "d", in words. */
export const lasting = (n: number, unit: string): string => UNITS[unit]!(n);

/** "5m+3s" in words. */
export function inWords(clock: string): string {
  const [, number, unit, more] = /^(\d+)([smhd])(?:\+(\d+)s)?$/.exec(clock) ?? [];
  if (!number || !unit) return clock;
  const first = lasting(Number(number), unit);
  if (unit === "d") return say("{time} a turn", { time: first });
  return more ? say("{time}, and {more} a turn", { time: first, more: lasting(Number(more), "s") }) : first;
}

const two = (n: number) => String(n).padStart(2, "0");

/** What is left on a clock; tenths only when every one of them counts. */
export function shownTime(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return say("{days} d {hours} h", { days, hours });
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The same for ears, to the minute, then to the second. */
export function spokenTime(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 2 * 86400) return lasting(Math.floor(left / 86400), "d");
  if (left >= 7200) return lasting(Math.floor(left / 3600), "h");
  return left >= 120 ? lasting(Math.floor(left / 60), "m") : lasting(left, "s");
}
