"""PettingZoo's environments: what its own tests say, for a task of every game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from hoplon import learn
from hoplon.core.errors import HoplonError
from hoplon.learn import zoo

BY_GAME = {task.game: name for name, task in reversed(learn.tasks().items())}
ONE_BY_ONE = sorted(BY_GAME.values())
ALL_AT_ONCE = [name for name in ONE_BY_ONE if learn.task(name).joint or learn.task(name).rules.seats[1] == 1]
IN_TURN = [name for name in ONE_BY_ONE if name not in ALL_AT_ONCE]
CYCLES = 40

# With an action mask, an observation has to be a dictionary; the warnings know only PettingZoo's own games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_one_agent_after_the_other(name: str) -> None:
    api_test(zoo.env(name), CYCLES)
    seed_test(lambda: zoo.env(name), CYCLES)


@pytest.mark.parametrize("name", ALL_AT_ONCE)
def test_all_agents_at_once(name: str) -> None:
    parallel_api_test(zoo.parallel_env(name), CYCLES)
    parallel_seed_test(lambda: zoo.parallel_env(name, illegal="refuse"), CYCLES)


@pytest.mark.parametrize("name", IN_TURN)
def test_who_acts_in_turn_does_not_act_at_once(name: str) -> None:
    with pytest.raises(HoplonError, match="act one after the other"):
        zoo.parallel_env(name)


def play(env: Any, seed: int) -> dict[str, float]:
    """A whole match of first allowed actions; what each agent gained."""
    env.reset(seed=seed)
    gained = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        gained[agent] += reward
        mask = seen["action_mask"]
        assert mask.any() or terminated or truncated
        env.step(None if terminated or truncated else int(np.flatnonzero(mask)[-1]))
    return gained


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_the_rewards_of_an_agent_add_up_to_what_its_seat_gained(name: str) -> None:
    env = zoo.OneByOne(name, longest=60)
    gained = play(env, 4)
    returns = np.atleast_1d(env.vector.returns[0])
    for agent, sum_of_rewards in gained.items():
        seat = env._seats[agent] if len(returns) > 1 else 0
        assert sum_of_rewards == pytest.approx(float(returns[seat]), abs=1e-3)


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_who_is_not_asked_sees_but_may_do_nothing(name: str) -> None:
    env = zoo.OneByOne(name)
    env.reset(seed=3)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["observation"].any()
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert seen in env.observation_space(agent)


def test_a_missing_action_is_named() -> None:
    env = zoo.parallel_env("hoplite-depth1-v1", render_mode="ansi")
    env.reset(seed=1)
    assert "@" in env.render()
    with pytest.raises(HoplonError, match="no action for player_0"):
        env.step({})
