// Begins a match without a form: as hard as is wanted, or as it was played last.

import { api } from "./api";
import { keepMatch, ownName, read, write } from "./keep.svelte";
import { optionsOf } from "./options";
import { pagesOf } from "./pages";
import { chosenLast, hasChosen } from "./remembered";
import type { GameInfo, SeatOffer } from "./types";

const HARDNESS = "hoplon.hardness";
const PACE = 0.15; // seconds that a bot takes at least, so that people see what it does
export const AS_LAST = "last";

export const usualBot = ({ bots }: GameInfo): string | undefined => (bots.find((one) => one.usual) ?? bots[0])?.bot;

/** What was chosen for a game: a difficulty, or everything as in the match that was set up by hand. */
export function hardnessOf(game: GameInfo): string {
  const last = read<Record<string, string>>(HARDNESS, {})[game.name];
  if (last === AS_LAST ? hasChosen(game.name) : game.difficulties.some(({ name }) => name === last)) return last!;
  return game.difficulties[0]?.name ?? (hasChosen(game.name) ? AS_LAST : "");
}

export function keepHardness(game: string, hardness: string): void {
  write(HARDNESS, { ...read<Record<string, string>>(HARDNESS, {}), [game]: hardness });
}

/** Begin, and say where. */
export async function start(game: GameInfo, hardness: string, seed: string | null = null): Promise<string> {
  const given = hardness === AS_LAST ? await asLast(game) : await asHard(game, hardness);
  const isWatched = given.seats.every((seat) => seat.player === "bot");
  const made = await api.make({ game: game.name, seed, pace: isWatched ? 0.7 : PACE, ...given });
  keepMatch(made);
  return `/match/${made.id}`;
}

interface Given {
  options: Record<string, string>;
  seats: { player: string; name?: string; bot?: string }[];
  open?: boolean;
  listed?: boolean;
}

/** The first seat that no bot keeps is one's own; the others are bots as strong as the difficulty says. */
async function asHard(game: GameInfo, hardness: string): Promise<Given> {
  const { options = {}, bot = "" } = game.difficulties.find(({ name }) => name === hardness) ?? {};
  const seats = await api.seats(game.name, options);
  const own = Math.max(0, seats.findIndex((seat) => !seat.bot));
  return { options, seats: seats.map((seat, n) => (n === own ? mine() : botAt(seat, bot || usualBot(game) || ""))) };
}

async function asLast(game: GameInfo): Promise<Given> {
  const kept = game.form.some((field) => field.own) ? await pagesOf(game.name)?.own?.load() : null;
  const own = ((await kept?.choosable()) ?? []).flatMap(([, there]) => there.map(([name]) => name));
  const last = chosenLast(game, own);
  const sortOf = (name: string) => game.form.flatMap((field) => field.sort_of[field.among.findIndex(([one]) => one === name)] ?? []);
  const sorts = new Set(game.form.filter((field) => field.sorted_by).flatMap((field) => sortOf(last.options[field.name] ?? field.default)));
  const options = optionsOf(game.form, last.options, (field) => field.among.filter((_, n) => !field.sorted_by || sorts.has(field.sort_of[n]!)), true);
  const free = last.players.map((player, n) => ({ player, name: last.names[n] ?? "", command: last.commands[n] ?? "" }));
  const seats = (await api.seats(game.name, options)).map((seat, n) => {
    const one = seat.bot ? null : free.shift();
    if (!one) return seat.bot || n ? botAt(seat, usualBot(game) ?? "") : mine();
    if (one.player.startsWith("bot ")) return { player: "bot", bot: one.player.slice(4) };
    return one.player === "program" ? { player: "bot", bot: one.command } : { player: one.player, name: one.name };
  });
  return { options, seats, open: last.open, listed: last.listed };
}

const mine = () => ({ player: "me", name: ownName() ?? "" });
const botAt = (seat: SeatOffer, bot: string) => ({ player: "bot", bot: seat.bot ?? bot });
