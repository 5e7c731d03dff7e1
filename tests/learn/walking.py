"""Random play for tests of learning."""

from __future__ import annotations

from typing import Any

import numpy as np


def any_actions(env: Any, number: int) -> Any:
    """An allowed action for every row, drawn by the number of the step."""
    dice = np.random.default_rng(number)
    return np.array([dice.choice(np.flatnonzero(row)) for row in np.asarray(env.mask)], np.int64)
