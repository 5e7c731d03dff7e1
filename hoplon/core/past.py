"""The past of a match: some positions are kept, the others are played again when somebody asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hoplon.core.choices import Choice
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.kernel import room

STRETCH = 16  # choices from one kept position to the next
REPLAYS = 2  # stretches that stay at hand after they were asked for


class Kept(NamedTuple):
    """A position that is kept, and how many choices were made before it.

    `by_choices` says whether choices alone led to it: not if it is where the match begins or where it was
    given other dice.
    """

    number: int
    content: bytes
    by_choices: bool


class Past:
    """The positions that are kept, before the stretch that is being played."""

    def __init__(self, game: Game, kept: Sequence[Kept] = ()) -> None:
        self.game = game
        self.kept = list(kept)
        self._replays: dict[int, Any] = {}

    def copy(self) -> Past:
        """An independent copy."""
        return Past(self.game, self.kept)

    @property
    def nbytes(self) -> int:
        """How many bytes the positions take."""
        replayed = sum(int(states.nbytes) for states in self._replays.values())
        return sum(len(kept.content) for kept in self.kept) + replayed

    def keep(self, start: Kept, end: int) -> None:
        """Keep the start of a stretch that ends before this number, if it is far enough from the last."""
        if not self.kept or not start.by_choices or end - self.kept[-1].number > STRETCH:
            self.kept.append(start)

    def take_last(self) -> Kept:
        """The last one, which is no longer past."""
        self._replays = {}
        return self.kept.pop()

    def stretch(self, number: int, end: int, choices: Sequence[Choice]) -> tuple[int, Any]:
        """The positions from one that is kept to before the next, or to before `end`; one has this number.

        The number of the first is returned with them. They must not be changed.
        """
        k = len(self.kept) - 1
        while self.kept[k].number > number:
            end = self.kept[k].number
            k -= 1
        first = self.kept[k].number
        states = self._replays.get(first)
        if states is None or len(states) < end - first:
            states = self._replayed(self.kept[k].content, choices[first : end - 1])
            others = [item for item in self._replays.items() if item[0] != first]
            self._replays = dict([*others[1 - REPLAYS :], (first, states)])  # at once, because of threads
        return first, states

    def _replayed(self, start: bytes, choices: Sequence[Choice]) -> Any:
        """A position and those that the choices lead to."""
        states, turns = room(self.game.state, len(choices) + 1, start), self.game.new_turns(1)
        for i, choice in enumerate(choices):
            if self.game.entries.step(states, i, i + 1, turns, 0, choice.code)[0]:
                raise HoplonError(f"{self.game.name} does not play {choice!r} again as it did before")
        return states
