// Who this browser is in the arena: a secret that is kept here, and what the server knows about it.

import { ask, json } from "./api";
import { keepToken, read, write } from "./keep.svelte";
import { phraseOf, secretOf } from "./phrase";
import type { Summary } from "./types";
import { say } from "./words";

const ME = "hoplon.me";

export interface Somebody {
  id: string;
  kind: "person" | "bot";
  owner: string;
  name: string;
  made: number;
}

export interface RatedMatch {
  match: Summary;
  seat: number;
  league: string;
  counts: boolean;
}

export interface Me extends Somebody {
  bots: Somebody[];
  matches: RatedMatch[];
}

export interface Ladder {
  game: string;
  title: string;
  league: string;
  clock: string;
  seats: number;
  alone: boolean;
  here: number;
}

export interface Entry {
  rating: number;
  left: number; // matches that may begin today
  bot: string; // in the league
}

const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class Identity {
  secret = $state(read<string>(ME, ""));
  me = $state.raw<Me | null>(null);

  get phrase(): string {
    return this.secret ? phraseOf(this.secret) : "";
  }

  private async call(path: string, method = "GET", body?: unknown): Promise<any> {
    return (await ask(path, this.secret, { method, headers: body === undefined ? {} : json, body: body === undefined ? undefined : JSON.stringify(body) })).json();
  }

  async load(): Promise<void> {
    if (this.secret) this.me = await this.call("/api/me");
  }

  /** Become somebody here. */
  async begin(name: string): Promise<void> {
    const secret = this.secret || random();
    const me = await (await ask("/api/me", null, { method: "POST", headers: json, body: JSON.stringify({ secret, name }) })).json();
    this.keep(secret, me);
  }

  /** Be who one is on another device. */
  async restore(phrase: string): Promise<void> {
    const secret = secretOf(phrase);
    const me = await (await ask("/api/me", secret)).json();
    this.keep(secret, me);
  }

  private keep(secret: string, me: Me): void {
    if (!write(ME, secret)) throw new Error(say("This browser keeps nothing, so it cannot keep who you are."));
    this.secret = secret;
    this.me = me;
  }

  async rename(name: string): Promise<void> {
    this.me = await this.call("/api/me/name", "POST", { name });
  }

  async remove(): Promise<void> {
    await this.call("/api/me", "DELETE");
    this.forget();
  }

  /** This browser is nobody again; the identity stays, for who has the phrase. */
  forget(): void {
    write(ME, "");
    this.secret = "";
    this.me = null;
  }

  /** A new bot; its token is told this once. */
  async addBot(name: string): Promise<string> {
    const made = await this.call("/api/me/bots", "POST", { name });
    await this.load();
    return made.token;
  }

  async removeBot(id: string): Promise<void> {
    await this.call(`/api/me/bots/${id}`, "DELETE");
    await this.load();
  }

  ladders = async (): Promise<Ladder[]> => (await ask("/api/ladders")).json();

  enter(game: string): Promise<Entry> {
    return this.call(`/api/ladders/${game}/enter`, "POST", {});
  }

  /** A rated match of one's own is held by who one is. */
  hold(match: string, game: string, seat: number): void {
    keepToken(match, game, this.secret, [seat]);
  }
}

export const identity = new Identity();
