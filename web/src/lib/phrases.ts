// What those who play can say to one another: these phrases, and nothing else.

import { read, write } from "./keep.svelte";
import { say } from "./words";

export const PHRASES: Record<string, string> = {
  hello: say("Hello!"),
  luck: say("Good luck!"),
  nice: say("Nice one!"),
  oops: say("Oops!"),
  think: say("Let me think."),
  wait: say("Back in a moment."),
  thanks: say("Thank you!"),
  game: say("Good game!"),
};

const QUIET = "hoplon.quiet";

export const isQuiet = (): boolean => read(QUIET, false);

export function keepQuiet(isQuiet: boolean): void {
  write(QUIET, isQuiet);
}
