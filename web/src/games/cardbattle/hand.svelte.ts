// The order in which somebody holds the cards of the hand; it is kept in this browser and means nothing to the rules.

import { read, write } from "../../lib/keep.svelte";
import type { HandCard } from "./types";

const KEY = "hoplon.cardbattle.hands";
const MOST = 40; // matches

export interface Held extends HandCard {
  key: string;
  slot: number; // its number for the server
}

export class Hand {
  private order = $state.raw<string[]>([]);

  constructor(private readonly match: string) {}

  /** The hand of a seat as it was arranged; cards that are new come last. */
  arranged(cards: HandCard[]): Held[] {
    const seen = new Map<string, number>();
    const held = cards.map((card, k): Held => {
      const n = (seen.get(card.card) ?? 0) + 1;
      seen.set(card.card, n);
      return { ...card, key: card.unit?.id ?? `${card.card}${n}`, slot: k + 1 };
    });
    const place = (card: Held) => (this.order.includes(card.key) ? this.order.indexOf(card.key) : Infinity);
    return held.map((card, k) => ({ card, k })).sort((a, b) => place(a.card) - place(b.card) || a.k - b.k).map(({ card }) => card);
  }

  /** Take a card to another place. */
  move(held: Held[], from: number, to: number): void {
    const keys = held.map((card) => card.key);
    const [key] = keys.splice(from, 1);
    if (key === undefined) return;
    keys.splice(Math.max(0, Math.min(to, keys.length)), 0, key);
    this.order = keys;
    const others = Object.entries(read<Record<string, string[]>>(KEY, {})).filter(([id]) => id !== this.id);
    write(KEY, Object.fromEntries([...others.slice(1 - MOST), [this.id, keys]]));
  }

  private seat = "";
  private get id(): string {
    return `${this.match} ${this.seat}`;
  }

  /** Whose hand it is: people who share a screen have one each. */
  belongsTo(seat: string): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.order = read<Record<string, string[]>>(KEY, {})[this.id] ?? [];
  }
}
