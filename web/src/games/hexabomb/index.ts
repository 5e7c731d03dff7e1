import type { Entry, Seat } from "../../lib/types";
import { hexagon, type Layout, type Piece, type Plot, type Step, type View } from "../../lib/view";
import { say } from "../../lib/words";
import Bombs from "./Bombs.svelte";
import Panel from "./Panel.svelte";
import Scene from "./Scene.svelte";
import Spare from "./Spare.svelte";
import { paint, paintName } from "../../lib/paint";
import { numberOf, type BombGround, type BombPosition } from "./types";

const SIZE = 18;

function layout(ground: BombGround): Layout {
  const cells = ground.cells.map((id) => {
    const [q, r] = id.split(",").map(Number) as [number, number];
    return { id, x: SIZE * Math.sqrt(3) * (q + r / 2), y: SIZE * 1.5 * r };
  });
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of cells) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const margin = SIZE + 4;
  return {
    cells,
    outline: hexagon(SIZE, false),
    size: SIZE,
    box: [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin],
  };
}

function pieces(ground: BombGround, p: BombPosition): Piece[] {
  const found: Piece[] = p.bombs.map((bomb) => ({
    key: `bomb${bomb.cell}`,
    cell: bomb.cell,
    kind: "bomb",
    fixed: true,
    delay: bomb.delay,
    range: bomb.range,
    seat: bomb.seat,
  }));
  const dead = p.characters.filter((c) => c.wait >= 0);
  const alive = p.characters.filter((c) => c.wait < 0);
  for (const c of dead) found.push({ key: `dead${c.id}`, cell: c.cell, kind: "dead", fixed: true, seat: c.seat, wait: ground.special ? -1 : c.wait });
  for (const c of alive) {
    const isGhost = ground.special && c.seat === 0;
    found.push({ key: `c${c.id}`, cell: c.cell, kind: isGhost ? "ghost" : "character", seat: c.seat, held: c.held, mortal: true, id: c.id, isAsked: p.asked === c.id });
  }
  return found;
}

function steps(entry: Entry): Step[] {
  const { kind, src, dst, cells } = entry;
  if (kind === "move" && src && dst) return [{ move: [src, dst], joined: true, ms: 200 }];
  if (kind === "explode" && src) return [{ flash: [src], tone: "blast", joined: true, ms: 120 }];
  if (kind === "burn") return [{ flash: cells, tone: "blast", ms: 380 }];
  if (kind === "kill" && src) return [{ fade: src, flash: [src], tone: "kill", joined: true, ms: 260 }];
  if (kind === "revive" && dst) return [{ flash: [dst], tone: "gain", joined: true, ms: 160 }];
  return [];
}

function name(cell: string, ground: BombGround, p: BombPosition, seats: Seat[]): string {
  const who = (seat: number) => seats[seat]?.name ?? paintName(seat);
  const found: string[] = [];
  for (const c of p.characters) {
    if (c.cell === cell) found.push([say("character {n} of {name}", { n: numberOf(p, c), name: who(c.seat) }), ...(c.wait >= 0 ? [say("dead")] : []), ...(p.asked === c.id ? [say("asked")] : [])].join(", "));
  }
  for (const bomb of p.bombs) if (bomb.cell === cell) found.push(say("bomb, range {range}, explodes in {delay}", { range: bomb.range, delay: bomb.delay }));
  const colour = p.colours[ground.cells.indexOf(cell)] ?? 0;
  if (p.blasts.some(([burnt]) => burnt === cell)) found.push(say("burnt in this turn"));
  found.push(colour === 0 ? say("neutral") : say("colour of {name}", { name: who(colour - 1) }));
  return `${cell.replace(",", " ")}: ${found.join(", ")}`;
}

const plots: Plot[] = [
  { title: say("Score by turn"), of: (scores) => scores },
  { title: say("Cells by turn"), of: (_scores, counts) => counts, fits: (ground: BombGround) => !ground.special },
];

const home = (ground: BombGround, p: BombPosition): string =>
  p.characters.find((c) => c.id === p.asked)?.cell ?? ground.cells[0]!;

const side = (seat: number, ground: BombGround): string => (ground.special && seat === 0 ? say("the special player") : paintName(seat));

const moment = (p: BombPosition): string => say("Turn {at} of {last}", { at: p.turn, last: p.turns });

const isMinor = ({ kind }: Entry): boolean => kind === "move" || kind === "restart";

const meanings: View["meanings"] = [
  [say("Score"), say("Every turn each of your cells is a point.")],
  [say("Cells"), say("How many cells have your colour.")],
  [say("Alive"), say("How many of your characters are not caught.")],
  [say("Bombs"), say("How many your characters hold.")],
];

export const view: View = { Scene, Panel, Spare, layout, pieces, meanings, steps, name, home, colour: paint, side, plots, moment, trays: { bomb: Bombs }, isMinor };
