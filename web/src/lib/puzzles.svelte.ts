// What this browser remembers of puzzles: which were solved, the rating of their solver and of the puzzles, and the streak.
//
// Ratings are Elo: whoever solves a puzzle of rating p with a rating r is expected to score 1 / (1 + 10^((p - r) / 400)).
// Only the first try counts: 1 if it is right, a half if it is right after a hint, else 0. The solver's rating then moves
// by K times what the score is above the expected one, where K is 40 for the first 20 puzzles and 20 from then on, and the
// puzzle's rating moves by as much the other way. A solver begins with 1000; each game has a rating of its own.

import { read, write } from "./keep.svelte";
import type { PuzzleList } from "./types";

const PUZZLES = "hoplon.puzzles";
const BEGINNER = 1000;
const SCALE = 400;
const K_NEW = 40;
const K = 20;
const NEW = 20; // puzzles
const DAY = 86_400_000; // milliseconds

export type Score = 0 | 0.5 | 1;

interface Solver {
  rating: number;
  tried: Record<string, Score>; // the first try of each puzzle
  moved: Record<string, number>; // by how much the rating of a puzzle has changed
  streak: number;
  best: number;
  days: number[]; // on which the daily puzzle was solved, counted from 1970-01-01
}

const beginner = (): Solver => ({ rating: BEGINNER, tried: {}, moved: {}, streak: 0, best: 0, days: [] });

/** The day that it is everywhere, counted from 1970-01-01. */
export const today = (): number => Math.floor(Date.now() / DAY);

class Solvers {
  private kept = $state<Record<string, Solver>>(read(PUZZLES, {}));

  of(game: string): Solver {
    return this.kept[game] ?? beginner();
  }

  tried(game: string, id: string): Score | undefined {
    return this.of(game).tried[id];
  }

  /** What a puzzle is rated here. */
  ratingOf(game: string, puzzle: { id: string; rating: number }): number {
    return Math.round(puzzle.rating + (this.of(game).moved[puzzle.id] ?? 0));
  }

  /** The first try at a puzzle; by how much the solver's rating changes. Later tries change nothing. */
  score(game: string, puzzle: { id: string; rating: number }, score: Score, isDaily: boolean): number {
    const before = this.of(game);
    if (before.tried[puzzle.id] !== undefined) return 0;
    const expected = 1 / (1 + 10 ** ((this.ratingOf(game, puzzle) - before.rating) / SCALE));
    const change = (Object.keys(before.tried).length < NEW ? K_NEW : K) * (score - expected);
    const streak = score === 1 ? before.streak + 1 : 0;
    this.kept[game] = {
      rating: before.rating + change,
      tried: { ...before.tried, [puzzle.id]: score },
      moved: { ...before.moved, [puzzle.id]: (before.moved[puzzle.id] ?? 0) - change },
      streak,
      best: Math.max(before.best, streak),
      days: isDaily && score > 0 ? [...new Set([...before.days, today()])] : before.days,
    };
    write(PUZZLES, this.kept);
    return change;
  }

  /** For how many days in a row the daily puzzle was solved, up to today or yesterday. */
  daysInARow(game: string): number {
    const days = new Set(this.of(game).days);
    let day = today();
    if (!days.has(day)) day -= 1;
    let found = 0;
    while (days.has(day - found)) found += 1;
    return found;
  }

  /** A puzzle that fits the filters and was not tried yet, as hard as suits the solver; null if there is none. */
  next(list: PuzzleList, theme: string, difficulty: string, except = ""): string | null {
    const fits = list.puzzles.filter(
      (one) => one.id !== except && this.tried(list.game, one.id) === undefined && (!theme || one.themes.includes(theme)) && isAsHard(one.difficulty, difficulty),
    );
    const rating = this.of(list.game).rating;
    const suits = [...fits].sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
    const few = suits.slice(0, 8); // not always the nearest: who comes back wants another one
    return few[Math.floor(Math.random() * few.length)]?.id ?? null;
  }
}

/** Are the puzzles of a difficulty meant by `easy`, `medium`, `hard` or nothing? */
export function isAsHard(difficulty: number, wanted: string): boolean {
  if (wanted === "easy") return difficulty <= 2;
  if (wanted === "medium") return difficulty >= 3 && difficulty <= 5;
  return wanted !== "hard" || difficulty >= 6;
}

export const solvers = new Solvers();
