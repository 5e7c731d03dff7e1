"""Bots as judges, who answer for the absent player in a match by e-mail."""

from __future__ import annotations

from math import inf

import hoplon.bots
from hoplon.bots.dice import SeatDice
from hoplon.core.choices import Choice
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.protocols.pbem.letter_game import FIRST, Judge


def usual_judge(game: Game) -> str:
    """The name of a game's default judge."""
    return (game.correspondence.judge if game.correspondence else "") or FIRST.name


def judge_for(game: Game, name: str) -> Judge:
    """The judge of that name: a bot, or `first` for the first legal choice.

    A new bot is made for every question, with dice fixed by the number of the choice.
    """
    if name == FIRST.name:
        return FIRST
    made = hoplon.bots.bot(name, game.name)
    if "seconds" in made.SETTINGS:
        raise BadOption(f"the bot {name} thinks by the clock; a judge must answer the same everywhere")

    def choose(match: Match) -> Choice:
        seat = match.to_move or 0
        dice = SeatDice(len(match.choices), seat)
        return hoplon.bots.bot(name, game.name).choose(match.view(seat), match.legal(), dice, inf)

    return Judge(name, choose, hoplon.bots.sources_of(name.partition(":")[0], game.name))
