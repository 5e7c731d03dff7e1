"""Opponents that make one choice in a step are met in the same matches as those who answer at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hoplon import learn
from tests.learn.walking import any_actions

TASK = "cardbattle-small-v1"


def seen(env: Any, i: int) -> tuple[bytes, bytes]:
    return env.obs[i].tobytes(), env.mask[i].tobytes()


@pytest.mark.representative
@pytest.mark.parametrize("seat", [0, 1])
def test_a_paced_match_is_the_same_with_rows_in_between(seat: int) -> None:
    """The learner sees, may do and gains the same; while it is not asked, it sees nothing."""
    opponents = {1 - seat: "judge"}
    at_once = learn.make(TASK, 1, opponents=opponents, seed=5)
    paced = learn.make(TASK, 1, opponents=opponents, seed=5, paced=True)
    gained, waited, ended = 0.0, 0, 0
    for number in range(120):
        while not paced.active[0]:
            assert not paced.obs.any()
            assert paced.mask.all()
            assert paced.to_move[0] == 1 - seat
            paced.step([number])
            gained += paced.reward[0]
            ended += paced.terminated[0]
            waited += 1
        if number:
            assert gained == pytest.approx(at_once.reward[0])
            assert ended == at_once.terminated[0]
            assert at_once.lengths[0] == paced.lengths[0]
        assert seen(paced, 0) == seen(at_once, 0)
        assert at_once.active[0]
        actions = any_actions(at_once, number)
        at_once.step(actions)
        paced.step(actions)
        gained, ended = paced.reward[0], paced.terminated[0]
    assert waited > 20
    assert at_once.seeds[0] == paced.seeds[0]


def test_who_meets_nobody_is_never_paced() -> None:
    env = learn.make(TASK, 2, paced=True)
    assert not env.paced
    assert env.active.all()


def test_all_seats_of_a_bot_have_one_compiled_step() -> None:
    """Which seats learn is a setting: whoever trains from both compiles once."""
    plans = [learn.plan_of(learn.task(TASK), opponents={seat: "judge"}) for seat in range(2)]
    assert plans[0].kind == plans[1].kind
    assert np.all(plans[0].settings()["learners"] != plans[1].settings()["learners"])
