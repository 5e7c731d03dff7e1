// The connection of the board of a match by e-mail: what is kept here goes along with it.

import { letters, type Standing } from "./letters.svelte";
import { BoardSocket } from "./socket.svelte";
import type { Turn, TurnMessage } from "./types";
import { say } from "./words";

const PIECE = 20000; // characters of a letter in one message

export class LetterSocket extends BoardSocket {
  private last = ""; // the letter that the board was opened with

  protected override get address(): string {
    return "/api/letters/socket";
  }

  protected override greet(socket: WebSocket): void {
    const known = letters.of(this.id);
    if (!known) return;
    const { match, secret, last, begun } = known.kept;
    this.last = last;
    for (let at = 0; at < last.length; at += PIECE) socket.send(JSON.stringify({ type: "letter", text: last.slice(at, at + PIECE) }));
    socket.send(JSON.stringify({ type: "hello", match, secret, begun }));
  }

  protected override share(): void {
    // The dice of a turn are made of the secrets of both sides.
  }

  /** A choice is kept before it is shown. */
  protected override take(turn: TurnMessage & { begun: string; standing: Standing }): void {
    let isKept = false;
    try {
      isKept = letters.goOn(this.id, this.last, turn.begun, turn.standing);
    } catch (error) {
      this.refuse((error as Error).message);
      return;
    }
    if (isKept) super.take(turn);
    else this.refuse(say("The match has gone on in another tab; load this page again."));
  }

  override async turns(start: number, limit: number, _all: boolean, brief = false): Promise<{ turns: Turn[]; of: number }> {
    return this.ask({ type: "turns", start, limit, brief });
  }
}
