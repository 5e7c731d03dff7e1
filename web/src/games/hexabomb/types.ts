export interface BombGround {
  cells: string[];
  special: boolean;
  seats: number;
  turns: number;
}

export interface BombPosition {
  turn: number;
  turns: number;
  colours: number[];
  characters: { id: number; seat: number; cell: string; held: number; wait: number }[];
  bombs: { seat: number; cell: string; range: number; delay: number }[];
  blasts: [string, number][];
  scores: number[];
  counts: number[];
  leader: number | null;
  asked: number | null;
  orders: { character: number; kind: string; to: string | null }[];
}

/** Which of its player's characters it is, counted from 1. */
export const numberOf = (p: BombPosition, one: { id: number; seat: number }): number => p.characters.filter((c) => c.seat === one.seat && c.id <= one.id).length;
