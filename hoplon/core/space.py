"""The action space of a game as arrays: every choice has an index, and the way back is quick too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.core.kernel import rule

NOT_FOUND = -1


@rule
def place(numbers, choice, guess):
    """Where a choice is among ascending numbers, or NOT_FOUND; a right guess saves the search."""
    if guess < len(numbers) and numbers[guess] == choice:
        return guess
    low = 0
    high = len(numbers)
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < choice:
            low = middle + 1
        else:
            high = middle
    if low < len(numbers) and numbers[low] == choice:
        return low
    return NOT_FOUND


class Space:
    """The choices of a game, each with its index from 0 up: `choices[index]` is the number of a choice."""

    def __init__(self, space: Sequence[int]) -> None:
        self.choices = np.array(space, np.int64)
        self.choices.flags.writeable = False
        self.columns = np.argsort(self.choices, kind="stable").astype(np.int64)
        self.numbers = self.choices[self.columns]

    def __len__(self) -> int:
        return len(self.choices)

    def index(self, choices: Any) -> Any:
        """The index of each of these choices, in an array of the same shape."""
        wanted = np.asarray(choices)
        if not wanted.size:
            return np.zeros(wanted.shape, np.int64)
        if wanted.dtype.kind not in "iu":
            raise HoplonError(f"got choices of type {wanted.dtype}; expected whole numbers")
        at = np.minimum(np.searchsorted(self.numbers, wanted), len(self) - 1)
        strange = wanted[self.numbers[at] != wanted]
        if strange.size:
            raise HoplonError(f"the number {int(strange.flat[0])} is no choice of the action space")
        return self.columns[at]
