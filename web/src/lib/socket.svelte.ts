// The connection of one board. It comes back by itself after a break.

import { api } from "./api";
import { ownToken, pledgeOf } from "./keep.svelte";
import { withOwnKeys } from "./keys";
import { arrivals, changes } from "./presence";
import type { Presence, State, Turn, TurnMessage, Welcome } from "./types";
import { say } from "./words";

type Answer = Record<string, unknown> & { type: string; error?: { code: string; text: string } };

const LONGEST_PAUSE = 5000;

export class BoardSocket {
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  presence = $state.raw<Presence[]>([]);
  news = $state(""); // who came, left or has another name, since the last turn
  phrases = $state.raw<{ key: number; seat: number; phrase: string }[]>([]); // what was said, since this page was opened
  isOpen = $state(false);
  refused = $state("");

  private socket: WebSocket | null = null;
  private waiting = new Map<number, { done: (answer: Answer) => void; fail: (error: Error) => void }>();
  private ref = 0;
  private pause = 250;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private hasShared = false; // must the dice have this browser's share?

  constructor(
    protected readonly id: string,
    public token: string | null,
    private readonly onState: () => void,
    private readonly onTurn: (turn: TurnMessage) => void,
    private readonly onError: (text: string) => void,
    private isLink: boolean, // does the token come from a link that others may know?
    private seeAll: boolean | null = null, // null: whoever plays sees as their seat, others all they may
  ) {
    this.connect();
    addEventListener("offline", this.drop);
    addEventListener("online", this.rejoin);
  }

  // A browser that has lost the network may take minutes to find that a connection is dead.
  private readonly drop = (): void => {
    const dead = this.socket;
    if (!dead) return;
    dead.onmessage = null;
    dead.close();
    this.lose(dead);
  };
  private readonly rejoin = (): void => {
    if (this.ended || this.refused || this.isOpen) return;
    clearTimeout(this.retry);
    this.connect();
  };

  private connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.address}`);
    this.socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.pause = 250;
      this.greet(socket);
    };
    socket.onmessage = (event) => this.read(JSON.parse(event.data));
    socket.onclose = () => this.lose(socket);
  }

  /** A connection has ended: another one is tried soon. */
  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.isOpen = false;
    for (const { fail } of this.waiting.values()) fail(new Error(say("The connection was lost.")));
    this.waiting.clear();
    if (this.ended || this.refused) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => !this.ended && this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  protected get address(): string {
    return `/api/matches/${this.id}/socket`;
  }

  /** Say who is there. */
  protected greet(socket: WebSocket): void {
    const hello: Record<string, unknown> = { type: "hello" };
    if (this.seeAll !== null) hello.see = this.seeAll ? "all" : "seat";
    if (this.token) Object.assign(hello, { token: this.token, shares: true });
    if (this.token && this.isLink) hello.own = ownToken(this.token);
    socket.send(JSON.stringify(hello));
  }

  protected take(turn: TurnMessage): void {
    this.onTurn(turn);
  }

  /** Something else is said. */
  protected hear(_message: Answer): void {
    // Boards of matches are told nothing else.
  }

  /** The board cannot be shown any longer. */
  protected refuse(text: string): void {
    this.refused = text;
    this.socket?.close();
  }

  turns(start: number, limit: number, all: boolean, brief = false): Promise<{ turns: Turn[]; of: number }> {
    return api.turns(this.id, this.token, start, limit, all, brief);
  }

  private read(message: any): void {
    if (message.type === "welcome") {
      if (this.isLink) this.own(message);
      this.welcome = { ...message, tools: withOwnKeys(message.match.game, message.tools) };
      this.presence = message.presence ?? [];
      this.share(message);
    }
    else if (message.type === "presence" && this.welcome) {
      this.news = arrivals(this.presence, message.seats, this.welcome) || this.news;
      this.presence = message.seats;
    } else if (message.type === "seats" && this.welcome) {
      this.news = changes(this.welcome, message.seats) || this.news;
      this.welcome = { ...this.welcome, match: { ...this.welcome.match, seats: message.seats } };
    } else if (message.type === "phrase") {
      this.phrases = [...this.phrases, { key: this.phrases.length, seat: message.seat, phrase: message.phrase }];
    } else if (message.type === "state") {
      this.state = message;
      this.onState();
    } else if (message.type === "turn") {
      this.news = "";
      this.take(message);
    } else this.hear(message);
    const asked = this.waiting.get(message.ref);
    if (asked) {
      this.waiting.delete(message.ref);
      if (message.type === "error") asked.fail(new Error(message.error.text));
      else asked.done(message);
    } else if (message.type === "error") {
      if (!this.welcome || message.error.code === "token") this.refused = message.error.text;
      this.onError(message.error.text);
    }
  }

  /** The link of a friend's seat has done its work. */
  private own({ held, match }: Welcome): void {
    this.isLink = false;
    if (held[0] === undefined || match.seats[held[0]]?.player !== "friend") return;
    this.token = ownToken(this.token!);
    this.hasShared = true;
  }

  /** Add to the dice, once the server has committed to its own part. */
  protected share({ held, match }: Welcome): void {
    const { commitment = null, waits = [], shares = {} } = match.dice ?? {};
    if (!held.length) return;
    const pledge = pledgeOf(this.id, commitment ?? "");
    if (pledge.commitment !== (commitment ?? "")) this.onError(say("the server has changed what it committed to: its dice cannot be trusted"));
    if (held.some((seat) => waits.includes(seat))) {
      this.tell({ type: "share", share: pledge.share });
      this.hasShared = true;
    } else if (commitment && this.hasShared && shares[held[0]!] !== pledge.share) {
      this.onError(say("the dice have no share of this browser for your place: somebody else came in there, or they cannot be trusted"));
    }
  }

  /** Ask and wait for the answer. */
  ask(message: Record<string, unknown>): Promise<any> {
    return new Promise((done, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        fail(new Error(say("The server does not answer; trying again.")));
        return;
      }
      const ref = ++this.ref;
      this.waiting.set(ref, { done, fail });
      this.socket.send(JSON.stringify({ ...message, ref }));
    });
  }

  /** Say something whose answer everybody gets. */
  tell(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.onError(say("The server does not answer; trying again."));
  }

  see(all: boolean): void {
    this.seeAll = all;
    this.tell({ type: "see", see: all ? "all" : "seat" });
  }

  close(): void {
    this.ended = true;
    removeEventListener("offline", this.drop);
    removeEventListener("online", this.rejoin);
    this.socket?.close();
  }
}
