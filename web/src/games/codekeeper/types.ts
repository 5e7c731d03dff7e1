export interface KeeperGround {
  width: number;
  height: number;
  turns: number;
  health: number;
  things: string[];
  first_monster: number;
  full: number[];
}

export interface KeeperPosition {
  turn: number;
  hero: string;
  health: number;
  score: number;
  charges: [number, number, number];
  sight: string[];
  known: string[];
  fog: boolean; // does it lie over what the hero does not see now?
  seen: number; // cells that the hero has seen; more may be known to others
  things: [string, string, number][];
}
