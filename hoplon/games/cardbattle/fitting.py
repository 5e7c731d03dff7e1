"""The game as one battle needs it: with the names of its units in every text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hoplon.core.game import Game
from hoplon.games.cardbattle import advice, choices, notation, picture, svg, view
from hoplon.games.cardbattle.army import Army
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.words import phrases


def names_of(first: Army, second: Army) -> Names:
    """What the cards of two armies are called."""
    cards = [tuple(unit.name for unit in army.units for _ in range(unit.count)) for army in (first, second)]
    return Names(
        armies=(first.name, second.name),
        leaders=(first.leader.name, second.leader.name),
        units=(cards[0], cards[1]),
        clans=(first.clans, second.clans),
    )


def names_for(options: CardBattleOptions) -> Names:
    """What the cards of a battle are called; a position brings its own names."""
    return notation.names_in(options.position) if options.position else names_of(*options.armies())


def texts_of(names: Names) -> dict[str, Any]:
    """The fields of `Game` that speak of the units of a battle."""
    return {
        "phrases": phrases(names),
        "view": lambda states, i, seat: view.view(names, states[i], seat),
        "draw": lambda states, i: picture.describe(view.whole(names, states[i])),
        "picture": lambda states, i: svg.draw_svg(view.whole(names, states[i])),
        "write_choice": lambda states, i, choice: choices.write_choice(names, states[i], choice),
        "read_choice": lambda states, i, text: choices.read_choice(names, states[i], text),
        "why_illegal": lambda states, i, choice: advice.why_illegal(names, states[i], choice),
        "notation": lambda states, i: notation.write(names, states[i]),
        "read_notation": read_notation,
    }


def dress(game: Game, names: Names) -> Game:
    """The same game with the words of a battle."""
    return replace(game, **texts_of(names))


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Set up the battle that a line says."""
    notation.read(text, states, i, seed)
