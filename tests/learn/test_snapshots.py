"""Snapshots of other vectors, actions that are refused for ever, and actions in memory of other kinds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hoplon import learn
from hoplon.core.errors import HoplonError
from hoplon.learn.vector import read_actions

TASK = "hoplite-depth1-v1"


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"seeds": [5, 6]}, "first is 0 instead of 1000000"),
        ({"autoreset": "disabled"}, "mode is 2"),
        ({"final": False}, "keeps_final is 0"),
        ({"longest": 7}, "longest is 7"),
        ({"n": 3}, "of 3 other matches; this has 2"),
        ({"what": "hoplite-gen200-v1", "longest": 20, "seeds": "test"}, "first is 0 instead of 1000000"),
        ({"what": "hoplite-gen200-v1", "longest": 20, "seeds": range(1_000_000, 2**40)}, "of another task"),
    ],
)
def test_a_snapshot_of_a_vector_made_in_another_way_is_refused(other: dict[str, Any], why: str) -> None:
    """Its settings would lead out of the arrays of this one."""
    env = learn.make(TASK, 2)
    before = env.snapshot()
    with pytest.raises(HoplonError, match=why):
        env.restore(learn.make(**{"what": TASK, "n": 2, **other}).snapshot())
    after = env.snapshot()
    assert all(before[name].tobytes() == after[name].tobytes() for name in before)


@pytest.mark.parametrize("strange", [{}, None, {"_states": np.zeros(1)}])
def test_what_is_no_snapshot_is_refused(strange: Any) -> None:
    """Nothing of it is taken over."""
    with pytest.raises(HoplonError, match="as a snapshot; expected one of a vector"):
        learn.make(TASK).restore(strange)


def test_a_snapshot_of_another_root_is_taken_with_its_root() -> None:
    """The matches that follow are then those that followed there."""
    one, other = learn.make(TASK, 2, seed=3), learn.make(TASK, 2, seed=4)
    other.restore(one.snapshot())
    one.reset()
    other.reset()
    assert one.seeds.tolist() == other.seeds.tolist()


@pytest.mark.parametrize("mode", ["same-step", "next-step", "disabled"])
def test_who_is_always_refused_is_cut_off_in_the_end(mode: str) -> None:
    """Else a learner that insists on what it may not do would play the same match for ever."""
    env = learn.make(TASK, 2, illegal="refuse", longest=3, autoreset=mode)
    first = env.obs.copy()
    forbidden = (env.mask == 0).argmax(1)
    for step in range(3):
        assert np.array_equal(env.obs, first)
        env.step(forbidden)
        assert env.refused.all()
        assert not env.reward.any()
        assert env.truncated.tolist() == [step == 2] * 2
    assert env.lengths.tolist() == [3, 3]
    assert np.array_equal(env.obs, first) == (mode != "same-step")


def test_actions_of_any_memory_are_taken_as_the_compiled_step_knows_them() -> None:
    """Compiling it anew for a column of a table, or for an array that cannot be written, takes seconds."""
    table = np.arange(6).reshape(3, 2)
    locked = np.arange(3)
    locked.flags.writeable = False
    for given in (table[:, 0], locked, [0, 1, 2], np.arange(3, dtype=np.int32)):
        assert read_actions(given, 3).flags.carray
    env = learn.make(TASK, 2)
    seen: list[Any] = []
    env._play = lambda actions, _what: seen.append(actions)
    env.step(table[:2, 0])
    env.step(locked[:2])
    assert all(actions.flags.carray for actions in seen)
