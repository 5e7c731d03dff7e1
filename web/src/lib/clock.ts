// Clocks as people read them.

import { several } from "./view";

/** What a match can be played with: how the server writes it, and what it is called. */
export const CLOCKS: [string, string][] = [
  ["3m+2s", "3 minutes, and 2 seconds a turn"],
  ["5m+3s", "5 minutes, and 3 seconds a turn"],
  ["10m+5s", "10 minutes, and 5 seconds a turn"],
  ["30m", "30 minutes"],
  ["1d", "1 day a turn"],
  ["3d", "3 days a turn"],
  ["7d", "7 days a turn"],
];

const UNITS: Record<string, string> = { s: "second", m: "minute", h: "hour", d: "day" };

/** "5m+3s" in words. */
export function inWords(clock: string): string {
  const [, number, unit, more] = /^(\d+)([smhd])(?:\+(\d+)s)?$/.exec(clock) ?? [];
  if (!number || !unit) return clock;
  const first = several(Number(number), UNITS[unit]!);
  if (unit === "d") return `${first} a turn`;
  return more ? `${first}, and ${several(Number(more), "second")} a turn` : first;
}

const two = (n: number) => String(n).padStart(2, "0");

/** What is left on a clock; tenths only when every one of them counts. */
export function shownTime(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The same for ears, to the minute, then to the second. */
export function spokenTime(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 2 * 86400) return several(Math.floor(left / 86400), "day");
  if (left >= 7200) return several(Math.floor(left / 3600), "hour");
  return left >= 120 ? several(Math.floor(left / 60), "minute") : several(left, "second");
}
