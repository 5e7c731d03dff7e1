"""Stable-Baselines3 takes the environments as they are; it brings torch, so these tests run where it is."""

from __future__ import annotations

import pickle
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from hoplon.core.errors import HoplonError
from hoplon.learn.gym import Env
from tests.needed import lacking

SHORT = "hoplite-depth1-v1"

pytestmark = [
    pytest.mark.skipif(
        find_spec("sb3_contrib") is None, reason=lacking("Stable-Baselines3 with sb3-contrib")
    ),
    pytest.mark.filterwarnings("default::DeprecationWarning"),
]


def matches(n: int = 4, **settings: Any) -> Any:
    from hoplon.learn.sb3 import Matches

    return Matches(SHORT, n, **settings)


def test_the_checker_of_stable_baselines_finds_nothing() -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(Env(SHORT, flat=True), warn=True)


def test_masks_come_as_maskable_ppo_asks_for_them() -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = matches()
    env.seed(3)
    env.reset()
    assert is_masking_supported(env)
    assert np.array_equal(get_action_masks(env), env.action_masks())
    assert np.array_equal(env.action_masks(), env.vector.mask.astype(bool))
    single = Env(SHORT)
    single.reset(seed=3)
    assert is_masking_supported(single)
    assert get_action_masks(single).sum() == single.vector.mask.sum()


def test_the_end_of_a_match_is_told_as_expected() -> None:
    env = matches(3)
    env.seed(3)
    env.reset()
    ended = 0
    for number in range(60):
        masks = env.action_masks()
        actions = np.array([np.flatnonzero(mask)[number % mask.sum()] for mask in masks])
        obs, reward, done, infos = env.step(actions)
        assert obs in env.observation_space or obs.shape == (3, *env.observation_space.shape)
        assert reward.dtype == np.float32
        for i, info in enumerate(infos):
            assert bool(info) == done[i]
            if done[i]:
                ended += 1
                assert info["terminal_observation"].shape == env.observation_space.shape
                assert info["TimeLimit.truncated"] == bool(env.vector.truncated[i])
                assert info["episode"]["l"] == env.vector.lengths[i]
                assert info["episode"]["r"] == env.vector.returns[i]
    assert ended > 3


def test_a_seed_says_which_matches_follow() -> None:
    firsts = []
    for _ in range(2):
        env = matches()
        env.seed(5)
        firsts.append(env.reset().tobytes())
    assert firsts[0] == firsts[1]
    assert pickle.loads(pickle.dumps(env)).vector.obs.tobytes() == firsts[0]


def test_maskable_ppo_learns_a_little() -> None:
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", matches(8), n_steps=16, batch_size=64, n_epochs=1, device="cpu")
    model.learn(256)
    env = matches(2)
    action, _ = model.predict(env.reset(), action_masks=env.action_masks())
    env.step(action)


def test_what_a_match_lacks_is_named() -> None:
    env = matches()
    with pytest.raises(AttributeError, match="a match has no 'level'"):
        env.get_attr("level")
    with pytest.raises(HoplonError, match="level cannot be set"):
        env.set_attr("level", 3)
