// Leagues as the server tells of them; docs/reference/arena.md describes it.

import { ask } from "./api";
import { count, say } from "./words";

export interface LeagueInfo {
  id: string;
  name: string;
  game: string;
  title: string; // of the game
  played_on: string; // which map, depth or cards
  seats: string[]; // what each is called
  format: string;
  clock: number | null; // seconds for a choice
  paired: boolean;
  made: number;
  closed: number | null;
  bots: number;
  matches: number;
  waiting: number; // still to be played
  changed: number;
}

/** What matches add up to; times in seconds. */
export interface Tally {
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  faults: number;
  score: number; // on average
  thought: number; // for a choice, on average
  slowest: number;
  late: number;
}

export interface Standing extends Tally {
  place: number | null; // of those that play and have played
  bot: string;
  name: string;
  version: number;
  kind: string;
  trouble: string; // why it does not play
  is_trial: boolean;
  rating: number | null;
  low: number | null;
  high: number | null;
  better: number | null; // how likely it is stronger than the next
  points: number | null; // the share of those that there were
}

export interface LeagueTable extends LeagueInfo {
  alone: boolean; // does everybody play alone?
  rated: number; // matches that the ratings are of
  equal: number | null; // how likely such results are if all play equally well
  standings: Standing[];
}

export interface Pair {
  bot: string;
  name: string;
  opponent: string;
  opponent_name: string;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  points: number;
}

export interface CurvePoint {
  after: number; // matches
  bots: Record<string, [number, number, number]>; // rating, low, high
}

export interface MatchSeat {
  seat: number;
  bot: string;
  name: string;
  version: number;
  rank: number;
  score: number;
  verdict: string;
  choices: number;
  wall: number;
  slowest: number;
  late: number;
  fault: string;
}

export interface LeagueMatch {
  match: string; // where it is opened
  id: number;
  number: number;
  stage: number; // 0: a trial
  ended: number;
  turns: number;
  reason: string;
  says: string;
  seed: string;
  seats: MatchSeat[];
}

export interface LiveMatch {
  match: string;
  seats: { seat: number; name: string }[];
}

export interface BotError {
  id: number;
  match: string | null; // where it is opened, if it counts
  number: number;
  ended: number;
  bot: string;
  name: string;
  version: number;
  seat: number;
  against: string[];
  fault: string;
  line: string;
  again: string; // why it was played again
  late: number;
  strikes: number;
  slowest: number;
  stderr: string;
}

export interface BotInfo {
  id: string;
  name: string;
  state: string;
  trouble: string;
  made: number;
  league: LeagueInfo & { alone: boolean };
  standing: Standing;
  versions: { number: number; kind: string; digest: string; state: string; reason: string; made: number; tally: Tally | null }[];
  seats: (Tally & { seat: number; title: string })[];
  opponents: { bot: string; name: string; matches: number; won: number; drawn: number; lost: number; points: number }[];
}

/** Which matches are wanted. */
export interface Wanted {
  bot?: string;
  opponent?: string;
  current?: boolean;
  lost?: boolean;
  before?: number;
  limit?: number;
}

const at = (id: string) => `/api/leagues/${encodeURIComponent(id)}`;

function query(wanted: object): string {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

const get = async <T>(path: string): Promise<T> => (await ask(path)).json();

export const leagues = {
  all: () => get<LeagueInfo[]>("/api/leagues"),
  table: (id: string) => get<LeagueTable>(at(id)),
  pairs: (id: string) => get<Pair[]>(`${at(id)}/pairs`),
  curve: (id: string) => get<CurvePoint[]>(`${at(id)}/curve`),
  live: (id: string) => get<LiveMatch[]>(`${at(id)}/live`),
  matches: (id: string, wanted: Wanted) => get<LeagueMatch[]>(`${at(id)}/matches?${query(wanted)}`),
  errors: (id: string, wanted: { bot?: string; before?: number; limit?: number }) => get<BotError[]>(`${at(id)}/errors?${query(wanted)}`),
  bot: (id: string) => get<BotInfo>(`/api/bots/${encodeURIComponent(id)}`),
  exported: (id: string, of: string, form: string) => `${at(id)}/export?of=${of}&form=${form}`,
};

const FORMATS: Record<string, string> = { "round-robin": say("Everybody meets everybody"), swiss: say("Swiss tournament"), gauntlet: say("Gauntlet"), ladder: say("Ladder") };

/** How a league is played, for people. */
export function formatOf(format: string): string {
  const [kind = "", detail] = format.split(":");
  const name = FORMATS[kind] ?? format;
  return detail ? (kind === "swiss" ? say("{name}, {n} rounds", { name, n: detail }) : say("{name} of {detail}", { name, detail })) : name;
}

/** How long ago something was, roughly. */
export function ago(at: number): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - at) / 60));
  if (minutes < 1) return say("just now");
  if (minutes < 90) return say("{n} min ago", { n: minutes });
  return minutes < 60 * 36 ? say("{n} h ago", { n: Math.round(minutes / 60) }) : count(Math.round(minutes / 1440), "{n} day ago", "{n} days ago");
}

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** The time of a choice, in seconds, as people read it. */
export function lasted(seconds: number): string {
  if (seconds < 0.001) return "< 1 ms";
  return seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** Hues that can be told apart, light and dark. */
export const HUES = ["var(--accent)", "var(--focus)", "var(--olive)", "var(--gold)", "#8a5fb0", "#2f8f83", "#c2588f", "#6f7d8c"];
