"""Rulebook 17: by mail, and a battle that is put away in the middle of a question.

Playing against the computer and two at one keyboard are shown with the command line.
"""

from __future__ import annotations

from pathlib import Path

import hoplon
from hoplon.core.match import Match
from tests.games.rulebook import section

QUESTIONS = {"answers_a": ("all_always_rf", "all_always_ow"), "answers_b": ("all_always_rf", "all_always_ow")}


def step(match: Match, k: int) -> None:
    """One choice, taken from the list in turn."""
    legal = match.legal()
    acts = [choice for choice in legal if choice != "end"]
    match.play(acts[k * 7 % len(acts)] if acts and k % 5 else legal[0])


def questions(match: Match, choices: int) -> set[str]:
    """What was asked in some choices."""
    asked = set()
    for k in range(choices):
        if match.is_over:
            break
        question = match.view(-1).question
        if question is not None:
            asked.add(question.asks)
        step(match, k)
    return asked


@section("17.2", "18.1")
def test_by_mail_stored_preferences_answer_for_who_is_absent() -> None:
    assert questions(hoplon.new("cardbattle", seed=3, setup_turns=0, pbem=True), 300) == {"fire", "withdraw"}
    assert questions(hoplon.new("cardbattle", seed=3, setup_turns=0, pbem=True, **QUESTIONS), 300) == set()


@section("17.2", "6.4")
def test_by_mail_the_creator_begins() -> None:
    begins = {hoplon.new("cardbattle", seed=n, pbem=True).view(-1).active for n in range(12)}
    assert begins == {"A"}


@section("17.4")
def test_a_battle_is_saved_while_a_question_waits(tmp_path: Path) -> None:
    match = hoplon.new("cardbattle", seed=3, setup_turns=0)
    for k in range(3000):
        if match.view(-1).question is not None:
            break
        step(match, k)
    assert match.view(-1).question is not None
    again = hoplon.load(match.save(tmp_path / "asked.hoplon"))
    assert again.view(-1).question == match.view(-1).question
    assert list(again.legal()) == list(match.legal())
