import type { Hint, WhyLine } from "./study.svelte";
import type { BotSeat, BotTurn, Course, GameInfo, Made, Picture, PuzzleGame, PuzzleList, PuzzleTask, PuzzleVerdict, Race, SeatOffer, Summary, Tips, Turn, Verdict } from "./types";
import { say } from "./words";

/** What the server refuses, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

export async function ask(path: string, token?: string | null, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch {
    throw new Refusal("offline", say("The server does not answer."));
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  throw new Refusal(said?.error?.code ?? "broken", said?.error?.text ?? say("The server answered {code}.", { code: answer.status }));
}

export const json = { "Content-Type": "application/json" };

export const api = {
  games: async (): Promise<GameInfo[]> => (await ask("/api/games")).json(),
  rules: async (game: string): Promise<string> => (await ask(`/api/games/${game}/rules`)).text(),
  course: async (game: string): Promise<Course> => (await ask(`/api/games/${game}/course`)).json(),
  picture: async (path: string): Promise<Picture> => (await ask(path)).json(),
  beginLesson: async (game: string, number: number): Promise<Made> => (await ask(`/api/games/${game}/lessons/${number}`, null, { method: "POST" })).json(),
  verdict: async (id: string, token: string | null, number: number): Promise<Verdict> => (await ask(`/api/matches/${id}/lesson/${number}`, token)).json(),
  puzzleGames: async (): Promise<PuzzleGame[]> => (await ask("/api/puzzles")).json(),
  puzzles: async (game: string): Promise<PuzzleList> => (await ask(`/api/games/${game}/puzzles`)).json(),
  beginPuzzle: async (game: string, id: string): Promise<Made & { puzzle: PuzzleTask }> =>
    (await ask(`/api/games/${game}/puzzles/${encodeURIComponent(id)}`, null, { method: "POST" })).json(),
  puzzleVerdict: async (match: string, token: string | null, id: string): Promise<PuzzleVerdict> =>
    (await ask(`/api/matches/${match}/puzzle/${id}`, token)).json(),
  solution: async (game: string, id: string): Promise<{ choice: string; line: string[] }> => (await ask(`/api/games/${game}/puzzles/${id}/solution`)).json(),
  tips: async (id: string, token: string | null): Promise<Tips> => (await ask(`/api/matches/${id}/tips`, token)).json(),
  seats: async (game: string, options: Record<string, string>): Promise<SeatOffer[]> =>
    (
      await ask(`/api/games/${game}/seats`, null, { method: "POST", headers: json, body: JSON.stringify({ options }) })
    ).json(),
  /** Those that go on, played within so many seconds. */
  live: async (limit: number, within: number): Promise<Summary[]> => (await ask(`/api/matches?state=live&limit=${limit}&within=${within}`)).json(),
  over: async (limit: number, before?: number): Promise<Summary[]> =>
    (await ask(`/api/matches?state=over&limit=${limit}${before === undefined ? "" : `&before=${before}`}`)).json(),
  /** Those of these matches that there are. */
  found: async (ids: string[]): Promise<Summary[]> =>
    ids.length ? (await ask(`/api/matches?${ids.map((id) => `id=${encodeURIComponent(id)}`).join("&")}`)).json() : [],
  match: async (id: string, token?: string | null): Promise<Summary> => (await ask(`/api/matches/${id}`, token)).json(),
  make: async (given: unknown): Promise<Made> =>
    (await ask("/api/matches", null, { method: "POST", headers: json, body: JSON.stringify(given) })).json(),
  race: async (id: string): Promise<Race> => (await ask(`/api/races/${id}`)).json(),
  stopRace: async (id: string, token: string): Promise<Race> => (await ask(`/api/races/${id}/stop`, token, { method: "POST" })).json(),
  makeRace: async (given: unknown): Promise<{ id: string; lanes: Made[] }> =>
    (await ask("/api/races", null, { method: "POST", headers: json, body: JSON.stringify(given) })).json(),
  /** The same match once more, perhaps with sides swapped or other dice. */
  again: async (id: string, token?: string | null, how = { swap: false, fresh: false }): Promise<Made> =>
    (await ask(`/api/matches/${id}/again?swap=${how.swap}&fresh=${how.fresh}`, token, { method: "POST" })).json(),
  turns: async (
    id: string,
    token: string | null,
    start: number,
    limit: number,
    all: boolean,
    brief = false,
  ): Promise<{ turns: Turn[]; of: number }> =>
    (
      await ask(
        `/api/matches/${id}/turns?start=${start}&limit=${limit}&see=${all ? "all" : "seat"}&brief=${brief}`,
        token,
      )
    ).json(),
  curves: async (id: string, token: string | null): Promise<number[][]> =>
    (await ask(`/api/matches/${id}/curves`, token)).json(),
  file: async (id: string, token: string | null): Promise<string> => (await ask(`/api/matches/${id}/file`, token)).text(),
  bots: async (id: string, token: string | null, after: number): Promise<{ seats: BotSeat[]; turns: BotTurn[] }> =>
    (await ask(`/api/matches/${id}/bots?after=${after}`, token)).json(),
  record: async (id: string, token: string | null): Promise<string> => (await ask(`/api/matches/${id}/record`, token)).text(),
  told: async (id: string, token: string | null, number: number): Promise<string> =>
    (await (await ask(`/api/matches/${id}/bots/${number}`, token)).json()).told,
  /** Why each line of the log of a choice stands there. */
  why: async (id: string, token: string | null, number: number): Promise<WhyLine[]> => (await (await ask(`/api/matches/${id}/why/${number}`, token)).json()).lines,
  hint: async (id: string, token: string | null): Promise<Hint> => (await ask(`/api/matches/${id}/hint`, token)).json(),
  openRecorded: async (file: string, record: string): Promise<Made> =>
    (await ask("/api/files/recorded", null, { method: "POST", headers: json, body: JSON.stringify({ file, record }) })).json(),
  openFile: async (text: Blob, seats: string[] | null = null): Promise<Made> =>
    (
      await ask(`/api/files?${new URLSearchParams([["go_on", String(!!seats)], ...(seats ?? []).map((one) => ["seat", one])])}`, null, {
        method: "POST",
        headers: { "Content-Type": "text/plain" },
        body: text,
      })
    ).json(),
};
