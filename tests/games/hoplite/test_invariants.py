"""The invariants hold after every turn of random runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hoplon
from hoplon.core.match import Match
from hoplon.games.hoplite.cells import is_on_map
from hoplon.games.hoplite.state import Do
from hoplon.games.hoplite.words import read_cell
from tests.games.hoplite.invariants import check_position, check_sets, check_turn
from tests.games.hoplite.strategies import options
from tests.games.rulebook import section


def play_randomly(match: Match, picks: Sequence[int]) -> None:
    """Play and check turn by turn."""
    check_position(match.view())
    for n in picks:
        if match.is_over:
            break
        before, legal = match.view(), match.legal()
        turn = match.play(legal[n % len(legal)])
        check_sets(match)
        check_turn(before, match.view(), turn.lines())
        roots = [a.kind for a in turn.actions if a.depth == 0]
        assert roots[0] <= Do.IDLE


@pytest.mark.representative
@given(
    seed=st.integers(0, 2**63 - 1), given_options=options(), picks=st.lists(st.integers(0, 999), max_size=40)
)
@section("2")
def test_the_invariants_hold_after_every_random_turn(
    seed: int, given_options: dict[str, Any], picks: list[int]
):
    play_randomly(hoplon.new("hoplite", seed=seed, **given_options), picks)


@section("6.1", "2")
def test_every_tile_reached_by_pushing_is_on_the_map():
    for seed in range(12):
        match = hoplon.new(
            "hoplite", seed=seed, depth=16, hearts=8,
            prayers=("mighty-bash", "sweeping-bash", "quick-bash", "patience"),
        )  # fmt: skip
        for n in range(40):
            if match.is_over:
                break
            legal = match.legal()
            bashes = [c for c in legal if c.startswith("bash")]
            choice = bashes[n % len(bashes)] if bashes else legal[n * 7 % len(legal)]
            for line in match.play(choice).lines():
                if line.startswith(("slide", "roll")):
                    assert is_on_map(read_cell(line.split()[-1]))
            check_position(match.view())
