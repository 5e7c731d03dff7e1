// A race: how all lanes stand, and their boards as soon as they may be seen.

import { api } from "./api";
import { kept } from "./keep.svelte";
import { Table } from "./table.svelte";
import type { Race as Told, Summary } from "./types";
import { say } from "./words";

const EVERY = 1200; // milliseconds
export const COLOURS = ["var(--accent)", "var(--focus)", "var(--olive)", "var(--gold)"];

export interface Standing {
  lane: number;
  name: string;
  score: number;
  turn: number;
  place: number; // those on a par share one
  says: string;
}

/** The lane that is played in this browser: not a friend's, whose link was made here. */
function isOwn({ id, seats }: Summary): boolean {
  const key = kept(id);
  const player = seats[0]?.player;
  return !!key?.token && (player === "me" || (player === "friend" && !key.friends.length));
}

export class Race {
  told = $state.raw<Told | null>(null);
  tables = $state.raw<Table[]>([]); // of all lanes, once they may be seen
  at = $state<number | null>(null); // the turn that is looked at; null: now
  problem = $state("");
  isPlaying = $state(false);
  private curves = $state.raw<number[][]>([]); // while only the scores are known
  private asked: number[] = []; // when each of them was changed last
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isGone = false;

  constructor(readonly id: string) {
    void this.load();
  }

  readonly lanes = $derived.by(() => this.told?.lanes ?? []);
  readonly own = $derived.by(() => this.lanes.find(isOwn) ?? null);
  readonly names = $derived.by(() => this.lanes.map((lane) => lane.seats[0]?.name ?? ""));
  /** The scores of each lane by turn. */
  readonly scores = $derived.by((): number[][] =>
    this.lanes.map((lane, n) => {
      const seen = this.tables[n]?.turns.map((turn) => turn.scores[0] ?? 0) ?? this.curves[n] ?? [];
      return seen.length ? seen : [lane.scores[0] ?? 0];
    }),
  );
  readonly last = $derived.by(() => Math.max(0, ...this.scores.map((scores) => scores.length - 1)));
  readonly now = $derived.by(() => Math.min(this.at ?? this.last, this.last));
  /** The same by turn, as curves are drawn: who has finished keeps the last score. */
  readonly byTurn = $derived.by(() => Array.from({ length: this.last + 1 }, (_, turn) => this.scores.map((scores) => scores[Math.min(turn, scores.length - 1)]!)));
  /** How it stands in the turn that is looked at, the best first. */
  readonly standings = $derived.by((): Standing[] => {
    const found = this.lanes.map((lane, n): Standing => {
      const scores = this.scores[n]!;
      const turn = Math.min(this.now, scores.length - 1);
      const isEnd = turn === scores.length - 1;
      return { lane: n, name: this.names[n]!, score: scores[turn]!, turn, place: 1, says: isEnd ? (lane.says ?? (this.isClosed ? say("not finished") : "")) : "" };
    });
    for (const one of found) one.place = 1 + found.filter((other) => other.score > one.score).length;
    return found.sort((a, b) => a.place - b.place || a.lane - b.lane);
  });
  private readonly isClosed = $derived.by(() => this.told?.over ?? false);

  private async load(): Promise<void> {
    try {
      const told = await api.race(this.id);
      this.told = told;
      this.problem = "";
      if (told.sealed) this.curves = await Promise.all(told.lanes.map((lane, n) => this.curveOf(lane, n)));
      else if (!this.tables.length && !this.isGone) this.tables = told.lanes.map((lane) => new Table(lane.id, null));
      if (told.over) return;
    } catch (error) {
      this.problem = (error as Error).message;
      if (!this.told) return;
    }
    if (!this.isGone) this.timer = setTimeout(() => void this.load(), EVERY);
  }

  /** The scores of a lane; those of one that has not changed are known. */
  private async curveOf({ id, changed, rated }: Summary, n: number): Promise<number[]> {
    if (rated) return [];
    if (this.asked[n] === changed && this.curves[n]) return this.curves[n];
    const curve = await api.curves(id, null);
    this.asked[n] = changed;
    return curve.map((scores) => scores[0] ?? 0);
  }

  /** Show a turn on all boards; who has finished before stays at the end. */
  look(turn: number): void {
    this.isPlaying = false;
    this.show(turn);
  }

  private show(turn: number): void {
    this.at = Math.max(0, Math.min(turn, this.last));
    for (const table of this.tables) table.look(Math.min(this.at, table.turns.length - 1));
  }

  /** Back to how it stands now. */
  live(): void {
    this.isPlaying = false;
    this.at = null;
    for (const table of this.tables) table.now();
  }

  async play(): Promise<void> {
    if (this.isPlaying) {
      this.isPlaying = false;
      return;
    }
    if (this.now >= this.last) this.show(0);
    this.isPlaying = true;
    while (this.isPlaying && this.now < this.last) {
      this.at = this.now + 1;
      await Promise.all(this.tables.map((table) => ((table.at ?? 0) < this.now ? table.forward() : true)));
      await new Promise((done) => setTimeout(done, 200));
    }
    this.isPlaying = false;
  }

  close(): void {
    this.isGone = true;
    this.isPlaying = false;
    clearTimeout(this.timer);
    for (const table of this.tables) table.close();
  }
}
