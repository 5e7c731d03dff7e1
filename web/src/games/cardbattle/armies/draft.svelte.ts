// An army being edited: what it holds, what the server says about it, and the way back.

import { Refusal } from "../../../lib/api";
import { api } from "./api";
import { asOwn, keepArmy, ownArmy } from "./own";
import type { Fault, Looked, Path, Row, Table } from "./types";

interface Moment {
  table: Table;
  written: string | null;
}

const MOST = 200;
const PAUSE = 1200; // typing that goes on without such a pause is one step back

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const rows = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

/** A table in which everything that the form shows is there. */
export function shaped(table: Partial<Table> | null): Table {
  const found: Row = table ?? {};
  return {
    ...found,
    army: isRow(found.army) ? found.army : {},
    leader: isRow(found.leader) ? found.leader : {},
    special_cards: isRow(found.special_cards) ? found.special_cards : {},
    defensive_terrain: rows(found.defensive_terrain),
    unit: rows(found.unit),
  };
}

/** The same without what is empty, as a file holds it. */
function bare(table: Table): Row {
  const found: Row = { ...table };
  for (const name of ["special_cards", "defensive_terrain", "unit"] as const) {
    if (!Object.keys(table[name]).length) delete found[name];
  }
  return found;
}

export class Draft {
  table = $state.raw<Table>(shaped(null));
  written = $state<string | null>(null); // the text as it was typed; null if the form changed last
  looked = $state.raw<Looked | null>(null);
  problem = $state("");
  isKept = $state(true);
  isBusy = $state(false);

  private past = $state.raw<Moment[]>([]);
  private future = $state.raw<Moment[]>([]);
  private tag = "";
  private at = 0;
  private timer = 0;
  private asked = 0;

  constructor(readonly key: string) {
    const kept = ownArmy(key);
    if (kept) {
      this.written = kept.text;
      void this.look();
    }
  }

  get text(): string {
    return this.written ?? this.looked?.text ?? "";
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Is the text no TOML, so that the form cannot show it? */
  get isBroken(): boolean {
    return this.looked !== null && this.looked.table === null;
  }

  /** Faults at a part of the army, or within it. */
  at_(...path: Path): Fault[] {
    return (this.looked?.faults ?? []).filter((fault) => path.every((part, n) => fault.path[n] === part));
  }

  /** Faults at exactly this part. */
  only(...path: Path): Fault[] {
    return this.at_(...path).filter((fault) => fault.path.length === path.length);
  }

  change(table: Table, tag: string): void {
    this.remember(tag);
    this.table = table;
    this.written = null;
    this.soon();
  }

  /** Change one value of a table of the file; `undefined` takes it out. */
  put(part: "army" | "leader" | "special_cards", key: string, value: unknown): void {
    this.change({ ...this.table, [part]: withKey(this.table[part], key, value) }, `${part}.${key}`);
  }

  putUnit(n: number, values: Row): void {
    let unit = this.table.unit[n] ?? {};
    for (const [key, value] of Object.entries(values)) unit = withKey(unit, key, value);
    this.change({ ...this.table, unit: this.table.unit.map((one, k) => (k === n ? unit : one)) }, `unit.${n}.${Object.keys(values)[0]}`);
  }

  units(unit: Row[], tag: string): void {
    this.change({ ...this.table, unit }, `${tag}.${Date.now()}`);
  }

  write(text: string): void {
    this.remember("text");
    this.written = text;
    this.soon();
  }

  undo(): void {
    this.back("past", "future");
  }

  redo(): void {
    this.back("future", "past");
  }

  private back(from: "past" | "future", to: "past" | "future"): void {
    const moment = this[from].at(-1);
    if (!moment) return;
    this[to] = [...this[to], { table: this.table, written: this.written }];
    this[from] = this[from].slice(0, -1);
    this.table = moment.table;
    this.written = moment.written;
    this.tag = "";
    this.soon();
  }

  private remember(tag: string): void {
    const now = Date.now();
    if (tag !== this.tag || now - this.at > PAUSE) {
      this.past = [...this.past, { table: this.table, written: this.written }].slice(-MOST);
    }
    this.future = [];
    this.tag = tag;
    this.at = now;
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.isBusy = true;
    this.timer = window.setTimeout(() => void this.look(), 160);
  }

  private async look(): Promise<void> {
    const asked = ++this.asked;
    const { written } = this;
    try {
      const looked = await api.check(written === null ? { table: bare(this.table) } : { text: written });
      if (asked !== this.asked) return;
      this.looked = looked;
      if (written !== null && looked.table) this.table = shaped(looked.table);
      this.problem = "";
      this.isKept = keepArmy(asOwn(this.key, looked, ownArmy(this.key)));
    } catch (error) {
      if (asked !== this.asked) return;
      this.problem = error instanceof Refusal ? error.message : String(error);
    }
    this.isBusy = false;
  }

  /** What still waits is looked at now. */
  flush(): void {
    if (!this.isBusy) return;
    clearTimeout(this.timer);
    void this.look();
  }
}

export function withKey(row: Row, key: string, value: unknown): Row {
  const found = { ...row };
  const isEmpty = value === undefined || value === "" || value === false || (Array.isArray(value) && !value.length);
  if (isEmpty && !KEPT.has(key)) delete found[key];
  else found[key] = value;
  return found;
}

const KEPT = new Set(["name"]); // empty is not the same as absent: the server asks for it by its field
