// What a game brings to the page: its drawing, and nothing that knows a rule.

import type { Component } from "svelte";
import type { Choosing } from "./choosing.svelte";
import type { Table } from "./table.svelte";
import type { Entry, GameInfo, Ground, Offer, Position, Seat, Turn } from "./types";

/** A cell of a board: where it is drawn, and its outline around (0, 0). */
export interface Cell {
  id: string;
  x: number;
  y: number;
}

export interface Layout {
  cells: Cell[];
  outline: string; // the path of a cell around (0, 0)
  size: number; // roughly half the width of a cell
  box: [number, number, number, number];
}

/** Something that stands on a cell and can be moved by the log. */
export interface Piece {
  key: string;
  cell: string;
  kind: string;
  [detail: string]: unknown;
}

/**
 * One thing that a log entry shows. Steps that are `joined` happen together with the one before; of those with a `gap`,
 * the next begins so many milliseconds after the one before.
 */
export interface Step {
  move?: [string, string];
  come?: [string | null, string]; // as `move`, or a piece that is new
  fade?: string;
  flash?: string[];
  line?: [string, string];
  tone?: string;
  text?: [string, string];
  joined?: boolean;
  gap?: number;
  ms?: number;
}

export interface SceneProps {
  layout: Layout;
  ground: Ground;
  position: Position;
  pieces: Piece[];
  last: string[]; // cells of what was chosen last
  layer: "tiles" | "pieces";
}

export interface PanelProps {
  ground: Ground;
  position: Position;
  scores: number[];
  seats: Seat[];
  toMove: number | null;
  seat: number | null;
  held: number[]; // the seats of who looks
  choosing: Choosing;
  onpoint: (cells: string[]) => void; // show where something is
}

/** A table that is no board of cells: it draws everything and offers the choices itself. */
export interface SurfaceProps {
  table: Table;
  ground: Ground;
  position: Position;
  seats: Seat[];
  toMove: number | null;
  choosing: Choosing;
  glow: string[]; // places that the log points at
}

/** A curve for each seat over the turns of a match. */
export interface Plot {
  title: string;
  of(scores: number[], counts: number[]): number[];
  /** Has it a meaning in this match? */
  fits?(ground: Ground): boolean;
}

export interface View {
  Scene: Component<SceneProps>;
  Panel: Component<PanelProps>;
  layout(ground: Ground, isTall: boolean): Layout;
  pieces(ground: Ground, position: Position): Piece[];
  steps(entry: Entry, ground: Ground, before?: Entry): Step[];
  /** What is on a cell, in a few words for a screen reader. */
  name(cell: string, ground: Ground, position: Position, seats: Seat[], isOwn: boolean): string;
  /** Where something stands, if it is not pieces on cells. */
  places?(position: Position): string[];
  /** The cell to begin with for somebody who uses the keyboard. */
  home(ground: Ground, position: Position): string;
  colour?(seat: number): string;
  /** What a seat is, such as "blue"; its title unless given. */
  side?(seat: number, ground: Ground): string;
  /** What the numbers of the panel mean, for somebody who has never seen them: name and sentence. */
  meanings?: [string, string][];
  /** What is plotted over the turns; the scores unless given. */
  plots?: Plot[];
  /** How far it is, in a game in which all choose at the same time and so nobody in particular is to move. */
  moment?(position: Position): string;
  /** May the only choice that is left make itself? It may unless this says no. */
  isForced?(position: Position): boolean;
  /** What the main button chooses; the last tool that aims at nothing unless given. */
  main?(offers: Offer[]): Offer | null;
  Surface?: Component<SurfaceProps>;
  /** What is asked about, large enough to be read. */
  Enlarged?: Component<{ ground: Ground; position: Position; cell: string }>;
  /** How choices of a tool that aim at nothing are offered; a button each unless given. */
  trays?: Record<string, Component<{ table: Table }>>;
  /** What the log tells only when everything is wanted. */
  isMinor?(entry: Entry): boolean;
  /** Does the board follow the cell to begin with where cells are small? */
  follows?: boolean;
  /** A piece beside the board where positions are set up, in a box of 40 × 40 around (0, 0). */
  Spare?: Component<{ kind: string; name: string; seat: number | null }>;
  /** A position as a picture, for guides; drawn by the scene unless given. */
  Sketch?: Component<{ ground: Ground; position: Position }>;
  /** Does the surface offer every choice itself? */
  ownsChoices?: boolean;
  /** May all who share a screen look at this moment? Then nobody has to turn away. */
  isOpen?(position: Position): boolean;
  /** What is heard of each kind of action; without this, what a step shows. */
  sounds?: Record<string, string>;
  /** Keys of its own, for the help. */
  keys?: string;
  /** What is asked before a choice that gives something away; nothing if it is simply made. */
  asksBefore?(offer: Offer, offers: Offer[], position: Position): string;
  /** Is a turn left out of the log, since the player likes it so? */
  omits?(turn: Turn, held: number[]): boolean;
}

const views = import.meta.glob<{ view: View }>("../games/*/index.ts");
const sounds = import.meta.glob<Record<string, string>>("../games/*/sounds.ts", { import: "sounds" });
const pictures = import.meta.glob<{ default: Component<{ game: GameInfo }> }>("../games/*/Picture.svelte");

/** The game's own view, else one that draws what the board declares. */
export async function viewOf(game: string, ground: Ground): Promise<View> {
  const load = views[`../games/${game}/index.ts`];
  if (!load) return (await import("../generic")).viewFor(ground);
  const [{ view }, heard] = await Promise.all([load(), sounds[`../games/${game}/sounds.ts`]?.() ?? {}]);
  return { ...view, sounds: heard };
}

export async function pictureOf(game: string): Promise<Component<{ game: GameInfo }>> {
  const load = pictures[`../games/${game}/Picture.svelte`] ?? (() => import("../generic/Picture.svelte"));
  return (await load()).default;
}

export const hexagon = (size: number, flat: boolean): string =>
  `M${Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k + (flat ? 0 : Math.PI / 6);
    return `${(size * Math.cos(angle)).toFixed(2)},${(size * Math.sin(angle)).toFixed(2)}`;
  }).join("L")}Z`;

/** A sentence begins with a capital. */
export const capital = (text: string): string => (text[0]?.toUpperCase() ?? "") + text.slice(1);

/** 1 point, 2 points. */
export const several = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Numbers with the sign for minus that is as wide as a plus. */
export const signed = (text: string): string => text.replace(/-(?=\d)/g, "−");
