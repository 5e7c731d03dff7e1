"""The seeds that matches are made from: a task's own, a range or a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError

NO_LIST = np.zeros(1, np.int64)
BEYOND = 2**63
MOST_LISTED = 2**24


@dataclass(frozen=True)
class Seeds:
    """`count` seeds from `first` on, or those listed; drawn for each match, or taken in their order."""

    first: int
    count: int
    listed: Any = None
    shuffled: bool = True

    @property
    def list(self) -> Any:
        """The listed seeds, as compiled code takes them."""
        return NO_LIST if self.listed is None else self.listed


def read_seeds(given: Any, train: range, test: range) -> Seeds:
    """Seeds as they are asked for: `train` (drawn), `test` (in order), a range, or numbers."""
    if isinstance(given, str):
        if given == "train":
            return _from_range(train, True)
        if given == "test":
            return _from_range(test, False)
        raise HoplonError(f"got seeds {given!r}; expected 'train', 'test', a range or numbers")
    if isinstance(given, Seeds):
        return given
    if isinstance(given, range):
        return _from_range(given, True)
    try:
        found = np.atleast_1d(np.asarray(given))
    except ValueError:  # lists of several lengths
        found = np.zeros(0)
    if found.dtype.kind not in "iu" or found.ndim != 1 or not found.size:
        raise HoplonError(f"got seeds {given!r}; expected 'train', 'test', a range or whole numbers")
    strange = found[(found < 0) | (found > BEYOND - 1)]
    if strange.size:
        raise HoplonError(f"seed {int(strange[0])} is no whole number from 0 to 2**63 - 1")
    return Seeds(0, len(found), np.ascontiguousarray(found, np.int64), False)


def _from_range(given: range, shuffled: bool) -> Seeds:
    if not given or min(given[0], given[-1]) < 0 or max(given[0], given[-1]) >= BEYOND:
        raise HoplonError(f"got seeds {given}; expected a range within 0 to 2**63 - 1 that is not empty")
    count = (given[-1] - given[0]) // given.step + 1
    most = BEYOND - 1 if given.step == 1 else MOST_LISTED
    if count > most:
        raise HoplonError(f"got {count} seeds in {given}; expected at most {most}")
    if given.step == 1:
        return Seeds(given.start, count, None, shuffled)
    return Seeds(0, count, np.array(given, np.int64), shuffled)
