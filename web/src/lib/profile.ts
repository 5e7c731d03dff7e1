// All that this browser keeps, as a file to take along; a file is checked before anything of it is taken.

import { SPEEDS } from "./keep.svelte";
import { OWN_COLOURS } from "./paint";
import { say } from "./words";

const MAGIC = "hoplon profile";
const VERSION = 1;
const OURS = "hoplon.";
const LARGEST = 4_000_000; // characters
const SECRET = /^[0-9a-f]{32}$/;

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const among =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

const LIKES: Record<string, Check> = {
  theme: among("auto", "light", "dark"),
  speed: among(...SPEEDS),
  muted: isFlag,
  volume: (value) => typeof value === "number" && value >= 0 && value <= 1,
  fullLog: isFlag,
  coordinates: isFlag,
  forced: isFlag,
  notify: isFlag,
  language: isText,
  colour: among("", ...OWN_COLOURS),
  motion: among("auto", "less"),
  contrast: among("auto", "more"),
  keys: (value) => isObject(value) && Object.values(value).every(isText),
};

const isKept: Check = (value) =>
  isObject(value) && isText(value.id) && isText(value.game) && isText(value.token) && Array.isArray(value.friends) && typeof value.at === "number" && (value.seats === undefined || Array.isArray(value.seats));

/** What is wrong with something that a file wants to be kept; empty if nothing is. */
function faultOf(name: string, value: unknown): string {
  switch (name) {
    case "hoplon.likes": {
      if (!isObject(value)) return say("“{name}” is no list of settings.", { name });
      const wrong = Object.entries(LIKES).find(([like, fits]) => like in value && !fits(value[like]));
      return wrong ? say("the setting “{name}” is {value}, which is not possible.", { name: wrong[0], value: JSON.stringify(value[wrong[0]])?.slice(0, 40) }) : "";
    }
    case "hoplon.tokens":
      return Array.isArray(value) && value.every(isKept) ? "" : say("“{name}” is no list of matches.", { name });
    case "hoplon.me":
      return value === "" || (typeof value === "string" && SECRET.test(value)) ? "" : say("“{name}” does not say who you are.", { name });
    case "hoplon.name":
      return value === null || isText(value) ? "" : say("“{name}” is no name.", { name });
    default:
      return name.startsWith(OURS) ? "" : say("“{name}” does not belong to a profile.", { name: name.slice(0, 40) });
  }
}

const own = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(OURS)).sort();

/** The profile as a file. */
export function written(): string {
  const kept = Object.fromEntries(own().map((name) => [name, JSON.parse(localStorage.getItem(name)!) as unknown]));
  return `${JSON.stringify({ [MAGIC]: VERSION, kept }, null, 1)}\n`;
}

/** What a file has to be kept; an Error says what is wrong with it. */
export function readProfile(text: string): Record<string, unknown> {
  const fail = (why: string): never => {
    throw new Error(say("This is no profile: {why}", { why }));
  };
  if (text.length > LARGEST) fail(say("it is too large."));
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    fail(say("it is not a file that this page has saved, or it is damaged."));
  }
  if (!isObject(file) || !(MAGIC in file)) return fail(say("it is not a file that this page has saved, or it is damaged."));
  if (file[MAGIC] !== VERSION) return fail(say("its version is {found}; this page reads version {version}.", { found: String(file[MAGIC]).slice(0, 20), version: VERSION }));
  const { kept } = file;
  if (!isObject(kept)) return fail(say("nothing is kept in it."));
  for (const [name, value] of Object.entries(kept)) {
    const fault = faultOf(name, value);
    if (fault) fail(fault);
  }
  return kept;
}

/** Take a profile instead of what is kept here. */
export function take(kept: Record<string, unknown>): void {
  wipe();
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, JSON.stringify(value));
}

/** Keep nothing any more. */
export function wipe(): void {
  for (const name of own()) localStorage.removeItem(name);
}
