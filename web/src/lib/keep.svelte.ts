// What this browser remembers: the tokens of matches, and how the player likes things.

import type { Made } from "./types";

const TOKENS = "hoplon.tokens";
const LIKES = "hoplon.likes";
const PLEDGES = "hoplon.pledges";
const OWN = "hoplon.own";
const NAME = "hoplon.name";
const MOST = 200; // as many as the server looks up at once

interface Kept {
  id: string;
  game: string;
  token: string;
  friends: { token: string; seats: number[] }[];
  seats?: number[]; // that the token holds
  at: number;
}

export function read<T>(name: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** False if this browser keeps nothing; it still plays. */
export function write(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function keepMatch(made: Made): void {
  const mine = made.tokens.find((key) => key.player !== "friend"); // perhaps without a seat
  const friends = made.tokens.filter((key) => key.player === "friend");
  if (made.tokens.length) keep({ id: made.id, game: made.game, token: mine?.token ?? "", friends, seats: mine?.seats ?? [], at: Date.now() });
}

export function keepToken(id: string, game: string, token: string, seats: number[]): void {
  keep({ id, game, token, friends: [], seats, at: Date.now() });
}

function keep(kept: Kept): void {
  write(TOKENS, [kept, ...matches().filter((old) => old.id !== kept.id)].slice(0, MOST));
}

export function matches(): Kept[] {
  return read<Kept[]>(TOKENS, []);
}

export function kept(id: string): Kept | undefined {
  return matches().find((match) => match.id === id);
}

/** Hexadecimal digits that nobody can guess. */
function random(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** By what this browser holds the seat of a link, so that nobody else who knows the link can look or play there. */
export function ownToken(link: string): string {
  const own = read<Record<string, string>>(OWN, {});
  if (own[link]) return own[link];
  const token = random(24);
  // What is not kept here would be lost with the page.
  return write(OWN, Object.fromEntries([...Object.entries(own).slice(1 - MOST), [link, token]])) ? token : link;
}

interface Pledge {
  share: string;
  commitment: string;
}

/** What this browser adds to the dice of a match, and what the server had committed to before. Both are kept. */
export function pledgeOf(id: string, commitment: string): Pledge {
  const pledges = read<Record<string, Pledge>>(PLEDGES, {});
  if (pledges[id]) return pledges[id];
  const share = random(16);
  write(PLEDGES, Object.fromEntries([...Object.entries(pledges).slice(1 - MOST), [id, { share, commitment }]]));
  return { share, commitment };
}

/** What the player is called; empty: they were asked and do not say; null: not asked yet. */
export const ownName = (): string | null => read<string | null>(NAME, null);

export function keepName(name: string): void {
  write(NAME, name);
}

export const SPEEDS = [0.5, 1, 2, 4] as const;

class Likes {
  theme = $state<"auto" | "light" | "dark">("auto");
  speed = $state<number>(1);
  muted = $state(false);
  volume = $state(0.5);
  fullLog = $state(false); // is everything told, or what matters?
  coordinates = $state(false);
  forced = $state(true); // does the only choice there is make itself?
  notify = $state(false); // by the browser, when it is one's turn
  language = $state(""); // empty: what the browser asks for
  colour = $state(""); // of one's own seat, where a board leaves it open; empty: as it comes
  motion = $state<"auto" | "less">("auto");
  contrast = $state<"auto" | "more">("auto");
  keys = $state.raw<Record<string, string>>({}); // of acts that have another than usual

  constructor() {
    Object.assign(this, read(LIKES, {}));
    // What is changed in one tab holds in all.
    addEventListener("storage", ({ key }) => key === LIKES && Object.assign(this, read(LIKES, {})));
  }

  save(): void {
    const { theme, speed, muted, volume, fullLog, coordinates, forced, notify, language, colour, motion, contrast, keys } = this;
    write(LIKES, { theme, speed, muted, volume, fullLog, coordinates, forced, notify, language, colour, motion, contrast, keys });
  }
}

export const likes = new Likes();
