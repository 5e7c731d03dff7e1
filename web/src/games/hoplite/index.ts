import type { Entry, Seat } from "../../lib/types";
import { hexagon, type Layout, type Piece, type Step, type View } from "../../lib/view";
import { say } from "../../lib/words";
import Panel from "./Panel.svelte";
import Scene from "./Scene.svelte";
import Spare from "./Spare.svelte";
import { type HopliteGround, type HoplitePosition, KINDS, nameOf } from "./types";

const SIZE = 20;
const HIGH = Math.sqrt(3) * SIZE;

function layout(ground: HopliteGround): Layout {
  const cells = ground.cells.map((id) => {
    const [column, row] = id.split(",").map(Number) as [number, number];
    return { id, x: 1.5 * SIZE * column, y: HIGH * (11 - row - 0.5 * (column % 2)) };
  });
  const margin = SIZE + 3;
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return {
    cells,
    outline: hexagon(SIZE, true),
    size: SIZE,
    box: [left, top, Math.max(...xs) - left + margin, Math.max(...ys) - top + margin],
  };
}

function pieces(_ground: HopliteGround, p: HoplitePosition): Piece[] {
  const found: Piece[] = p.bombs.map((cell, n) => ({ key: `bomb${n}`, cell, kind: "bomb", mortal: true }));
  if (p.spear !== "hand") found.push({ key: "spear", cell: p.spear, kind: "spear", fixed: true });
  for (const [n, d] of p.demons.entries()) {
    found.push({ key: `demon${d.id}`, cell: d.cell, kind: d.kind, charge: d.charge, stunned: d.stunned, order: n + 1, name: nameOf(d), mortal: true });
  }
  found.push({ key: "hero", cell: p.hero, kind: "hero", hasSpear: p.spear === "hand", isDead: p.ended === "lost" });
  return found;
}

const STEP_GAP = 80;
const MOVES = new Set(["walk", "leap", "slide", "roll"]);

function steps(entry: Entry): Step[] {
  const { kind, src, dst } = entry;
  if (kind === "step" && src && dst) return [{ move: [src, dst], ms: 180, gap: STEP_GAP }];
  if (MOVES.has(kind) && src && dst) return [{ move: [src, dst], ms: 220 }];
  if (kind === "kill" && dst) return [{ fade: dst, flash: [dst], tone: "kill", ms: 240 }];
  if (kind === "hit" && dst) return [{ flash: [dst], text: [dst, "−1"], tone: "hurt", ms: 380 }];
  if (kind === "burn" && dst) return [{ flash: [dst], tone: "hurt", ms: 200 }];
  if (["shoot", "beam", "lob", "throw"].includes(kind) && src && dst) {
    return [{ line: [src, dst], tone: kind === "throw" ? "plain" : "hurt", ms: 300 }];
  }
  if (kind === "strike" && src && dst) return [{ line: [src, dst], tone: "hurt", ms: 240 }];
  if (kind === "explode" && src) return [{ flash: [src], tone: "blast", ms: 320 }];
  if (["stab", "lunge", "deep_lunge", "smash", "stun"].includes(kind) && dst) return [{ flash: [dst], tone: "plain", ms: 140 }];
  if (kind === "die" && src) return [{ flash: [src], tone: "kill", ms: 500 }];
  if (kind === "pray" && src) return [{ flash: [src], tone: "gain", ms: 320 }];
  return [];
}

function name(cell: string, ground: HopliteGround, p: HoplitePosition, _seats: Seat[], isOwn: boolean): string {
  const found: string[] = [];
  if (p.hero === cell) found.push(isOwn ? say("you") : say("the hero"));
  for (const d of p.demons) {
    if (d.cell === cell) found.push([`${KINDS[d.kind] ?? d.kind} ${nameOf(d)}`, ...(d.stunned ? [say("stunned")] : []), ...(d.charge ? [say("charge {n}", { n: d.charge })] : [])].join(", "));
  }
  if (p.bombs.includes(cell)) found.push(say("bomb"));
  if (p.spear === cell) found.push(isOwn ? say("your spear") : say("the spear"));
  if (p.altar === cell) found.push(p.altar_used ? say("used altar") : say("altar"));
  if (p.fleece === cell) found.push(say("golden fleece"));
  if (p.portal === cell) found.push(say("portal"));
  if (ground.stairs === cell) found.push(say("stairs"));
  if (p.magma.includes(cell)) found.push(say("magma"));
  return `${cell.replace(",", " ")}: ${found.join(", ") || say("ground")}`;
}

const meanings: View["meanings"] = [
  [say("Depth"), say("The floor you are on; the stairs lead one deeper.")],
  [say("Health"), say("Every hit takes a heart. With none left, the run is over.")],
  [say("Points"), say("For demons you kill, floors you leave behind, altars you leave alone, the fleece and the way out.")],
  [say("Energy"), say("A leap costs 50. Walking gives some back.")],
  [say("Bash"), say("Your shield pushes a neighbour away; then it needs the turns shown here.")],
  [say("Spear"), say("In hand you can throw it. Walk over it to take it up again.")],
  [say("Who moves after you"), say("After you, the demons act in this order. F is a footman, A an archer, D a demolitionist, W a wizard.")],
];

export const view: View = { Scene, Panel, Spare, layout, pieces, meanings, steps, name, home: (_ground, p: HoplitePosition) => p.hero };
