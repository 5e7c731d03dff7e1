"""Reaction fire (9.4)."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.state import Do, Phase, Place
from hoplon.games.cardbattle.tables import Answer, Kind, Pref
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def arrival(
    *firers: tuple[int, str], answers: tuple[Answer, ...] = (), column: int = 5, tq: int = 6
) -> tuple[Field, int]:
    """B plays a unit in front of units of A."""
    field = Field()
    field.s.active = B
    field.phase(Phase.PLAY)
    for place, code in firers:
        field.put(A, place, code)
    field.s.answers[A] = sum(1 << answer for answer in answers)
    card = field.hand(B, Kind.MI, tq=tq)
    field.play(Do.PLAY, card, column)
    return field, card


@section("9.4")
def test_each_enemy_in_contact_is_asked_from_column_1_to_9() -> None:
    field, card = arrival((6, "SK AR 4/1 A"), (4, "SK AR 4/1 A"), (5, "MI 6/5"), (7, "SK AR 4/1 A"))
    asked = []
    while field.s.pending.n:
        assert field.mover == A
        asked.append(field.column(int(field.s.pending.actions[field.s.pending.n - 1].what)))
        field.roll(Do.HOLD)
    assert asked == [4, 6]
    assert field.coh(card) == 0
    assert field.mover == B


@section("9.4")
def test_reaction_fire_stops_when_the_target_is_gone() -> None:
    field, card = arrival((4, "SK AR 4/1 A"), (5, "SK AR 4/1 A"), tq=1)
    field.roll(Do.REACT, dice=(0,))
    assert field.s.place[card] == Place.ROUTED
    assert not field.s.pending.n


@section("9.4")
def test_a_move_sideways_draws_fire_too() -> None:
    field = Field()
    field.phase(Phase.MOVE)
    field.put(A, 4, "MI 6/5")
    field.put(B, 6, "SK AR 4/1 A")
    field.roll(Do.MOVE, 4, 5)
    assert field.mover == B
    field.roll(Do.REACT, dice=(5,))
    assert field.n_of(Do.HIT) == 1


@section("9.4", "26.2")
def test_a_unit_may_react_again_to_the_next_arrival() -> None:
    field, _ = arrival((4, "SK AR 4/1 A"))
    field.roll(Do.REACT, dice=(8,))
    field.s.played = 0
    card = field.hand(B, Kind.MI)
    field.play(Do.PLAY, card, 4)
    assert field.mover == A


@section("9.4", "18.1")
@pytest.mark.parametrize(
    ("answer", "firer", "fires"),
    [
        (Answer.SK_ALWAYS_RF, "SK AR 4/1 A", True),
        (Answer.SK_ALWAYS_RF, "LI 4/5 A", False),
        (Answer.LI_ALWAYS_RF, "LI 4/5 A", True),
        (Answer.LI_ALWAYS_RF, "LP 4/5 J", False),
        (Answer.ALL_ALWAYS_RF, "LC 4/5 A", True),
    ],
)
def test_preferences_answer(answer: Answer, firer: str, fires: bool) -> None:
    field, _ = arrival((5, firer), answers=(answer,))
    assert bool(field.said(Do.SHOT)) == fires
    assert (field.mover == A) != fires


@section("9.4", "6.6")
def test_no_reaction_fire_in_setup_turns_without_combat() -> None:
    field = Field()
    field.prefer(Pref.NO_COMBAT_ON_SETUP)
    field.s.rounds = 2
    field.s.active = B
    field.phase(Phase.PLAY)
    field.put(A, 5, "SK AR 4/1 A")
    field.play(Do.PLAY, field.hand(B, Kind.MI), 5)
    assert field.mover == B
