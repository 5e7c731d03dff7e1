"""Positions of Hoplite that are set up piece by piece."""

import pytest

from hoplon.core.errors import BadPosition
from hoplon.games.hoplite.editing import clear, move, put, remove, standing


def test_a_piece_takes_the_place_of_what_cannot_be_there_with_it():
    assert put("hoplite magma=4,6", "footman", "4,6") == "hoplite demons=F4,6"
    assert put("hoplite demons=F4,6;A5,5", "magma", "4,6") == "hoplite magma=4,6 demons=A5,5"
    assert put("hoplite demons=F4,6", "spear", "4,6") == "hoplite demons=F4,6 spear=4,6"  # it lies below


def test_a_demon_keeps_its_charge_and_stun_when_it_is_moved():
    assert move("hoplite demons=D4,6:1!1;F3,3", "4,6", "5,5") == "hoplite demons=D5,5:1!1;F3,3"


def test_there_is_one_hero_who_is_moved_and_takes_up_the_spear():
    assert put("hoplite spear=4,6", "hero", "4,6") == "hoplite hero=4,6"
    with pytest.raises(BadPosition, match="the hero stays on the board"):
        remove("hoplite hero=4,5", "4,5")


def test_what_is_taken_off_goes_back_to_where_it_belongs():
    assert remove("hoplite spear=4,6", "4,6") == "hoplite"
    assert remove("hoplite altar=1,7 altar-used", "1,7") == "hoplite"
    with pytest.raises(BadPosition, match="there is nothing at 3,3"):
        remove("hoplite", "3,3")
    assert clear("hoplite depth=4 magma=1,6 demons=F4,6 bombs=3,3 spear=5,5") == "hoplite depth=4"


def test_who_stands_on_a_tile_is_picked_up_before_what_lies_there():
    assert standing("hoplite hero=4,5 demons=F4,6 spear=4,6 magma=1,6") == {
        "4,5": "hero",
        "4,6": "footman",
        "1,6": "magma",
    }


def test_a_run_that_was_lost_goes_on_when_it_is_changed():
    lost = "hoplite demons=F4,6 health=0/3 turn=9 ended=lost killer=footman"
    assert put(lost, "bomb", "3,3") == "hoplite demons=F4,6 bombs=3,3 health=1/3 turn=9"


def test_what_is_no_piece_or_no_tile_is_named():
    with pytest.raises(BadPosition, match="there is no piece 'dragon'"):
        put("hoplite", "dragon", "4,6")
    with pytest.raises(BadPosition, match="'99,1' is outside the map"):
        put("hoplite", "footman", "99,1")
