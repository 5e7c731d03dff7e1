"""Several logs of a turn as one, each action with its probability."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hoplon
from hoplon.core.likely import joined, percent
from hoplon.core.text import Turn
from hoplon.games.hoplite.words import PHRASES


def told(turns: dict[str, Fraction]) -> list[str]:
    """The joined log, with the probabilities of what is not certain."""
    tree = joined((PHRASES.read_turn(text), probability) for text, probability in turns.items())
    log = str(Turn(tuple(likely.action for likely in tree), PHRASES)).splitlines()
    return [f"{line} {likely.probability}" for line, likely in zip(log, tree, strict=True)]


def test_what_logs_share_is_there_once_and_the_rest_in_the_order_of_play():
    half = Fraction(1, 2)
    assert told({
        "idle 4,4\n  gain 6 energy\n  gain 6 energy\nstep F1 4,7 4,6\nstep A2 8,8 7,7": half,
        "idle 4,4\n  gain 6 energy\nstep F1 4,7 3,6\n  surge\nstep A2 8,8 7,7": half,
    }) == [
        "idle 4,4 1",
        "  gain 6 energy 1",
        "  gain 6 energy 1/2",
        "step F1 4,7 3,6 1/2",
        "  surge 1/2",
        "step F1 4,7 4,6 1/2",
        "step A2 8,8 7,7 1",
    ]  # fmt: skip


def test_a_log_alone_stays_as_it_is():
    match = hoplon.new("hoplite", seed=5, depth=8, hearts=5)
    for _ in range(10):
        if match.is_over:
            break
        turn = match.play(match.legal()[0])
        tree = joined([(turn, Fraction(1))])
        assert tuple(likely.action for likely in tree) == turn.actions


@pytest.mark.parametrize(
    ("probability", "exact", "text"),
    [
        (Fraction(1), True, ""),
        (Fraction(1), False, ""),
        (Fraction(1, 3), True, "33 %"),
        (Fraction(1, 3), False, "about 33 %"),
        (Fraction(1, 1000), True, "under 1 %"),
        (Fraction(999, 1000), True, "over 99 %"),
    ],
)
def test_a_probability_for_people(probability: Fraction, exact: bool, text: str):
    assert percent(probability, exact).replace("\u00a0", " ") == text
