"""Records, and rules as Numba alone compiles them."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.np.numpy_support import from_dtype

import hoplon
from hoplon.core import dice, kernel
from hoplon.core.cache import folder_of
from hoplon.games import game
from tests.core import weighing


@pytest.mark.representative
def test_records_are_aligned_and_every_byte_belongs_to_a_field():
    dtype = kernel.record([("a", "i2"), ("b", "i8"), ("c", "i4", (3,)), ("d", "i2")])
    assert dtype.isalignedstruct
    assert dtype.fields["b"][1] == 8
    assert sum(field[0].itemsize for field in dtype.fields.values()) == dtype.itemsize
    for name in hoplon.game_names():
        state = game(name).state
        assert sum(field[0].itemsize for field in state.fields.values()) == state.itemsize


@pytest.mark.representative
def test_records_within_records_are_aligned_by_their_widest_number():
    inner = kernel.record([("n", "i4"), ("small", "i2", (3,))])
    assert inner.itemsize == 12
    outer = kernel.record([("a", "i8"), ("b", "i2"), ("one", inner), ("c", "i2"), ("many", inner, (2,))])
    offsets = {name: outer.fields[name][1] for name in ("a", "b", "one", "c", "many")}
    assert offsets == {"a": 0, "b": 8, "one": 12, "c": 24, "many": 28}
    assert outer.itemsize == 56
    assert from_dtype(outer).size == 56


@pytest.mark.representative
def test_a_copy_has_the_same_bytes():
    dtype = kernel.record([("a", "i2"), ("b", "i8"), ("c", "i2")])
    records = np.zeros(500, dtype)
    records["a"] = 7
    for _ in range(20):
        rubbish = np.full(500 * dtype.itemsize, 0xAB, np.uint8)
        del rubbish
        assert records.copy().tobytes() == records.tobytes()
        assert records[3:4].copy().tobytes() == records[3:4].tobytes()


@pytest.mark.skipif(not kernel.is_compiled(), reason="interpreted rules are not kept")
def test_threads_that_load_rules_at_once_keep_each_in_its_folder(monkeypatch):
    class Slow:
        @staticmethod
        def jit(**options):
            time.sleep(0.01)  # so that another thread comes in between
            return numba.jit(**options)

    def several(function):
        return {kernel.plain_dispatcher(function).stats.cache_path for _ in range(5)}

    monkeypatch.setattr(kernel, "numba", Slow)
    functions = [weighing.numbers, folder_of, game("hoplite").write_choice, dice.below.py_func]
    with ThreadPoolExecutor(4) as pool:
        for function, folders in zip(functions, pool.map(several, functions), strict=True):
            assert {Path(folder).parent for folder in folders} == {folder_of(function)}
