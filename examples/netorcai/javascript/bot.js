#!/usr/bin/env node
// A walker for hexabomb: node bot.js [HOST [PORT [ROLE]]]
"use strict";

const net = require("node:net");

const [host = "127.0.0.1", port = "4242", role = "player"] = process.argv.slice(2);
const WAYS = { "x+": [1, 0], "y+": [1, -1], "z+": [0, -1], "x-": [-1, 0], "y-": [-1, 1], "z-": [0, 1] };

const key = (q, r) => `${q},${r}`;
const pick = (list) => list[Math.floor(Math.random() * list.length)];

// One order for each own character: revive, or step to a free cell, best one to paint.
function decide(state, me, canRevive) {
  const colour = me + 1;
  const colours = new Map(state.cells.map((cell) => [key(cell.q, cell.r), cell.color]));
  const living = state.characters.filter((character) => character.alive);
  const taken = new Set([...state.bombs, ...living].map((thing) => key(thing.q, thing.r)));
  const orders = [];
  for (const { id, color, alive, revive_delay, q, r } of state.characters) {
    if (color !== colour) continue;
    if (!alive) {
      if (canRevive && revive_delay === 0) orders.push({ id, movement: "revive" });
      continue;
    }
    const free = Object.entries(WAYS)
      .map(([way, [dq, dr]]) => ({ way, cell: key(q + dq, r + dr) }))
      .filter(({ cell }) => colours.has(cell) && !taken.has(cell));
    const fresh = free.filter(({ cell }) => colours.get(cell) !== colour);
    const step = pick(fresh.length ? fresh : free);
    if (step) {
      taken.add(step.cell);
      orders.push({ id, movement: "move", direction: step.way });
    }
  }
  return orders;
}

const socket = net.connect({ host, port: Number(port) });
socket.setNoDelay(true);

function send(message) {
  const text = Buffer.from(JSON.stringify(message) + "\n");
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  socket.write(Buffer.concat([size, text]));
}

let me = -1;
let canRevive = true;

function hear(message) {
  switch (message.message_type) {
    case "GAME_STARTS":
      me = message.player_id;
      canRevive = message.nb_special_players === 0;
      break;
    case "TURN": {
      const actions = decide(message.game_state, me, canRevive);
      send({ message_type: "TURN_ACK", turn_number: message.turn_number, actions });
      break;
    }
    case "GAME_ENDS":
      console.log("winner:", message.winner_player_id);
      process.exit(0);
      break;
    case "KICK":
      console.error("kicked:", message.kick_reason);
      process.exit(1);
  }
}

let received = Buffer.alloc(0);
socket.on("data", (octets) => {
  received = Buffer.concat([received, octets]);
  while (received.length >= 4 && received.length >= 4 + received.readUInt32LE()) {
    const end = 4 + received.readUInt32LE();
    const text = received.toString("utf8", 4, end);
    received = received.subarray(end);
    hear(JSON.parse(text));
  }
});
socket.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
socket.on("close", () => process.exit(1));
socket.on("connect", () =>
  send({ message_type: "LOGIN", nickname: "javascript", role, metaprotocol_version: "2.0.0" }),
);
