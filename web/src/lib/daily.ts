// The challenge of the day: what the server tells, and how an attempt begins.

import { ask, Refusal } from "./api";
import { identity } from "./identity.svelte";
import { keepMatch, ownName } from "./keep.svelte";
import { language } from "./words";

export interface Row {
  place: number;
  name: string;
  score: number;
  turns: number;
  won: boolean;
  state: "done" | "left" | "plays";
  says: string | null;
  you: boolean;
  match: string | null; // once it may be looked at
  seat: number | null;
}

export interface Challenge {
  game: string;
  title: string;
  says: string;
  commitment: string;
  secret: string | null; // until the day is over
  seed: string | null;
  tried: number;
  table: Row[];
  you: Row | null;
}

export interface Streak {
  now: number;
  best: number;
  today: boolean; // is today among them?
}

export interface Day {
  day: string;
  today: string;
  ends: number; // seconds since 1970
  over: boolean;
  days: string[]; // gone by
  streak: Streak | null;
  games: Challenge[];
}

/** A day, today unless given. Who is not known to the server any more still sees it. */
export async function dayOf(day: string | null): Promise<Day> {
  const path = `/api/daily${day === null ? "" : `?day=${encodeURIComponent(day)}`}`;
  try {
    return await (await ask(path, identity.secret)).json();
  } catch (error) {
    if (!identity.secret || !(error instanceof Refusal) || error.code !== "token") throw error;
    return (await ask(path)).json();
  }
}

/** Begin the attempt that counts, or go on with it; where it is played. */
export async function tryIt(game: string): Promise<string> {
  if (!identity.secret) await beSomebody();
  const made = await (await ask(`/api/daily/${game}`, identity.secret, { method: "POST" })).json();
  identity.hold(made.id, made.game, made.seat);
  return `/match/${made.id}`;
}

async function beSomebody(): Promise<void> {
  try {
    await identity.begin(ownName() ?? "");
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "stale") throw error;
    await identity.begin(""); // somebody else has the name
  }
}

/** Play a day gone by, which does not count. */
export async function practise(game: string, day: string): Promise<string> {
  const made = await (await ask(`/api/daily/${game}/${day}`, null, { method: "POST" })).json();
  keepMatch(made);
  return `/match/${made.id}`;
}

/** A day as people write it. */
export const inWords = (day: string): string => new Date(`${day}T12:00:00Z`).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** How long until a time, in the two largest units. */
export function until(at: number): string {
  const minutes = Math.max(0, Math.ceil(at / 60 - Date.now() / 60_000));
  return minutes >= 60 ? `${Math.floor(minutes / 60)}\u00a0h\u00a0${minutes % 60}\u00a0min` : `${minutes}\u00a0min`;
}
