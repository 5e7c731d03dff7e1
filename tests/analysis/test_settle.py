"""A check goes on until each lead is decided, and no longer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from hoplon.analysis.puzzles.settle import Settled, settle

MARGIN = 0.05


class Drawn:
    """Stands in for a position: what each choice is worth is drawn around a mean."""

    def __init__(self, means: list[float], spread: float) -> None:
        self.means, self.spread = means, spread
        self.asked: Counter[int] = Counter()

    def worth(self, choices: list[int], worlds: int, seed: int, first: int = 0) -> Any:
        self.asked.update(dict.fromkeys(choices, worlds))
        return np.stack(
            [
                self.means[k] + self.spread * np.random.default_rng([seed, k, first]).standard_normal(worlds)
                for k in choices
            ]
        )


def settled(position: Any, most: int = 8000) -> Settled:
    return settle(position, list(range(len(position.means))), MARGIN, 0, 5, most)


def test_what_is_far_behind_gets_few_playouts_and_the_nearest_ten_times_the_miners() -> None:
    position = Drawn([0.9, 0.5, 0.2, 0.1, 0.0], 0.05)
    found = settled(position)
    assert found.holds
    assert (found.choices, found.playouts) == ((0, 1, 2, 3, 4), 160)
    assert found.lead == pytest.approx(0.4, abs=0.02)
    assert found.values[0] - found.values[1] == pytest.approx(found.lead)
    assert [position.asked[k] for k in range(3)] == [160, 160, 160]
    assert max(position.asked[k] for k in (3, 4)) < 160


def test_a_lead_near_the_margin_is_asked_for_until_it_is_decided() -> None:
    for lead, holds in ((0.09, True), (0.02, False)):
        found = settled(Drawn([0.5, 0.5 - lead, 0.0], 0.3))
        assert found.holds is holds
        assert 160 < found.playouts < 8000
        assert abs(found.lead - MARGIN) >= 3 * found.error


def test_what_stays_open_does_not_hold() -> None:
    position = Drawn([0.5, 0.445], 0.3)
    found = settled(position, 1000)
    assert not found.holds
    assert found.playouts == position.asked[1] == 1000


def test_what_is_rare_is_not_ruled_out_by_a_few_playouts_that_all_say_the_same() -> None:
    position = Drawn([0.3, 0.248, 0.248, 0.248, 0.0], 0.0)
    assert settled(position).holds
    assert [position.asked[k] for k in range(5)] == [160, 160, 160, 160, 32]
