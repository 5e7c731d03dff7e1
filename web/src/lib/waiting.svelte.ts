// Waiting for a rated match: one socket, until the match is there.

import { identity } from "./identity.svelte";
import { say } from "./words";

export class Waiting {
  seconds = $state(0);
  rating = $state<number | null>(null);
  problem = $state("");
  isOpen = $state(true);

  private readonly socket: WebSocket;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    readonly game: string,
    private readonly onMatch: (match: string) => void,
  ) {
    const site = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    this.socket = new WebSocket(`${site}/api/ladders/${game}/socket`);
    this.socket.onopen = () => this.socket.send(JSON.stringify({ type: "hello", token: identity.secret, games: 1 }));
    this.socket.onmessage = (event) => this.read(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.isOpen && !this.problem) this.problem = say("The connection was lost.");
      this.stop();
    };
    const began = Date.now();
    this.timer = setInterval(() => (this.seconds = Math.floor((Date.now() - began) / 1000)), 500);
  }

  private read(message: any): void {
    if (message.type === "welcome") this.rating = message.rating;
    else if (message.type === "rest") this.problem = say("You are offered no match for {n} seconds: {why}.", { n: Math.ceil(message.seconds), why: message.why });
    else if (message.type === "error") this.problem = message.error.text;
    else if (message.type === "offer") {
      this.stop();
      identity.hold(message.match, message.game, message.seat);
      this.onMatch(message.match);
    }
  }

  stop(): void {
    this.isOpen = false;
    clearInterval(this.timer);
    this.socket.close();
  }
}
