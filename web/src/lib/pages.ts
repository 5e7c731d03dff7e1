// What a game adds to the page beside its drawing: pages of its own, links to them, and option values that people make.

import type { Component } from "svelte";
import { api } from "./api";
import { matches } from "./keep.svelte";

export interface Link {
  href: string;
  label: string;
}

/** A page that is loaded when somebody goes there. */
export interface Place {
  load(): Promise<{ default: Component<any> }>;
  props: Record<string, string>;
}

/** Values under a heading: how a match names each, what people read, and its sort. */
export type Values = [string, [string, string, string][]];

/** Values of options that do not come with the game. */
export interface OwnValues {
  choosable(): Promise<Values[]>;
  /** How a match names the value that a link asks for. */
  optionOf(asked: string): Promise<string | null>;
}

/** `games/<game>/pages.ts` exports one as `pages`; it is part of the first load, so it only names what it loads. */
export interface Pages {
  links: Link[];
  find(parts: string[]): Place | null;
  own?: { load(): Promise<OwnValues>; link: Link };
  /** What there is to read beside the rules. */
  guides?: Link[];
}

const found = import.meta.glob<Pages>("../games/*/pages.ts", { eager: true, import: "pages" });
const all = Object.values(found);

export const links: Link[] = all.flatMap((pages) => pages.links);

export const pagesOf = (game: string): Pages | undefined => found[`../games/${game}/pages.ts`];

/** The page of a game at an address. */
export function placeAt(parts: string[]): Place | null {
  for (const pages of all) {
    const place = pages.find(parts);
    if (place) return place;
  }
  return null;
}

/** The game that an address names, else the one that was played last, else the first of the server. */
export async function gameAt(named: string | undefined): Promise<string> {
  if (named) return named;
  const games = (await api.games().catch(() => [])).map((game) => game.name);
  return matches().find((match) => games.includes(match.game))?.game ?? games[0] ?? "";
}
