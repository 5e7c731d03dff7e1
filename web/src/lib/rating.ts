// What the number of a solver and of a puzzle is, in words.

import { say } from "./words";

export const RATING = say("Your rating is a number for how hard a puzzle you can solve: it begins at 1000, rises when you solve one at the first try and falls when you do not.");
