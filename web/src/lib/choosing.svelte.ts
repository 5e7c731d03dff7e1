// What a person points at, takes up and chooses: places are cells of a board or cards of a hand.

import type { Table } from "./table.svelte";
import type { Offer } from "./types";
import { say } from "./words";

const wordsOf = (offers: Offer[]): string => [...new Set(offers.map((offer) => offer.label))].join(", or ");

export class Choosing {
  /** What can be done at a place that the tool in use does not aim at, or that it aims at in several ways. */
  options = $state.raw<{ cell: string; offers: Offer[] } | null>(null);
  private taken = $state.raw<{ place: string; number: number } | null>(null);

  constructor(readonly table: Table) {}

  private readonly aimed = $derived.by(() => this.table.inHand.filter((offer) => offer.cell !== null));
  /** What is taken up, as long as the position is the same. */
  readonly held = $derived.by(() => {
    const { taken } = this;
    return taken && taken.number === this.table.state?.number && this.aimed.some((offer) => offer.source === taken.place) ? taken.place : null;
  });
  /** Places that mean the same choice as the one that is shown. */
  private readonly also = $derived.by(() => new Set(this.ends.flatMap((offer) => offer.also ?? [])));
  /** Where what is held can be put down. */
  private readonly own = $derived.by(() => (this.held === null ? [] : this.aimed.filter((offer) => offer.source === this.held)));
  /** What is chosen at once, whether something is held or not. */
  private readonly free = $derived.by(() => this.aimed.filter((offer) => offer.source === null));
  private readonly ends = $derived.by(() => [...this.own, ...this.free]);

  /** Place → what choosing it does, in the order of the offers. */
  readonly lit = $derived.by(() => {
    const found = new Map<string, string>();
    for (const { cell } of this.ends) {
      const offers = this.at(cell!);
      if (offers[0]?.cell === cell) found.set(cell!, wordsOf(offers));
    }
    if (this.held === null) for (const offer of this.aimed) if (offer.source !== null && !found.has(offer.source)) found.set(offer.source, say("Can be taken up"));
    return found;
  });
  /** Further places that can be chosen, which are not lit. */
  readonly near = $derived.by(() => {
    const found = new Map<string, string>();
    for (const place of this.also) if (!this.lit.has(place)) found.set(place, wordsOf(this.at(place)));
    if (this.held !== null) for (const { source } of this.aimed) if (source !== null && !this.lit.has(source)) found.set(source, source === this.held ? say("Taken up") : say("Can be taken up"));
    return found;
  });
  /** The place that is chosen by choosing the one that is pointed at. */
  readonly target = $derived.by(() => {
    const { pointed } = this.table;
    return pointed === null || this.lit.has(pointed) ? null : (this.at(pointed)[0]?.cell ?? null);
  });

  /** What choosing a place does; what is held comes first. */
  private at(place: string): Offer[] {
    for (const offers of [this.own, this.free]) {
      for (const isMeant of [(offer: Offer) => offer.cell === place, (offer: Offer) => offer.also?.includes(place)]) {
        const found = offers.filter(isMeant);
        if (found.length) return found;
      }
    }
    return [];
  }

  /** What a finger has tapped once. */
  readonly aimedAt = $derived.by((): Offer | null => {
    const { chosen } = this.table;
    const offers = chosen === null ? [] : this.at(chosen);
    return offers.length === 1 ? offers[0]! : null;
  });

  pick(place: string, touch: boolean): void {
    const { table } = this;
    if (table.stage?.isPlaying) {
      table.stage.skip();
      return;
    }
    this.options = null;
    table.pointed = place;
    const offers = this.at(place);
    const [offer] = offers;
    if (offers.length > 1) this.options = { cell: place, offers };
    else if (offer) this.choose(offer, touch);
    else this.take(place);
  }

  /** A finger looks first and chooses with the second tap, except where what it holds is put down. */
  private choose(offer: Offer, touch: boolean): void {
    const { table } = this;
    if (touch && offer.source === null && table.chosen !== offer.cell) {
      table.chosen = offer.cell;
      table.ahead(offer);
    } else table.choose(offer);
  }

  /** Take up what is there, or ask what can be done; where nothing can, say what is there. */
  private take(place: string): void {
    const { table } = this;
    table.chosen = null;
    const isSource = place !== this.held && this.aimed.some((offer) => offer.source === place);
    const others = table.offers.filter((offer) => offer.cell === place && !this.aimed.includes(offer));
    if (this.held !== null || isSource) this.taken = isSource ? { place, number: table.state!.number } : null;
    else if (others.length) this.options = { cell: place, offers: others };
    else void table.explain(place);
  }

  point(place: string | null): void {
    this.table.pointed = place;
    this.table.ahead(place === null ? null : (this.at(place)[0] ?? null));
  }

  drop(): void {
    this.taken = null;
    this.options = null;
    this.table.chosen = null;
  }
}
