"""The kernels step as the CPU does. On machines without a GPU this runs in the simulator:

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 pytest tests/learn/test_gpu.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hoplon import learn
from hoplon.core import gpu
from hoplon.core.errors import HoplonError
from tests.learn.walking import any_actions


def has_gpu() -> bool:
    try:
        gpu.check_gpu()
    except HoplonError:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_gpu(), reason="needs a CUDA GPU or the simulator")

SHOWN = (
    "obs", "mask", "active", "reward", "terminated", "truncated", "to_move", "lengths", "returns", "scores",
    "final", "seeds", "refused",
)  # fmt: skip
CASES = (
    ("hoplite-depth16-v1", "board", "same-step"),
    ("hoplite-depth16-v1", "around", "next-step"),
    ("hoplite-depth16-v1", "board", "disabled"),
    ("codekeeper-fog-v1", None, "same-step"),
    ("cardbattle-small-v1", None, "same-step"),
    ("hexabomb-duel-v1", None, "same-step"),
)


def assert_same(on_gpu: Any, on_cpu: Any) -> None:
    for name in SHOWN:
        here, there = getattr(on_cpu, name), getattr(on_gpu, name).copy_to_host()
        assert np.array_equal(here, there), name
    assert on_gpu.states.tobytes() == on_cpu.states.tobytes()


@pytest.mark.parametrize(("task", "encoding", "mode"), CASES)
def test_gpu_and_cpu_step_the_same(task: str, encoding: str | None, mode: str) -> None:
    given: dict[str, Any] = {"n": 2, "autoreset": mode, "encoding": encoding, "longest": 3, "seed": 4}
    on_gpu, on_cpu = (learn.make(task, device=device, **given) for device in ("cuda", "cpu"))
    assert_same(on_gpu, on_cpu)
    for number in range(7):
        if number == 3:
            kept = on_gpu.snapshot()
        actions = any_actions(on_cpu, number)
        on_cpu.step(actions)
        on_gpu.step(actions)
        assert_same(on_gpu, on_cpu)
    on_gpu.restore(kept)
    on_gpu.reset(seed=9)
    on_cpu.reset(seed=9)
    assert np.array_equal(on_gpu.obs.copy_to_host(), on_cpu.obs)


def test_an_action_that_is_not_allowed_is_told_when_somebody_asks() -> None:
    env = learn.make("hoplite-depth16-v1", n=2, device="cuda")
    env.step(np.argmin(env.mask.copy_to_host(), axis=1))
    assert env.refused.copy_to_host().tolist() == [1, 1]
    with pytest.raises(HoplonError, match="match 0 has an action that its mask does not allow"):
        env.check()
