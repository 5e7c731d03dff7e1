"""Bots as judges: who answers for the side that is away in a match by e-mail."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Choice, Match
    from hoplon.protocols.pbem.table import Judge

USUAL = "judge"  # the bot that judges unless another is named, where the game has it


def usual_judge(game: Game) -> str:
    """The name of the judge that a game is played with unless the players say otherwise."""
    from hoplon.bots import bots_for
    from hoplon.protocols.pbem.table import FIRST

    return USUAL if USUAL in bots_for(game.name) else FIRST.name


def judge_for(game: Game, name: str) -> Judge:
    """The judge of that name: a bot, or `first` for the first legal choice.

    A bot is made anew for every question and gets dice that are fixed by the number of the choice.
    """
    import hoplon.bots
    from hoplon.bots.dice import SeatDice
    from hoplon.core.kernel import PACKAGE
    from hoplon.protocols.pbem.table import FIRST, Judge

    if name == FIRST.name:
        return FIRST
    made = hoplon.bots.bot(name, game.name)
    if "seconds" in getattr(made, "SETTINGS", {}):
        raise BadOption(f"the bot {name} thinks by the clock; a judge must answer the same everywhere")

    def choose(match: Match) -> Choice:
        seat = match.to_move or 0
        dice = SeatDice(len(match.choices), seat)
        return hoplon.bots.bot(name, game.name).choose(match.view(seat), match.legal(), dice, inf)

    folder = PACKAGE / "bots"
    return Judge(name, choose, (folder / "simple.py", *sorted(folder.glob(f"{game.name}_*.py"))))
