"""How well values foretell what happens, and whether luck is zero on average.

    python benchmarks/calibration.py play GAME --out FOLDER [--jobs 4] [--seconds 500] [--positions 2000]
    python benchmarks/calibration.py luck GAME --out FOLDER [--jobs 4] [--seconds 500] [--matches 1000]
    python benchmarks/calibration.py report FOLDER [--svg docs/pictures] [--json FILE]

`play` takes held-out positions, foretells each one, and lets the player of the evaluation play on `--times`
times. `luck` accounts for matches that are played to the end. Both write one line of JSON as soon as it is
known, and go on where the lines of the folder end; to add lines from another machine, play there with another
`--first` and put the files into one folder. `report` tells what the lines say, as far as there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from calibration_report import LEAST, MOST, report
from held_out import HELD_OUT, Stage, starts
from line_files import Line, add_arguments, fill, is_full, of, read_lines

import hoplon
from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.luck import account_of, steps_of
from hoplon.core.match import Match

WORLDS = 48
STRAY = 0.03  # how often the choice of a match whose luck is counted is made at random
LONGEST = 1500  # choices of such a match; one that is longer does not count
BOTS = {"mcts": "mcts:nodes=32"}  # who plays on, as a bot, if not by its own name


def foretell(stage: Stage, number: int, times: int, within: bool, again: Mapping[int, Line]) -> Line | None:
    """One position: what was foretold by what the seat may know and with all open, and what happened.

    With `within`, positions in which a chance is not between 20 and 80 % are left out. What happened is taken
    from lines of another folder, `again`, if the position is there.
    """
    known = again.get(number)
    if known is not None and not is_full(known):
        return None
    position = stage.position(number)
    if position is None:
        return None
    seat = position.match.to_move
    assert seat is not None
    hides = stage.evaluator.game.hides
    foretold = stage.foretell(position, seat, WORLDS, deals=hides)
    chance = next(k for k, quantity in enumerate(stage.evaluator.quantities) if not quantity.unit)
    if within and not LEAST <= foretold[chance] <= MOST:
        return None
    seen = stage.foretell(position, seat, WORLDS, deals=False) if hides else foretold
    if known is not None:
        return known | {"foretold": _rounded(foretold), "open": _rounded(seen)}
    happened, ended = stage.play_on(position, seat, times)
    return {
        "seat": seat,
        "options": position.options,
        "choices": position.choices,
        "foretold": _rounded(foretold),
        "open": _rounded(seen),
        "happened": [_rounded(row) for row in happened],
        "ended": ended,
    }


def _rounded(row: Any) -> list[float]:
    return [round(float(value), 5) for value in row]


def account(name: str, evaluators: dict[int, Evaluator], number: int) -> Line | None:
    """One match to its end, played by the player of the evaluation that strays now and then: its sums."""
    dice = np.random.default_rng([0x4C55, number])
    drawn = {key: values[int(dice.integers(len(values)))] for key, values in starts(name).options.items()}
    try:
        match = hoplon.new(name, seed=number, **drawn)
    except hoplon.BadOption:  # armies of two periods do not meet
        return None
    seats = match.game.seat_count(match.options)
    evaluator = evaluators.setdefault(seats, Evaluator(match.game, seats))
    player = evaluator.foresight.player
    bots = [hoplon.bot(BOTS.get(player, player), match.game) for _ in range(seats)]

    class Dice:
        def below(self, sides: int) -> int:
            return int(dice.integers(sides))

    while not match.is_over:
        if len(match.choices) == LONGEST:
            return None
        mover, legal = match.to_move, match.legal()
        assert mover is not None
        chosen = bots[mover].choose(match.view(mover), legal, Dice(), 1e9)
        match.play(legal[int(dice.integers(len(legal)))] if dice.random() < STRAY else chosen)
    steps = steps_of(match, evaluator)
    found = account_of(steps, 0, _result(match, evaluator))
    return {
        "options": drawn, "choices": len(steps), "start": found.start,
        "own": found.own, "others": found.others, "luck": found.luck,
        "error": found.luck_error, "result": found.result, "gap": found.gap,
    }  # fmt: skip


def _result(match: Match, evaluator: Evaluator) -> float:
    out = np.zeros(len(evaluator.quantities))
    evaluator.evaluation.measure(match.state.record, 0, out)
    return float(out[0])


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="what", required=True)
    playing = parts.add_parser("play")
    add_arguments(playing, "--positions", 2000, HELD_OUT)
    playing.add_argument("--times", type=int, default=8, help="how often each position is played on")
    playing.add_argument("--within", action="store_true", help="only chances between 20 and 80 %%")
    playing.add_argument("--again", type=Path, metavar="FOLDER", help="foretell anew what was played there")
    add_arguments(parts.add_parser("luck"), "--matches", 1000, HELD_OUT)
    telling = parts.add_parser("report")
    telling.add_argument("folder", type=Path)
    telling.add_argument("--svg", type=Path, metavar="FOLDER", help="draw reliability diagrams into it")
    telling.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON, too")
    asked = parser.parse_args()
    if asked.what == "report":
        report(list(read_lines(asked.folder)), asked.svg, asked.json)
        return
    if asked.first < HELD_OUT:
        parser.error(f"--first is {asked.first}; expected {HELD_OUT} or more: below, things are fitted")
    if asked.what == "play":
        stage = Stage(asked.game)
        there = of(asked.again, asked.what, asked.game) if asked.again else []
        again = {int(line["number"]): line for line in there}
        fill(asked, lambda number: foretell(stage, number, asked.times, asked.within, again))
    else:
        evaluators: dict[int, Evaluator] = {}
        fill(asked, lambda number: account(asked.game, evaluators, number))


if __name__ == "__main__":
    main()
