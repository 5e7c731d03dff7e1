// What a board declares when its game brings no view of its own; hoplon/grids/scene.py makes it.

/** Words of a tone: dark, well, wall, water, special, goal0 …, and seat0 … where a seat has painted. */
export interface SceneCell {
  id: string;
  x: number; // centre to centre of neighbours is 1
  y: number;
  tone: string;
}

export interface Scene {
  grid: "hex" | "square" | "none";
  cells: SceneCell[];
  labels: { x: number; y: number; text: string }[];
  colours?: string[]; // of the seats, by the names of pigments
  turns?: boolean; // may a wide board stand upright on a tall screen? Hexagons may, unless this is false
}

export interface DeclaredGround {
  scene: Scene;
}

export interface DeclaredPiece {
  key: string;
  cell: string;
  glyph: string;
  seat: number | null;
  label: string;
  count: number;
  dim: boolean;
}

export interface DeclaredCard {
  key: string;
  glyph: string;
  label: string;
  seat: number | null;
  hidden: boolean;
}

export interface DeclaredHand {
  seat: number | null; // null: on the table, for all
  title: string;
  cards: DeclaredCard[];
}

export interface Counter {
  label: string;
  value: string;
  seat: number | null;
}

export interface DeclaredPosition {
  turn: number;
  text: string; // a picture of signs, of a game that declares nothing to draw
  pieces: DeclaredPiece[];
  tones: Record<string, string>; // cells that are painted now
  hands: DeclaredHand[];
  counters: Counter[];
  note: string;
}
