"""Fits the numbers of `hoplon/bots/*/foresight.py`: what is expected where nobody plays on.

    python benchmarks/fit_foresight.py collect GAME --out FOLDER [--jobs 4] [--seconds 500] [--positions 3000]
    python benchmarks/fit_foresight.py fit GAME FOLDER

`collect` takes positions whose numbers are below those that `calibration.py` measures with, writes down what
the foresight of the game may look at, and lets the player of the evaluation play on. It can be continued, and
lines of several machines put into one folder (`--first`). `fit` prints the numbers as they stand in the file
of the game, with how well they and those of the file do on the fifth of the positions that it leaves out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from fit_battles import battle_facts, fit_battles
from fit_hoplite import fit_runs, run_facts
from fit_mazes import fit_mazes, maze_facts
from held_out import HELD_OUT, Position, Stage
from line_files import Line, add_arguments, fill, is_full, of

FITTED: dict[str, tuple[Callable[[Any, int], Line], Callable[[list[Line]], None]]] = {
    "hoplite": (run_facts, fit_runs),
    "codekeeper": (maze_facts, fit_mazes),
    "cardbattle": (battle_facts, fit_battles),
}


def facts(stage: Stage, number: int, times: int) -> Line | None:
    """One position: what is known of it for the seat that chooses, and what happened."""
    position: Position | None = stage.position(number)
    if position is None:
        return None
    seat = position.match.to_move
    assert seat is not None
    look, _ = FITTED[stage.name]
    happened, ended = stage.play_on(position, seat, times, stops=False)
    return {
        **look(position.match.state.record, seat),
        "value": stage.thought(position),
        "happened": happened.tolist(),
        "ended": ended,
    }


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="what", required=True)
    collecting = parts.add_parser("collect")
    add_arguments(collecting, "--positions", 3000, 0)
    collecting.add_argument("--times", type=int, default=4, help="how often each position is played on")
    fitting = parts.add_parser("fit")
    fitting.add_argument("game", choices=FITTED)
    fitting.add_argument("folder", type=Path)
    asked = parser.parse_args()
    if asked.what == "fit":
        lines = [line for line in of(asked.folder, "collect", asked.game) if is_full(line)]
        if len(lines) < 100:
            parser.error(f"{asked.folder} has {len(lines)} positions of {asked.game}; expected 100 or more")
        FITTED[asked.game][1](lines)
        return
    if asked.game not in FITTED:
        parser.error(f"nothing of {asked.game} is fitted; expected one of {', '.join(FITTED)}")
    if asked.first + 10 * asked.wanted >= HELD_OUT:
        parser.error(f"--first is {asked.first}; expected much less than {HELD_OUT}: those are held out")
    stage = Stage(asked.game)
    fill(asked, lambda number: facts(stage, number, asked.times))


if __name__ == "__main__":
    main()
