"""The rulebook of Leduc poker by examples, and its known counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hoplon_small_games.leduc_poker import CARDS, GAME, NAMES

import hoplon
from hoplon.authoring.pictures import ALL, SPECTATOR
from hoplon.authoring.words import BadPosition


def at(position: str, seed: int = 0) -> hoplon.Match:
    return hoplon.new(GAME, seed=seed, position=f"leduc-poker {position}")


def test_2_1_each_player_pays_an_ante_and_gets_a_card():
    match = hoplon.new(GAME, seed=3)
    assert str(match).splitlines()[-1] == "First paid 1  Second paid 1"
    assert match.state.notation.split()[3:] == ["-", "-"]


def test_2_1_all_deals_are_as_likely():
    """All 30 pairs of hands occur about as often, and the other four cards are as likely on the table."""
    seen = Counter(tuple(hoplon.new(GAME, seed=seed).state.notation.split()[1:3]) for seed in range(3000))
    assert set(seen) == set(permutations(NAMES[:CARDS], 2))
    assert max(seen.values()) < 2 * min(seen.values())
    for first, second in permutations(NAMES[:CARDS], 2):
        found = hoplon.outcomes(at(f"{first} {second} - c"), "call")
        assert found.exact
        assert [result.probability for result in found.results] == [Fraction(1, 4)] * 4
        tables = {result.state.notation.split()[3] for result in found.results}
        assert tables == set(NAMES[:CARDS]) - {first, second}


def test_2_2_a_player_sees_his_own_card_only():
    match = at("Js Kh Qs crc")
    assert [match.view(seat).position for seat in (0, 1)] == [
        "leduc-poker Js ? Qs crc",
        "leduc-poker ? Kh Qs crc",
    ]
    for viewer, cards in (
        (0, (False, True)),
        (1, (True, False)),
        (SPECTATOR, (True, True)),
        (ALL, (False, False)),
    ):
        hands = GAME.board.position(match, 0, viewer)["hands"]
        assert tuple(hand["cards"][0]["hidden"] for hand in hands[:2]) == cards


def test_2_2_bets_are_open_and_so_are_hands_that_are_shown():
    match = at("Js Kh Qs ccc")
    match.play("call")
    for viewer in (0, 1, SPECTATOR):
        assert [entry.says for entry in GAME.board.log(match, 1, viewer)] == [
            "Second calls and pays 0", "First shows Js", "Second shows Kh", "Second wins 1",
        ]  # fmt: skip


def test_2_2_a_hand_stays_hidden_if_somebody_folds_and_is_shown_if_not():
    assert at("Js Kh - rf").view(0).position == "leduc-poker Js ? - rf"
    assert at("Js Kh Qs cccc").view(0).position == "leduc-poker Js Kh Qs cccc"


def test_3_1_first_begins_each_round():
    match = at("Js Kh - rr")
    assert match.to_move == 0
    match.play("call")
    assert match.to_move == 0
    assert match.state.notation.split()[3] != "-"


def test_3_2_who_has_paid_less_may_fold():
    assert list(at("Js Kh - -").legal()) == ["call", "raise"]
    match = at("Js Kh - r")
    assert list(match.legal()) == ["fold", "call", "raise"]
    assert str(match.play("fold")) == "fold Second\n  win First 1"
    assert match.outcome.scores == (1, -1)


def test_3_3_the_first_call_of_a_round_does_not_end_it():
    assert str(at("Js Kh - -").play("call")) == "call First 0"
    assert at("Js Kh - c").play("call").lines()[1].startswith("deal ")


def test_3_4_a_raise_is_2_then_4_and_there_are_two_in_a_round():
    assert str(at("Js Kh - -").play("raise")) == "raise First 2"
    assert str(at("Js Kh - r").play("raise")) == "raise Second 4"
    assert list(at("Js Kh - rr").legal()) == ["fold", "call"]
    assert str(at("Js Kh Qs cc").play("raise")) == "raise First 4"


@pytest.mark.parametrize(
    ("cards", "log", "scores"),
    [
        ("Js Kh Qs", "win Second 3", (-3, 3)),
        ("Js Kh Jh", "win First 3", (3, -3)),
        ("Ks Kh Jh", "win nobody 0", (0, 0)),
        ("Qs Jh Js", "win Second 3", (-3, 3)),
    ],
)
def test_4_1_a_pair_wins_then_the_higher_rank(cards, log, scores):
    match = at(f"{cards} rcc")
    assert match.play("call").lines()[1:] == [f"show First {cards[:2]}", f"show Second {cards[3:5]}", log]
    assert match.outcome.scores == scores
    assert match.outcome.winners == tuple(seat for seat in (0, 1) if scores[seat] > 0)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("Js Js - -", "are not two hands and the table"),
        ("Js Kh Qs c", "before the first round of bets is over"),
        ("Js Kh - f", "bet 'f' of 'f' is not legal"),
        ("Js Xx - -", "place of Js|Jh"),
    ],
)
def test_1_2_a_position_that_cannot_be_is_refused(position, why):
    with pytest.raises(BadPosition, match=why):
        at(position)


def test_there_are_936_information_sets():
    """Two players, six cards: what a player knows when it is his turn, over all 120 deals and all bets."""
    known, ends = set(), Counter[int]()
    for first, second, table in permutations(range(CARDS), 3):
        states, turns = GAME.new_states(1), GAME.new_turns(1)
        GAME.start(states, 0, GAME.options(), 0)
        states["hand"][0] = first, second
        todo = [states]
        while todo:
            states = todo.pop()
            seat = int(GAME.entries.mover(states, 0))
            if seat < 0:
                ends[int(GAME.entries.score(states, 0, 0))] += 1
                continue
            known.add((seat, GAME.view(states, 0, seat).position))
            for choice in range(3):
                if GAME.entries.allows(states, 0, choice):
                    after = states.copy()
                    GAME.entries.play(after, 0, turns, 0, choice)
                    if after["table"][0] != NAMES.index("-"):
                        after["table"][0] = table
                    todo.append(after)
    assert len(known) == 936
    assert all(ends[score] == ends[-score] for score in ends), "nobody is better off by his cards alone"
