"""Rulebook 6: starting a battle, the first player, initiative, setup turns."""

from __future__ import annotations

from typing import Any

import pytest

import hoplon
from hoplon.core.errors import BadOption
from hoplon.games.cardbattle.tables import IS_LC, IS_LI, IS_SK
from tests.games.cardbattle.boards import CARD, SIDE, A, B, Card, Do, Kind, Missile, Phase, Pref, Table, new
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


def hand(s: Any, seat: int) -> list[int]:
    return s.hand[7 * seat : 7 * seat + int(s.hand_n[seat])].tolist()


@section("6.1")
def test_armies_of_different_periods_never_meet():
    with pytest.raises(BadOption, match="same module"):
        hoplon.new("cardbattle", army_a="carthage", army_b="oda")


@section("6.2")
def test_the_deck_holds_all_units_and_cards_and_the_hand_seven():
    s = new(deck_cohesion=5, deck_reserve=0, army_a="carthage")
    cards = [*s.deck[: int(s.deck_n[A])].tolist(), *hand(s, A)]
    assert sorted(card for card in cards if card < CARD) == list(range(31))
    special = [card - CARD for card in cards if card >= CARD]
    assert special.count(Card.FLANK) == 6
    assert special.count(Card.RALLY) == 4
    assert special.count(Card.COHESION) == 3 + 5
    assert not {Card.RESERVE, Card.INITIATIVE, Card.CHALLENGE} & {*special}
    assert s.hand_n.tolist() == [7, 7]


@section("6.2")
def test_initiative_cards_need_variable_initiative_and_challenges_the_samurai():
    s = new(variable_initiative=True, deck_initiative=3)
    cards = [*s.deck[: int(s.deck_n[A])].tolist(), *hand(s, A)]
    assert cards.count(CARD + Card.INITIATIVE) == 3
    s = new(army_a="oda", army_b="takeda", deck_challenge=2)
    cards = [*s.deck[: int(s.deck_n[A])].tolist(), *hand(s, A)]
    assert cards.count(CARD + Card.CHALLENGE) == 1 + 2


@pytest.mark.parametrize("seed", range(20))
@section("6.2")
def test_the_first_hand_has_two_light_missile_units_and_four_units_at_least(seed):
    s = new(seed)
    for seat in (A, B):
        first = hand(s, seat)[:2]
        assert all(IS_SK[s.kind[u]] or IS_LI[s.kind[u]] or IS_LC[s.kind[u]] for u in first)
        assert all(s.missile[u] != Missile.NONE for u in first)
        assert all(card < CARD for card in hand(s, seat)[:4])


@section("6.2")
def test_samurai_begin_with_teppo_or_yumi():
    s = new(army_a="oda", army_b="takeda")
    assert all(s.kind[u] in (Kind.TP, Kind.YU) for u in hand(s, A)[:2] + hand(s, B)[:2])


@section("6.2")
def test_the_deck_is_shuffled_by_the_seed():
    orders = {tuple(new(seed).deck.tolist()) for seed in range(10)}
    assert len(orders) == 10
    assert tuple(new(3).deck.tolist()) in orders


@section("6.3")
def test_nobody_starts_on_the_field():
    s = new(terrain=("woods",))
    assert set(s.field.tolist()) == {-1}


@section("6.4")
def test_the_better_leader_goes_first_more_often_and_ties_are_rolled_again():
    firsts = [int(new(seed, army_a="carthage", army_b="persia").first) for seed in range(300)]
    assert 0.1 < sum(firsts) / 300 < 0.35  # 7 against 4: 21 of 93 decided pairs go to the lower
    assert {int(new(seed).opener == new(seed).first) for seed in range(5)} == {1}


@section("6.4")
def test_the_creator_of_a_game_by_mail_goes_first():
    assert {int(new(seed, pbem=True).first) for seed in range(40)} == {A}


def at_round_end(first: int = A, **cards: int) -> Table:
    """The second player in the draw phase of the last round of a period."""
    t = Table().phase(Phase.DRAW)
    t.prefer(Pref.VARIABLE_INITIATIVE)
    t.field(A, 1)
    t.field(B, 9)
    t.s.first = first
    t.s.active = 1 - first
    t.s.second_half = 1
    t.s.period = 1
    for letter, n in cards.items():
        t.hand("ab".index(letter), *[Card.INITIATIVE] * n)
    return t


@section("6.5")
def test_the_winner_keeps_the_first_turn_for_three_to_five_rounds():
    assert {int(new(seed, variable_initiative=True).period) for seed in range(40)} == {3, 4, 5}
    assert new(variable_initiative=False).period == 0


@section("6.5")
def test_dice_decide_when_nobody_holds_a_card_and_ties_are_rolled_again():
    t = at_round_end()
    t.play(Do.END_PHASE, dice=(3, 3, 0, 4, 2))  # d10 3:3, then 10:4, then five rounds
    assert [(line.who, line.n) for line in t.said(Do.INITIATIVE)] == [(A, 3), (B, 3), (A, 10), (B, 4)]
    assert [(line.who, line.n) for line in t.said(Do.FIRST)] == [(A, 5)]
    assert t.s.first == A
    assert t.s.period == 5
    assert t.s.rounds == 11
    assert t.s.no_shock == 0


@section("6.5")
def test_a_new_first_player_has_two_turns_in_a_row_and_no_shock_in_the_second():
    t = at_round_end()
    t.play(Do.END_PHASE, dice=(1, 9, 0))
    assert t.s.first == B == t.s.active
    assert t.s.rounds == 11
    assert t.s.no_shock == 1
    assert Do.NO_SHOCK in t.did()
    t.end_turn()
    assert t.s.active == A
    assert t.s.no_shock == 0
    t.end_turn()
    assert t.s.active == B
    assert t.s.no_shock == 0


@section("6.5")
def test_an_initiative_card_wins_with_a_full_turn():
    t = at_round_end(b=1)
    t.play(Do.END_PHASE)
    assert t.mover == B
    assert t.kinds() == {Do.SPEND, Do.KEEP}
    t.play(Do.SPEND, dice=(1,))
    assert not t.said(Do.INITIATIVE)
    assert t.s.first == B == t.s.active
    assert t.s.no_shock == 0
    assert t.s.period == 4


@section("6.5")
def test_the_second_player_is_asked_first_and_two_cards_cancel():
    t = at_round_end(a=1, b=1)
    t.play(Do.END_PHASE)
    assert t.mover == B
    t.play(Do.SPEND)
    assert t.mover == A
    assert t.kinds() == {Do.SPEND, Do.KEEP}
    t.play(Do.SPEND, dice=(1, 9, 0))
    assert t.s.spent[Card.INITIATIVE] == 1
    assert t.s.spent[8 + Card.INITIATIVE] == 1
    assert t.s.first == B
    assert t.s.no_shock == 1
    assert t.s.bids.tolist() == [0, 0]


@section("6.5")
def test_a_card_kept_is_still_in_the_hand():
    t = at_round_end(a=1)
    t.play(Do.END_PHASE)
    assert t.mover == A
    t.play(Do.KEEP, dice=(9, 1, 0))
    assert t.s.hand_n[A] == 1
    assert t.s.first == A


@pytest.mark.parametrize("period", [2, 3])
@section("6.5")
def test_nothing_is_determined_before_the_period_is_over(period):
    t = at_round_end(b=1)
    t.s.period = period
    t.play(Do.END_PHASE)
    assert t.s.rounds == 11
    assert t.s.period == period - 1
    assert t.mover == A


def phases_of(t: Table) -> list[Phase]:
    """The phases of one turn."""
    who, seen = int(t.s.active), []
    while t.s.active == who:
        seen.append(Phase(int(t.s.phase)))
        t.play(Do.END_PHASE)
    return seen


@pytest.mark.parametrize(
    ("round_", "active", "has_shock"),
    [(1, A, False), (3, B, False), (4, B, False), (4, A, True), (5, B, True)],
)
@section("6.6")
def test_no_shock_in_setup_turns_nor_in_the_openers_turn_after_them(round_, active, has_shock):
    t = Table().phase(Phase.DRAW)
    t.field(A, 1)
    t.field(B, 9)
    t.s.opener = t.s.first = B
    t.s.rounds = round_ if active == A else round_ - 1
    t.s.active = 1 - active
    t.s.second_half = 1 if active == B else 0
    t.play(Do.END_PHASE)
    assert t.s.active == active
    assert t.s.rounds == round_
    assert (Phase.SHOCK in phases_of(t)) == has_shock


@section("6.6")
def test_setup_turns_can_be_forbidden_to_fire():
    t = Table().phase(Phase.MISSILE)
    t.field(A, 5, Kind.SK_AR, missile=Missile.A)
    t.field(B, 5)
    t.s.rounds = 2
    assert t.allows(Do.AIM, 5, 5)
    t.prefer(Pref.NO_COMBAT_ON_SETUP)
    assert not t.allows(Do.AIM, 5, 5)
    t.s.rounds = 4
    assert t.allows(Do.AIM, 5, 5)


@section("6")
def test_seats_have_their_own_cards():
    s = new()
    assert all(card // SIDE == B for card in hand(s, B) if card < CARD)
