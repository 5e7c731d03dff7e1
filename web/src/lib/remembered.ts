// What was chosen for the last match of each game; the form of a new match offers it again.

import { keepName, ownName, read, write } from "./keep.svelte";
import { LOT } from "./options";
import type { Field, GameInfo } from "./types";

const LAST = "hoplon.last";

export interface Chosen {
  options: Record<string, string>;
  players: string[];
  names: string[];
  commands: string[];
  open: boolean;
  listed: boolean;
}

export function keepChosen(game: string, chosen: Chosen): void {
  write(LAST, { ...read<Record<string, Chosen>>(LAST, {}), [game]: chosen });
  const name = chosen.names[chosen.players.indexOf("me")];
  if (name) keepName(name);
}

export const hasChosen = (game: string): boolean => game in read<Record<string, Chosen>>(LAST, {});

/** As it was chosen last, as far as the form still has it; `own` are values that do not come with the game. */
export function chosenLast(game: GameInfo, own: string[]): Chosen {
  const last: Partial<Chosen> = read<Record<string, Partial<Chosen>>>(LAST, {})[game.name] ?? {};
  const bots = new Set(game.bots.map((one) => `bot ${one.bot}`));
  const isPlayer = (player: unknown) => ["me", "friend"].includes(String(player)) || bots.has(String(player)) || (player === "program" && game.programs);
  const players = (last.players ?? []).map((player) => (isPlayer(player) ? player : ""));
  const name = ownName() ?? "";
  return {
    options: Object.fromEntries(
      game.form.flatMap((field) => {
        const value = last.options?.[field.name];
        return typeof value === "string" && fits(field, value, own) ? [[field.name, value]] : [];
      }),
    ),
    players: players.every(Boolean) ? players : [],
    names: last.names?.map(String) ?? [name],
    commands: last.commands?.map(String) ?? [],
    open: last.open === true,
    listed: last.listed !== false,
  };
}

function fits(field: Field, value: string, own: string[]): boolean {
  const among = new Set(field.among.map(([name]) => name));
  switch (field.kind) {
    case "flag":
      return value === "yes" || value === "no";
    case "number":
      return /^-?\d+$/.test(value) && Number(value) >= field.least && Number(value) <= field.most;
    case "one":
      return among.has(value) || (field.own && own.includes(value)) || (!!field.lot && value === LOT);
    case "many":
      return !value || value.split(",").every((one) => among.has(one));
    case "ticks":
      return !value || value.split(",").every((one) => among.has(one.split(":")[0]!));
    default:
      return true;
  }
}

export function forgetChosen(game: string): void {
  const { [game]: _, ...others } = read<Record<string, Chosen>>(LAST, {});
  write(LAST, others);
}
