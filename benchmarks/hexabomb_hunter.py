"""Sudden death: how long do characters that stand still, and painters, outlive `hunter`? A table in Markdown.

    python benchmarks/hexabomb_hunter.py --seeds 1-20

One line a map, with as many players as it has room for and the usual number of turns; processor times.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import thread_time
from typing import Any

from hoplon.bots.hexabomb.hunter import Hunter
from hoplon.bots.hexabomb.painter import Painter
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb import GAME
from hoplon.games.hexabomb.maps import named, names
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.referee.run import run
from hoplon.referee.series import read_seeds


class Idle(Bot):
    """Stands still, whatever happens."""

    name = "idle"

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """The last choice is always to stay."""
        return legal[-1]


class Timed(Bot):
    """A hunter with a stop-watch."""

    name = "hunter"

    def __init__(self) -> None:
        self.bot = Hunter()
        self.choices = 0
        self.seconds = 0.0

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:
        """Choose, and note the processor time."""
        began = thread_time()
        choice = self.bot.choose(view, legal, dice, clock)
        self.seconds += thread_time() - began
        self.choices += 1
        return choice


@dataclass
class Hunt:
    """What became of the prey on one map, over all seeds."""

    characters: int = 0
    alive: int = 0
    scores: tuple[int, ...] = ()
    microseconds: float = 0.0

    def __str__(self) -> str:
        dead = 100 * (1 - self.alive / self.characters)
        mean = sum(self.scores) / len(self.scores)
        return f"{dead:.1f} % | {mean:.1f} | {max(self.scores)}"


def hunt(name: str, prey: type[Bot], seeds: list[int]) -> Hunt:
    """All matches of one map against one kind of prey."""
    options = HexabombOptions(map=name, special=True)
    hunter, found = Timed(), Hunt()
    for seed in seeds:
        players = [hunter, *(prey() for _ in range(options.player_count))]
        done = run(GAME, players, seed, options, dice_seed=seed)
        end = done.match.view(0)
        found.characters += sum(c.seat > 0 for c in end.characters)
        found.alive += sum(c.seat > 0 and c.alive for c in end.characters)
        found.scores += end.scores[1:]
    found.microseconds = 1e6 * hunter.seconds / hunter.choices
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", default="1-20", help="the seeds of the matches (default: 1-20)")
    parser.add_argument("--map", action="append", choices=names(), help="only this map; as often as needed")
    given = parser.parse_args()
    seeds = list(read_seeds(given.seeds))
    print("| map | players | hunters | standing still: dead | turns survived, mean | most "
          "| painters: dead | turns survived, mean | most | µs a choice |")  # fmt: skip
    print("|---" * 10 + "|")
    for name in given.map or names():
        board = named(name)
        idle, painters = hunt(name, Idle, seeds), hunt(name, Painter, seeds)
        print(
            f"| `{name}` | {len(board.starts)} | {len(board.special)} | {idle} | {painters} "
            f"| {painters.microseconds:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
