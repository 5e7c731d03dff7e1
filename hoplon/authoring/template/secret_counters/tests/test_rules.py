"""The rulebook by example: a position, a choice, and what happens. Names are sentences of the rulebook."""

from __future__ import annotations

import hoplon
import pytest
from hoplon.authoring.words import write_numbers

from my_game.game import GAME
from my_game.rules import SEATS, TURNS


def begin(pits: str, tokens: str) -> hoplon.Match:
    """A match that begins with so many counters in the pits and such tokens under them; A is to move."""
    return hoplon.new(GAME, position=f"{GAME.name} {pits} {tokens} {write_numbers([0] * SEATS)} 0")


def test_1_2_there_are_four_counters_in_each_pit() -> None:
    assert hoplon.new(GAME).state.notation.split()[1] == "4,4,4,4,4,4,4,4"


def test_1_3_only_who_has_looked_under_a_pit_knows_the_token() -> None:
    match = begin("4,4,4,4,4,4,4,4", "12345-23")
    for seat in range(SEATS):
        tokens = match.view(seat).position.split()[2]
        known = [pit for pit, token in enumerate(tokens) if token not in "?-"]
        assert known == [pit for pit in range(8) if pit % (SEATS + 1) == seat and pit != 5]


def test_2_1_the_players_take_turns() -> None:
    match = hoplon.new(GAME)
    for choice in "abcdefgha"[: SEATS + 1]:
        match.play(f"sow {choice}")
    assert match.seats == [*range(SEATS), 0]


def test_2_2_the_counters_go_into_the_pits_that_follow() -> None:
    match = begin("0,0,0,0,0,0,3,0", "--------")
    assert str(match.play("sow g")) == "sow A g b 3"
    assert match.state.notation.split()[1] == "1,1,0,0,0,0,0,1"
    with pytest.raises(hoplon.IllegalChoice, match="the pit is empty"):
        match.play("sow g")


def test_2_3_two_or_three_counters_in_the_last_pit_are_taken() -> None:
    match = begin("2,4,2,4,0,0,0,0", "--------")
    assert str(match.play("sow a")).splitlines() == ["sow A a c 2", "  take A c 3"]


def test_2_4_then_from_the_pits_before_it() -> None:
    assert str(begin("3,1,2,1,0,0,0,4", "--------").play("sow a")).splitlines() == [
        "sow A a d 3",
        "  take A d 2",
        "    take A c 3",
        "      take A b 2",
    ]


def test_2_5_who_takes_counters_also_gets_the_token() -> None:
    match = begin("2,4,2,4,0,0,0,0", "-15-----")
    assert str(match.play("sow a")).splitlines() == ["sow A a c 2", "  take A c 3", "    uncover A c 5"]
    assert match.state.notation.split()[2] == "-1------"
    assert GAME.scores(match.states_at(1), 0, SEATS)[0] == 3 + 5


def test_3_1_the_match_ends_after_the_last_turn_or_counter() -> None:
    match = begin("1,1,0,0,0,0,0,0", "--------")
    match.play("sow a")
    assert match.is_over
    match = hoplon.new(GAME)
    while not match.is_over:
        match.play(match.legal()[0])
    assert len(match.choices) == TURNS
