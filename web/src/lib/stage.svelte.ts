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
  freeze(before: Position, log: Entry[]): void {
    this.show(before);
    for (const entry of log) {
      this.effects = [];
      for (const step of this.view.steps(entry, this.ground)) this.apply(step);
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
      if (!this.skipping && document.visibilityState === "visible") await this.playLog(scene.log);
      this.settle(scene.position);
      scene.done?.();
    }
    this.isPlaying = false;
    this.skipping = false;
  }

  private async playLog(log: Entry[]): Promise<void> {
    for (let index = 0; index < log.length && !this.skipping; index++) {
      const steps = this.view.steps(log[index]!, this.ground);
      let longest = 0;
      for (const step of steps) longest = Math.max(longest, this.apply(step));
      // Entries whose first step is joined happen together with this one.
      while (index + 1 < log.length) {
        const next = this.view.steps(log[index + 1]!, this.ground);
        if (!next[0]?.joined) break;
        for (const step of next) longest = Math.max(longest, this.apply(step));
        index++;
      }
      this.entry = index;
      if (longest) await this.wait(longest / likes.speed);
      this.effects = [];
    }
  }

  private apply(step: Step): number {
    if (step.move) {
      const [from, to] = step.move;
      this.pieces = this.pieces.map((piece) => (piece.cell === from && !piece.fixed ? { ...piece, cell: to } : piece));
      play("step");
    }
    if (step.fade) {
      this.pieces = this.pieces.map((piece) =>
        piece.cell === step.fade && piece.mortal ? { ...piece, isGone: true } : piece,
      );
    }
    if (step.flash || step.line || step.text) {
      const effect: Effect = { key: ++this.key, cells: step.flash ?? [], tone: step.tone ?? "plain" };
      if (step.line) effect.line = step.line;
      if (step.text) effect.text = step.text;
      this.effects = [...this.effects, effect];
      play(step.tone ?? "plain");
    }
    return step.ms ?? (step.move ? MOVE_MS : 180);
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

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches || likes.speed > 4;
