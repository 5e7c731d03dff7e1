// Matches by e-mail: what this browser keeps of them, and what the server is asked to do with it.
// The key and the secrets are here and nowhere else; the server has them only while it answers.

import { ask, json } from "./api";
import { say } from "./words";
import { read, write } from "./keep.svelte";

const KEY = "hoplon.letters.key"; // for new matches
const MATCH = "hoplon.letters.match.";
const COPY = "hoplon letters"; // the first word of a copy of everything
const LETTER = "hoplon pbem ";

/** What the protocol keeps of a match; no text of it is read here. */
interface Kept {
  match: string;
  secret: string;
  last: string;
  begun: string;
}

/** How a match stands, in the words of the server. */
export interface Standing {
  match: string;
  game: string;
  title: string;
  seats: string[];
  side: number;
  played: string;
  chosen: [string, string][];
  turn: number;
  waits: string;
  own: boolean; // is it one's turn, with something left to choose?
  complete: boolean; // is one's turn complete, but not exported?
  sendable: boolean; // is there a letter to send, or to send again?
  board: boolean; // before the dice are known, there is none
  over: string | null;
  ends_with: string;
  keys: (string | null)[]; // fingerprints of both sides
}

export interface Correspondence {
  key: string;
  kept: Kept;
  standing: Standing;
  at: number;
  sent: string; // what the last letter ended with that left this browser
}

interface Told {
  key: string;
  kept: Kept;
  standing: Standing;
}

export interface Verdict {
  match: string;
  game: string;
  says: string;
  outcome: string | null;
  keys: (string | null)[];
}

const send = async (path: string, body: unknown): Promise<any> =>
  (await ask(`/api/letters${path}`, null, { method: "POST", headers: json, body: JSON.stringify(body) })).json();

/** Is this text a letter? A mailer may put lines around it. */
export const isLetter = (text: string): boolean => text.trimStart().startsWith(LETTER);
export const isCopy = (text: string): boolean => text.trimStart().startsWith(`{"${COPY}"`);
const tidy = (text: string): string => `${text.trim()}\n`;

/** Is there a letter that has not left this browser yet? */
export const isUnsent = ({ standing, sent }: Correspondence): boolean => standing.complete || (standing.sendable && sent !== standing.ends_with);

class Letters {
  /** All matches, those that changed last first. */
  all = $state.raw<Correspondence[]>([]);

  constructor() {
    this.look();
    addEventListener("storage", (event) => (event.key === null || event.key.startsWith(MATCH)) && this.look());
  }

  private look(): void {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(MATCH));
    const found = names.map((name) => read<Correspondence | null>(name, null)).filter((one) => one !== null);
    this.all = found.sort((one, other) => other.at - one.at);
  }

  /** A match as it is kept now, perhaps by another tab. */
  of(match: string): Correspondence | null {
    return read<Correspondence | null>(MATCH + match, null);
  }

  /** Is something to be done about a match? */
  readonly waiting = $derived.by(() => this.all.filter((one) => one.standing.own || isUnsent(one)));

  private keep(one: Correspondence): void {
    if (!write(MATCH + one.kept.match, one)) throw new Error(say("This browser has no room to keep the match, so nothing was changed."));
    this.look();
  }

  private take({ key, kept, standing }: Told, isSent = false): string {
    if (!read<string>(KEY, "")) write(KEY, key);
    const sent = isSent ? standing.ends_with : (this.of(kept.match)?.sent ?? "");
    this.keep({ key, kept, standing, at: Date.now(), sent });
    return kept.match;
  }

  /** Begin a match; the answer is what it is called. */
  async begin(game: string, options: Record<string, string>): Promise<string> {
    return this.take(await send("", { game, options, key: read(KEY, "") }));
  }

  /** Open a letter that has come. */
  async open(text: string): Promise<string> {
    const file = tidy(text);
    const { match } = await send("/name", { file });
    const known = this.of(match);
    return this.take(await send("/open", { file, key: known?.key ?? read(KEY, ""), kept: known?.kept ?? null }));
  }

  /** The letter to send. It is kept before anybody sees it. */
  async export(match: string): Promise<{ file: string; called: string }> {
    const known = this.of(match);
    if (!known) throw new Error(say("This browser does not keep the match {match}.", { match }));
    const told = await send("/export", { key: known.key, kept: known.kept });
    this.take(told, true);
    return { file: told.file, called: told.called };
  }

  verify = (text: string): Promise<Verdict> => send("/verify", { file: tidy(text) });

  /** A turn that goes on. False if another tab has meanwhile gone further. */
  goOn(match: string, last: string, begun: string, standing: Standing): boolean {
    const known = this.of(match);
    if (known?.kept.last !== last) return false;
    this.keep({ ...known, kept: { ...known.kept, begun }, standing, at: Date.now() });
    return true;
  }

  forget(match: string): void {
    localStorage.removeItem(MATCH + match);
    this.look();
  }

  /** Everything as one file, for another browser or a bad day. */
  copy(): string {
    return JSON.stringify({ [COPY]: 1, key: read(KEY, ""), matches: this.all });
  }

  /** Take what such a file has. What is known here already stays, unless the file has gone further. */
  restore(text: string): number {
    const { key, matches } = JSON.parse(text) as { key: string; matches: Correspondence[] };
    const newer = matches.filter((one) => (this.of(one.kept.match)?.kept.last.length ?? -1) < one.kept.last.length);
    for (const one of newer) this.keep(one);
    if (!read<string>(KEY, "") && key) write(KEY, key);
    return newer.length;
  }
}

export const letters = new Letters();
