// hexabomb over netorcai for a program of yours: the connection, the state of the game, the orders.
//
//   const client = await Client.connect("127.0.0.1", 4242);
//   await client.login("mybot");
//   const end = await client.play(decide); // decide(start, turn) gives an array of orders
//
// Node 18 or newer, nothing to install. Part of Hoplon, under the MIT licence.
"use strict";

const { once } = require("node:events");
const net = require("node:net");

const VERSION = "2.0.0";
const NOBODY = -1;
const MOST_OCTETS = 1 << 24;
const WAYS = { "x+": [1, 0], "y+": [1, -1], "z+": [0, -1], "x-": [-1, 0], "y-": [-1, 1], "z-": [0, 1] };

/** What can go wrong between a program and the server. */
class GameError extends Error {}

/** There is no connection, or none any more. */
class Disconnected extends GameError {}

/** The server sent what this library does not understand. */
class BadMessage extends GameError {}

/** The server has sent us away; `reason` is its own sentence. */
class Kicked extends GameError {
  constructor(reason) {
    super(`kicked: ${reason}`);
    this.reason = reason;
  }
}

/** A place on the board. `key` tells cells apart in maps and sets. */
class Cell {
  constructor(q, r) {
    this.q = q;
    this.r = r;
    this.key = `${q},${r}`;
  }

  /** The neighbour in a direction; it may not exist. */
  step(way) {
    const [dq, dr] = WAYS[way];
    return new Cell(this.q + dq, this.r + dr);
  }
}

/** A character; a dead one lies where it died, and its reviveDelay is -1 while it lives. */
class Character {
  constructor(given) {
    this.id = whole(given, "id");
    this.color = whole(given, "color");
    this.cell = readCell(given);
    this.alive = field(given, "alive");
    this.reviveDelay = whole(given, "revive_delay");
    this.bombCount = whole(given, "bomb_count");
  }
}

/** A bomb that explodes when its delay is 0. */
class Bomb {
  constructor(given) {
    this.color = whole(given, "color");
    this.cell = readCell(given);
    this.range = whole(given, "range");
    this.delay = whole(given, "delay");
  }
}

/** What a player has so far; its color is its id + 1. */
class Player {
  constructor(id, score, cellCount) {
    this.id = id;
    this.score = score;
    this.cellCount = cellCount;
  }
}

/** Who a player is. Only visualizations are told. */
class PlayerInfo {
  constructor(given) {
    this.playerId = whole(given, "player_id");
    this.nickname = field(given, "nickname");
    this.remoteAddress = field(given, "remote_address");
    this.isConnected = field(given, "is_connected");
  }
}

/** All there is to see. */
class State {
  constructor(given) {
    /** From the key of a cell to its color; 0 is neutral. */
    this.cells = new Map(list(given, "cells").map((one) => [readCell(one).key, whole(one, "color")]));
    this.characters = list(given, "characters").map((one) => new Character(one));
    this.bombs = list(given, "bombs").map((one) => new Bomb(one));
    /** From the key of a cell hit in the turn before to the color of the blast. */
    this.explosions = new Map();
    const hits = field(given, "explosions");
    for (const color of Object.keys(hits)) {
      for (const one of list(hits, color)) this.explosions.set(readCell(one).key, Number(color));
    }
    const [scores, counts] = [field(given, "score"), field(given, "cell_count")];
    this.players = Object.keys(scores)
      .map((id) => new Player(Number(id), whole(scores, id), whole(counts, id)))
      .sort((one, other) => one.id - other.id);
  }

  /** The characters of a player, dead or alive. */
  charactersOf(playerId) {
    return this.characters.filter((character) => character.color === playerId + 1);
  }

  /** The keys of the cells that nobody can enter: a bomb or a live character is there. */
  taken() {
    const living = this.characters.filter((character) => character.alive);
    return new Set([...this.bombs, ...living].map((thing) => thing.cell.key));
  }
}

/** The start of the game; the playerId of a visualization is NOBODY. */
class GameStarts {
  constructor(given) {
    this.playerId = whole(given, "player_id");
    this.nbPlayers = whole(given, "nb_players");
    this.nbSpecialPlayers = whole(given, "nb_special_players");
    this.nbTurnsMax = whole(given, "nb_turns_max");
    this.millisecondsBeforeFirstTurn = field(given, "milliseconds_before_first_turn");
    this.millisecondsBetweenTurns = field(given, "milliseconds_between_turns");
    this.state = new State(field(given, "initial_game_state"));
    this.playersInfo = list(given, "players_info").map((one) => new PlayerInfo(one));
    /** With a special player the dead stay dead. */
    this.isSuddenDeath = this.nbSpecialPlayers > 0;
  }
}

/** A turn that wants orders. A slow program misses some, so the numbers may have gaps. */
class Turn {
  constructor(given) {
    this.number = whole(given, "turn_number");
    this.state = new State(field(given, "game_state"));
    this.playersInfo = list(given, "players_info").map((one) => new PlayerInfo(one));
  }
}

/** The end of the game; the winnerPlayerId is NOBODY if there is none. */
class GameEnds {
  constructor(given) {
    this.winnerPlayerId = whole(given, "winner_player_id");
    this.state = new State(field(given, "game_state"));
  }
}

/** Step to a neighbouring cell, which takes your color. */
const move = (id, way) => ({ id, movement: "move", direction: way });

/** Drop a bomb; range and delay are 2 to 4 (2 to 100 for a special player). */
const bomb = (id, range, delay) => ({ id, movement: "bomb", bomb_range: range, bomb_delay: delay });

/** Bring a dead character back, once its reviveDelay is 0. */
const revive = (id) => ({ id, movement: "revive" });

/** A connection to a server. */
class Client {
  #socket;
  #stream;
  #received = Buffer.alloc(0);

  constructor(socket) {
    this.#socket = socket;
    this.#stream = socket[Symbol.asyncIterator]();
    socket.setNoDelay(true);
  }

  static async connect(host = "127.0.0.1", port = 4242) {
    const socket = net.connect({ host, port });
    try {
      await once(socket, "connect");
    } catch (problem) {
      throw new Disconnected(`cannot connect to ${host}:${port}: ${problem.code ?? problem.message}`);
    }
    return new Client(socket);
  }

  /** Hang up. */
  close() {
    this.#socket.destroy();
  }

  /** Log in as `player`, `special player` or `visualization`; a nickname has 1 to 10 characters. */
  async login(nickname, role = "player") {
    this.#send({ message_type: "LOGIN", nickname, role, metaprotocol_version: VERSION });
    await this.#receive("LOGIN_ACK");
  }

  /** Wait for the start of the game. */
  async readGameStarts() {
    return new GameStarts(await this.#receive("GAME_STARTS"));
  }

  /** Wait for the next turn, or the end of the game instead. */
  async readTurn() {
    const given = await this.#receive("TURN", "GAME_ENDS");
    return given.message_type === "TURN" ? new Turn(given) : new GameEnds(given);
  }

  /** Answer a turn: one order for each character that shall do something. */
  sendOrders(turn, orders) {
    this.#send({ message_type: "TURN_ACK", turn_number: turn.number, actions: orders });
  }

  /** Play a whole game; decide may be asynchronous. */
  async play(decide) {
    const start = await this.readGameStarts();
    for (;;) {
      const turn = await this.readTurn();
      if (turn instanceof GameEnds) return turn;
      this.sendOrders(turn, await decide(start, turn));
    }
  }

  #send(message) {
    const content = Buffer.from(JSON.stringify(message) + "\n");
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    this.#socket.write(Buffer.concat([size, content]));
  }

  async #receive(...kinds) {
    const size = (await this.#octets(4)).readUInt32LE();
    if (size > MOST_OCTETS) {
      throw new BadMessage(`a message of ${size} octets is announced; expected at most ${MOST_OCTETS}`);
    }
    const text = (await this.#octets(size)).toString("utf8").trim();
    let given;
    try {
      given = JSON.parse(text);
    } catch (problem) {
      throw new BadMessage(`the message is not JSON: ${problem.message}`);
    }
    const kind = field(given, "message_type");
    if (kind === "KICK") throw new Kicked(field(given, "kick_reason"));
    if (!kinds.includes(kind)) throw new BadMessage(`${kind} has come; expected ${kinds.join(" or ")}`);
    return given;
  }

  async #octets(size) {
    const parts = [this.#received];
    let length = this.#received.length;
    while (length < size) {
      const { value, done } = await this.#stream.next().catch((problem) => {
        throw new Disconnected(`the connection is lost: ${problem.code ?? problem.message}`);
      });
      if (done) throw new Disconnected("the server has closed the connection");
      parts.push(value);
      length += value.length;
    }
    const all = Buffer.concat(parts);
    this.#received = all.subarray(size);
    return all.subarray(0, size);
  }
}

function field(given, name) {
  if (typeof given !== "object" || given === null || !(name in given)) {
    throw new BadMessage(`the message has no field '${name}'`);
  }
  return given[name];
}

function whole(given, name) {
  const value = field(given, name);
  if (!Number.isInteger(value)) throw new BadMessage(`the field '${name}' of the message is no whole number`);
  return value;
}

function list(given, name) {
  const value = field(given, name);
  if (!Array.isArray(value)) throw new BadMessage(`the field '${name}' of the message is no array`);
  return value;
}

function readCell(given) {
  return new Cell(whole(given, "q"), whole(given, "r"));
}

module.exports = {
  NOBODY, WAYS, GameError, Disconnected, BadMessage, Kicked, Cell, Character, Bomb, Player, PlayerInfo, State,
  GameStarts, Turn, GameEnds, Client, move, bomb, revive,
};
