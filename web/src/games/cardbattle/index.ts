import type { Entry } from "../../lib/types";
import type { Cell, Layout, Piece, Step, View } from "../../lib/view";
import Panel from "./Panel.svelte";
import Scene from "./Scene.svelte";
import { type BattleGround, type BattlePosition, near, PAINT, SEATS, type Unit } from "./types";

export const WIDE = 96;
export const HIGH = 74;
const GAP = 18;

/** Rows from top to bottom: the far second line, both fields, the near second line, the hand. */
function layout(ground: BattleGround, p: BattlePosition): Layout {
  const cells: Cell[] = [];
  let y = 0;
  const row = (ids: string[]): void => {
    ids.forEach((id, n) => {
      const column = n % ground.columns;
      cells.push({ id, x: column * WIDE, y: y + Math.floor(n / ground.columns) * HIGH });
    });
    if (ids.length) y += Math.ceil(ids.length / ground.columns) * HIGH + GAP;
  };
  const own = near(p);
  const far = 1 - own;
  const places = (letter: string, seat: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${letter}${SEATS[seat]}${n + 1}`);
  row(places("h", far, p.armies[far]!.hand?.length ?? 0));
  row(places("r", far, p.lines[far]!.length));
  row(places("", far, ground.columns));
  row(places("", own, ground.columns));
  row(places("r", own, p.lines[own]!.length));
  row(places("h", own, p.armies[own]!.hand?.length ?? 0));
  const w = WIDE - 6;
  const h = HIGH - 6;
  return {
    cells,
    outline: `M${-w / 2},${-h / 2}h${w}v${h}h${-w}z`,
    size: HIGH / 2,
    box: [-WIDE / 2 - 2, -HIGH / 2 - 8, ground.columns * WIDE + 4, y - GAP + 16],
  };
}

function pieces(_ground: BattleGround, p: BattlePosition): Piece[] {
  const found: Piece[] = [];
  const add = (cell: string, seat: number, unit: Unit, isRouted = false) =>
    found.push({ key: unit.id, cell, kind: "unit", unit, seat, isRouted, mortal: true });
  SEATS.forEach((letter, seat) => {
    const army = p.armies[seat]!;
    for (const area of p.fields[seat]!) if (area.unit) add(`${letter}${area.column}`, seat, area.unit);
    const waiting = new Map([...army.routed, ...army.rallied].map((unit) => [unit.id, unit]));
    const routed = new Set(army.routed.map((unit) => unit.id));
    p.lines[seat]!.forEach((id, n) => {
      const unit = waiting.get(id);
      if (unit) add(`r${letter}${n + 1}`, seat, unit, routed.has(id));
    });
    army.hand?.forEach((card, n) => {
      const cell = `h${letter}${n + 1}`;
      if (card.unit) add(cell, seat, card.unit);
      else found.push({ key: `${letter}${card.card}${n}`, cell, kind: "card", card: card.card, seat });
    });
  });
  return found;
}

function steps(entry: Entry): Step[] {
  const { kind, src, dst, n } = entry;
  if ((kind === "move" || kind === "come") && src && dst && src !== dst) return [{ move: [src, dst], ms: 240 }];
  if (kind === "lose" && (dst ?? src)) return [{ flash: [(dst ?? src)!], text: [(dst ?? src)!, `−${n}`], tone: "hurt", ms: 420 }];
  if ((kind === "rout" || kind === "eliminate" || kind === "flee") && src) return [{ fade: src, flash: [src], tone: "kill", ms: 380 }];
  if ((kind === "shot" || kind === "attack") && src) return [{ flash: [src], tone: "plain", ms: 200 }];
  return [];
}

function name(cell: string, ground: BattleGround, p: BattlePosition): string {
  const seat = SEATS.indexOf(cell.replace(/^[hr]/, "")[0] as "A" | "B");
  const at = Number(cell.replace(/^[hr]?[AB]/, ""));
  const say = (unit: Unit) => `${unit.name}, ${ground.kinds[unit.kind] ?? unit.kind}, quality ${unit.tq}, ${unit.coh} of ${unit.limit} hits`;
  if (cell[0] === "h") {
    const card = p.armies[seat]?.hand?.[at - 1];
    return `hand ${at}: ${card?.unit ? say(card.unit) : (card?.card ?? "nothing")}`;
  }
  if (cell[0] === "r") {
    const army = p.armies[seat]!;
    const unit = [...army.routed, ...army.rallied].find((one) => one.id === p.lines[seat]![at - 1]);
    return `second line ${at}: ${unit ? say(unit) : "nobody"}`;
  }
  const area = p.fields[seat]?.[at - 1];
  const terrain = area && area.terrain !== "clear" ? `${ground.terrain[area.terrain] ?? area.terrain}, ` : "";
  return `${ground.armies[seat]}, column ${at}: ${terrain}${area?.unit ? say(area.unit) : "empty"}`;
}

export const view: View = {
  Scene,
  Panel,
  layout,
  pieces,
  steps,
  name,
  home: (_ground, p: BattlePosition) => (p.armies[near(p)].hand?.length ? `h${SEATS[near(p)]}1` : `${SEATS[near(p)]}5`),
  colour: (seat) => PAINT[seat as 0 | 1],
};
