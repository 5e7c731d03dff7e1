"""The CUDA kernels play as the CPU does. On machines without a GPU this runs in the simulator:

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 pytest tests/core/test_gpu.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hoplon.core import gpu, gpu_kernels
from hoplon.core.batch import Batch
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
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


def pair(name: str, n: int = 4, **given: Any) -> tuple[gpu.GpuBatch, Batch]:
    """The same matches on the GPU and on the CPU."""
    found = game(name)
    return gpu.GpuBatch(found, n, **given), Batch(found, n, threads=1, **given)


def must_agree(on_gpu: gpu.GpuBatch, on_cpu: Batch) -> None:
    """Everything that can be read is the same to the byte."""
    for name in ("states", "results", "scores", "finals"):
        assert getattr(on_gpu, name).tobytes() == getattr(on_cpu, name).tobytes(), name
    assert on_gpu.masks().copy_to_host().tobytes() == on_cpu.masks().tobytes()
    assert on_gpu.to_move.copy_to_host().tolist() == on_cpu.to_move.tolist()


@needs_gpu
@pytest.mark.parametrize("name", own_names())
def test_choices_are_played_as_on_the_cpu(name: str) -> None:
    on_gpu, on_cpu = pair(name, seed=[9, 2, 9, 7], longest=3)
    must_agree(on_gpu, on_cpu)
    for n in range(7):
        legal = [on_cpu.legal(i) for i in range(4)]
        choices = [few[(n + i) % len(few)] for i, few in enumerate(legal)]
        choices[n % 4] = choices[n % 4] if n < 4 else -1
        on_gpu.play(choices)
        on_cpu.play(choices)
        must_agree(on_gpu, on_cpu)
    assert on_cpu.results["refused"].any()
    assert on_cpu.results["matches"].min() >= 1


@needs_gpu
def test_rows_begin_anew_as_on_the_cpu() -> None:
    on_gpu, on_cpu = pair("hoplite", seed=3, longest=2)
    for rows, seeds in (([1, 3], None), ([True, False, False, True], [50, 60]), ([2], 7), ([], None)):
        for batch in (on_gpu, on_cpu):
            batch.play_randomly(3, checked=True)
            batch.reset(rows, seeds)
        must_agree(on_gpu, on_cpu)
        for batch in (on_gpu, on_cpu):
            batch.play_randomly(5, checked=True)
        must_agree(on_gpu, on_cpu)


@needs_gpu
def test_options_and_positions_of_each_match_are_as_on_the_cpu() -> None:
    found = game("hoplite")
    kinds = [found.options(depth=depth) for depth in (1, 5, 1, 3)]
    for given in ({"options": kinds}, {"positions": [Match(found, 8, kind) for kind in kinds]}):
        on_gpu, on_cpu = pair("hoplite", seed=3, longest=4, **given)
        for batch in (on_gpu, on_cpu):
            batch.play_randomly(10, checked=True)
        must_agree(on_gpu, on_cpu)


@needs_gpu
def test_without_reset_matches_stay_where_they_ended_as_on_the_cpu() -> None:
    on_gpu, on_cpu = pair("hoplite", seed=3, longest=4, reset=False)
    for turns in (2, 5):
        for batch in (on_gpu, on_cpu):
            batch.play_randomly(turns, checked=True)
            batch.play([0] * 4)
        must_agree(on_gpu, on_cpu)
    assert on_cpu.results["truncated"].any()


@needs_gpu
def test_masks_for_the_gpu_are_written_to_arrays_on_the_gpu() -> None:
    on_gpu, _ = pair("hoplite", 2)
    with pytest.raises(HoplonError, match="got masks as ndarray; expected an array on the GPU"):
        on_gpu.masks(np.zeros((2, len(on_gpu.space)), bool))
    with pytest.raises(HoplonError, match=r"got choices of shape \(1,\); expected \(2,\)"):
        on_gpu.play([0])


@pytest.mark.skipif(has_gpu(), reason="there is a GPU, or the simulator")
def test_without_a_gpu_one_sentence_says_so() -> None:
    with pytest.raises(HoplonError, match=r"no CUDA GPU|numba-cuda is not installed"):
        gpu.GpuBatch(game("hoplite"), 2)
