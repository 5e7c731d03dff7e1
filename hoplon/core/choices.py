"""Choices: texts that know their number in the rules, made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index as whole
from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match


class Choice(str):
    """A choice as it is typed; `code` is its number in the rules.

    `source` is where the text is known to mean that number: `FixedChoices`, or one list of legal choices.
    Anywhere else a choice is read like any other text.
    """

    __slots__ = ("code", "source")

    code: int
    source: object

    def __new__(cls, text: str, code: int, source: object = None) -> Choice:
        choice = super().__new__(cls, text)
        choice.code = code
        choice.source = source
        return choice

    def __reduce__(self) -> tuple[type[Choice], tuple[str, int]]:
        return Choice, (str(self), self.code)


class FixedChoices(dict[int, Choice | None]):
    """The choices of a game by number, made once; None for one whose text depends on the position.

    What can be written and read back without a position does not depend on it.
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.by_text: dict[str, Choice] = {}

    def __missing__(self, code: int) -> Choice | None:
        choice = self._made(code)
        self[code] = choice
        if choice is not None:
            self.by_text[str(choice)] = choice
        return choice

    def _made(self, code: int) -> Choice | None:
        try:
            text = self.game.write_choice(None, 0, code)
            is_fixed = self.game.read_choice(None, 0, text) == code
        except Exception:  # whatever comes of looking at a position that is not there
            return None
        return Choice(text, code, self) if is_fixed else None


class Choices(Sequence[Choice]):
    """The legal choices, in the fixed order of the rules."""

    __slots__ = ("_choices",)

    _choices: tuple[Choice, ...]

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = tuple(choices)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Choices: ...
    def __getitem__(self, index: int | slice) -> Choice | Choices:
        if isinstance(index, slice):
            return Choices(self._all()[index])
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._all())

    def __repr__(self) -> str:
        return "[" + ", ".join(self) + "]"

    def _repr_html_(self) -> str:
        from hoplon.core.notebook import chips

        return chips(self._all(), "legal choices")

    def __reduce__(self) -> tuple[type[Choices], tuple[tuple[Choice, ...]]]:
        return Choices, (self._all(),)

    def _all(self) -> tuple[Choice, ...]:
        return self._choices


class LegalChoices(Choices):
    """The `n` legal choices of position `i` of an array, which must not change any more."""

    __slots__ = ("_game", "_i", "_match", "_n", "_states", "source")

    def __init__(
        self, game: Game, states: Any, i: int, n: int, match: Callable[[], Match | None] = lambda: None
    ) -> None:
        self._game = game
        self._states = states
        self._i = i
        self._n = n
        self._match = match
        self.source = object()

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Choices: ...
    def __getitem__(self, index: int | slice) -> Choice | Choices:
        if type(index) is not int:
            if isinstance(index, slice):
                return Choices(self._all()[index])
            index = whole(index)
        if index < 0:
            index += self._n
        if not 0 <= index < self._n:
            raise IndexError(f"there are {self._n} legal choices")
        game = self._game
        code = game.entries.nth(self._states, self._i, index)
        return game.fixed_choices[code] or self._written(code)

    def __len__(self) -> int:
        return self._n

    def codes(self) -> list[int]:
        """The choices as numbers."""
        codes = np.zeros(self._n, np.int64)
        self._game.entries.legal(self._states, self._i, codes)
        return codes.tolist()

    def _repr_html_(self) -> str:
        from hoplon.core.notebook import offers

        match = self._match()
        return super()._repr_html_() if match is None or match.legal() is not self else offers(match)

    def _written(self, code: int) -> Choice:
        return Choice(self._game.write_choice(self._states, self._i, code), code, self.source)

    def _all(self) -> tuple[Choice, ...]:
        try:
            return self._choices
        except AttributeError:
            fixed = self._game.fixed_choices
            self._choices = tuple(fixed[code] or self._written(code) for code in self.codes())
            return self._choices
