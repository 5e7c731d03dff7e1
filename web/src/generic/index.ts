// Draws a game that brings no view of its own, from what its board declares.

import { colourOf, paintName } from "../lib/paint";
import type { Entry, Ground, Position, Seat } from "../lib/types";
import type { Piece, Step, View } from "../lib/view";
import { say } from "../lib/words";
import Panel from "./Panel.svelte";
import Scene from "./Scene.svelte";
import Surface from "./Surface.svelte";
import { positionOf, sceneOf } from "./declared";
import { goalsOf, layoutOf } from "./layout";
import type { Scene as Declared } from "./types";

const LANDS = ["wall", "water", "special"];

function pieces(_ground: Ground, position: Position): Piece[] {
  return positionOf(position).pieces.map((piece) => ({ ...piece, kind: piece.glyph, mortal: true }));
}

/** What happens to neighbours at once is shown at once, and a loss together with its cause. */
function stepsOn(cells: Set<string>): View["steps"] {
  return (entry: Entry, _ground: Ground, before?: Entry): Step[] => {
    const src = cells.has(entry.src ?? "") ? entry.src : null;
    const joined = entry.cause >= 0 && before !== undefined && (before.cause === entry.cause || !entry.dst);
    if (cells.has(entry.dst ?? "")) return [{ come: [src, entry.dst!], joined, ms: 260 }];
    if (src) return [{ fade: src, flash: [src], tone: "kill", joined, ms: 240 }];
    // On a table without cells the places are cards.
    const places = [entry.src, entry.dst].filter((place) => place !== null);
    return places.length ? [{ flash: places, tone: "gain", joined, ms: 420 }] : [];
  };
}

function name(cell: string, ground: Ground, position: Position, seats: Seat[]): string {
  const p = positionOf(position);
  const who = (seat: number) => seats[seat]?.name ?? say("side {n}", { n: seat + 1 });
  const under = sceneOf(ground).cells.find((one) => one.id === cell)?.tone ?? "";
  const tone = p.tones[cell] ?? under;
  const painted = /\bseat(\d+)/.exec(tone);
  const found = p.pieces
    .filter((piece) => piece.cell === cell)
    .map((piece) => `${piece.label || piece.glyph}${piece.count ? `, ${piece.count}` : ""}`);
  const land = LANDS.filter((word) => tone.split(" ").includes(word));
  if (painted) land.push(say("colour of {name}", { name: who(Number(painted[1])) }));
  for (const seat of goalsOf(under)) land.push(say("edge of {name}", { name: who(seat) }));
  if (!found.length && !land.some((word) => LANDS.includes(word))) found.push(say("empty"));
  return `${cell.replace(",", " ")}: ${[...found, ...land].join(", ")}`;
}

/** The cell nearest to the middle. */
function middleOf({ cells }: Declared): string {
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const far = (cell: { x: number; y: number }) => Math.hypot(cell.x - x, cell.y - y);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best), cells[0]!)?.id ?? "";
}

export function viewFor(ground: Ground): View {
  const scene = sceneOf(ground);
  const home = middleOf(scene);
  return {
    Scene,
    Panel,
    ...(scene.cells.length ? {} : { Surface }),
    layout: (_ground, isTall) => layoutOf(scene, isTall),
    pieces,
    steps: stepsOn(new Set(scene.cells.map((cell) => cell.id))),
    name,
    home: () => home,
    colour: (seat) => `color-mix(in srgb, ${colourOf(scene.colours, seat)} 78%, var(--soft))`,
    side: (seat) => scene.colours?.[seat] ?? paintName(seat),
  };
}
