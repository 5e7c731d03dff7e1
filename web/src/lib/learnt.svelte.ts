// What this browser remembers of learning: the lessons that were passed, and which tips of a first match were read.

import { read, write } from "./keep.svelte";

const LESSONS = "hoplon.lessons";
const COACH = "hoplon.coach";

class Learnt {
  private passed = $state<Record<string, string[]>>(read(LESSONS, {}));

  has(game: string, name: string): boolean {
    return this.passed[game]?.includes(name) ?? false;
  }

  pass(game: string, name: string): void {
    if (this.has(game, name)) return;
    this.passed[game] = [...(this.passed[game] ?? []), name];
    write(LESSONS, this.passed);
  }
}

export const learnt = new Learnt();

/** The first match of a game has a coach: which match that is, the tips that were shown there, and whether no more are wanted. */
interface Coached {
  match: string | null;
  seen: string[];
  off: boolean;
}

export function coached(game: string): Coached {
  return { match: null, seen: [], off: false, ...read<Record<string, Partial<Coached>>>(COACH, {})[game] };
}

export function noteCoached(game: string, change: Partial<Coached>): void {
  write(COACH, { ...read<Record<string, Coached>>(COACH, {}), [game]: { ...coached(game), ...change } });
}
