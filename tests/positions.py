"""A position of each game that cannot occur, and the sentence that refuses it."""

from __future__ import annotations

import hoplon
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match

MAZE = "/".join(["H" + "." * 15] + ["." * 16] * 11)
IMPOSSIBLE = {
    "hoplite": "hoplite altar=1,7 offers=surge bombs=4,5;4,5",
    "hexabomb": "hexabomb cells=0:0..2 players=1 turn=1/9 colours=3*0 characters=0@0,0:1",
    "codekeeper": f"codekeeper map={MAZE} turn=3 ended=limit",
    "cardbattle": hoplon.new("cardbattle", seed=1).state.notation + " winner=1",
}
TOO_LONG = "hexabomb cells=0:0.." + "9" * 5000 + " players=1 turn=0/9 colours=1 characters=0@0,0:1"


def sentence(name: str) -> str:
    """What Python says of it."""
    game = hoplon.game(name)
    try:
        Match(game, 1, game.options(position=IMPOSSIBLE[name]))
    except HoplonError as error:
        return str(error)
    raise AssertionError(f"{IMPOSSIBLE[name]} is accepted")
