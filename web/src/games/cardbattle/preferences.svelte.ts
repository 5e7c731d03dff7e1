// How the player likes a battle: kept in this browser, changed at any time, in force at once.

import { read, write } from "../../lib/keep.svelte";

const KEY = "hoplon.cardbattle.preferences";
const OWN = "own"; // whose answers they are where one holds one seat alone

class Preferences {
  skips = $state(true); // phases in which nothing can be done
  quick = $state(false); // the other's attacks are shown when they are resolved
  private answers = $state<Record<string, string[]>>({});

  constructor() {
    const found = read<Partial<Preferences> & { answers?: Record<string, string[]> }>(KEY, {});
    this.skips = found.skips !== false;
    this.quick = found.quick === true;
    this.answers = found.answers ?? {};
  }

  /** Those that answer for a seat; people who share a screen have their own. */
  answersOf(seat: string, isShared: boolean): string[] {
    return this.answers[isShared ? seat : OWN] ?? [];
  }

  answer(seat: string, isShared: boolean, name: string, isOn: boolean): void {
    const others = this.answersOf(seat, isShared).filter((one) => one !== name);
    this.answers = { ...this.answers, [isShared ? seat : OWN]: isOn ? [...others, name] : others };
    this.save();
  }

  save(): void {
    write(KEY, { skips: this.skips, quick: this.quick, answers: this.answers });
  }
}

export const preferences = new Preferences();
