"""What the analysis compiles also runs interpreted: a few playouts near the end of a match."""

from __future__ import annotations

import pytest

from hoplon.analysis.analyse import analyse
from hoplon.analysis.evaluator import Evaluator
from tests.analysis.matches import ended

pytestmark = pytest.mark.representative


@pytest.mark.parametrize("name", ["hoplite", "codekeeper", "hexabomb", "cardbattle"])
def test_a_match_is_analysed_before_its_last_choices(name: str) -> None:
    match = ended(name)
    for _ in range(2):
        match.undo()
    found = analyse(match, nodes=2)
    assert found.nodes >= 2
    assert len(found.choices) >= 1


def test_the_value_of_an_end_is_measured() -> None:
    match = ended("codekeeper")
    found = Evaluator(match.game, 2).play(match._states, 0)
    assert found[0, 0, 0] == match.state.record.score
