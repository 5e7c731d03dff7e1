// What a projector shows: matches under way in the arena, live; matches that are over, replayed at a pace that can be
// followed; and the standings between them.

import { type LeagueMatch, type LeagueTable, type LiveMatch, leagues } from "./leagues";
import { Polled } from "./polled.svelte";
import { Table } from "./table.svelte";

const EVERY = 5000; // milliseconds between two questions
const TICK = 100;
const FRAME = 550; // that a position stays
const FRAMES = 44; // positions of a match, however long it is
const VERDICT = 5000; // that the end stays
const STANDINGS = 12_000;
const PATIENCE = 15_000; // for a board that does not come
const RECENT = 24;
const LIVE = 40_000; // that a match under way is shown

type Scene = { kind: "standings" } | { kind: "match"; match: LeagueMatch } | { kind: "live"; live: LiveMatch };

export class Tv {
  readonly table: Polled<LeagueTable>;
  readonly recent: Polled<LeagueMatch[]>;
  readonly underWay: Polled<LiveMatch[]>;
  board = $state.raw<Table | null>(null);
  isPaused = $state(false);
  isOver = $state(false); // has the match come to its end?
  progress = $state(0); // of the scene
  private scenes = $state.raw<Scene[]>([{ kind: "standings" }]);
  private at = $state(0);
  private passed = 0; // milliseconds of the scene
  private frame = 0;
  private isMoving = false;
  private timer: ReturnType<typeof setInterval>;

  constructor(readonly id: string) {
    this.table = new Polled(() => leagues.table(id), EVERY);
    this.recent = new Polled(async () => (await leagues.matches(id, { limit: RECENT })).filter((match) => match.stage), EVERY);
    this.underWay = new Polled(() => leagues.live(id), EVERY);
    this.timer = setInterval(() => this.tick(), TICK);
  }

  readonly scene = $derived.by((): Scene => this.scenes[this.at]!);
  readonly match = $derived.by((): LeagueMatch | null => (this.scene.kind === "match" ? this.scene.match : null));
  readonly live = $derived.by((): LiveMatch | null => (this.scene.kind === "live" ? this.scene.live : null));

  /** Another scene: the one before, or the next; beyond the last a new one is made up. */
  go(by: 1 | -1): void {
    if (by < 0 && this.at === 0) return;
    if (by > 0 && this.at === this.scenes.length - 1) {
      const next = this.scene.kind === "standings" ? this.next() : { kind: "standings" as const };
      if (!next) return this.begin(); // there is nothing else
      this.scenes = [...this.scenes.slice(-40), next];
      this.at = this.scenes.length - 1;
    } else this.at += by;
    this.begin();
  }

  pause(): void {
    this.isPaused = !this.isPaused;
  }

  close(): void {
    clearInterval(this.timer);
    this.table.close();
    this.recent.close();
    this.underWay.close();
    this.board?.close();
  }

  /** A match under way that was not shown last, else one that is over; in turn, if there are both. */
  private next(): Scene | null {
    const before = [...this.scenes].reverse().find((scene) => scene.kind !== "standings");
    const shown = this.scenes.map((scene) => (scene.kind === "live" ? scene.live.match : ""));
    const going = (this.underWay.value ?? []).map((live) => ({ live, last: shown.lastIndexOf(live.match) }));
    const live = going.sort((a, b) => a.last - b.last)[0]?.live;
    const match = this.unseen();
    if (live && (before?.kind !== "live" || !match)) return { kind: "live", live };
    return match ? { kind: "match", match } : null;
  }

  /** The newest match that has not been shown, else the one that was shown longest ago. */
  private unseen(): LeagueMatch | null {
    const shown = this.scenes.map((scene) => (scene.kind === "match" ? scene.match.id : 0));
    const known = (this.recent.value ?? []).map((match) => ({ match, last: shown.lastIndexOf(match.id) }));
    return known.sort((a, b) => a.last - b.last || b.match.id - a.match.id)[0]?.match ?? null;
  }

  private begin(): void {
    this.passed = this.frame = this.progress = 0;
    this.isOver = false;
    this.board?.close();
    this.board = null;
    if (this.live) this.board = new Table(this.live.match, null);
    if (!this.match) return;
    this.board = new Table(this.match.match, null);
    this.board.at = 0;
  }

  private tick(): void {
    if (this.isPaused || document.visibilityState !== "visible") return;
    this.passed += TICK;
    if (this.scene.kind === "standings") this.stand();
    else if (this.scene.kind === "live") this.watch();
    else this.play();
  }

  private stand(): void {
    this.progress = Math.min(1, this.passed / STANDINGS);
    if (this.passed >= STANDINGS) this.go(1);
  }

  /** A match under way moves by itself; a while after its end, or when it was seen long enough, comes what is next. */
  private watch(): void {
    const board = this.board!;
    if (board.socket.refused || (!board.state && this.passed > PATIENCE)) return this.go(1);
    if (board.state?.outcome && !this.isOver) {
      this.isOver = true;
      this.passed = Math.max(this.passed, LIVE - VERDICT);
    }
    this.progress = Math.min(1, this.passed / LIVE);
    if (this.passed >= LIVE) this.go(1);
  }

  /** The next position, when it is time for it. */
  private play(): void {
    const board = this.board!;
    const last = board.turns.length - 1;
    if (!board.stage || last < 1 || !board.welcome) {
      if (board.socket.refused || this.passed > PATIENCE) this.go(1);
      return;
    }
    if (this.frame === 0) {
      this.frame = 1; // the board has come: time begins here
      this.passed = 0;
    }
    const frames = Math.min(last, FRAMES);
    const whole = frames * FRAME + VERDICT;
    this.progress = Math.min(1, this.passed / whole);
    if (this.passed >= whole) return this.go(1);
    const wanted = Math.min(last, Math.round((Math.min(frames, Math.floor(this.passed / FRAME)) / frames) * last));
    this.isOver = wanted === last;
    if (this.isMoving || wanted <= (board.at ?? 0)) return;
    if (wanted > (board.at ?? 0) + 1) return board.look(wanted);
    this.isMoving = true;
    void board.forward().finally(() => (this.isMoving = false));
  }
}
