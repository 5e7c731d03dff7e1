// A position that is set up piece by piece: the server does each step to its line of text, and draws it.

import { ask, json } from "./api";
import type { Ground, Position } from "./types";
import { type View, viewOf } from "./view";
import { say } from "./words";

export interface Spare {
  name: string;
  label: string;
  group: string;
  kind: string; // the name where it is empty
  seat: number | null;
}

/** A place of a table that is no board of cells. */
export interface Slot {
  cell: string;
  label: string;
  group: string;
  holds: string;
  row: boolean;
}

export interface Edited {
  game: string;
  position: string;
  problem: string; // why the last step was impossible
  ground: Ground;
  drawn: Position;
  over: boolean;
  spares: Spare[];
  standing: Record<string, string>; // cell → name of what would be picked up
  slots: Slot[];
  clears: boolean;
}

/** What is in the hand: a piece from beside the board, or what stands on a cell. */
export type Held = { piece: string } | { cell: string };

type Step = { act: "look" | "read" | "put" | "move" | "remove" | "clear"; text?: string; piece?: string; cell?: string; to?: string };

export class Editing {
  told = $state.raw<Edited | null>(null);
  view = $state.raw<View | null>(null);
  problem = $state("");
  said = $state(""); // what happened last, for who cannot see it
  held = $state.raw<Held | null>(null);
  private past = $state.raw<string[]>([]);
  private queue: Promise<void> = Promise.resolve();

  /** Begin with a position, or with the usual one of a game. */
  constructor(from: { game: string } | { position: string }) {
    this.run(from, { act: "look" });
  }

  readonly canUndo = $derived.by(() => this.past.length > 0);
  readonly heldName = $derived.by(() => {
    const { held, told } = this;
    if (!held || !told) return "";
    return "piece" in held ? this.label(held.piece) : this.at(held.cell);
  });

  label(name: string): string {
    return this.told?.spares.find((spare) => spare.name === name)?.label ?? name;
  }

  /** What stands on a cell, in words; empty: nothing. */
  at(cell: string): string {
    const name = this.told?.standing[cell];
    return name === undefined ? "" : (this.told!.slots.find((slot) => slot.cell === cell)?.holds ?? this.label(name));
  }

  spareOf(name: string): Spare | undefined {
    return this.told?.spares.find((spare) => spare.name === name);
  }

  /** Steps are done one after the other: each begins where the one before has led. */
  private run(from: { game: string } | { position: string } | null, step: Step): void {
    this.queue = this.queue.then(async () => {
      const before = this.told?.position;
      if (await this.ask({ ...(from ?? { position: before }), ...step }))
        if (before !== undefined && this.told!.position !== before) this.past = [...this.past, before];
    });
  }

  private async ask(given: unknown): Promise<boolean> {
    try {
      const told: Edited = await (await ask("/api/positions", null, { method: "POST", headers: json, body: JSON.stringify(given) })).json();
      this.view ??= await viewOf(told.game, told.ground);
      this.told = told;
      this.problem = told.problem;
      return true;
    } catch (error) {
      this.problem = (error as Error).message;
      return false;
    }
  }

  put(piece: string, cell: string): void {
    this.said = say("{piece} to {cell}", { piece: this.label(piece), cell });
    this.run(null, { act: "put", piece, cell });
  }

  move(cell: string, to: string): void {
    this.held = null;
    if (cell === to) return;
    this.said = say("{piece} to {cell}", { piece: this.at(cell), cell: to });
    this.run(null, { act: "move", cell, to });
  }

  remove(cell: string): void {
    this.held = null;
    this.said = say("{piece} is off the board", { piece: this.at(cell) || cell });
    this.run(null, { act: "remove", cell });
  }

  clear(): void {
    this.run(null, { act: "clear" });
  }

  read(text: string): void {
    this.run(null, { act: "read", text });
  }

  undo(): void {
    this.held = null;
    this.queue = this.queue.then(async () => {
      const last = this.past.at(-1);
      if (last !== undefined && (await this.ask({ position: last }))) this.past = this.past.slice(0, -1);
    });
  }

  take(held: Held | null): void {
    this.held = held;
  }

  /** A cell is chosen, by a click or by Enter: put down what is held, or pick up what stands there. */
  pick(cell: string): void {
    const { held } = this;
    if (held && "piece" in held) this.put(held.piece, cell);
    else if (held) this.move(held.cell, cell);
    else if (this.told?.standing[cell] !== undefined) this.held = { cell };
  }
}
