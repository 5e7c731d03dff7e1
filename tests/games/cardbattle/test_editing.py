"""Battles that are set up card by card."""

import pytest

import hoplon
from hoplon.core.errors import BadPosition
from hoplon.games.cardbattle.editing import clear, move, put, remove, slots, standing


@pytest.fixture(scope="module")
def dealt():
    match = hoplon.new("cardbattle", seed=3)
    return match.game.notation(match.states_at(0), 0)


def held(text, cell):
    return next(slot.holds for slot in slots(text) if slot.cell == cell)


def is_played(text):
    match = hoplon.new("cardbattle", seed=1, position=text)
    match.play(match.legal()[0])
    return True


def test_units_go_from_the_deck_to_the_field_and_back(dealt):
    there = move(dealt, "A.African-phalanx-1", "A3")
    assert held(there, "A3").startswith("African phalanx")
    assert is_played(there)
    beside = move(there, "A3", "A4")
    assert held(beside, "A3") == ""
    with pytest.raises(BadPosition, match="there are 7 cards in handA"):
        move(beside, "A4", "A:hand")
    back = move(beside, "A4", "A:deck")
    assert "A4" not in standing(back)
    assert is_played(back)


def test_a_unit_makes_room_for_another(dealt):
    text = move(move(dealt, "A.Celts-1", "A3"), "A.Celts-2", "A3")
    assert held(text, "A3").startswith("Celts")
    assert any(slot.cell == "A.Celts-1" and "deck" in slot.group for slot in slots(text))


def test_what_is_taken_off_counts_as_lost_and_what_is_routed_as_fled(dealt):
    assert " lost=5,0" in remove(move(dealt, "A.Celts-1", "A3"), "A3")
    routed = move(dealt, "B.Hastati-1", "B:routed")
    assert " fled=0,7" in routed
    assert is_played(routed)
    assert " fled=" not in move(routed, "B.Hastati-1", "B:deck")


def test_the_field_is_cleared(dealt):
    text = move(move(dealt, "A.Celts-1", "A3"), "B.Hastati-1", "B3")
    assert is_played(text)
    assert not {"A3", "B3"} & standing(clear(text)).keys()


def test_no_card_comes_from_outside_or_changes_sides(dealt):
    with pytest.raises(BadPosition, match="the armies have all their cards"):
        put(dealt, "elephant", "A3")
    with pytest.raises(BadPosition, match="Celts is a card of Carthage"):
        move(dealt, "A.Celts-1", "B3")
    with pytest.raises(BadPosition, match="there is no unit at 'A5'"):
        move(dealt, "A5", "A6")
