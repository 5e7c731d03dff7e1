"""Matches: play, undo, redo, copy, preview, and all that can follow from a choice."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hoplon
from hoplon.core.choices import Choices
from hoplon.core.errors import HoplonError, IllegalChoice, UnknownGame
from hoplon.core.match import Match
from tests.core.duel import GAME, DuelOptions


def hoplite(seed: int = 7, **options) -> Match:
    return hoplon.new("hoplite", seed=seed, **options)


def wander(match: Match, turns: int, stride: int = 5) -> Match:
    """Play some turns that depend only on the match."""
    for n in range(turns):
        if match.is_over:
            break
        legal = match.legal()
        match.play(legal[(n * stride + 3) % len(legal)])
    return match


@pytest.mark.representative
def test_the_same_seed_and_choices_give_the_same_match():
    one, other = (wander(hoplite(hearts=8), 25) for _ in range(2))
    assert one.checks == other.checks
    assert [str(t) for t in one.turns] == [str(t) for t in other.turns]
    assert one.state == other.state
    assert hash(one.state) == hash(other.state)
    assert wander(hoplite(seed=8, hearts=8), 25).checks != one.checks


@pytest.mark.representative
def test_undo_restores_every_byte_and_redo_plays_the_same_again():
    match = hoplite(hearts=8)
    states = [match.state]
    for _ in range(12):
        wander(match, 1)
        states.append(match.state)
    checks, turns = list(match.checks), [str(t) for t in match.turns]
    played = len(match.choices)
    for before in reversed(states[:played]):
        match.undo()
        assert match.state == before
    with pytest.raises(HoplonError, match="there is nothing to undo: this is the start of the match"):
        match.undo()
    for _ in range(played):
        match.redo()
    assert (match.checks, [str(t) for t in match.turns]) == (checks, turns)
    with pytest.raises(HoplonError, match="there is nothing to redo"):
        match.redo()


def test_a_new_choice_forgets_what_was_undone():
    match = wander(hoplite(), 3)
    match.undo()
    match.play(match.legal()[0])
    with pytest.raises(HoplonError, match="nothing to redo"):
        match.redo()


def test_a_copy_is_independent_in_both_directions_and_in_its_past():
    match = wander(hoplite(hearts=8), 6)
    past = [match.state]
    twin = match.copy()
    match.undo()
    past.append(match.state)
    match.play(match.legal()[-1])
    match.undo()
    match.play(match.legal()[0])
    assert twin.state == past[0]
    twin.undo()
    assert twin.state == past[1]
    wander(twin, 4)
    assert len(match.choices) == 6


def test_a_state_kept_is_not_changed_by_play():
    match = hoplite()
    before = match.state
    text = str(before)
    wander(match, 3)
    assert str(before) == text
    assert before != match.state
    assert before == before.copy()
    assert before != "a state"


def test_an_illegal_choice_changes_nothing():
    match = wander(hoplite(), 2)
    before = match.state
    with pytest.raises(IllegalChoice):
        match.play("throw 4,11")
    assert (match.state, len(match.turns)) == (before, 2)


def test_choices_are_texts_in_a_sequence():
    legal = hoplite().legal()
    assert isinstance(legal[:2], Choices)
    assert repr(legal[:2]) == f"[{legal[0]}, {legal[1]}]"
    assert legal[0] in legal
    assert all(isinstance(c, str) for c in legal)


@pytest.mark.parametrize("seed", [-3, 2**125, 1.5, "7"])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(HoplonError, match="is no whole number from 0"):
        hoplite(seed=seed)


def test_without_a_seed_matches_differ():
    assert len({hoplon.new("hoplite").seed for _ in range(5)}) > 1


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame, match="there is no game 'chess'; installed: "):
        hoplon.new("chess")


@pytest.mark.parametrize("given", [None, 4, hoplon, {"name": "hoplite"}, "x" * 0])
def test_what_is_no_game_is_refused_with_a_sentence(given):
    with pytest.raises(UnknownGame, match=r"is no game; expected the name|there is no game ''"):
        hoplon.new(given)


def test_preview_tells_what_is_certain_and_plays_nothing():
    match = Match(GAME, 1, DuelOptions())
    match.play("strike")
    before = match.state
    assert match.preview("take").lines() == ["take 1", "wound 1", "tire 0"]
    cut = match.preview("parry")
    assert cut.lines() == []
    assert not cut.is_complete
    assert str(cut).endswith("…")
    assert match.state == before


def test_preview_agrees_with_play_up_to_the_first_dice():
    match = hoplite(seed=3, depth=4, hearts=8)
    for _ in range(20):
        if match.is_over:
            break
        choice = match.legal()[len(match.choices) % len(match.legal())]
        told = match.preview(choice).lines()
        assert match.play(choice).lines()[: len(told)] == told


def test_outcomes_count_every_fall_of_the_dice():
    match = Match(GAME, 1, DuelOptions())
    match.play("strike")
    found = hoplon.outcomes(match, "parry")
    assert found.exact
    assert [r.probability for r in found.results] == [Fraction(1, 2)] * 2
    assert {tuple(r.state.record["hearts"].tolist()) for r in found.results} == {(3, 3), (3, 2)}
    assert "2 positions (exact)" in str(found)
    certain = hoplon.outcomes(match, "take")
    assert [r.probability for r in certain.results] == [1]


def test_outcomes_do_not_depend_on_the_dice_of_the_match():
    tables = []
    for seed in (1, 2, 3):
        match = hoplite(seed=seed, position="hoplite hero=4,3 demons=F4,5;A4,4;F8,8 prayers=patience")
        found = hoplon.outcomes(match, "idle")
        assert found.exact
        assert sum(r.probability for r in found.results) == 1
        tables.append([(r.state, r.probability) for r in found.results])
    assert tables[0] == tables[1] == tables[2]


def test_outcomes_of_a_new_level_are_a_sample():
    match = hoplite(seed=3, position="hoplite hero=4,9")
    found = hoplon.outcomes(match, "walk n", samples=20)
    assert (found.exact, found.samples) == (False, 20)
    assert sum(r.probability for r in found.results) == 1
    assert "a sample of 20" in str(found)


def test_a_real_turn_is_among_its_outcomes():
    match = hoplite(seed=11, depth=6, hearts=8)
    for _ in range(15):
        if match.is_over:
            break
        choice = match.legal()[0]
        found = hoplon.outcomes(match, choice)
        match.play(choice)
        if found.exact:
            plain = match._states.copy()
            match.game.entries.forget_dice(plain, 0, 0)
            assert plain.tobytes() in {r.state.array.tobytes() for r in found.results}
