"""Reviews of matches."""

from __future__ import annotations

import json

import pytest

import hoplon
from hoplon.analysis.judging import Mark
from hoplon.core.errors import HoplonError
from tests.analysis.matches import begun, ended

# One heart, a footman beside the hero: who stays beside it is dead, who walks away lives.
DOOMED = "hoplite depth=2 hero=4,5 demons=F4,6;A4,9 health=1/3"


def lost_run() -> hoplon.Match:
    match = hoplon.new("hoplite", seed=1, position=DOOMED)
    match.play("bash s")
    assert match.outcome is not None
    return match


def test_a_fatal_choice_is_a_blunder_and_the_review_says_what_would_have_saved_the_hero() -> None:
    found = hoplon.review(lost_run(), threads=1)
    (judged,) = found.judgements
    assert judged.mark is Mark.BLUNDER
    assert judged.value == 0.0
    assert judged.best != "bash s"
    (lesson,) = found.lessons
    assert lesson.number == 1
    assert lesson.better == judged.best
    assert "killed by a demon" in lesson.text
    assert f"{judged.best} instead of bash s" in lesson.text
    (exercise,) = found.exercises
    assert exercise.position == DOOMED
    assert exercise.best == judged.best


def test_the_curve_begins_with_the_start_and_ends_with_the_result() -> None:
    match = lost_run()
    found = hoplon.review(match, threads=1)
    curve = found.curve()
    assert len(curve) == len(match.choices) + 1
    assert curve[-1] == 0.0
    assert curve[0] == found.accounts[0].start


def test_the_same_match_gives_the_same_review_as_json_too() -> None:
    match = begun("cardbattle", 20, 2)
    first, second = (hoplon.review(match, threads=threads).as_json() | {"seconds": 0} for threads in (1, 2))
    assert first == second
    assert json.loads(json.dumps(first)) == first
    assert len(first["choices"]) == len(match.choices)


def test_a_forced_choice_is_not_judged_and_a_won_match_has_no_lesson() -> None:
    match = ended("duel")
    found = hoplon.review(match, threads=1)
    assert match.outcome is not None
    assert {lesson.seat for lesson in found.lessons}.isdisjoint(match.outcome.winners)
    for each in found.judgements:
        assert (each.mark is Mark.FORCED) == (each.value is None)


def test_a_match_without_choices_is_refused() -> None:
    with pytest.raises(HoplonError, match="nothing to review"):
        hoplon.review(hoplon.new("hoplite", seed=1))
