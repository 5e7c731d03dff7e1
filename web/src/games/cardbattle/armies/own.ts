// One's own armies: kept in this browser, and in files.

import { read, write } from "../../../lib/keep.svelte";
import { api } from "./api";
import type { Looked, Table } from "./types";
import { say } from "../../../lib/words";

const ARMIES = "hoplon.armies";

export interface OwnArmy {
  key: string;
  text: string;
  id: string;
  name: string;
  module: string;
  units: number;
  points: number;
  faults: number;
  option: string | null; // how a match names it; null while it has faults
  changed: number;
  table?: Partial<Table>; // what the form holds, while the server has not written it as text yet
}

export function ownArmies(): OwnArmy[] {
  const found = read<OwnArmy[]>(ARMIES, []);
  return Array.isArray(found) ? found.filter((army) => typeof army?.key === "string" && typeof army.text === "string") : [];
}

export const ownArmy = (key: string): OwnArmy | undefined => ownArmies().find((army) => army.key === key);

/** Keep an army; false if this browser keeps nothing. */
export function keepArmy(army: OwnArmy): boolean {
  return write(ARMIES, [army, ...ownArmies().filter((old) => old.key !== army.key)]);
}

/** Have those written that were left before the server could do it. */
export async function settle(): Promise<void> {
  for (const army of ownArmies().filter((one) => one.table)) {
    keepArmy(asOwn(army.key, await api.check({ table: army.table }), army));
  }
}

export function forgetArmy(key: string): void {
  write(ARMIES, ownArmies().filter((army) => army.key !== key));
}

export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const words = (value: unknown, otherwise: string): string => (typeof value === "string" && value.trim() ? value : otherwise);

/** What is kept of an army that the server has looked at. */
export function asOwn(key: string, looked: Looked, before?: OwnArmy): OwnArmy {
  const army: Record<string, unknown> = looked.table?.army && typeof looked.table.army === "object" ? looked.table.army : {};
  return {
    key,
    text: looked.text,
    id: words(army.id, before?.id ?? "army"),
    name: words(army.name, before?.name ?? say("Army without a name")),
    module: words(army.module, before?.module ?? "antiquity"),
    units: looked.totals?.units ?? before?.units ?? 0,
    points: looked.totals?.points ?? before?.points ?? 0,
    faults: looked.faults.length + looked.more,
    option: looked.option ?? null,
    changed: Date.now(),
  };
}

/** A small id out of a name: the file is called so. */
export function idOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 50) || "my_army";
}

/** A name that no army of one's own has yet. */
export function freeName(name: string): string {
  const taken = new Set(ownArmies().map((army) => army.name));
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${name} ${n}`;
  return found;
}

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = `${name}.toml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Armies that can be chosen in a new match beside the supplied ones: how a match names each, what people read, its module. */
export async function choosable(): Promise<[string, [string, string, string][]][]> {
  const label = (army: { name: string; points: number }) => say("{name} ({points} points)", { name: army.name, points: army.points });
  const mine = ownArmies()
    .filter((army) => army.option !== null)
    .map((army): [string, string, string] => [army.option!, label(army), army.module]);
  const there = (await api.armies().catch(() => []))
    .filter((army) => army.option !== undefined)
    .map((army): [string, string, string] => [army.option!, label(army), army.module]);
  const groups: [string, [string, string, string][]][] = [[say("My armies"), mine], [say("Armies on this server"), there]];
  return groups.filter(([, armies]) => armies.length);
}

/** How a match names the army that a link asks for: `mine:KEY`, `there:ID`, or an id as it is. */
export async function optionOf(asked: string): Promise<string | null> {
  const [where, name = ""] = asked.split(":", 2);
  if (where === "mine") return ownArmy(name)?.option ?? null;
  if (where === "there") return (await api.army(name).catch(() => null))?.option ?? null;
  return asked;
}
