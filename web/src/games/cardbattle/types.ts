export interface Unit {
  id: string;
  name: string;
  kind: string;
  tq: number;
  size: number;
  missile: string;
  limit: number;
  coh: number;
  depletion: number;
  marks: string[];
  used: boolean;
}

export interface Army {
  seat: string;
  name: string;
  leader: string;
  initiative: number;
  command: number;
  rout_level: number;
  points: { total: number };
  deck_count: number;
  hand_count: number;
  pursuit_count: number;
  hand: { card: string; unit: Unit | null }[] | null;
  routed: Unit[];
  rallied: Unit[];
  eliminated: string[];
}

export interface BattlePosition {
  seat: string;
  module: string;
  round: number;
  phase: string;
  active: string;
  to_move: string | null;
  question: { asks: string; seat: string; unit: string | null; column: number | null; hits: number } | null;
  allowances: { plays: number; moves: number; draws: number; flank_orders: number; rally_attempts: number; shock: boolean };
  fields: { column: number; terrain: string; unit: Unit | null }[][];
  armies: [Army, Army];
  lines: [string[], string[]];
  shots: { unit: string; column: number }[];
  attacks: { number: number; attackers: string[]; targets: string[]; second_line: boolean; open: boolean; text: string }[];
  ended: string | null;
}

export interface BattleGround {
  columns: number;
  armies: [string, string];
  leaders: [string, string];
  kinds: Record<string, string>;
  terrain: Record<string, string>;
  phases: Record<string, string>;
}

export const SEATS = ["A", "B"] as const;
export const PAINT = ["#a8482a", "#3a6d84"] as const;

/** The seat at the bottom: the viewer's own, for spectators the first. */
export const near = (p: BattlePosition): 0 | 1 => (p.seat === "B" ? 1 : 0);
