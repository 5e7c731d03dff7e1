#!/usr/bin/env node
// A bot for hexabomb that moves, bombs and revives: node bot.js [--seed N] [HOST [PORT [ROLE]]]
"use strict";

const { Client, GameError, WAYS, bomb, move, revive } = require("./hexabomb.js");

const ONE_BOMB_IN = 4;

/** The same numbers for the same seed, in every language that this bot is written in. */
class Dice {
  constructor(seed) {
    this.state = seed;
  }

  /** A number from 0 to n - 1. */
  below(n) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return (this.state >>> 16) % n;
  }
}

/** Revive the dead, drop a bomb now and then, else step to a free cell, best one to paint. */
function decide(start, turn, dice) {
  const { state } = turn;
  const color = start.playerId + 1;
  const taken = state.taken();
  const bombs = new Set(state.bombs.map((lying) => lying.cell.key));
  const orders = [];
  for (const c of state.charactersOf(start.playerId)) {
    if (!c.alive) {
      if (c.reviveDelay === 0 && !start.isSuddenDeath) orders.push(revive(c.id));
      continue;
    }
    if (c.bombCount > 0 && !bombs.has(c.cell.key) && dice.below(ONE_BOMB_IN) === 0) {
      const range = 2 + dice.below(3);
      const delay = 2 + dice.below(3);
      orders.push(bomb(c.id, range, delay));
      continue;
    }
    const free = Object.keys(WAYS)
      .map((way) => ({ way, cell: c.cell.step(way).key }))
      .filter(({ cell }) => state.cells.has(cell) && !taken.has(cell));
    const fresh = free.filter(({ cell }) => state.cells.get(cell) !== color);
    const wanted = fresh.length > 0 ? fresh : free;
    if (wanted.length > 0) {
      const { way, cell } = wanted[dice.below(wanted.length)];
      taken.add(cell);
      orders.push(move(c.id, way));
    }
  }
  return orders;
}

/** The command line cannot be understood. */
class BadArguments extends Error {}

/** A number of the command line. */
function wholeNumber(what, text, least, most) {
  if (!/^[0-9]{1,20}$/.test(text) || Number(text) < least || Number(text) > most) {
    throw new BadArguments(`the ${what} is '${text}'; expected a whole number from ${least} to ${most}`);
  }
  return Number(text);
}

function readArguments(given) {
  const words = ["127.0.0.1", "4242", "player"];
  let seed = "1";
  let n = 0;
  for (let k = 0; k < given.length; k++) {
    if (given[k] === "--seed" && k + 1 < given.length) seed = given[++k];
    else if (given[k].startsWith("--") || n === words.length) {
      throw new BadArguments(`'${given[k]}' is not understood`);
    } else words[n++] = given[k];
  }
  const [host, port, role] = words;
  return {
    seed: wholeNumber("seed", seed, 0, 2 ** 32 - 1),
    host,
    port: wholeNumber("port", port, 1, 65535),
    role,
  };
}

async function main() {
  let given;
  try {
    given = readArguments(process.argv.slice(2));
  } catch (problem) {
    if (!(problem instanceof BadArguments)) throw problem;
    console.error(`usage: bot.js [--seed N] [HOST [PORT [ROLE]]]\n${problem.message}`);
    return 2;
  }
  const dice = new Dice(given.seed);
  let client;
  try {
    client = await Client.connect(given.host, given.port);
    await client.login("javascript", given.role);
    const end = await client.play((start, turn) => decide(start, turn, dice));
    console.log("winner:", end.winnerPlayerId);
    return 0;
  } catch (problem) {
    if (!(problem instanceof GameError)) throw problem;
    console.error(problem.message);
    return 1;
  } finally {
    client?.close();
  }
}

main().then((code) => {
  process.exitCode = code;
});
