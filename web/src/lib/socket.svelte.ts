// The connection of one board. It comes back by itself after a break.

import type { State, TurnMessage, Welcome } from "./types";

type Answer = Record<string, unknown> & { type: string; error?: { code: string; text: string } };

const LONGEST_PAUSE = 5000;

export class BoardSocket {
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  isOpen = $state(false);
  refused = $state("");

  private socket: WebSocket | null = null;
  private waiting = new Map<number, { done: (answer: Answer) => void; fail: (error: Error) => void }>();
  private ref = 0;
  private pause = 250;
  private ended = false;

  constructor(
    private readonly id: string,
    private readonly token: string | null,
    private readonly onState: () => void,
    private readonly onTurn: (turn: TurnMessage) => void,
    private readonly onError: (text: string) => void,
    private seeAll: boolean | null = null, // null: whoever plays sees as their seat, others all they may
  ) {
    this.connect();
  }

  private connect(): void {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/${this.id}/socket`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.pause = 250;
      const hello: Record<string, unknown> = { type: "hello" };
      if (this.seeAll !== null) hello.see = this.seeAll ? "all" : "seat";
      if (this.token) hello.token = this.token;
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.read(JSON.parse(event.data));
    socket.onclose = () => {
      this.isOpen = false;
      for (const { fail } of this.waiting.values()) fail(new Error("The connection was lost."));
      this.waiting.clear();
      if (this.ended || this.refused) return;
      setTimeout(() => !this.ended && this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }

  private read(message: any): void {
    if (message.type === "welcome") this.welcome = message;
    else if (message.type === "state") {
      this.state = message;
      this.onState();
    } else if (message.type === "turn") this.onTurn(message);
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

  /** Ask and wait for the answer. */
  ask(message: Record<string, unknown>): Promise<any> {
    return new Promise((done, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        fail(new Error("The server does not answer; trying again."));
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
    else this.onError("The server does not answer; trying again.");
  }

  see(all: boolean): void {
    this.seeAll = all;
    this.tell({ type: "see", see: all ? "all" : "seat" });
  }

  close(): void {
    this.ended = true;
    this.socket?.close();
  }
}
