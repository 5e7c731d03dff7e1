"""The contract: what a game may leave out, and what is refused because it would not be fair."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hoplon
from hoplon.core.errors import HoplonError
from hoplon.core.options import read_pairs
from tests.core.duel import GAME, DuelOptions


def nothing(*_: object) -> None:
    """Stands for a rule."""


def test_conceal_and_redeal_come_together() -> None:
    with pytest.raises(HoplonError, match="has one of conceal and redeal"):
        replace(GAME, hides=True, rules=replace(GAME.rules, conceal=nothing))


def test_a_game_that_hides_something_says_how() -> None:
    with pytest.raises(HoplonError, match="expected conceal and redeal"):
        replace(GAME, hides=True)


def test_a_game_that_conceals_something_says_that_it_hides() -> None:
    with pytest.raises(HoplonError, match="hides=False"):
        replace(GAME, rules=replace(GAME.rules, conceal=nothing, redeal=nothing))


def test_choices_at_the_same_time_are_secret() -> None:
    with pytest.raises(HoplonError, match="simultaneous"):
        replace(GAME, simultaneous=True)


def test_a_position_gives_secrets_away() -> None:
    hiding = replace(
        GAME, hides=True, position_option="title", rules=replace(GAME.rules, conceal=nothing, redeal=nothing)
    )
    assert hiding.telling_options == ("title",)
    assert set(hiding.told_options(DuelOptions())) == {"hearts", "names", "quick"}
    assert "title" in GAME.told_options(DuelOptions())


def test_a_game_object_is_as_good_as_a_name() -> None:
    match = hoplon.new(GAME, seed=3, hearts=2)
    assert match.game is GAME
    assert hoplon.game(GAME) is GAME
    assert len(hoplon.batch(GAME, 4, hearts=1)) == 4
    assert hoplon.run(GAME, "random", "random", seed=1).players == ("random", "random")


def test_seats_are_called_players_unless_the_game_says_otherwise() -> None:
    assert GAME.seat_names(DuelOptions()) == ("Player 1", "Player 2")
    with pytest.raises(HoplonError, match="it needs name_seats"):
        replace(GAME, seats=(1, 4)).seat_names(DuelOptions())


def test_an_option_has_one_name_however_it_is_typed() -> None:
    assert read_pairs(["army-a=rome"]) == {"army_a": "rome"}
    with pytest.raises(HoplonError, match="option army_a is given twice"):
        read_pairs(["army_a=rome", "army-a=gaul"])
