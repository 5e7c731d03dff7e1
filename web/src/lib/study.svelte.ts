// A study: a board on which one person plays all sides, with variations, values and reasons.

import { kept } from "./keep.svelte";
import { BoardSocket } from "./socket.svelte";
import { Table } from "./table.svelte";
import type { Entry, State, Turn, Welcome } from "./types";

const PIECE = 20000; // characters of a file in one message

/** Where a study comes from: a match of this server, a position in one line, or a match file. */
export interface Source {
  match?: string;
  position?: string;
  file?: string;
  variations?: string;
  line?: number;
  at?: number;
}

export interface Quantity {
  name: string;
  words: string;
  unit: string; // empty: a chance from 0 to 1
}

export interface Value {
  name: string;
  mean: number;
  error: number;
}

export interface FoundChoice {
  choice: string;
  values: Value[];
  behind: number;
  behind_error: number;
  nodes: number;
  says: string;
  arrow: [string, string] | null;
}

/** What was found about a position so far. */
export interface Found {
  line: number;
  at: number;
  seat: number;
  player: string;
  nodes: number;
  done: boolean;
  values: Value[];
  choices: FoundChoice[];
  left_out: number;
  quantities: Quantity[];
  problem?: string;
}

export interface Line {
  parent: number;
  at: number;
  name: string;
  moves: { text: string; rolled: boolean }[];
}

export interface Tree {
  line: number;
  at: number;
  variations: Line[];
  comments: { line: number; at: number; text: string }[];
  text: string;
  log: Entry[];
  notation: string;
}

export interface Fall {
  chance: string;
  says: string[];
  dice: number;
}

export interface Falls {
  choice: string;
  exact: boolean;
  of: number;
  results: Fall[];
}

export interface WhyLine {
  line: string;
  depth: number;
  says: string;
  sections: { number: string; title: string }[];
  cause: string | null;
  draws: { sides: number; face: number; candidates: { text: string; chance: number }[] }[];
}

/** What happens if nothing is done: sentences of the log, and arrows. */
export interface Passed {
  says: { text: string; chance: string }[];
  more: number;
  sampled: boolean; // dice decide: it is one of many ways
  arrows: [string, string][];
}

/** What doing nothing costs, and what the other side would do then. */
export interface PassWorth {
  quantity: Quantity;
  value: Value | null;
  behind: number | null;
  behind_error: number | null;
  reply: { seat: number; choice: string; label: string; says: string; arrow: [string, string] | null } | null;
}

/** A hint in three steps: which piece, which choice, and why. */
export interface Hint {
  number: number;
  piece: string | null;
  tool: string;
  cell: string | null;
  choice: string;
  label: string;
  says: string;
  quantity: Quantity;
  value: Value;
  next: FoundChoice | null;
}

export interface StudyWelcome extends Welcome {
  passes: boolean; // can it be asked what happens if nothing is done?
  edits: boolean; // can the position be changed piece by piece?
  main: { seat: number; text: string }[];
  origin: { match: string; position: string; seat: number | null };
}

/** What somebody wants of the dice: as they fall in the match, rolled anew, or one of what can fall. */
export type Dice = "fall" | "roll" | "pick";

type Heard = Record<string, unknown> & { type: string };

export class Study {
  readonly table: Table;
  found = $state.raw<Found | null>(null);
  review = $state.raw<any>(null); // as the server tells it
  progress = $state<number | null>(null); // of the review
  problem = $state("");
  dice = $state<Dice>("fall");
  falls = $state.raw<Falls | null>(null); // what can fall after a choice that waits for it
  thinks = $state(true);
  asksPass = $state(false); // is it shown what happens if nothing is done?
  passed = $state.raw<Passed | null>(null);
  passWorth = $state.raw<PassWorth | null>(null);
  passProblem = $state("");

  constructor(private readonly source: Source) {
    const study = this;
    const { match } = source;
    class StudySocket extends BoardSocket {
      protected override get address(): string {
        return match ? `/api/matches/${match}/study` : "/api/study";
      }
      protected override greet(socket: WebSocket): void {
        const { file = "", position = "", variations, line, at } = study.source;
        for (let from = 0; from < file.length; from += PIECE) socket.send(JSON.stringify({ type: "file", text: file.slice(from, from + PIECE) }));
        const token = match ? (kept(match)?.token ?? null) : null;
        socket.send(JSON.stringify({ type: "hello", position, variations, line, at, token }));
      }
      protected override share(): void {
        // A study has no dice of its own.
      }
      override async turns(): Promise<{ turns: Turn[]; of: number }> {
        return { turns: [], of: 0 }; // the tree tells what was played
      }
      override tell(message: Record<string, unknown>): void {
        if (study.isPicked(message)) void study.ask(String(message.choice));
        else super.tell(study.dressed(message));
      }
      protected override hear(message: Heard): void {
        study.hear(message);
      }
    }
    this.table = new Table(match ?? "", null, false, false, StudySocket);
    this.table.isHeld = true; // nothing is chosen by itself
  }

  readonly state = $derived.by(() => this.table.state as (State & { tree: Tree }) | null);
  readonly tree = $derived.by((): Tree | null => this.state?.tree ?? null);
  readonly welcome = $derived.by(() => this.table.welcome as StudyWelcome | null);

  /** Is a choice held back until somebody has picked what falls? */
  private isPicked(message: Record<string, unknown>): boolean {
    if (message.type !== "choose" || "dice" in message || this.dice !== "pick") return false;
    this.table.fail(""); // nothing is on its way
    return true;
  }

  /** A choice goes with what is wanted of the dice. */
  private dressed(message: Record<string, unknown>): Record<string, unknown> {
    if (message.type !== "choose" || "dice" in message || this.dice === "fall") return message;
    return { ...message, dice: "roll" };
  }

  private hear(message: Heard): void {
    if (message.type === "found") {
      const found = message as unknown as Found;
      if (found.line !== this.tree?.line || found.at !== this.tree?.at) return;
      if (found.problem) this.problem = found.problem;
      else this.found = found;
    } else if (message.type === "passed") {
      if (message.line !== this.tree?.line || message.at !== this.tree?.at) return;
      if (message.problem) this.passProblem = String(message.problem);
      else this.passWorth = message as unknown as PassWorth;
    } else if (message.type === "review") {
      if (message.problem) this.problem = String(message.problem);
      if (message.review) this.review = message.review;
      this.progress = message.review || message.problem ? null : Number(message.progress ?? 0);
    }
  }

  /** Remember where one is, for a connection that breaks. */
  note(): void {
    const { tree } = this;
    if (!tree) return;
    this.source.variations = tree.text;
    this.source.line = tree.line;
    this.source.at = tree.at;
  }

  think(): void {
    this.found = null;
    this.problem = "";
    if (this.thinks && this.state && !this.state.outcome && this.table.socket.isOpen) this.table.socket.tell({ type: "think" });
  }

  toggle(): void {
    this.thinks = !this.thinks;
    if (this.thinks) this.think();
    else this.table.socket.tell({ type: "stop" });
  }

  /** How many choices a line has. */
  endOf(line: number): number {
    if (!line) return this.welcome?.main.length ?? 0;
    const found = this.tree!.variations[line - 1]!;
    return found.at + found.moves.length;
  }

  go(line: number, at: number): void {
    this.falls = null;
    if (at < 0 || at > this.endOf(line)) return;
    this.table.socket.tell({ type: "go", line, at });
  }

  /** One choice on, in the line that is looked at, or in the first that departs at its end. */
  forward(): void {
    const { line, at, variations } = this.tree!;
    if (at < this.endOf(line)) return this.go(line, at + 1);
    const next = variations.findIndex((one) => one.parent === line && one.at === at);
    if (next >= 0) this.go(next + 1, at + 1);
  }

  back(): void {
    const { line, at } = this.tree!;
    this.go(line, at - 1);
  }

  /** Other ways to go on from where the last choice was made: the next, or the one before. */
  sideways(by: 1 | -1): void {
    const { line, at, variations } = this.tree!;
    if (!at) return;
    const origin = line && variations[line - 1]!.at === at - 1 ? variations[line - 1]!.parent : line;
    const ways = [origin, ...variations.flatMap((one, n) => (one.parent === origin && one.at === at - 1 ? [n + 1] : []))].filter((one) => this.endOf(one) >= at);
    const to = ways[ways.indexOf(line) + by];
    if (to !== undefined) this.go(to, at);
  }

  /** Play a choice; where what falls is picked, it is asked for first. */
  async play(choice: string, dice?: number): Promise<void> {
    const number = this.state!.number;
    this.falls = null;
    this.table.socket.tell({ type: "choose", choice, number, ...(dice === undefined ? {} : { dice }) });
  }

  async ask(choice: string): Promise<void> {
    try {
      this.falls = await this.table.socket.ask({ type: "outcomes", choice });
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  togglePass(): void {
    this.asksPass = !this.asksPass;
    void this.lookAtPass();
  }

  /** What happens if nothing is done here; the value takes longer to find than the rest. */
  async lookAtPass(): Promise<void> {
    this.passed = this.passWorth = null;
    this.passProblem = "";
    const { state } = this;
    if (!this.asksPass || !state || state.outcome) return;
    try {
      const passed = await this.table.socket.ask({ type: "pass" });
      if (state !== this.state) return;
      this.passed = passed;
      this.table.socket.tell({ type: "pass_worth" });
    } catch (error) {
      if (state === this.state) this.passProblem = (error as Error).message;
    }
  }

  rename(line: number, name: string): void {
    this.table.socket.tell({ type: "rename", line, at: 0, name });
  }

  comment(text: string): void {
    this.table.socket.tell({ type: "comment", line: this.tree!.line, at: this.tree!.at, text });
  }

  remove(line: number): void {
    this.table.socket.tell({ type: "remove", line, at: 0 });
  }

  async why(): Promise<WhyLine[]> {
    return (await this.table.socket.ask({ type: "why" })).lines;
  }

  async file(): Promise<string> {
    return (await this.table.socket.ask({ type: "file" })).text;
  }

  startReview(): void {
    this.progress = 0;
    this.table.socket.tell({ type: "review" });
  }

  /** A link that opens this study again: what is not on the server travels in it. */
  async link(): Promise<string> {
    const { tree, welcome } = this;
    const { match, position } = welcome!.origin;
    const values = new URLSearchParams();
    if (tree!.line) values.set("line", String(tree!.line));
    values.set("at", String(tree!.at));
    if (position) values.set("position", position);
    if (!match && !position) values.set("file", await packed(await this.file()));
    else if (tree!.text) values.set("v", await packed(tree!.text));
    return `${location.origin}/analysis${match ? `?match=${match}` : ""}#${values}`;
  }

  close(): void {
    this.table.close();
  }
}

/** A text as letters for a link, shorter than it is. */
export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text: string): Promise<string> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** A quantity for people: 37 % ± 2, or 1.8 hearts ± 0.1. */
export function amount({ unit }: { unit: string }, mean: number, error?: number): string {
  const digits = unit ? (Math.abs(mean) < 100 && (error ?? 0) < 10 ? 1 : 0) : mean && Math.abs(mean) < 0.0095 ? 1 : 0;
  const [value, within] = unit ? [mean, error] : [100 * mean, error === undefined ? undefined : 100 * error];
  const text = `${value.toFixed(digits)}${unit ? ` ${unit}` : " %"}`.replace("-", "−");
  return within === undefined ? text : `${text} ± ${within.toFixed(unit ? digits : within < 1 ? 1 : 0)}`;
}

export const signedAmount = (quantity: { unit: string }, mean: number): string => `${mean >= 0 ? "+" : ""}${amount(quantity, mean)}`;
