// Where the cells of a declared board are drawn, and the rims of those that belong to a seat.

import { hexagon, type Layout } from "../lib/view";
import type { Scene, SceneCell } from "./types";

export const SIZE = 20; // half the width of a square, or the side of a hexagon
const APART = { square: 2 * SIZE, hex: Math.sqrt(3) * SIZE, none: 2.4 * SIZE };
const RIM = 7;
const LABEL = 8; // half a line
const WIDE = 1.25; // a board that is so much wider than tall may be turned

/** Parts of the rim in the colour of a seat. */
export interface Band {
  seat: number;
  path: string;
}

export interface DeclaredLayout extends Layout {
  bands: Band[];
  rim: Set<string>; // cells that have a part in a band
  labels: { x: number; y: number; text: string }[];
  isFlat: boolean; // do hexagons lie on a side?
}

type Point = [number, number];

export function layoutOf(scene: Scene, isTall: boolean): DeclaredLayout {
  const { grid } = scene;
  const isTurned = isTall && (scene.turns ?? grid === "hex") && ratioOf(scene.cells) > WIDE;
  const place = <T extends { x: number; y: number }>(one: T): T => {
    const [x, y] = isTurned ? [-one.y, one.x] : [one.x, one.y];
    return { ...one, x: x * APART[grid], y: y * APART[grid] };
  };
  const cells = scene.cells.map(place);
  const labels = scene.labels.map(place);
  const corners = cornersOf(grid, isTurned);
  return {
    cells,
    labels,
    outline: grid === "none" ? `M-${SIZE},0a${SIZE},${SIZE} 0 1 0 ${2 * SIZE},0a${SIZE},${SIZE} 0 1 0 ${-2 * SIZE},0z` : pathOf(corners),
    size: SIZE,
    box: boxOf(cells, labels, corners),
    ...bandsOf(cells, corners),
    isFlat: isTurned,
  };
}

function ratioOf(cells: SceneCell[]): number {
  const span = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
  return span(cells.map((cell) => cell.x)) / span(cells.map((cell) => cell.y));
}

function cornersOf(grid: Scene["grid"], isFlat: boolean): Point[] {
  if (grid !== "hex") return [[-SIZE, -SIZE], [SIZE, -SIZE], [SIZE, SIZE], [-SIZE, SIZE]]; // prettier-ignore
  return hexagon(SIZE, isFlat).slice(1, -1).split("L").map((pair) => pair.split(",").map(Number) as Point);
}

const pathOf = (points: Point[]): string => `M${points.map((point) => point.join(",")).join("L")}Z`;

interface Place {
  x: number;
  y: number;
}

function boxOf(cells: Place[], labels: Place[], corners: Point[]): [number, number, number, number] {
  const xs = cells.flatMap((cell) => corners.map(([x]) => cell.x + x));
  const ys = cells.flatMap((cell) => corners.map(([, y]) => cell.y + y));
  const left = Math.min(...xs.map((x) => x - RIM), ...labels.map((label) => label.x - LABEL));
  const right = Math.max(...xs.map((x) => x + RIM), ...labels.map((label) => label.x + LABEL));
  const top = Math.min(...ys.map((y) => y - RIM), ...labels.map((label) => label.y - LABEL));
  const bottom = Math.max(...ys.map((y) => y + RIM), ...labels.map((label) => label.y + LABEL));
  return cells.length ? [left, top, right - left, bottom - top] : [0, 0, 1, 1];
}

export const goalsOf = (tone: string): number[] => [...tone.matchAll(/\bgoal(\d+)/g)].map((found) => Number(found[1]));

/**
 * The outer sides of cells that belong to seats. A side counts if another cell of the seat lies open to the same direction, so that
 * a row has no band across its ends. Half a side of a corner goes to the seat whose other cells are nearer.
 */
function bandsOf(cells: SceneCell[], corners: Point[]): { bands: Band[]; rim: Set<string> } {
  const key = (x: number, y: number) => `${Math.round(x)},${Math.round(y)}`;
  const taken = new Set(cells.map((cell) => key(cell.x, cell.y)));
  const sides = corners.map((from, k): [Point, Point, Point] => {
    const to = corners[(k + 1) % corners.length]!;
    return [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], to];
  });
  const goals = cells.map((cell) => ({
    ...cell,
    seats: goalsOf(cell.tone),
    open: sides.map(([, [x, y]]) => !taken.has(key(cell.x + 2 * x, cell.y + 2 * y))),
  }));
  const found = new Map<number, string[]>();
  const rim = new Set<string>();
  for (const cell of goals) {
    sides.forEach(([from, middle, to], k) => {
      const fellows = (seat: number) => goals.filter((one) => one !== cell && one.seats.includes(seat));
      const isOwn = (seat: number) => !fellows(seat).length || fellows(seat).some((one) => one.open[k]);
      const seats = cell.open[k] ? cell.seats.filter(isOwn) : [];
      for (const end of [from, to]) {
        const far = (seat: number) => {
          const [x, y] = [cell.x + (end[0] + middle[0]) / 2, cell.y + (end[1] + middle[1]) / 2];
          return Math.min(...fellows(seat).map((one) => Math.hypot(one.x - x, one.y - y)));
        };
        const seat = seats.length ? seats.reduce((best, one) => (far(one) < far(best) ? one : best)) : undefined;
        const line = [middle, end].map(([x, y]) => `${(cell.x + x).toFixed(2)},${(cell.y + y).toFixed(2)}`).join("L");
        if (seat === undefined) continue;
        found.set(seat, [...(found.get(seat) ?? []), `M${line}`]);
        rim.add(cell.id);
      }
    });
  }
  return { bands: [...found].map(([seat, lines]) => ({ seat, path: lines.join("") })), rim };
}
