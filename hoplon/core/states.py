"""Positions as values."""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.game import Game
from hoplon.core.kernel import copied


class State:
    """A position of a game: a copy, safe to keep. Equal positions compare and hash equal."""

    def __init__(self, game: Game, states: Any, i: int = 0) -> None:
        self.game = game
        self.array = copied(states, i)

    @property
    def record(self) -> Any:
        """The position as a record."""
        return self.array[0]

    def __str__(self) -> str:
        return self.game.draw(self.array, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.array.tobytes() == other.array.tobytes()

    def __hash__(self) -> int:
        return hash(self.array.tobytes())

    @property
    def notation(self) -> str:
        """The position in one line."""
        return self.game.notation(self.array, 0)

    def _repr_svg_(self) -> str:
        return self.game.picture(self.array, 0)

    def _repr_html_(self) -> str:
        from hoplon.core.notebook import picture

        return picture(self._repr_svg_(), self.game.title, self.notation)

    def copy(self) -> State:
        """An independent copy."""
        return State(self.game, self.array)

    def __reduce__(self) -> tuple[Any, tuple[Game, bytes]]:
        return state_of, (self.game, self.array.tobytes())


def state_of(game: Game, content: bytes) -> State:
    """A position from its bytes."""
    return State(game, np.frombuffer(content, game.state))
