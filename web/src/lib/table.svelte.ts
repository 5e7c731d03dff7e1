// One open board: what the server said, what the player points at, and which turn is shown.

import { MediaQuery } from "svelte/reactivity";
import { likes } from "./keep.svelte";
import { LetterSocket } from "./letter_socket.svelte";
import type { Link } from "./pages";
import { wear } from "./paint";
import { BoardSocket } from "./socket.svelte";
import { play } from "./sound";
import { Stage } from "./stage.svelte";
import type { Mark, Note, Offer, Preview, State, Turn, TurnMessage, Welcome } from "./types";
import { type Layout, type View, viewOf } from "./view";
import { say } from "./words";

const BRIEF = 500; // turns without positions that are asked for at once
const AROUND = 12; // positions before and after the one that is looked at
const PREVIEW_MS = 40;
const REST_MS = 120;
const SLOW_MS = 400;
const tall = new MediaQuery("(max-width: 620px) and (orientation: portrait)");

export const CONFIRMED = ["resign"]; // a tool that ends the match is asked for twice

export class Table {
  view = $state.raw<View | null>(null);
  stage = $state.raw<Stage | null>(null);
  turns = $state.raw<Turn[]>([]);
  at = $state<number | null>(null); // the turn that is looked at; null: now
  part = $state<number | null>(null); // how much of that turn's log is shown; null: all
  tool = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  threats = $state.raw<Mark[]>([]);
  showsThreats = $state(false);
  isCalm = $state(false); // nothing is threatened
  pointed = $state<string | null>(null); // the place under the pointer or with the focus
  reach = $state.raw<Mark[]>([]); // of what the pointer rests on
  notes = $state.raw<{ cell: string; notes: Note[]; links?: Link[] } | null>(null);
  problem = $state("");
  chosen = $state<string | null>(null); // a cell that was tapped once
  curtain = $state(false);
  isSending = $state(false);
  sure = $state.raw<{ offer: Offer; asks: string } | null>(null); // a choice that is asked about once more
  isHeld = $state(false); // nothing is chosen by itself, for somebody has to look first
  isSlow = $state(false); // what was sent has not been answered for a while
  picked = $state.raw<{ offer: Offer; label: string } | null>(null); // what a tray has set up, for the main button
  press: (() => void) | null = null; // the main button, for the space bar
  readonly socket: BoardSocket;

  private previews = new Map<string, Preview>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private restsOn: string | null = null;
  private reaches = new Map<string, Mark[]>();
  private loading: Promise<void> = Promise.resolve();
  private isLoading = false;
  private isTakenBack = false; // what was forced is not made again at once
  private lastSeat: number | null = null;
  private viewing: Promise<View> | null = null; // one for all who wait for it, so that they go on in their order
  private met: Welcome | null = null; // what the stage was made for
  private asked = new Set<Turn>();
  private turnsSeeAll = false; // do the turns tell what the seats hide from one another?
  private fetching: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    token: string | null,
    isLink = false,
    readonly isLetter = false, // is the match played by e-mail?
    Socket: typeof BoardSocket = isLetter ? LetterSocket : BoardSocket,
  ) {
    this.socket = new Socket(
      id,
      token,
      () => void this.settle(),
      (turn) => this.take(turn),
      (text) => this.fail(text),
      isLink,
    );
  }

  /** By what the seats are held. */
  get token(): string | null {
    return this.socket.token;
  }

  readonly state = $derived.by((): State | null => this.socket.state);
  readonly welcome = $derived.by(() => this.socket.welcome);
  readonly layout = $derived.by((): Layout | null => (this.view && this.welcome ? this.view.layout(this.welcome.ground, tall.current) : null));
  readonly isLive = $derived.by(() => this.at === null);
  /** Do people share this screen who may not see everything of each other? */
  readonly isShared = $derived.by(() => (this.welcome?.hides ?? false) && (this.welcome?.held.length ?? 0) > 1);
  /** Whoever shares a screen sees no hand while seats change, or when looking back. */
  readonly isSecret = $derived.by(() => this.curtain || (this.isShared && !this.isLive && !this.state?.outcome));
  readonly offers = $derived.by((): Offer[] =>
    this.isLive && !this.curtain && !this.stage?.isPlaying ? (this.state?.choices ?? []) : [],
  );
  /** The only choice there is, where it makes itself. */
  readonly forced = $derived.by((): Offer | null => {
    const [only, ...others] = this.offers.filter((offer) => !CONFIRMED.includes(offer.tool));
    if (!this.view || !only || others.length || this.isTakenBack || this.isHeld || this.isLetter || !likes.forced) return null;
    return this.view.isForced?.(this.state!.position) === false ? null : only;
  });
  readonly tools = $derived.by(() => {
    const offered = new Set(this.offers.map((offer) => offer.tool));
    return (this.welcome?.tools ?? []).filter((tool) => offered.has(tool.name));
  });
  /** Tools that are one choice and aim at nothing: their button makes it. */
  readonly direct = $derived.by(() => {
    const found = new Map<string, Offer>();
    for (const { name } of this.tools) {
      const [offer, ...more] = this.offers.filter((one) => one.tool === name);
      if (offer!.cell === null && !more.length && !CONFIRMED.includes(name)) found.set(name, offer!);
    }
    return found;
  });
  /** What the main button chooses while nothing is aimed at: what goes on with the turn. */
  readonly main = $derived.by((): Offer | null => (this.view?.main ? this.view.main(this.offers) : ([...this.direct.values()].at(-1) ?? null)));
  /** The tool in use: the one picked, as long as it can be used, else the first that aims at cells. */
  readonly active = $derived.by(() => {
    if (this.tool && !this.direct.has(this.tool) && this.tools.some((tool) => tool.name === this.tool)) return this.tool;
    const aims = new Set(this.offers.filter((offer) => offer.cell !== null).map((offer) => offer.tool));
    return this.tools.find((tool) => aims.has(tool.name))?.name ?? this.tools.find((tool) => !this.direct.has(tool.name))?.name ?? null;
  });
  /** What the tool in use offers, and what belongs to no tool. */
  readonly inHand = $derived.by(() => this.offers.filter((offer) => offer.tool === this.active || !this.tools.some((tool) => tool.name === offer.tool)));
  readonly tray = $derived.by(() => this.inHand.filter((offer) => offer.cell === null));
  /** Who threatens the place that is pointed at, or that nothing is threatened. */
  readonly threat = $derived.by(() => {
    if (!this.showsThreats) return "";
    return this.isCalm ? say("nothing is threatened") : (this.threats.find((mark) => mark.cell === this.pointed)?.text ?? "");
  });
  /** The cells of what was chosen last, in the position that is shown. */
  readonly last = $derived.by((): string[] => {
    if (this.stage?.isPlaying || this.part !== null) return [];
    const log = this.turns[this.at ?? this.turns.length - 1]?.log ?? [];
    return log.filter((entry) => entry.depth === 0).flatMap((entry) => entry.dst ?? entry.src ?? []);
  });
  readonly shown = $derived.by((): Turn | null => (this.at === null ? null : (this.turns[this.at] ?? null)));

  /** A state has come that is not the end of a turn: the first, or after a break, or after taking back. */
  private async settle(): Promise<void> {
    const { welcome } = this;
    if (!welcome) return;
    wear(welcome.held.length === 1 && welcome.match.seats.length > 1 ? welcome.held[0]! : null, likes.colour);
    this.view = await (this.viewing ??= viewOf(welcome.match.game, welcome.ground));
    const state = this.state!; // the newest: the match may have gone on while the view was loaded
    if (this.met !== welcome) {
      this.stage = new Stage(this.view, welcome.ground);
      if (!state.number) this.turns = []; // it may have been dealt since
      this.met = welcome;
    }
    this.turns = this.turnsSeeAll === this.seesAll ? this.turns.filter((turn) => turn.number <= state.number) : [];
    this.turnsSeeAll = this.seesAll;
    this.sure = null;
    this.previews.clear();
    this.reaches.clear();
    this.lowerCurtain(state);
    if (this.isLive && !this.stage!.isPlaying) this.stage!.show(state.position);
    else if (this.at !== null && !this.turns.length) await this.showAt(this.at);
    this.loadMore();
    await this.loading;
    if (this.at !== null) this.look(this.at, this.part);
    else this.refreshThreats();
  }

  private loadMore(): void {
    this.loading = this.loading.then(() => this.load()).catch((error) => this.fail(error.message));
  }

  private async load(): Promise<void> {
    this.isLoading = true;
    try {
      for (;;) {
        const before = this.turns;
        const found = await this.socket.turns(before.length, BRIEF, this.seesAll, true);
        if (this.turns !== before) continue; // they are seen otherwise by now, or some were taken back
        this.turns = [...before, ...found.turns];
        if (this.turns.length >= found.of || !found.turns.length) return;
      }
    } finally {
      this.isLoading = false;
    }
  }

  private get seesAll(): boolean {
    return this.state?.sees_all ?? false;
  }

  /** Show a turn of the past before anything else is there. */
  private async showAt(turn: number): Promise<void> {
    try {
      const found = (await this.socket.turns(turn, 1, this.seesAll)).turns[0];
      this.stage!.show(found?.position ?? this.state!.position);
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  /** Ask for the positions of these turns that are not there yet. Few are ever looked at, so most stay away. */
  private fetch(from: number, to: number): Promise<void> {
    const wanted = this.turns.slice(Math.max(0, from), to + 1).filter((turn) => !turn.position && !this.asked.has(turn));
    if (wanted.length) this.fetching = Promise.all([this.fetching, this.ask(wanted)]).then(() => undefined);
    return this.fetching;
  }

  private async ask(wanted: Turn[]): Promise<void> {
    const start = this.turns.indexOf(wanted[0]!);
    const limit = this.turns.indexOf(wanted.at(-1)!) - start + 1;
    for (const turn of wanted) this.asked.add(turn);
    try {
      const found = await this.socket.turns(start, limit, this.seesAll);
      for (const [n, turn] of found.turns.entries()) {
        const here = this.turns[start + n];
        if (here?.number === turn.number && wanted.includes(here)) here.position ??= turn.position;
      }
    } catch (error) {
      this.fail((error as Error).message);
    }
    for (const turn of wanted) this.asked.delete(turn);
  }

  /** Everything again, as somebody else sees it. */
  see(all: boolean): void {
    this.socket.see(all);
  }

  private lowerCurtain(state: State): void {
    if (this.view?.isOpen?.(state.position)) return;
    const isNew = this.isShared && state.seat !== this.lastSeat && state.outcome === null;
    this.lastSeat = state.seat;
    if (isNew) this.curtain = true;
  }

  private take(message: TurnMessage): void {
    const before = this.socket.state;
    const passed = message.state.turn - (before?.turn ?? message.state.turn);
    this.hasAnswer();
    this.chosen = null;
    this.preview = null;
    this.sure = null;
    this.tool = null;
    if (this.isLive) {
      this.notes = null;
      this.rest(null);
      this.forgetThreats();
    }
    this.previews.clear();
    this.socket.state = message.state;
    // What comes while the past is being read is read once more, after it.
    if (passed > 1 || (passed && (this.isLoading || !this.turns.length))) this.loadMore();
    else if (passed) {
      const { number, seat, choice, log, state } = message;
      this.turns = [
        ...this.turns,
        { number, turn: state.turn, seat, choice, log, position: state.position, scores: state.scores, counts: state.counts },
      ];
    }
    this.lowerCurtain(message.state);
    if (this.isLive) {
      void this.stage?.perform(message.log, message.state.position).then(() => {
        if (this.isLive) this.refreshThreats();
        if (message.state.outcome) play("end");
      });
    }
  }

  fail(text: string): void {
    this.hasAnswer();
    this.problem = text;
  }

  private hasAnswer(): void {
    clearTimeout(this.waiting);
    this.isSending = this.isSlow = false;
  }

  choose(offer: Offer, isSure = false): void {
    if (this.isSending || !this.state) return;
    const asks = isSure ? "" : (this.view?.asksBefore?.(offer, this.offers, this.state.position) ?? "");
    this.sure = asks ? { offer, asks } : null;
    if (asks) return;
    this.isTakenBack = false;
    this.problem = "";
    this.isSending = true;
    this.waiting = setTimeout(() => (this.isSlow = true), SLOW_MS);
    this.chosen = null;
    this.preview = null;
    this.socket.tell({ type: "choose", choice: offer.text, number: this.state.number });
  }

  undo(): void {
    if (!this.state?.undo) return;
    this.isTakenBack = true;
    this.socket.tell({ type: "undo", number: this.state.number });
  }

  redo(): void {
    if (this.state?.redo) this.socket.tell({ type: "redo", number: this.state.number });
  }

  /** Look ahead at a choice; nothing is asked twice. */
  ahead(offer: Offer | null): void {
    clearTimeout(this.timer);
    if (!offer || !this.state) {
      this.preview = null;
      return;
    }
    const { number } = this.state;
    const known = this.previews.get(offer.text);
    if (known) {
      this.preview = known;
      return;
    }
    this.timer = setTimeout(async () => {
      try {
        const found: Preview = await this.socket.ask({ type: "preview", choice: offer.text, number });
        if (this.state?.number !== number) return;
        this.previews.set(offer.text, found);
        if (!this.isSending) this.preview = found;
      } catch {
        // The match has gone on meanwhile: there is nothing to look ahead at.
      }
    }, PREVIEW_MS);
  }

  /** After how many choices the position came about that is shown; null: as it stands; undefined: not known yet. */
  get moment(): number | null | undefined {
    if (this.at === null) return null;
    return this.turns[this.part === null ? this.at : Math.max(0, this.at - 1)]?.number;
  }

  private forgetThreats(): void {
    clearTimeout(this.asking);
    this.threats = [];
    this.isCalm = false;
  }

  /** What was threatened belonged to another position. In the middle of a turn nothing is told. */
  private refreshThreats(): void {
    this.forgetThreats();
    if (this.showsThreats && this.part === null) this.asking = setTimeout(() => void this.askThreats(), this.isLive ? 0 : REST_MS);
  }

  private async askThreats(): Promise<void> {
    const number = this.moment;
    if (number === undefined) return;
    try {
      const found = await this.socket.ask({ type: "threats", number });
      if (!this.showsThreats || this.moment !== number || found.number !== (number ?? this.state?.number)) return;
      this.threats = found.marks;
      this.isCalm = !found.marks.length;
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  toggleThreats(): void {
    if (!this.welcome?.threats) return;
    this.showsThreats = !this.showsThreats;
    this.refreshThreats();
  }

  /** Rest on a cell: show how far that reaches which stands there. */
  rest(cell: string | null): void {
    clearTimeout(this.resting);
    this.reach = [];
    this.restsOn = cell;
    const number = this.moment;
    if (cell === null || !this.state || this.curtain || this.part !== null || number === undefined) return;
    const key = `${number ?? `now ${this.state.number}`} ${cell}`;
    const known = this.reaches.get(key);
    if (known) {
      this.reach = known;
      return;
    }
    this.resting = setTimeout(async () => {
      try {
        const { marks } = await this.socket.ask({ type: "explain", cell, number });
        if (this.reaches.size > 500) this.reaches.clear();
        this.reaches.set(key, marks);
        if (this.restsOn === cell && this.moment === number) this.reach = marks;
      } catch {
        // Nothing is there to tell about.
      }
    }, REST_MS);
  }

  async explain(cell: string): Promise<void> {
    const number = this.moment;
    if (number === undefined) return;
    try {
      const { notes } = await this.socket.ask({ type: "explain", cell, number });
      if (this.moment !== number) return;
      const before = { title: say("Before this turn"), text: say("Help is about how it stood then.") };
      this.notes = { cell, notes: this.part === null ? notes : [before, ...notes] };
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  /** Show a turn of the past as it ended, or a part of its log. */
  look(turn: number, part: number | null = null): void {
    const last = this.turns.length - 1;
    this.at = Math.max(0, Math.min(turn, last));
    this.part = part;
    if (this.notes?.cell) this.notes = null;
    this.rest(null);
    this.refreshThreats();
    this.draw(this.at, part);
  }

  /** Draw a turn; a position that is not here yet is fetched first, and whatever was asked for meanwhile stays. */
  private draw(at: number, part: number | null): void {
    const found = this.turns[at];
    const before = this.turns[at - 1];
    if (!found || !this.stage) return;
    const wanted = part === null || !before ? found : before;
    if (wanted.position) {
      if (wanted === found) this.stage.show(found.position);
      else this.stage.freeze(wanted.position, found.log.slice(0, part!), found.position);
    } else {
      void this.fetch(at - AROUND, at + AROUND).then(() => {
        if (wanted.position && this.at === at && this.part === part) this.draw(at, part);
      });
    }
  }

  /** One turn forward, as an animation. */
  async forward(): Promise<boolean> {
    if (this.at === null || this.at >= this.turns.length - 1) return false;
    this.at += 1;
    this.part = null;
    this.rest(null);
    this.forgetThreats();
    const found = this.turns[this.at]!;
    if (!this.turns[Math.min(this.at + AROUND / 2, this.turns.length - 1)]!.position) {
      const fetched = this.fetch(this.at, this.at + 2 * AROUND);
      if (!found.position) await fetched;
    }
    if (!found.position) return false;
    await this.stage!.perform(found.log, found.position);
    this.refreshThreats();
    return true;
  }

  /** One reaction forward or back. */
  react(by: 1 | -1): void {
    if (this.at === null) this.look(this.turns.length - 1);
    const at = this.at ?? 0;
    const length = this.turns[at]?.log.length ?? 0;
    const part = (this.part ?? length) + by;
    if (part > length) this.look(at + 1, (this.turns[at + 1]?.log.length ?? 0) > 1 ? 1 : null);
    else if (part < 1) this.look(at - 1);
    else this.look(at, part === length ? null : part);
  }

  /** Back to how it stands now. */
  now(): void {
    this.at = null;
    this.part = null;
    if (this.notes?.cell) this.notes = null;
    if (this.state) this.stage?.show(this.state.position);
    this.refreshThreats();
  }

  close(): void {
    this.socket.close();
  }
}
