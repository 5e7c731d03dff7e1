// What the server tells about armies; docs/reference/arena.md describes it.

export type Path = (string | number)[];
export type Range = [number, number];

/** The table of an army file. What it holds may be wrong in any way: the server says so. */
export interface Table {
  schema?: unknown;
  army: Row;
  leader: Row;
  special_cards: Row;
  defensive_terrain: Row[];
  unit: Row[];
}
export type Row = Record<string, any>;

export interface Fault {
  line: number;
  path: Path;
  text: string;
}

export interface Totals {
  units: number;
  tq_sum: number;
  rout_total: number;
  rout_level: number;
  special_cards: number;
  points: number;
  prices: Record<"units" | "leader" | "special_cards" | "special_rules" | "defensive_terrain", number>;
  limited_cards: number;
  allowance: number | null;
  kinds: { code: string; name: string; cards: number; value: number; points: number }[];
  rows: ({ value: number; points: number } | null)[];
}

export interface Looked {
  table: Partial<Table> | null;
  text: string;
  faults: Fault[];
  more: number;
  totals: Totals | null;
  notes: string[];
  option?: string | null;
  supplied?: boolean;
}

export interface Listed {
  id: string;
  name: string;
  module: string;
  period: string;
  leader: string;
  units: number;
  rout_level: number;
  points: number;
  supplied: boolean;
  option?: string;
}

export interface Choice {
  id: string;
  name: string;
  help: string;
  points: number;
}

export interface KindInfo {
  type: string;
  class: string;
  code: string;
  name: string;
  group: string;
  help: string;
  cost: string;
  missiles: string[];
  missile: string;
  size: Range;
  traits: boolean;
}

export interface ModuleInfo {
  module: string;
  title: string;
  about: string;
  help: Record<string, string>;
  kinds: KindInfo[];
  missiles: Omit<Choice, "help">[];
  traits: Choice[];
  cards: (Choice & { most: number; limited: boolean })[];
  rules: Choice[];
  terrains: Choice[];
  romans: [string, string][];
  special: { name: string; kind: "one" | "number" | "flag"; label: string; help: string; among: [string, string][] }[];
  leaders: { name: string; army: string; initiative: number; command: number; clans: number }[];
  leader: Record<"initiative" | "command" | "clans", { range: Range; points: number }>;
  clans: Range | null;
  columns: Range;
  defences: number;
  units: Range;
  tq: Range;
  size: Range;
  longest: Range;
  standard: [number, number, number];
  blank: Table;
}
