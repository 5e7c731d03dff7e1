// What the bots of a match were told and said, for whoever debugs them.

import { api } from "./api";
import type { Table } from "./table.svelte";
import type { BotSeat, BotTurn } from "./types";

export class Bots {
  seats = $state.raw<BotSeat[]>([]);
  turns = $state.raw<BotTurn[]>([]); // in the order of the match
  private told = new Map<number, Promise<string>>();
  private isLoading = false;
  private isStale = false;

  constructor(private readonly table: Table) {}

  readonly isKnown = $derived.by(() => this.turns.length > 0);
  /** The choice that took longest, not counting the first after a start. */
  readonly slowest = $derived.by((): BotTurn | null => {
    const later = this.turns.filter((one) => one.wall_ms !== null && one.turn > 1);
    return later.reduce<BotTurn | null>((most, one) => (most && most.wall_ms! >= one.wall_ms! ? most : one), null);
  });
  /** The last choices of bots at fault. */
  readonly failed = $derived.by((): BotTurn[] =>
    this.seats.filter((seat) => seat.fault).flatMap((seat) => this.turns.filter((one) => one.seat === seat.seat).at(-1) ?? []),
  );
  /** The turns of the page in which a bot wrote to stderr. */
  readonly wrote = $derived.by((): number[] => [...new Set(this.turns.filter((one) => one.errors).map((one) => this.turnOf(one)))]);
  /** What is to be seen in turns of the page. */
  readonly marks = $derived.by(() => {
    const marks = new Map<number, string[]>(this.wrote.map((turn) => [turn, ["stderr"]]));
    const add = (one: BotTurn, mark: string) => marks.set(this.turnOf(one), [mark, ...(marks.get(this.turnOf(one)) ?? []).filter((old) => old !== mark)]);
    if (this.slowest) add(this.slowest, "slowest");
    for (const one of this.failed) add(one, "fault");
    return marks;
  });

  /** The turn of the page to which a choice belongs; one that was never made belongs to the last. */
  turnOf(one: BotTurn): number {
    const { turns } = this.table;
    let [low, high] = [0, turns.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (turns[middle]!.number >= one.number) high = middle;
      else low = middle + 1;
    }
    return Math.max(low, 0);
  }

  /** What the bots did in a turn of the page. */
  at(turn: number): BotTurn[] {
    const before = this.table.turns[turn - 1]?.number ?? 0;
    const last = turn >= this.table.turns.length - 1 ? Infinity : this.table.turns[turn]!.number;
    return turn === 0 && last !== Infinity ? [] : this.turns.filter((one) => one.number > before && one.number <= last);
  }

  /** Was this choice asked for and never made? */
  isOpen(one: BotTurn): boolean {
    return one.number > (this.table.state?.number ?? 0);
  }

  /** Ask for what is new; the last choice may have been asked for again. */
  async load(): Promise<void> {
    if (this.isLoading) {
      this.isStale = true;
      return;
    }
    this.isLoading = true;
    const { id, token } = this.table;
    try {
      do {
        this.isStale = false;
        const from = Math.min(this.turns.at(-1)?.number ?? 0, this.table.state?.number ?? 0) - 1;
        const found = await api.bots(id, token, Math.max(0, from));
        this.seats = found.seats;
        this.turns = [...this.turns.filter((one) => one.number <= from), ...found.turns];
      } while (this.isStale);
    } catch (error) {
      this.table.fail((error as Error).message);
    } finally {
      this.isLoading = false;
    }
  }

  /** What a bot was told before a choice; nothing is asked twice. */
  question(number: number): Promise<string> {
    const { id, token } = this.table;
    if (!this.told.has(number)) {
      const asked = api.told(id, token, number);
      this.told.set(number, asked);
      asked.catch(() => this.told.delete(number));
    }
    return this.told.get(number)!;
  }
}
