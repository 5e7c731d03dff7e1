"""The game as one battle needs it: with the names of its units in every text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hoplon.core.game import Game
from hoplon.games.cardbattle import advice, choices, notation, picture, svg, view
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.words import phrases


def dress(game: Game, names: Names) -> Game:
    """The same game with the words of a battle."""
    return replace(
        game,
        phrases=phrases(names),
        view=lambda states, i, seat: view.view(names, states[i], seat),
        draw=lambda states, i: picture.describe(view.whole(names, states[i])),
        picture=lambda states, i: svg.draw_svg(view.whole(names, states[i])),
        write_choice=lambda states, i, choice: choices.write_choice(names, states[i], choice),
        read_choice=lambda states, i, text: choices.read_choice(names, states[i], text),
        why_illegal=lambda states, i, choice: advice.why_illegal(names, states[i], choice),
        notation=lambda states, i: notation.write(names, states[i]),
        read_notation=read_notation,
    )


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Set up the battle that a line says."""
    notation.read(text, states, i, seed)
