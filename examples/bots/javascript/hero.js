#!/usr/bin/env node
// A hero for CodeKeeper: strikes what stands beside him, fetches what lies around, explores the rest.
"use strict";

const [WIDTH, HEIGHT, PATIENCE] = [16, 12, 3];
const [OBSTACLE, FIRST_MONSTER] = [1, 7];
const visits = Array.from({ length: WIDTH }, () => new Array(HEIGHT).fill(0));

function choose(x, y, seen) {
  const away = (thing) => Math.abs(thing.x - x) + Math.abs(thing.y - y);
  const foe = seen.find((thing) => thing.type >= FIRST_MONSTER && away(thing) === 1);
  if (foe) return `ATTACK 0 ${foe.x} ${foe.y} have at you`;
  const wanted = seen.filter((thing) => thing.type < FIRST_MONSTER && thing.type !== OBSTACLE);
  if (wanted.length > 0 && visits[x][y] <= PATIENCE) {
    const nearest = wanted.reduce((best, thing) => (away(thing) < away(best) ? thing : best));
    return `MOVE ${nearest.x} ${nearest.y} that is mine`;
  }
  const isWall = (i, j) => seen.some((t) => t.type === OBSTACLE && t.x === i && t.y === j);
  let best = null;
  for (const [i, j] of [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]) {
    if (i < 0 || i >= WIDTH || j < 0 || j >= HEIGHT || isWall(i, j)) continue;
    if (!best || visits[i][j] < visits[best[0]][best[1]]) best = [i, j];
  }
  const [toX, toY] = best ?? [x, y];
  return `MOVE ${toX} ${toY}`;
}

async function main() {
  const lines = require("node:readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const numbers = async () => {
    const { value, done } = await lines.next();
    return done ? null : value.split(" ").map(Number);
  };
  for (let head = await numbers(); head; head = await numbers()) {
    const [x, y] = head;
    const [count] = await numbers();
    const seen = [];
    for (let i = 0; i < count; i++) {
      const [thingX, thingY, type, value] = await numbers();
      seen.push({ x: thingX, y: thingY, type, value });
    }
    visits[x][y]++;
    console.log(choose(x, y, seen));
  }
}

main();
