"""The CUDA kernels play as the CPU does. On machines without a GPU this runs in the simulator:

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 pytest tests/core/test_gpu.py
"""

from __future__ import annotations

import pytest

from hoplon.core import gpu, gpu_kernels
from hoplon.core.batch import Batch
from hoplon.core.errors import HoplonError
from hoplon.games import game, own_names


def has_gpu() -> bool:
    try:
        gpu.check_gpu()
    except HoplonError:
        return False
    return True


needs_gpu = pytest.mark.skipif(not has_gpu(), reason="needs a CUDA GPU or the simulator")


@needs_gpu
@pytest.mark.parametrize("name", own_names())
@pytest.mark.parametrize("longest", [3, 16])
def test_gpu_and_cpu_play_the_same(name: str, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "TURNS_A_LARGE_CALL", gpu.TURNS_A_CALL)
    found = game(name)
    on_gpu = gpu.GpuBatch(found, 5, seed=11, longest=longest)
    on_gpu.play_randomly(gpu.TURNS_A_CALL + 8, checked=True)
    on_cpu = Batch(found, 5, seed=11, threads=1, longest=longest)
    on_cpu.play_randomly(gpu.TURNS_A_CALL + 8, checked=True)
    assert on_gpu.results.tobytes() == on_cpu.results.tobytes()
    assert on_gpu.states.tobytes() == on_cpu.states.tobytes()
    assert on_cpu.results["matches"].min() > 1


@needs_gpu
def test_a_thread_that_runs_out_of_dealt_starts_makes_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("hoplite")
    monkeypatch.setattr(gpu_kernels, "_kernels", {})
    monkeypatch.setattr(gpu_kernels, "DEALT_AHEAD", 1)
    on_gpu = gpu.GpuBatch(found, 3, seed=2, longest=2)
    on_gpu.play_randomly(12, checked=True)
    on_cpu = Batch(found, 3, seed=2, threads=1, longest=2)
    on_cpu.play_randomly(12, checked=True)
    assert on_gpu.states.tobytes() == on_cpu.states.tobytes()


@pytest.mark.skipif(has_gpu(), reason="there is a GPU, or the simulator")
def test_without_a_gpu_one_sentence_says_so() -> None:
    with pytest.raises(HoplonError, match=r"no CUDA GPU|numba-cuda is not installed"):
        gpu.GpuBatch(game("hoplite"), 2)
