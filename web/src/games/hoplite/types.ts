import { say } from "../../lib/words";

export interface HopliteGround {
  cells: string[];
  stairs: string;
  prayers: Record<string, { title: string; help: string }>;
  last_depth: number;
}

export interface Demon {
  id: number;
  kind: string;
  cell: string;
  charge: number;
  stunned: number;
}

export const KINDS: Record<string, string> = { footman: say("footman"), archer: say("archer"), demolitionist: say("demolitionist"), wizard: say("wizard") };

/** As the log calls it. */
export const nameOf = (demon: Demon): string => `${demon.kind[0]!.toUpperCase()}${demon.id + 1}`;

export interface HoplitePosition {
  depth: number;
  turn: number;
  score: number;
  hero: string;
  health: number;
  max_health: number;
  energy: number;
  max_energy: number;
  cooldown: number;
  spear: string;
  prayers: string[];
  streak: number;
  carries_fleece: boolean;
  magma: string[];
  altar: string | null;
  altar_used: boolean;
  offers: string[];
  fleece: string | null;
  portal: string | null;
  demons: Demon[]; // in the order of play
  bombs: string[];
  ended: string | null;
}
