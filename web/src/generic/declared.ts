// Fills in what a board leaves out.

import type { Ground, Position } from "../lib/types";
import type { DeclaredPiece, DeclaredPosition, Scene } from "./types";

const EMPTY: Scene = { grid: "none", cells: [], labels: [] };
const NOTHING: DeclaredPosition = { turn: 0, text: "", pieces: [], tones: {}, hands: [], counters: [], note: "" };

export const sceneOf = (ground: Ground): Scene => ({ ...EMPTY, ...ground?.scene });

export function positionOf(position: Position): DeclaredPosition {
  const found: DeclaredPosition = { ...NOTHING, ...position };
  const whole = (piece: DeclaredPiece): DeclaredPiece => ({ ...piece, key: piece.key || piece.cell, seat: piece.seat ?? null });
  return { ...found, pieces: found.pieces.map(whole) };
}
