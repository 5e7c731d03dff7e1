import type { Entry, Seat } from "../../lib/types";
import type { Layout, Piece, Step, View } from "../../lib/view";
import { say } from "../../lib/words";
import Panel from "./Panel.svelte";
import Scene from "./Scene.svelte";
import Spare from "./Spare.svelte";
import type { KeeperGround, KeeperPosition } from "./types";

const SIDE = 36;
const HALF = SIDE / 2;

function layout(ground: KeeperGround): Layout {
  const cells = [];
  for (let y = 0; y < ground.height; y++) {
    for (let x = 0; x < ground.width; x++) cells.push({ id: `${x},${y}`, x: x * SIDE, y: y * SIDE });
  }
  return {
    cells,
    outline: `M${-HALF},${-HALF}h${SIDE}v${SIDE}h${-SIDE}z`,
    size: HALF,
    box: [-HALF - 2, -HALF - 2, ground.width * SIDE + 4, ground.height * SIDE + 4],
  };
}

const isMonster = (ground: KeeperGround, name: string) => ground.things.indexOf(name) >= ground.first_monster;

function pieces(ground: KeeperGround, p: KeeperPosition): Piece[] {
  const found: Piece[] = p.things
    .filter(([, name]) => name !== "obstacle")
    .map(([cell, name, value]) => {
      const monster = isMonster(ground, name);
      const full = ground.full[ground.things.indexOf(name) - ground.first_monster];
      return { key: `${name}@${cell}`, cell, kind: name, fixed: !monster, mortal: monster, health: monster ? value / full! : 1 };
    });
  found.push({ key: "hero", cell: p.hero, kind: "hero", health: p.health / ground.health, isDead: p.health <= 0 });
  return found;
}

function steps(entry: Entry): Step[] {
  const { kind, src, dst, n } = entry;
  if (kind === "move" && src && dst) return [{ move: [src, dst], ms: 160 }];
  if (kind === "step" && src && dst) return [{ move: [src, dst], joined: true, ms: 140 }];
  if (kind === "attack" && src && dst) return [{ line: [src, dst], flash: [dst], tone: "plain", ms: 180 }];
  if (kind === "hit" && dst) return [{ flash: [dst], text: [dst, `−${n}`], tone: "kill", ms: 220 }];
  if (kind === "destroy" && dst) return [{ fade: dst, flash: [dst], tone: "kill", ms: 200 }];
  if (kind === "take" && dst) return [{ flash: [dst], tone: "gain", ms: 160 }];
  if (kind === "strike" && src && dst) return [{ line: [src, dst], tone: "hurt", joined: true, ms: 200 }];
  if (kind === "hurt" && dst) return [{ flash: [dst], text: [dst, `−${n}`], tone: "hurt", ms: 320 }];
  return [];
}

const THINGS: Record<string, string> = {
  exit: say("exit"),
  obstacle: say("wall"),
  treasure: say("treasure"),
  potion: say("potion"),
  "hammer-chest": say("hammer chest"),
  "scythe-chest": say("scythe chest"),
  "bow-chest": say("bow chest"),
  box: say("box"),
  skeleton: say("skeleton"),
  gargoyle: say("gargoyle"),
  orc: say("orc"),
  vampire: say("vampire"),
};

function name(cell: string, _ground: KeeperGround, p: KeeperPosition, _seats: Seat[], isOwn: boolean): string {
  const found: string[] = [];
  if (cell === p.hero) found.push(isOwn ? say("you") : say("the hero"));
  for (const [at, thing, value] of p.things) {
    if (at === cell) found.push((THINGS[thing] ?? thing.replace("-", " ")) + (thing !== "obstacle" && value > 0 && value < 99 ? ` ${value}` : ""));
  }
  if (!found.length) found.push(p.known.includes(cell) ? say("floor") : say("fog"));
  if (p.fog && p.known.includes(cell) && !p.sight.includes(cell)) found.push(say("out of sight"));
  return `${cell.replace(",", " ")}: ${found.join(", ")}`;
}

const meanings: View["meanings"] = [
  [say("Points"), say("100 for a treasure, 10000 for the exit, and for a monster the health it had. Lost health is taken off.")],
  [say("Health"), say("At 0 you die. A potion gives 10 back.")],
  [[say("Hammer"), say("Scythe"), say("Bow")].join(", "), say("How many more blows you have with each; a chest gives one more. The sword needs none.")],
];

export const view: View = { Scene, Panel, Spare, layout, pieces, meanings, steps, name, home: (_ground, p: KeeperPosition) => p.hero, follows: true };
