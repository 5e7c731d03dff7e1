// What the server sends; docs/reference/arena.md describes it.

export interface Tool {
  name: string;
  label: string;
  key: string;
  help: string;
}

export interface Offer {
  text: string;
  tool: string;
  cell: string | null;
  label: string;
  help: string;
  source: string | null; // what is taken up first
  also?: string[]; // further cells that mean the same choice
}

export interface Entry {
  kind: string;
  text: string;
  depth: number;
  cause: number;
  src: string | null;
  dst: string | null;
  cells: string[];
  n: number;
  who: number;
  says: string; // for people; empty: nothing to read
  chance?: string; // in a preview, of what is not certain
}

export interface Mark {
  cell: string;
  tone: string;
  text: string;
}

export interface Note {
  title: string;
  text: string;
}

export interface Preview {
  choice: string;
  number: number;
  log: Entry[];
  marks: Mark[];
  summary: string;
  numbers: any; // the game's own
}

export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
  says: string;
}

export interface Seat {
  seat: number;
  player: "me" | "friend" | "bot" | "nobody";
  name: string; // no two seats have the same
  title: string; // what the seat is called, whoever sits there
  bot: string; // without a path, unless one has begun the match
  remote: string; // what the program is called that plays from elsewhere
  left: "" | "resigned" | "gone" | "flagged"; // before the end
  fault: string;
}

/** Where a person is who plays with others; `claim`: so many seconds away, and the others may claim. */
export interface Presence {
  seat: number;
  is: "awaited" | "here" | "away" | "gone";
  claim: number | null;
}

/** A seat of a match to be; `bot` has it unless somebody asks for it. */
export interface SeatOffer {
  title: string;
  bot: string | null;
}

export interface Summary {
  id: string;
  race: string; // that it is a lane of; empty if none
  rivals?: { name: string; score: number | null; over: boolean }[]; // all who take part in that, in lists
  game: string;
  title: string;
  options: Record<string, string>;
  open: boolean;
  made: number;
  changed: number;
  turn: number;
  number?: number;
  ended: string | null;
  says: string | null; // how it ended, for people
  played: string; // which map, depth or cards
  scores: number[];
  winners: number[]; // seats
  called: { seat: number; number: number } | null; // whose turn began, and after how many choices, where several people play
  clock: string; // such as "5m+3s"; empty if none
  rated: boolean;
  day: string; // whose challenge it is an attempt of; empty: of none
  seats: Seat[];
  seed?: number | string | null; // as text where a number would be rounded
  dice?: { commitment: string | null; shares: Record<string, string>; terms: string[]; waits: number[] };
  chosen?: [string, string][]; // options that differ from their defaults
}

// Positions and grounds differ from game to game; only the game's own view reads them.
export type Position = any;
export type Ground = any;

export interface State {
  type: "state";
  number: number;
  turn: number;
  to_move: number | null;
  seat: number | null;
  sees_all: boolean;
  may_see_all: boolean;
  waits: number[]; // seats of people who have not come in yet
  position: Position;
  choices: Offer[];
  undo: boolean;
  redo: boolean;
  file: boolean;
  again: boolean;
  hint?: boolean; // may one ask for a hint?
  resign: boolean;
  asks: { kind: "takeback" | "draw" | "hints"; seat: number; agreed: number[] } | null; // what one asks the others for
  may_ask: string[]; // what one may ask the others for
  speaks: boolean; // is there somebody to say something to?
  clock: { is: string; left: number[]; runs: number | null } | null; // seconds of each seat, and whose are running
  decides: boolean; // may one say what happens to a bot that has failed?
  records: boolean; // may what the bots were told and said be seen?
  outcome: Outcome | null;
  scores: number[];
  counts: number[];
  thinking: number | null;
  preparing: boolean; // the bot is compiled before it thinks, once
  trouble: string;
  faults: string[]; // what bots did wrong last
}

export interface TurnMessage {
  type: "turn";
  number: number;
  seat: number;
  choice: string | null;
  log: Entry[];
  state: State;
}

export interface Turn {
  number: number;
  turn: number;
  seat: number | null;
  choice: string | null;
  log: Entry[];
  position: Position | null; // null: not asked for yet
  scores: number[];
  counts: number[]; // of each seat, beside the scores
}

/** What a bot did about one choice; times in milliseconds. */
export interface BotTurn {
  number: number; // of the choice in the match
  seat: number;
  player: string;
  turn: number; // of its own, since it was started
  answer: string;
  errors: string; // what it wrote to stderr
  message: string;
  wall_ms: number | null;
  cpu_ms: number | null;
  waited_ms: number | null;
}

export interface BotSeat {
  seat: number;
  player: string;
  sandbox: string; // how it was isolated, in words
  fault: string;
  line: string; // the line that was at fault
  stderr: string; // of the whole match, if it is not known by turn
}

export interface Welcome {
  type: "welcome";
  match: Summary;
  held: number[];
  ground: Ground;
  tools: Tool[];
  hides: boolean;
  threats: boolean; // does the game tell of any?
  beats: number[];
  presence: Presence[]; // of those at the table, for those at the table
}

export interface Field {
  name: string;
  label: string;
  kind: "number" | "flag" | "text" | "one" | "many" | "ticks";
  default: string;
  help: string;
  least: number;
  most: number;
  among: [string, string][];
  rare: boolean;
  group: string;
  own: boolean; // may values that people have made be chosen too?
  sorted_by: string; // what is chosen first, such as a module
  sorts: [string, string][];
  sort_of: string[]; // of each of `among`
  about: string[]; // what each of `among` is
  lot: string; // what it is called to let the lot decide
  lot_takes: [string, string] | null; // if the lot decides, the first option is as the second
  needs: string; // the switch without which it means nothing
  columns: [string, string][]; // of ticks
  ticked: string[]; // of each of `among`
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  story: string; // what it is about; empty for a game that tells none
  version: number;
  seats: [number, number];
  ready: boolean;
  bots_ready: boolean;
  progress: { what: string; done: number; of: number } | null;
  form: Field[];
  tools: Tool[];
  bots: { bot: string; label: string; help: string; origin: string; usual: boolean }[]; // the weakest first; `origin`: how it was trained, if it was
  difficulties: { name: string; label: string; words: string; options: Record<string, string>; bot: string }[]; // the easiest first; the usual bot unless one is named
  seeds: [string, string]; // the least and the greatest
  hides: boolean;
  letters: boolean; // can it be played by e-mail?
  lessons: number; // how many it brings
  edits: boolean; // can its positions be set up piece by piece?
  programs: boolean;
  grid?: "hex" | "square" | "none"; // of a board that is drawn as it is declared
}

export interface Key {
  token: string;
  seats: number[];
  player: "me" | "friend" | "host of the match";
}

/** Matches with the same start. While it is sealed, only their players see more than scores. */
export interface Race {
  id: string;
  game: string;
  title: string;
  sealed: boolean;
  over: boolean;
  seed: number | string | null;
  lanes: Summary[];
}

export interface Made {
  id: string;
  game: string;
  tokens: Key[];
}

/** A position with a goal. */
export interface LessonText {
  name: string; // by which progress is kept
  title: string;
  goal: string;
  intro: string;
  hint: string;
  praise: string;
  choices: number; // at most; 0: as many as one likes
}

/** What a game teaches: a guide in parts, each of them text or a picture with what stands below it, and lessons. */
export interface Course {
  game: string;
  title: string;
  aim: string;
  guide: { text: string; picture: string | null }[];
  lessons: LessonText[];
}

export interface Picture {
  ground: Ground;
  position: Position;
}

/** How a lesson stands after so many choices. */
export interface Verdict {
  number: number;
  passed: boolean;
  lost: boolean;
  says: string | null; // about a mistake
  left: number | null;
}

/** What is told of a puzzle before it is solved. */
export interface PuzzleTask {
  id: string;
  seat: number;
  difficulty: number;
  rating: number;
  task: string;
  hint: string;
  themes: string[];
}

/** The puzzles of a game. */
export interface PuzzleList {
  game: string;
  title: string;
  daily: string | null;
  themes: { name: string; title: string }[];
  puzzles: { id: string; difficulty: number; rating: number; themes: string[] }[];
}

/** A game that has puzzles, and its puzzle of the day. */
export interface PuzzleGame {
  game: string;
  title: string;
  count: number;
  daily: PuzzleTask;
}

/** How a puzzle stands; `right` is null before anything was chosen. */
export interface PuzzleVerdict {
  number: number;
  right: boolean | null;
  says: string;
}

export interface Tips {
  aim: string;
  tips: { name: string; says: string }[];
}
