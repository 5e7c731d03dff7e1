"""Rules that other rules call: one version for all widths of numbers, no machine code of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from enum import IntEnum

import numpy as np
import pytest
from numba import types

from hoplon.core.callee import argument
from hoplon.core.kernel import is_compiled, record, rule

only_compiled = pytest.mark.skipif(not is_compiled(), reason="there are no versions to count interpreted")


class Way(IntEnum):
    EAST = 3


number_t = record([("small", "i2"), ("flag", "u1"), ("wide", "i8"), ("table", "i4", (4,))])


@rule
def weigh(value, times=2, negative=False):
    return -value * times if negative else value * times


@rule
def weigh_all(s):
    total = weigh(s.small) + weigh(s.flag) + weigh(s.wide) + weigh(s.table[1]) + weigh(5)
    total += weigh(Way.EAST) + weigh(s.small, s.flag) + weigh(s.wide, times=Way.EAST)
    return total + weigh(s.flag, 1, True) + weigh(s.small, negative=s.wide > 0)


@rule
def weigh_first(numbers):
    return weigh_all(numbers[0])


def numbers():
    array = np.zeros(1, number_t)
    array["small"], array["flag"], array["wide"], array["table"] = -300, 255, 1 << 40, 7
    return array


@only_compiled
def test_numbers_of_all_widths_and_defaults_mean_the_same():
    small, flag, wide, table = -300, 255, 1 << 40, 7
    expected = 2 * (small + flag + wide + table + 5 + 3) + small * flag + wide * 3 - flag - 2 * small
    assert weigh_first(numbers()) == expected


@only_compiled
def test_one_version_serves_all_callers():
    weigh_first(numbers())
    assert list(weigh.callees) == [(types.int64, types.int64, types.boolean)]


@only_compiled
def test_only_what_python_calls_has_machine_code():
    weigh_first(numbers())
    assert len(weigh_first.overloads) == 1
    assert not weigh_all.overloads
    assert len(weigh_all.callees) == 1


@pytest.mark.parametrize(
    ("given", "arrives"),
    [
        (types.int16, types.int64),
        (types.uint32, types.int64),
        (types.literal(3), types.int64),
        (types.literal(True), types.boolean),
        (types.Omitted(-1), types.int64),
        (types.Omitted(False), types.boolean),
        (types.IntEnumMember(Way, types.int64), types.int64),
        (types.uint64, types.uint64),
        (types.float32, types.float32),
        (types.Omitted(None), types.Omitted(None)),
        (types.literal("text"), types.literal("text")),
    ],
)
def test_arguments_arrive_as_few_types(given, arrives):
    assert argument(given) == arrives


IMPORTS = "from tests.core.test_callee import numbers, weigh_all, weigh_first\n"
WATCH = """
from numba.core import compiler
compiled = []
inside = compiler.compile_extra
compiler.compile_extra = lambda *args, **rest: compiled.append(args[2].__name__) or inside(*args, **rest)
"""


@only_compiled
def test_the_next_process_links_what_was_kept(tmp_path):
    """Another function that calls the same rules compiles only itself."""

    def told(code: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", IMPORTS + code],
            env=os.environ | {"HOPLON_CACHE": str(tmp_path)},
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
        return run.stdout.strip()

    expected = weigh_first(numbers())
    assert told("print(weigh_first(numbers()))") == f"{expected}"
    assert told(WATCH + "print(weigh_first(numbers()), compiled)") == f"{expected} []"
    assert told(WATCH + "print(weigh_all(numbers()[0]), compiled)") == f"{expected} ['weigh_all']"
