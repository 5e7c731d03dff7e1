"""Vectors of matches: what a step shows, in all ways of running, and coming back to an earlier moment."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from hoplon import learn
from hoplon.core.errors import HoplonError
from hoplon.testing.ways_to_run import elsewhere
from tests.learn.walking import any_actions

TASK = "hoplite-depth16-v1"
SHOWN = (
    "obs",
    "mask",
    "active",
    "final",
    "reward",
    "terminated",
    "truncated",
    "to_move",
    "returns",
    "scores",
)
ONE_A_GAME = ("hoplite-depth16-v1", "codekeeper-fog-v1", "cardbattle-small-v1", "hexabomb-duel-v1")
SCRIPT = """
import json, sys
from tests.learn.test_vector import walk
print(json.dumps(walk(sys.argv[1], 7)))
"""


def shown(env: Any) -> str:
    told = hashlib.sha256()
    for name in (*SHOWN, "lengths", "seeds", "refused"):
        told.update(np.ascontiguousarray(getattr(env, name)).tobytes())
    return told.hexdigest()


def walk(task: str, steps: int, **given: Any) -> list[str]:
    """What is shown in some steps of short matches."""
    env = learn.make(task, n=2, longest=4, seed=3, **given)
    told = [shown(env)]
    for number in range(steps):
        env.step(any_actions(env, number))
        told.append(shown(env))
    return told


@pytest.mark.parametrize("task", ONE_A_GAME)
def test_interpreted_and_compiled_show_the_same_bytes(task: str) -> None:
    assert elsewhere(SCRIPT, {"NUMBA_DISABLE_JIT": "1"}, task) == walk(task, 7)


@pytest.mark.parametrize("task", ONE_A_GAME)
def test_two_threads_show_what_one_does(task: str) -> None:
    assert walk(task, 12, threads=2) == walk(task, 12)


@pytest.mark.parametrize("task", ONE_A_GAME)
def test_a_snapshot_leads_back_and_copies_go_on_alike(task: str) -> None:
    env = learn.make(task, n=3, longest=6)
    for number in range(4):
        env.step(any_actions(env, number))
    kept, twins = env.snapshot(), env.clone([2, 0, 2])
    assert (twins.obs.reshape(3, -1)[0] == env.obs.reshape(3, -1)[2]).all()
    first = any_actions(env, 9)
    env.step(first)
    twins.step(first.reshape(3, -1)[[2, 0, 2]].reshape(-1))
    goes_on = ~(env.terminated | env.truncated)[[2, 0, 2]]  # which match comes next depends on the place
    for name in ("obs", "mask", "reward", "terminated"):
        ours, theirs = (getattr(each, name).reshape(3, -1) for each in (env, twins))
        assert (theirs == ours[[2, 0, 2]])[goes_on].all()
    later = [first]
    for number in range(4):
        later.append(any_actions(env, number))
        env.step(later[-1])
    again = learn.make(task, n=3, longest=6)
    again.restore(kept)
    for actions in later:
        again.step(actions)
    assert (again.obs == env.obs).all()
    assert (again.mask == env.mask).all()
    assert (again.reward == env.reward).all()
    with pytest.raises(HoplonError, match="3 other matches"):
        learn.make(task, n=2).restore(kept)


def test_rewards_add_up_to_what_the_measure_gained() -> None:
    env = learn.make(TASK, n=4, longest=30)
    sums = np.zeros(4, np.float64)
    ended = 0
    for number in range(90):
        env.step(any_actions(env, number))
        sums += env.reward
        over = env.terminated | env.truncated
        assert np.allclose(sums[over], env.returns[over], atol=1e-4)
        sums[over] = 0
        ended += int(over.sum())
    assert ended > 4


def test_what_is_final_is_what_a_match_that_stays_shows() -> None:
    stays, goes = (learn.make(TASK, n=1, longest=12, autoreset=mode) for mode in ("disabled", "same-step"))
    while not (stays.terminated | stays.truncated)[0]:
        actions = any_actions(stays, int(stays.obs.sum()))
        stays.step(actions)
        goes.step(actions)
    assert (goes.final == stays.obs).all()
    assert (goes.obs != stays.obs).any()
    before = stays.obs.copy()
    stays.step(np.zeros(1, np.int64))
    assert (stays.obs == before).all()
    assert stays.reward[0] == 0
    stays.begin_anew([0])
    assert not (stays.terminated | stays.truncated)[0]
    assert (stays.obs == goes.obs).all()


def test_test_seeds_come_in_their_order_and_training_seeds_never_among_them() -> None:
    tests = learn.make(TASK, n=5, seeds="test", longest=1)
    assert tests.seeds.tolist() == [0, 1, 2, 3, 4]
    tests.step(any_actions(tests, 0))
    assert tests.seeds.tolist() == [5, 6, 7, 8, 9]
    drawn = learn.make(TASK, n=64)
    assert len(set(drawn.seeds.tolist())) == 64
    assert min(drawn.seeds) >= 1_000_000
    named = learn.make(TASK, n=3, seeds=[7, 8], longest=1)
    assert named.seeds.tolist() == [7, 8, 7]


def test_bots_play_the_other_seats_inside_the_step() -> None:
    env = learn.make("cardbattle-small-v1", n=4, opponents={1: "random"})
    assert env.reward.shape == (4,)
    for number in range(60):
        env.step(any_actions(env, number))
        assert (env.to_move == 0).all()
    with pytest.raises(HoplonError, match="cannot play cardbattle inside a learner's step"):
        learn.make("cardbattle-small-v1", opponents={1: "search"})
    with pytest.raises(HoplonError, match="expected one that learns"):
        learn.make("cardbattle-small-v1", opponents={0: "random", 1: "random"})


def test_where_all_act_at_once_there_is_a_row_for_each_agent() -> None:
    env = learn.make("hexabomb-duel-v1", n=2, opponents={1: "random"})
    assert env.rows == 2 * env.columns
    assert env.reward.shape == (env.rows,)
    assert 0 < env.active.sum() < env.rows  # those of the other seat only wait
    for number in range(5):
        env.step(any_actions(env, number))
    assert np.isfinite(env.reward).all()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"what": 3}, "got 3 as the name of a task; expected a text"),
        ({"n": 0}, "got n 0; expected a whole number from 1 to 2147483647"),
        ({"n": 2**70}, "got n 1180591620717411303424; expected a whole number"),
        ({"n": True}, "got n True; expected a whole number"),
        ({"n": 2.0}, "got n 2.0; expected a whole number"),
        ({"autoreset": "same step"}, "got autoreset 'same step'; expected same-step, next-step, disabled"),
        ({"autoreset": []}, r"got autoreset \[\]; expected same-step, next-step, disabled"),
        ({"device": "gpu"}, "got device 'gpu'; expected cpu, cuda"),
        ({"device": []}, r"got device \[\]; expected cpu, cuda"),
        ({"encoding": "borad"}, "did you mean board"),
        ({"encoding": 3}, "hoplite has no encoding 3; it has board"),
        ({"seeds": "tests"}, "expected 'train', 'test', a range or numbers"),
        ({"seeds": [-3]}, "seed -3 is no whole number from 0"),
        ({"seeds": range(2**63)}, "got 9223372036854775808 seeds in range"),
        ({"seeds": range(0, 2**40, 2)}, "expected at most 16777216"),
        ({"seeds": range(2**70)}, "expected a range within 0 to"),
        ({"seeds": [[1], [2, 3]]}, "expected 'train', 'test', a range or whole numbers"),
        ({"seed": "x"}, "got seed 'x'; expected a whole number from 0"),
        ({"seed": True}, "got seed True; expected a whole number"),
        ({"seed": 1.5}, "got seed 1.5; expected a whole number"),
        ({"seed": 2**62}, "got seed 4611686018427387904; expected a whole number"),
        ({"longest": 0}, "got longest 0; expected a whole number from 1"),
        ({"longest": "x"}, "got longest 'x'; expected a whole number"),
        ({"longest": 2**40}, "got longest 1099511627776; expected a whole number from 1 to 2147483647"),
        ({"longest": 1.5}, "got longest 1.5; expected a whole number"),
        ({"illegal": "ignore"}, "got illegal 'ignore'; expected raise, refuse"),
        ({"joint": "no"}, "got joint 'no'; expected True or False"),
        ({"opponents": {"a": "random"}}, "there is no seat 'a'; expected 0 to 0"),
        ({"opponents": {True: "random"}}, "there is no seat True"),
        ({"opponents": "random"}, "expected the names of bots by seat"),
        ({"opponents": {3: "random"}}, "there is no seat 3; expected 0 to 0"),
        ({"options": []}, "there are no options to play hoplite with"),
        ({"options": [1]}, "got 1 among the options; expected a list of options of hoplite"),
        ({"options": "abc"}, "got options 'abc'; expected a list of options of hoplite"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HoplonError, match=sentence):
        learn.make(**({"what": TASK} | given))


def test_actions_that_are_not_allowed_are_errors_or_refused() -> None:
    env = learn.make(TASK, n=3)
    before = shown(env)
    for actions, sentence in (
        ([0, 0], r"got actions of shape \(2,\); expected \(3,\)"),
        ([0.5, 0.5, 0.5], "expected whole numbers"),
        ([999, 0, 0], "row 0 has action 999; expected 0 to 120"),
        (np.argmin(env.mask, axis=1), "which its mask does not allow"),
    ):
        with pytest.raises(HoplonError, match=sentence):
            env.step(actions)
        assert shown(env) == before
    gentle = learn.make(TASK, n=3, illegal="refuse")
    wrong = any_actions(gentle, 0)
    wrong[1] = int(np.argmin(gentle.mask[1]))
    told = gentle.obs[1].copy()
    gentle.step(wrong)
    assert gentle.refused.tolist() == [0, 1, 0]
    assert (gentle.obs[1] == told).all()
