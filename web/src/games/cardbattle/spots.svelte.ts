// The places of the table: what can be taken up, where it can be put down, by click, drag or keyboard.

import type { Table } from "../../lib/table.svelte";
import type { Offer } from "../../lib/types";
import { say } from "../../lib/words";

const FAR = 7; // pixels after which a press is a drag
const HOSTILE = ["attack", "fire", "raid"];
const FIGHTS = ["attack", "fire"]; // tools whose numbers are looked at first
const PLACE = /^[AB]\d$|^rear:[AB]$/; // where a unit can be meant to go
const HAND = /^hand:\d$/; // a card that may be taken to another place of the hand
const LONG_PRESS = 550; // milliseconds after which a finger asks what this is

export class Spots {
  taken = $state<string | null>(null);
  menu = $state.raw<Offer[]>([]);
  drag = $state.raw<{ id: string; x: number; y: number } | null>(null);
  glow = $state.raw(new Set<string>());
  threats = $state.raw(new Map<string, string>());

  private wasDrag = false;
  private isTouch = false;
  private seen = ""; // the choice that was tapped once

  constructor(
    readonly table: Table,
    private readonly home: () => string,
    private readonly order: (id: string, to: string | 1 | -1) => void, // takes a card of the hand to another place
  ) {}

  readonly offers = $derived.by(() => this.table.offers);
  /** What is held in the hand, as long as it can still be put down somewhere. */
  readonly held = $derived.by(() => (this.taken !== null && this.offers.some((one) => one.source === this.taken) ? this.taken : null));
  private readonly sources = $derived.by(() => new Set(this.offers.map((one) => one.source).filter((one) => one !== null)));
  private readonly ends = $derived.by(() => {
    const found = new Map<string, Offer[]>();
    for (const one of this.offers) {
      if (one.source === this.held && one.cell !== null) found.set(one.cell, [...(found.get(one.cell) ?? []), one]);
    }
    return found;
  });
  /** Choices of what is taken up that are no place to point at. */
  readonly acts = $derived.by(() => {
    const open = this.menu.filter((one) => this.offers.some((offer) => offer.text === one.text));
    if (open.length) return open;
    if (this.held === null) return [];
    return this.offers.filter((one) => one.source === this.held && (one.cell === null || !/^[AB]\d$/.test(one.cell)));
  });

  isHome = (id: string): boolean => id === this.home();

  stateOf(id: string): "" | "can" | "aim" | "taken" {
    if (this.held === id) return "taken";
    if (this.ends.has(id)) return this.held === null ? "can" : "aim";
    return this.held === null && this.sources.has(id) ? "can" : "";
  }

  /** Is what can be done there aimed at the enemy? */
  isHostile = (id: string): boolean => this.ends.get(id)?.some((one) => HOSTILE.includes(one.tool)) ?? false;

  does(id: string): string {
    if (this.held === id) return say("taken up");
    const ends = this.ends.get(id);
    if (ends) return ends.map((one) => one.label).join(", or ");
    return this.sources.has(id) ? say("can be taken up") : "";
  }

  click(id: string): void {
    if (this.wasDrag) {
      this.wasDrag = false;
      return;
    }
    const { table } = this;
    if (table.stage?.isPlaying) {
      table.stage.skip();
      return;
    }
    this.menu = [];
    if (this.held === id) {
      this.taken = null;
      return;
    }
    const ends = this.ends.get(id);
    if (ends) {
      if (this.isTouch && this.looksFirst(ends)) return;
      this.go(ends);
      return;
    }
    if (this.held !== null && !this.sources.has(id) && PLACE.test(id)) {
      void table.explain(`${this.held}>${id}`);
      return;
    }
    const from = this.offers.filter((one) => one.source === id);
    if (from.length === 1 && from[0]!.cell === null) this.go(from);
    else if (from.length) {
      this.taken = id;
      table.notes = null;
    } else {
      this.taken = null;
      void table.explain(id);
    }
  }

  /** A finger sees the numbers of an attack or a shot first; the second tap chooses. */
  private looksFirst(ends: Offer[]): boolean {
    if (!ends.some((one) => FIGHTS.includes(one.tool)) || this.seen === ends[0]!.text) return false;
    this.seen = ends[0]!.text;
    this.menu = ends;
    this.table.ahead(ends[0]!);
    return true;
  }

  private go(offers: Offer[]): void {
    if (offers.length > 1) {
      this.menu = offers;
      return;
    }
    this.choose(offers[0]!);
  }

  choose(offer: Offer): void {
    this.menu = [];
    this.taken = null;
    this.seen = "";
    this.table.choose(offer);
  }

  drop(): void {
    this.taken = null;
    this.menu = [];
    this.seen = "";
    this.table.ahead(null);
  }

  point(id: string | null): void {
    const ends = id === null ? undefined : this.ends.get(id);
    this.table.ahead(ends?.[0] ?? null);
    this.table.pointed = id;
    this.table.rest(id !== null && this.held === null && /^[AB]\d$/.test(id) ? id : null);
  }

  down(event: PointerEvent, id: string): void {
    this.wasDrag = false;
    this.isTouch = event.pointerType === "touch";
    const { clientX, clientY } = event;
    if (event.pointerType === "touch") this.waitForHelp(id, clientX, clientY);
    if (event.button !== 0 || !(this.sources.has(id) || HAND.test(id)) || !this.table.isLive) return;
    const move = (to: PointerEvent) => {
      if (!this.drag && Math.hypot(to.clientX - clientX, to.clientY - clientY) < FAR) return;
      if (!this.drag) {
        this.taken = id;
        this.menu = [];
      }
      this.drag = { id, x: to.clientX, y: to.clientY };
      this.point(this.under(to));
    };
    const stop = (to: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!this.drag) return;
      this.drag = null;
      this.wasDrag = to.type === "pointerup" && this.under(to) === id;
      const ends = to.type === "pointerup" ? this.ends.get(this.under(to) ?? "") : undefined;
      const under = to.type === "pointerup" ? this.under(to) : null;
      if (ends) this.go(ends);
      else {
        if (under && HAND.test(id) && HAND.test(under) && under !== id) this.order(id, under);
        if (under && under !== id && PLACE.test(under)) void this.table.explain(`${id}>${under}`);
        this.taken = null;
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  /** A finger that stays where it is asks for help; the click that follows does nothing. */
  private waitForHelp(id: string, x: number, y: number): void {
    const timer = setTimeout(() => {
      stop();
      this.wasDrag = true;
      void this.table.explain(id);
    }, LONG_PRESS);
    const move = (to: PointerEvent) => Math.hypot(to.clientX - x, to.clientY - y) >= FAR && stop();
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  private under(event: PointerEvent): string | null {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell]");
    return found?.dataset.cell ?? null;
  }

  key(event: KeyboardEvent, id: string): void {
    const way = WAYS[event.key];
    const here = event.currentTarget as HTMLElement;
    if (way?.[0] && event.shiftKey && HAND.test(id)) this.order(id, way[0] > 0 ? 1 : -1);
    else if (way) towards(here, ...way)?.focus();
    else if (event.key === "]" || event.key === "[") this.next(here, event.key === "]" ? 1 : -1);
    else if (event.key === "?") void this.table.explain(id);
    else if (event.key === "Escape" && (this.held !== null || this.menu.length)) this.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The next place that can be used. */
  private next(from: HTMLElement, by: number): void {
    const all = [...all_spots()].filter((one) => one === from || one.classList.contains("can"));
    all[(all.indexOf(from) + by + all.length) % all.length]?.focus();
  }
}

const WAYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const all_spots = () => document.querySelectorAll<HTMLElement>("button[data-cell]");

/** The nearest place in a direction; those straight ahead are preferred. */
function towards(from: HTMLElement, dx: number, dy: number): HTMLElement | undefined {
  const centre = (one: HTMLElement) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const one of all_spots()) {
    const [a, b] = centre(one);
    const ahead = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (ahead < 8 || one === from) continue;
    const cost = ahead + aside * (dx ? 6 : 1.5);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}
