"""Bots as rules, and what a learner gains: for opponents inside a step, and for search with a network."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hoplon.bots import cardbattle as bots
from hoplon.bots import gains_for
from hoplon.bots.cardbattle.gains import BEATEN, VICTORY, advantage
from hoplon.bots.cardbattle.judge import judge_in
from hoplon.bots.cardbattle.policies import easy_policy, judge_policy
from hoplon.core.kernel import is_compiled, rule
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.armies import supplied
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.secrets import concealed
from hoplon.games.cardbattle.state import End
from hoplon.learn.tasks import task
from hoplon.learn.tasks.cardbattle import HELD_OUT
from tests.games.cardbattle.boards import A, B, new
from tests.games.rulebook import section

CHOICES = 120 if is_compiled() else 12
NO_MEMORY = np.zeros(1, np.uint8)


@rule
def choose(states, seat, key, n):
    """The choices of judge and of easy in one position."""
    return judge_policy(states[0], seat, key, n), easy_policy(states[0], seat, key, n)


@section("21")
def test_policies_choose_as_the_bots_do():
    states, turns = GAME.new_states(1), GAME.new_turns(1)
    GAME.entries.start(states, 0, GAME.options_array(CardBattleOptions()), 5)
    slips = 0
    for n in range(CHOICES):
        seat = int(GAME.entries.mover(states, 0))
        known = concealed(states[0], seat)
        judged, easy = choose(known, seat, 77, n)
        assert judged == judge_in(concealed(states[0], seat), 0)
        assert known.tobytes() == concealed(states[0], seat).tobytes()
        assert GAME.entries.allows(states, 0, easy)
        slips += easy != judged
        GAME.entries.play(states, 0, turns, 0, easy)
    assert 0 < slips < CHOICES / 2
    assert set(bots.POLICIES) <= set(bots.BOTS)


@pytest.mark.parametrize("name", list(bots.POLICIES))
def test_policies_are_where_the_table_says(name):
    module, _, function = bots.POLICIES[name].partition(":")
    assert module == "policies"
    assert function in ("judge_policy", "easy_policy")


@section("12.3")
def test_what_one_seat_gains_the_other_loses():
    s = new()
    s.level[:] = 80, 50
    s.lost[:] = 20, 10
    assert advantage(s, A, NO_MEMORY) == -50  # a quarter of its level against a fifth
    dice = Random(3)
    for _ in range(20):
        s.lost[:], s.fled[:] = ([dice.randrange(60), dice.randrange(60)] for _ in range(2))
        assert advantage(s, A, NO_MEMORY) == -advantage(s, B, NO_MEMORY)
    before = advantage(s, B, NO_MEMORY)
    s.end, s.winner = End.ROUTED, B
    assert advantage(s, B, NO_MEMORY) == before + VICTORY
    assert advantage(s, A, NO_MEMORY) == -before - VICTORY


@section("16")
def test_at_the_hot_gates_every_round_is_a_gain_of_the_spartans():
    s = new(army_a="spartans_300", army_b="persians_300")
    s.lost[B] = 60  # means nothing: there are always more
    s.rounds = 25
    assert advantage(s, A, NO_MEMORY) == BEATEN // 2
    s.lost[A] = s.level[A]
    assert advantage(s, A, NO_MEMORY) == -BEATEN // 2


def test_the_task_keeps_armies_for_tests():
    armies = task("cardbattle-armies-v1")
    train, tests = armies.options(), armies.held_out()
    assert (len(train), len(tests)) == (278, 158)
    met = {name for pair in train for name in (pair.army_a, pair.army_b)}
    assert met == {army.id for army in supplied()} - set(HELD_OUT)
    assert all(pair.army_a in HELD_OUT or pair.army_b in HELD_OUT for pair in tests)
    kinds = {army.id: {unit.kind for unit in army.units} for army in supplied()}
    rules = {army.id: set(army.rules) for army in supplied()}
    for name in HELD_OUT:
        assert kinds[name] <= set().union(*(kinds[other] for other in met))
        assert rules[name] <= set().union(*(rules[other] for other in met))
    assert gains_for("cardbattle")[armies.name]() is armies.measure
