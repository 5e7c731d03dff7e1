// Whose turn it is in the matches of this browser, whatever its tabs show: one of them asks for all.

import { api } from "./api";
import { likes, matches, read, write } from "./keep.svelte";
import { route } from "./route.svelte";
import { play } from "./sound";
import type { Summary } from "./types";
import { listed, say } from "./words";

const NAME = "hoplon.turns"; // of what the tabs share
const TOLD = "hoplon.told"; // match → the turn that somebody was told of last
const PAUSE = 10_000; // milliseconds
const LONGEST_PAUSE = 300_000; // while the server does not answer, or nobody chooses
const MOST = 200; // matches that are remembered

type Message = { due: string[] } | { changed: string };

/** Tell the player of a turn, unless another tab did; `isSeen`: does somebody look at that match here? */
export function tellTurn(match: { id: string; title: string; names: string[] }, number: number, isSeen: boolean): void {
  if (!isNews(match.id, number)) return;
  play("turn");
  if (isSeen || !likes.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const body = match.names.length ? say("{game} with {names}", { game: match.title, names: listed(match.names) }) : match.title;
  const notice = new Notification(say("Your turn"), { body, tag: `hoplon ${match.id}` });
  notice.onclick = () => {
    window.focus();
    if (route.parts[1] !== match.id) route.go(`/match/${match.id}`);
    notice.close();
  };
}

/** Note that a turn is told of; false if it was before. */
function isNews(id: string, number: number): boolean {
  const told = read<Record<string, number>>(TOLD, {});
  if (told[id] === number) return false;
  const { [id]: _, ...others } = told;
  write(TOLD, Object.fromEntries([...Object.entries(others).slice(1 - MOST), [id, number]]));
  return true;
}

class Turns {
  due = $state.raw<string[]>([]); // matches in which it is one's turn

  private readonly channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  private readonly over = new Set<string>(); // and those that are played alone: nobody waits there
  private isAsking = false; // does this tab ask?
  private hasHeard = false; // nobody is told what they see on coming
  private pause = PAUSE;
  private next = Infinity; // when it is asked
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Take part: one tab asks, and the next one does when that is closed. */
  start(): void {
    this.channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => this.hear(data));
    addEventListener("storage", ({ key }) => key === "hoplon.tokens" && this.wake(0));
    new MutationObserver(() => this.mark()).observe(document.querySelector("title")!, { childList: true });
    const ask = () => {
      this.isAsking = true;
      this.wake(0);
      return new Promise<never>(() => undefined); // until the tab is closed
    };
    if (navigator.locks) void navigator.locks.request(NAME, ask);
    else void ask();
  }

  /** A match that is open in this tab has gone on. */
  note(id: string, isDue: boolean): void {
    this.show([...this.due.filter((one) => one !== id), ...(isDue ? [id] : [])]);
    this.say({ changed: id });
    this.wake(PAUSE);
  }

  private say(message: Message): void {
    this.channel?.postMessage(message);
  }

  private hear(message: Message): void {
    if ("due" in message) {
      this.hasHeard = true;
      this.show(message.due);
    } else this.wake(PAUSE);
  }

  /** Ask after so many milliseconds, or sooner if that was wanted. */
  private wake(after: number): void {
    const at = Date.now() + after;
    if (!this.isAsking || at > this.next) return;
    this.next = at;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.next = Infinity;
      void this.ask();
    }, after);
  }

  private async ask(): Promise<void> {
    const own = new Map(matches().filter((one) => one.seats?.length && !this.over.has(one.id)).map((one) => [one.id, one.seats!]));
    if (!own.size) return;
    const waiting: Summary[] = [];
    try {
      const due: string[] = [];
      for (const match of await api.found([...own.keys()])) {
        const seats = own.get(match.id)!;
        if (match.ended !== null || !hasOthers(match, seats)) this.over.add(match.id);
        else if (match.called && seats.includes(match.called.seat)) {
          due.push(match.id);
          this.tell(match, seats, match.called.number);
        } else waiting.push(match);
      }
      // Where nobody has chosen for an hour, a few minutes do not matter.
      const idle = Date.now() - 1000 * Math.max(...waiting.map((match) => match.changed));
      this.pause = Math.max(PAUSE, Math.min(idle / 20, LONGEST_PAUSE));
      this.hasHeard = true;
      this.show(due);
      this.say({ due });
      if (waiting.length) this.wake(this.pause);
    } catch {
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      this.wake(this.pause);
    }
  }

  private tell(match: Summary, own: number[], number: number): void {
    const names = match.seats.filter(({ seat }) => !own.includes(seat)).map(({ name }) => name);
    if (this.hasHeard) tellTurn({ ...match, names }, number, document.hasFocus() && route.parts[1] === match.id);
    else isNews(match.id, number);
  }

  private show(due: string[]): void {
    this.due = due;
    this.mark();
  }

  /** The title of the tab says in how many matches, besides the one that is shown, it is one's turn. */
  private mark(): void {
    const count = this.due.filter((id) => route.parts[1] !== id).length;
    const title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    if (title !== document.title) document.title = title;
  }
}

const hasOthers = ({ seats }: Summary, own: number[]): boolean =>
  seats.some(({ seat, player, left }) => !own.includes(seat) && (player === "friend" || player === "me") && !left);

export const turns = new Turns();
