// What the server tells about a battle; hoplon/server/boards/cardbattle.

export interface Unit {
  id: string;
  name: string;
  kind: string;
  tq: number;
  size: number;
  missile: string;
  clan: string;
  traits: string[];
  value: number;
  limit: number;
  coh: number;
  depletion: number;
  level: number;
  marks: string[];
}

export interface Area {
  column: number;
  terrain: string;
  unit: Unit | null;
}

export interface HandCard {
  card: string;
  unit: Unit | null;
}

export interface Army {
  seat: string;
  name: string;
  leader: string;
  initiative: number;
  command: number;
  clans: number; // as many may act in a turn; 0: there are none
  rules: string[];
  rout_level: number;
  points: { eliminated: number; routed: number; second_line: number; bundori: number; total: number };
  deck_count: number;
  hand_count: number;
  pursuit_count: number;
  hand: HandCard[] | null;
  pursuit: Unit[] | null;
  routed: Unit[];
  rallied: Unit[];
  eliminated: string[];
  discarded: string[];
  unroutable: boolean;
  turn_limit: number;
}

export type Spread = [number, number][];

export interface Volley {
  unit: string;
  target: string;
  strength: number;
  high: boolean;
  modifiers: [string, number][];
  hits: Spread;
  gone: number;
  runs_out: number;
  bursts: number;
}

export interface Attack {
  number: number;
  attackers: string[];
  targets: string[];
  second_line: boolean;
  open: boolean;
  charts: Record<string, [string, string]>; // row and column of each chart that is read
  sum: {
    lead_attacker: string;
    lead_defender: string;
    sizes: [number, number];
    base: number;
    shifts: [string, number][];
    column: number;
    edge: string;
    times: [number, number];
  } | null;
  odds: { hits: [Spread, Spread]; mean: [number, number]; gone: [string, number][] } | null;
}

export interface Question {
  asks: "withdraw" | "fire" | "initiative" | "share";
  seat: string;
  unit: string | null;
  column: number | null;
  hits: number;
  cell: string | null;
  target: string | null;
  withdrawal: { hits: Spread; marked: number; gone: number } | null;
  volley: Volley | null;
  answered_by: string[]; // preferences that would say yes
}

export interface Side {
  [figure: string]: number | number[];
  points: number[];
}

export interface Battle {
  seat: string;
  module: string;
  round: number;
  last_round: number; // 0: none
  phase: string;
  active: string;
  to_move: string | null;
  question: Question | null;
  allowances: {
    plays: number;
    moves: number;
    draws: number;
    flank_orders: number;
    rally_attempts: number;
    cohesion_orders: number;
    supplies: number;
    clans: string[];
    shock: boolean;
  };
  fields: [Area[], Area[]];
  armies: [Army, Army];
  shots: { unit: string; column: number; volley: Volley | null }[];
  attacks: Attack[];
  setup_round: boolean;
  ended: string | null;
  winner: string | null;
  debriefing: { rounds: number; sides: [Side, Side]; ending: string } | null;
}

export interface BattleGround {
  module: string;
  kinds: Record<string, string>;
  terrains: Record<string, string>;
  cards: Record<string, string>;
  rules: Record<string, { title: string; help: string }>;
  phases: Record<string, string>;
  marks: Record<string, string>;
  charts: { name: string; title: string; caption: string; grids: { head: string[]; rows: string[][]; caption: string }[] }[];
  preferences: [string, string, string][]; // label, value, what it does
  answers: [string, string, string][]; // preferences that answer questions: name, label, what it does
  clans: [string[], string[]];
}
