"""A networked game of hexabomb as a match: what `hoplon verify` and `hoplon replay` understand.

Over the network orders come in any order, in a match one character after the other. The recorder keeps the
orders that were carried out; their order does not matter, except that bombs dropped in the same turn may
change places in the list of bombs, which no rule depends on.
"""

from __future__ import annotations

from typing import Any

from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.games.hexabomb import GAME
from hoplon.games.hexabomb.legal import STAY
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.wire import Play

COMPARED = ("score", "count", "at", "wait", "held", "colour")


class MatchRecorder:
    """Keeps what happens in a game, turn by turn, from its start or from a position."""

    def __init__(self, options: HexabombOptions) -> None:
        self.options = options
        self._turns: list[dict[int, int]] = []
        self._states: Any = None  # where the game stands

    def note(self, play: Play) -> None:
        """Keep the turn that was just played; the first time there is none yet."""
        begun, self._states = self._states is not None, play.states
        if begun:
            self._turns.append(play.carried_out())

    def match(self) -> Match:
        """The game as a match, played again from the orders."""
        match = Match(GAME, 0, self.options)
        write, (state,) = match.game.write_choice, match.state.array
        characters, seats = int(state["characters"]), int(state["seats"])
        first = state["first"].tolist()
        for turn, orders in enumerate(self._turns, int(state["turn"])):
            begins = first[turn % seats]
            for asked in range(characters):
                choice = orders.get((begins + asked) % characters, STAY)
                match.play(write(match.state.array, 0, choice))
        self._compare(match)
        return match

    def _compare(self, match: Match) -> None:
        """The match must end as the game did."""
        if self._states is None:
            return
        for name in COMPARED:
            if (match.state.array[name] != self._states[name]).any():
                raise HoplonError(f"the match file would differ from the game in {name}; it is not written")
