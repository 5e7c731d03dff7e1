// Plays a turn log as an animation: pieces move from cell to cell, in the order of play.

import { likes } from "./keep.svelte";
import { play } from "./sound";
import type { Entry, Ground, Position } from "./types";
import type { Piece, Step, View } from "./view";

export interface Effect {
  key: number;
  cells: string[];
  line?: [string, string];
  tone: string;
  text?: [string, string];
}

const MOVE_MS = 220;
const MOST_WAITING = 3;

interface Scene {
  log: Entry[];
  position: Position;
  done?: () => void;
}

export class Stage {
  position = $state.raw<Position>(null);
  pieces = $state.raw<Piece[]>([]);
  effects = $state.raw<Effect[]>([]);
  entry = $state<number | null>(null); // of the log, while it plays
  isPlaying = $state(false);

  private queue: Scene[] = [];
  private skipping = false;
  private wake: (() => void) | null = null;
  private key = 0;
  private coming: Piece[] = []; // of the position that a log leads to

  constructor(
    private readonly view: View,
    private readonly ground: Ground,
  ) {}

  /** Show a position as it is. */
  show(position: Position): void {
    this.queue = [];
    this.skip();
    this.settle(position);
  }

  private settle(position: Position): void {
    this.position = position;
    this.pieces = this.view.pieces(this.ground, position);
    this.effects = [];
    this.entry = null;
  }

  /** Show how it stood in the middle of a log. */
  freeze(before: Position, log: Entry[], after: Position | null): void {
    this.show(before);
    this.coming = after ? this.view.pieces(this.ground, after) : [];
    for (const [n, entry] of log.entries()) {
      this.effects = [];
      const steps = this.view.steps(entry, this.ground, log[n - 1]);
      for (const step of steps) this.apply(step);
      if (n === log.length - 1) this.sound(entry, steps);
    }
    this.entry = log.length - 1;
  }

  /** Play a log that leads to a position. */
  perform(log: Entry[], position: Position): Promise<void> {
    return new Promise((done) => {
      this.queue.push({ log, position, done });
      if (this.queue.length > MOST_WAITING) this.skip();
      if (!this.isPlaying) void this.run();
    });
  }

  skip(): void {
    this.skipping = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.isPlaying = true;
    for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
      this.skipping = still() || this.queue.length >= MOST_WAITING;
      if (!this.skipping && document.visibilityState === "visible") await this.playLog(scene);
      else if (still()) this.soundLast(scene.log);
      this.settle(scene.position);
      scene.done?.();
    }
    this.isPlaying = false;
    this.skipping = false;
  }

  private async playLog({ log, position }: Scene): Promise<void> {
    this.coming = this.view.pieces(this.ground, position);
    for (let index = 0; index < log.length && !this.skipping; index++) {
      const steps = this.view.steps(log[index]!, this.ground, log[index - 1]);
      let longest = 0;
      for (const step of steps) longest = Math.max(longest, this.apply(step));
      this.sound(log[index]!, steps);
      // Entries whose first step is joined happen together with this one.
      while (index + 1 < log.length) {
        const next = this.view.steps(log[index + 1]!, this.ground, log[index]);
        if (!next[0]?.joined) break;
        for (const step of next) longest = Math.max(longest, this.apply(step));
        index++;
        this.sound(log[index]!, next);
      }
      this.entry = index;
      const gap = steps[0]?.gap;
      const ms = gap !== undefined && this.hasGap(log, index + 1) ? gap : longest;
      if (ms) await this.wait(ms / likes.speed);
      this.effects = [];
    }
  }

  /** What an action sounds like: by its kind, else by what is seen of it. */
  private sound({ kind }: Entry, steps: Step[]): void {
    const [step] = steps;
    if (step) play(this.view.sounds?.[kind] ?? (step.move || step.come ? "step" : (step.tone ?? "plain")));
  }

  /** Where nothing moves, the last thing that happened is heard. */
  private soundLast(log: Entry[]): void {
    const shown = log.filter((entry, n) => this.view.steps(entry, this.ground, log[n - 1]).length);
    if (shown.length) this.sound(shown.at(-1)!, [{}]);
  }

  /** Is the next thing to be shown one that begins before the one before has ended? */
  private hasGap(log: Entry[], from: number): boolean {
    for (let index = from; index < log.length; index++) {
      const [next] = this.view.steps(log[index]!, this.ground, log[index - 1]);
      if (next) return next.gap !== undefined;
    }
    return false;
  }

  private apply(step: Step): number {
    if (step.come && !this.bring(...step.come)) {
      const [from, to] = step.come;
      return this.apply({ flash: [to], tone: "plain", ms: 420, ...(from ? { flash: [from, to], line: [from, to] } : {}) });
    }
    if (step.move) {
      const [from, to] = step.move;
      this.pieces = this.pieces.map((piece) => (piece.cell === from && !piece.fixed ? { ...piece, cell: to, hasMoved: true } : piece));
    }
    if (step.fade) {
      const here = this.pieces.filter((piece) => piece.cell === step.fade && piece.mortal);
      const taken = here.find((piece) => piece.isTaken); // whose end is told now
      const there = taken ? [] : here.filter((piece) => !piece.isGone);
      const stayed = there.filter((piece) => !piece.hasMoved); // whoever has just come there took the other's place
      const gone = new Set(stayed.length ? stayed : there);
      this.pieces = this.pieces.map((piece) => (gone.has(piece) ? { ...piece, isGone: true } : piece === taken ? { ...piece, isTaken: false } : piece));
    }
    if (step.flash || step.line || step.text) {
      const effect: Effect = { key: ++this.key, cells: step.flash ?? [], tone: step.tone ?? "plain" };
      if (step.line) effect.line = step.line;
      if (step.text) effect.text = step.text;
      this.effects = [...this.effects, effect];
    }
    return step.ms ?? (step.move || step.come ? MOVE_MS : 180);
  }

  /**
   * From one cell to another goes what stands there and leaves, or else what is new in the end; what it replaces goes.
   * False if nothing does: the two cells have to do with each other in another way.
   */
  private bring(from: string | null, to: string): boolean {
    const ends = new Map(this.coming.map((piece) => [piece.key, piece.cell]));
    const leaving = this.pieces.filter((piece) => piece.cell === from && !piece.isGone && ends.get(piece.key) !== from);
    const mover = leaving.find((piece) => ends.get(piece.key) === to) ?? leaving.at(-1);
    const known = new Set(this.pieces.map((piece) => piece.key));
    const found = mover ? [] : this.coming.filter((piece) => piece.cell === to && !known.has(piece.key));
    if (!mover && !found.length) return false;
    const after = this.pieces.map((piece) => {
      if (piece === mover) return { ...piece, cell: to, hasMoved: true };
      return piece.cell === to && !ends.has(piece.key) && !piece.hasMoved ? { ...piece, isGone: true, isTaken: true } : piece;
    });
    this.pieces = [...after, ...found.map((piece) => ({ ...piece, from }))];
    return true;
  }

  private wait(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches || likes.motion === "less" || likes.speed > 4;
