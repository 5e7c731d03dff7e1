"""How strong `mcts` is against `random` in every game, and how many matches it simulates a second.

    python benchmarks/mcts.py
    python benchmarks/mcts.py --game hex --game leduc-poker --jobs 16
    python benchmarks/mcts.py --speed

With two seats every seed is played twice, with the seats swapped. Alone, a seed counts if the score is better
than that of `random` on it. `--part 0.1` plays a tenth of the matches. `--speed` simulates from the start
position on one core, to the end of the match; its seconds are processor time.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "examples" / "games"))
sys.path.insert(0, str(Path(__file__).parent.parent))

from hoplon_small_games import breakthrough, four_in_a_row, hex, leduc_poker

import hoplon
from hoplon.bots.generic.desk import HORIZON, LONGEST, SIMULATIONS
from hoplon.bots.generic.mcts import Mcts, search_of
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.referee.run import Run, run
from hoplon.referee.stats import mean, wilson

SMALL = {module.GAME.name: module.GAME for module in (breakthrough, four_in_a_row, hex, leduc_poker)}


class Trial(NamedTuple):
    """A game, its options, the nodes of `mcts`, and how many seeds are played."""

    game: str
    nodes: int
    seeds: int
    options: dict[str, Any]


TRIALS = (
    Trial("four-in-a-row", 100, 100, {}),
    Trial("hex", 300, 100, {}),
    Trial("breakthrough", 100, 100, {}),
    Trial("leduc-poker", 1000, 2000, {}),
    Trial("cardbattle", 300, 100, {}),
    Trial("hexabomb", 300, 100, {"map": "duel"}),
    Trial("hexabomb", 300, 100, {"map": "crossroads", "players": 2}),
    Trial("hoplite", 1000, 200, {}),
    Trial("codekeeper", 300, 200, {}),
)


def find(name: str) -> Game:
    """A game of Hoplon, or one of the small ones."""
    return SMALL[name] if name in SMALL else hoplon.game(name)


class Played(NamedTuple):
    """What came of a match: did `mcts` win or do better; its score, choices and seconds."""

    won: bool
    score: int
    choices: int
    seconds: float


def play(trial: Trial, seed: int, seat: int) -> Played:
    """One match, with `mcts` in a seat."""
    game = find(trial.game)
    options = game.options(**trial.options)
    bots = [hoplon.bot("random", game) for _ in range(game.seat_count(options))]
    alone = len(bots) == 1
    other = score_of(run(game, bots, seed, options, dice_seed=seed), 0) if alone else 0
    bots[seat] = hoplon.bot(f"mcts:nodes={trial.nodes}", game)
    done = run(game, bots, seed, options, dice_seed=seed)
    if done.fault is not None:
        raise SystemExit(done.fault.text)
    own = score_of(done, seat)
    chosen = done.match.seats.count(seat)
    return Played(own > other if alone else seat in done.winners, own, chosen, done.seats[seat].wall)


def score_of(done: Run, seat: int) -> int:
    """A seat's score, also where the match was stopped."""
    return done.seats[seat].score


def measure(trial: Trial, part: float, first: int, jobs: int) -> str:
    """One line about a game."""
    game = find(trial.game)
    seats = game.seat_count(game.options(**trial.options))
    seeds = range(first, first + max(1, round(part * trial.seeds)))
    todo = [(trial, seed, seat) for seed in seeds for seat in range(seats)]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        played = list(pool.map(play, *zip(*todo, strict=True), chunksize=max(1, len(todo) // (8 * jobs))))
    share, score = wilson(sum(one.won for one in played), len(played)), mean([one.score for one in played])
    assert share is not None
    assert score is not None
    millis = 1000 * sum(one.seconds for one in played) / sum(one.choices for one in played)
    verb = "better on" if seats == 1 else "won"
    return (
        f"{' '.join([trial.game, *map(str, trial.options.values())]):22} mcts:nodes={trial.nodes:<5} {verb} "
        f"{sum(one.won for one in played)} of {len(played)}: {share.value:.1%} ({share.low:.1%} to "
        f"{share.high:.1%}), score {score.value:.2f} ({score.low:.2f} to {score.high:.2f}), "
        f"{fmean(one.choices for one in played):.0f} choices a match, {millis:.1f} ms each"
    )


def speed(name: str, simulations: int = 20_000, rounds: int = 5) -> str:
    """Simulations a second from the start position, the best of a few rounds."""
    game = find(name)
    match = Match(game, 1)
    bot = Mcts(nodes=simulations)
    best = 0.0
    for seed in range(rounds + 1):  # the first compiles
        desk = bot.set_up(*game.known(match.view(match.to_move or 0)), seed)
        desk.counts[HORIZON] = LONGEST
        search_of(game.rules).grow(desk, seed, 100)
        began = process_time()
        bot.think(seed, 0.0)
        best = max(best, (int(desk.counts[SIMULATIONS]) - 100) / (process_time() - began))
    return f"{name:16} {best:12,.0f} simulations a second"


def main() -> None:
    """Measure some games or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", action="append", choices=sorted({trial.game for trial in TRIALS}))
    parser.add_argument("--part", type=float, default=1.0)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--speed", action="store_true")
    wanted = parser.parse_args()
    trials = [trial for trial in TRIALS if wanted.game is None or trial.game in wanted.game]
    if wanted.speed:
        for name in dict.fromkeys(trial.game for trial in trials):
            print(speed(name, 20_000 if name in SMALL else 500), flush=True)
        return
    for trial in trials:
        print(measure(trial, wanted.part, wanted.first, wanted.jobs), flush=True)


if __name__ == "__main__":
    main()
