// What the page says, in the language of who reads: English is the key, and the catalogues are in hoplon/words.

import { likes } from "./keep.svelte";
import type { Note, Outcome, Seat, Tool } from "./types";
import { capital, signed } from "./view";

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
type Fields = Record<string, string | number | null | undefined>;

const catalogues = import.meta.glob<Record<string, string | Forms>>("../../../hoplon/words/*/page.json", { import: "default" });

/** English, and every language that has a catalogue. */
export const LANGUAGES: string[] = ["en", ...Object.keys(catalogues).map((path) => path.split("/").at(-2)!)];

/** What a language calls itself. */
export const nameOfLanguage = (code: string): string => capital(new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code);

/** The language that was chosen, else the first of the browser's that there is. */
export const language: string = [likes.language, ...navigator.languages.map((tag) => tag.split("-")[0]!)].find((code) => LANGUAGES.includes(code)) ?? "en";

// Whoever imports this waits for the catalogue, so that even what is said while a module loads is said in this language.
const spoken = (await catalogues[`../../../hoplon/words/${language}/page.json`]?.().catch(() => null)) ?? {};
const plurals = new Intl.PluralRules(language);
document.documentElement.lang = language;
document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`; // so that the server answers in it

/** Speak another language from now on; empty: what the browser asks for. */
export function speak(code: string): void {
  likes.language = code;
  likes.save();
  location.reload(); // what the server has said is there in the other language, too
}

const filled = (text: string, fields: Fields): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => name in fields ? String(fields[name] ?? "") : whole);

/** A text for people: its English words, in which `{name}` stands for a field. */
export function say(text: string, fields: Fields = {}): string {
  const found = spoken[text];
  return filled(typeof found === "string" ? found : text, fields);
}

/** A text about so many things: English for one and for several, in which `{n}` stands for the number. */
export function count(n: number, one: string, several: string, fields: Fields = {}): string {
  const found = spoken[several];
  const forms = typeof found === "object" ? found : { one, other: several };
  const rule = typeof found === "object" ? plurals.select(n) : n === 1 ? "one" : "other";
  return filled(forms[rule] ?? forms.other ?? several, { n, ...fields });
}

/** A, A and B, A, B and C. */
export const listed = (names: string[]): string => new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);

const CROWD = 4; // the scores of more seats than these stand in the panel only

/** How a match ended, in one line. */
export function verdictOf(outcome: Outcome, seats: Seat[], held: number[] = []): string {
  const who = (seat: number) => seats[seat]?.name ?? "";
  const won = outcome.winners.map(who).join(", ");
  const isSide = seats.length > 1 && seats.length <= CROWD;
  const scores = isSide ? outcome.scores.join(" : ") : count(Math.max(...outcome.scores), "{n} point", "{n} points");
  const isLeft = outcome.reason === "left";
  if (held.length === 1 && seats.length > 1 && !isLeft && outcome.winners.includes(held[0]!)) return signed(`${say("You have won")} · ${scores}`);
  if (!won || seats.length < 2) return signed(`${capital(outcome.says)} · ${scores}`);
  return signed(`${isLeft ? say("{name} won: {why}", { name: won, why: outcome.says }) : say("{name} won", { name: won })} · ${scores}`);
}

/** Which keys there are. */
export function keysOf(title: string, tools: Tool[], keys: Record<string, string>, more = ""): Note[] {
  const own = tools.filter((tool) => tool.key).map((tool) => `${tool.key.toUpperCase()} ${tool.label.toLowerCase()}`);
  return [
    { title: say("On the board"), text: say("Arrow keys go from place to place, {next} and {previous} to the next one that can be chosen, Enter chooses, {explain} explains, Home leads back. A right click or a long press explains what is there, and so does a click where nothing can be chosen.", keys) },
    { title: say("Anywhere"), text: say("{help} opens this help, {undo} takes back, {redo} plays again, {threats} shows threats, {grid} coordinates and names, {back} and {forward} look one turn back and forward, Escape skips and closes. You choose other keys under You.", keys) },
    { title: say("Where something is asked"), text: say("Y or Enter answers yes, N answers no.") },
    { title: say("In the log"), text: say("Up and down go from turn to turn, Enter shows one.") },
    ...(own.length || more ? [{ title, text: `${own.join(", ")}${own.length ? ". " : ""}${more}` }] : []),
  ];
}
