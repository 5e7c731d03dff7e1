// Keys on the boards, as the player likes them: each act has one of its own, and may be given another.

import { likes } from "./keep.svelte";
import type { GameInfo, Tool } from "./types";
import { say } from "./words";

export interface Binding {
  name: string;
  label: string;
  key: string; // unless the player has chosen another
}

export const GENERAL: Binding[] = [
  { name: "press", label: say("The main button"), key: " " },
  { name: "undo", label: say("Take back"), key: "u" },
  { name: "redo", label: say("Play again what was taken back"), key: "y" },
  { name: "next", label: say("To the next place that can be chosen"), key: "]" },
  { name: "previous", label: say("To the place before"), key: "[" },
  { name: "explain", label: say("Explain what is there"), key: "?" },
  { name: "threats", label: say("Show threats"), key: "x" },
  { name: "grid", label: say("Coordinates and names"), key: "g" },
  { name: "back", label: say("One turn back"), key: "," },
  { name: "forward", label: say("One turn forward"), key: "." },
  { name: "help", label: say("Help on keys"), key: "f1" },
];

export const toolsOf = (game: string, tools: Tool[]): Binding[] => tools.filter((tool) => tool.key).map((tool) => ({ name: `${game}:${tool.name}`, label: tool.label, key: tool.key }));

/** The key of an act. */
export const keyOf = ({ name, key }: Binding): string => likes.keys[name] ?? key;
/** All keys that are not of a game, as they are written on them. */
export const allKeys = (): Record<string, string> => Object.fromEntries(GENERAL.map((one) => [one.name, shown(keyOf(one))]));

/** A key as it is written on it. */
export const shown = (key: string): string => (key === " " ? say("Space") : key.toUpperCase());

/** The tools of a game, with the keys that the player has chosen. */
export const withOwnKeys = (game: string, tools: Tool[]): Tool[] => tools.map((tool) => ({ ...tool, key: likes.keys[`${game}:${tool.name}`] ?? tool.key }));

/** The usual key of what a pressed one means here; empty if it means nothing any more. */
export function usual(pressed: string): string {
  const own = GENERAL.find((one) => likes.keys[one.name] === pressed);
  if (own) return own.key;
  return GENERAL.some((one) => one.key === pressed && likes.keys[one.name] !== undefined) ? "" : pressed;
}

/** May this key be given to an act? Those that lead over the board may not. */
export const isFree = (key: string): boolean => [...key].length === 1 || /^f([1-9]|1[0-2])$/.test(key);

/** What has a key already, among all that could be meant beside an act. */
export function holderOf(key: string, binding: Binding, games: GameInfo[]): string | null {
  const game = binding.name.includes(":") ? binding.name.split(":")[0]! : null;
  const others = [...GENERAL, ...games.filter((one) => game === null || one.name === game).flatMap((one) => toolsOf(one.name, one.tools))];
  return others.find((one) => one.name !== binding.name && keyOf(one) === key)?.label ?? null;
}

export function bind(binding: Binding, key: string): void {
  const { [binding.name]: _, ...others } = likes.keys;
  likes.keys = key === binding.key ? others : { ...others, [binding.name]: key };
  likes.save();
}
