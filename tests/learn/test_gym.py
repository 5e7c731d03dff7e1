"""Gymnasium's environments: what its own checker says, seeds, masks, and three ways to begin anew."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import sys
import zlib
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hoplon import learn
from hoplon.core.errors import HoplonError
from hoplon.learn.gym import MODES, Env, VectorEnv

SHORT = "hoplite-depth1-v1"
ID = f"hoplon.learn.gym:hoplon/{SHORT}"
SEEDS = [11, 12, 13, 14, 15, 16]
SEVERAL = [name for name, task in learn.tasks().items() if task.rules.seats[0] > 1 or task.joint]


def pick(row: Any, mask: Any) -> int:
    """An allowed action that depends on nothing but what is seen."""
    allowed = np.flatnonzero(mask)
    return int(allowed[zlib.crc32(np.ascontiguousarray(row).tobytes()) % len(allowed)])


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_gymnasiums_checker_finds_nothing(flat: bool, masked: bool) -> None:
    env = gymnasium.make(ID, flat=flat, masked=masked)
    check_env(env.unwrapped)
    env.close()


def test_every_task_is_registered() -> None:
    assert {f"hoplon/{name}" for name in learn.tasks()} <= set(gymnasium.registry)


def test_make_vec_makes_one_vector_of_matches() -> None:
    env: Any = gymnasium.make_vec(
        ID, num_envs=3, vectorization_mode="vector_entry_point", autoreset="same-step"
    )
    assert type(env.unwrapped) is VectorEnv
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    obs, info = env.reset(seed=3)
    assert obs in env.observation_space
    assert info["action_mask"].shape == (3, env.single_action_space.n)
    assert len(env.action_space.sample(mask=tuple(info["action_mask"]))) == 3


def test_a_seed_says_which_matches_follow_and_without_one_they_differ() -> None:
    def firsts(*seeds: int | None) -> list[bytes]:
        env = Env(SHORT, flat=True)
        return [env.reset(seed=seed)[0].tobytes() for seed in seeds]

    assert firsts(5, None, None) == firsts(5, None, None)
    assert firsts(5, 5)[0] == firsts(5, 5)[1]
    assert firsts(None, None, None) != firsts(None, None, None)


def test_an_action_that_is_not_allowed_changes_nothing_and_is_told() -> None:
    env = Env(SHORT)
    before, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(wrong)
    assert same(before, after)
    assert (reward, terminated, truncated, info["refused"]) == (0.0, False, False, True)
    assert "refused" not in env.step(pick(0, info["action_mask"]))[4]
    strict = Env(SHORT, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(HoplonError, match=f"action {wrong}, which its mask does not allow"):
        strict.step(wrong)
    with pytest.raises(TypeError):
        env.step(2.5)


def test_parts_and_row_say_the_same() -> None:
    whole, parts = Env(SHORT, flat=True), Env(SHORT, masked=True)
    row, info = whole.reset(seed=2)
    seen, _ = parts.reset(seed=2)
    mask = seen.pop("action_mask")
    encoding = whole.vector.plan.encoding
    assert list(seen) == [part.name for part in encoding.parts]
    assert all(np.array_equal(encoding.part(row, name), seen[name]) for name in seen)
    assert np.array_equal(mask, info["action_mask"])
    assert np.array_equal(whole.action_masks(), mask.astype(bool))


Told = tuple[bytes, float, bool, bool, bytes | None, list[int] | None]


def told(obs: Any, reward: float, over: bool, cut: bool, mask: Any, scores: Any = None) -> Told:
    """One moment of a match; after the end no mask means anything."""
    ended = bool(over or cut)
    allowed = None if ended else np.asarray(mask).tobytes()
    return obs.tobytes(), float(reward), bool(over), bool(cut), allowed, scores.tolist() if ended else None


def recorded(seeds: list[int]) -> list[Told]:
    """What a single environment tells of these matches, each from its reset to its end."""
    env, found = Env(SHORT, flat=True, seeds=seeds, illegal="raise"), []
    for number in range(len(seeds)):
        obs, info = env.reset(seed=0 if number == 0 else None)
        found.append(told(obs, 0, False, False, info["action_mask"]))
        over = cut = False
        while not (over or cut):
            obs, reward, over, cut, info = env.step(pick(obs, info["action_mask"]))
            found.append(told(obs, reward, over, cut, info["action_mask"], info.get("scores")))
    return found


def side_by_side(mode: str, steps: int) -> list[list[Told]]:
    """The same from a vector of two places, whatever way it has to tell it."""
    env = VectorEnv(2, task=SHORT, autoreset=mode, flat=True, seeds=SEEDS, illegal="raise")
    obs, info = env.reset(seed=0)
    found = [[told(obs[i], 0, False, False, info["action_mask"][i])] for i in range(2)]
    for _ in range(steps):
        actions = np.array([pick(*both) for both in zip(obs, info["action_mask"], strict=True)])
        obs, reward, over, cut, info = env.step(actions)
        ended = over | cut
        for i in range(2):
            if ended[i] and mode == "same-step":  # the new match is shown, the end of the old one beside it
                assert info["_final_obs"][i]
                last, scores = info["final_obs"][i], info["final_info"]["scores"][i]
                found[i].append(told(last, reward[i], over[i], cut[i], None, scores))
                found[i].append(told(obs[i], 0, False, False, info["action_mask"][i]))
            else:
                scores = info["scores"][i] if ended[i] else None
                found[i].append(told(obs[i], reward[i], over[i], cut[i], info["action_mask"][i], scores))
        if mode == "disabled" and ended.any():
            obs, info = env.reset(options={"reset_mask": ended})
            for i in np.flatnonzero(ended):
                found[i].append(told(obs[i], 0, False, False, info["action_mask"][i]))
    return found


@pytest.mark.parametrize("mode", MODES)
def test_the_three_ways_to_begin_anew_tell_one_recorded_trajectory(mode: str) -> None:
    for place, found in enumerate(side_by_side(mode, 30)):
        expected = recorded(SEEDS[place::2])
        assert sum(moment[2] or moment[3] for moment in expected) == 3
        shared = min(len(found), len(expected))
        assert shared > 25
        assert found[:shared] == expected[:shared]


def play_on(env: Any, steps: int = 12) -> list[Any]:
    """The rewards and observations of some steps."""
    many = isinstance(env, VectorEnv)
    obs, mask = env.vector.obs.copy(), env.vector.mask.copy()
    told = []
    for _ in range(steps):
        actions = np.array([pick(*both) for both in zip(obs, mask, strict=True)])
        seen, reward, terminated, truncated, _ = env.step(actions if many else actions[0])
        if not many and (terminated or truncated):
            env.reset()
        obs, mask = env.vector.obs.copy(), env.vector.mask.copy()
        told.append((np.asarray(reward).tolist(), zlib.crc32(obs.tobytes())))
        if not many:
            assert same(seen, env._observe()) or terminated or truncated
    return told


def makers() -> list[Any]:
    return [Env(SHORT), VectorEnv(3, task=SHORT, autoreset="same-step", threads=2)]


@pytest.mark.parametrize("number", [0, 1])
def test_pickled_and_copied_environments_go_on_alike(number: int) -> None:
    env = makers()[number]
    env.reset(seed=8)
    play_on(env, 5)
    pickled, copied = pickle.loads(pickle.dumps(env)), copy.deepcopy(env)
    expected = play_on(env)
    assert play_on(pickled) == expected
    assert play_on(copied) == expected
    env.close()


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_environments_go_on_in_another_process(way: str) -> None:
    envs = makers()
    for env in envs:
        env.reset(seed=8)
        play_on(env, 5)
    with multiprocessing.get_context(way).Pool(1) as pool:
        there = pool.map(play_on, envs)
    assert there == [play_on(env) for env in envs]
    for env in envs:
        env.close()


def test_a_match_is_shown_as_text_or_as_a_picture() -> None:
    for mode, sign in (("ansi", "@"), ("svg", "<svg")):
        env = gymnasium.make(ID, render_mode=mode)
        env.reset(seed=1)
        assert sign in str(env.render())
    many = VectorEnv(2, task=SHORT, render_mode="ansi")
    shown = many.render()
    assert shown is not None
    assert len(shown) == 2
    with pytest.raises(HoplonError, match="got render_mode 'human'; expected one of ansi, svg"):
        Env(SHORT, render_mode="human")


def test_what_is_not_known_is_refused_by_name() -> None:
    with pytest.raises(HoplonError, match="'hoplite-depth1-v9'; did you mean"):
        Env("hoplite-depth1-v9")
    with pytest.raises(HoplonError, match="the reset option 'level'; expected none"):
        Env(SHORT).reset(options={"level": 3})
    with pytest.raises(HoplonError, match="the reset option 'mask'; expected reset_mask"):
        VectorEnv(2, task=SHORT).reset(options={"mask": [True, False]})
    with pytest.raises(HoplonError, match="together with a reset_mask"):
        VectorEnv(2, task=SHORT).reset(seed=1, options={"reset_mask": [True, False]})
    with pytest.raises(HoplonError, match="autoreset 'later'"):
        VectorEnv(2, task=SHORT, autoreset="later")


@pytest.mark.parametrize("name", SEVERAL)
def test_a_task_with_several_learners_is_no_single_environment(name: str) -> None:
    with pytest.raises(HoplonError, match=r"hoplon\.learn\.zoo has"):
        Env(name)


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [("gym", "gymnasium", "gym"), ("zoo", "pettingzoo", "zoo"), ("sb3", "stable_baselines3", "sb3")],
)
def test_without_its_package_a_wrapper_says_what_to_install(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"hoplon.learn.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"needs .*: pip install 'hoplon\[{extra}\]'"):
        importlib.import_module(f"hoplon.learn.{module}")
