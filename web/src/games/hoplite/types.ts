export interface HopliteGround {
  cells: string[];
  stairs: string;
  prayers: Record<string, { title: string; help: string }>;
  last_depth: number;
}

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
  demons: { id: number; kind: string; cell: string; charge: number; stunned: number }[];
  bombs: string[];
  ended: string | null;
}
