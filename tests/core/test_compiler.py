"""Rules that other rules call: one version for all widths of numbers, no machine code of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from numba import types

from hoplon.core.compiler import argument
from hoplon.core.kernel import is_compiled
from tests.core.weighing import Way, numbers, weigh_first
from tests.waiting import patience

only_compiled = pytest.mark.skipif(not is_compiled(), reason="there are no versions to count interpreted")


@only_compiled
def test_numbers_of_all_widths_and_defaults_mean_the_same():
    small, flag, wide, table = -300, 255, 1 << 40, 7
    expected = 2 * (small + flag + wide + table + 5 + 3) + small * flag + wide * 3 - flag - 2 * small
    assert weigh_first(numbers()) == expected


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


IMPORTS = "from tests.core.weighing import numbers, weigh, weigh_all, weigh_first\n"
WATCH = """
from numba.core import compiler
compiled = []
inside = compiler.compile_extra
compiler.compile_extra = lambda *args, **rest: compiled.append(args[2].__name__) or inside(*args, **rest)
"""


def told(code: str, cache: Path, imports: str = IMPORTS) -> str:
    """What a new process prints that keeps compiled code in a folder of its own."""
    run = subprocess.run(
        [sys.executable, "-c", imports + code],
        env=os.environ | {"HOPLON_CACHE": str(cache)}, cwd=Path(__file__).parents[2],
        capture_output=True, text=True, timeout=patience(), check=False,
    )  # fmt: skip
    return run.stdout.strip() or run.stderr


@only_compiled
def test_one_version_serves_all_callers_and_only_what_python_calls_has_machine_code(tmp_path):
    counts = (
        "len(weigh_first.overloads), len(weigh_all.overloads), len(weigh_all.callees), list(weigh.callees)"
    )
    assert told(f"weigh_first(numbers()); print({counts})", tmp_path) == "1 0 1 [(int64, int64, bool)]"


@only_compiled
def test_the_next_process_links_what_was_kept(tmp_path):
    """Another function that calls the same rules compiles only itself."""
    expected = weigh_first(numbers())
    assert told("print(weigh_first(numbers()))", tmp_path) == f"{expected}"
    assert told(WATCH + "print(weigh_first(numbers()), compiled)", tmp_path) == f"{expected} []"
    assert told(WATCH + "print(weigh_all(numbers()[0]), compiled)", tmp_path) == f"{expected} ['weigh_all']"


CHANGES = {
    "a name is gone": "import numba.core.runtime.nrt; del numba.core.runtime.nrt.rtsys",
    "an attribute is gone": "import numba; del numba.core.serialize.loads",
    "a function takes other arguments": """
from numba.core import compiler
inside = compiler.compile_extra
def compile_extra(typingctx, targetctx, func, args, return_type, **others):
    return inside(typingctx, targetctx, func, args, return_type, **others)
compiler.compile_extra = compile_extra
""",
}


@only_compiled
@pytest.mark.parametrize("changed", CHANGES)
def test_another_numba_compiles_the_rules_in_its_own_way(changed, tmp_path):
    """With one warning, and kept for the next process. (No flag: its own way is to negate bytes as bytes.)"""
    code = f"""
import warnings
import numba
{CHANGES[changed]}
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    from tests.core.weighing import numbers, weigh_first
print(*(str(each.message).partition(" (")[0] for each in told))
print(weigh_first(numbers(flag=0)), len(weigh_first.stats.cache_hits), len(weigh_first.stats.cache_misses))
"""
    warning = f"Numba {numba.__version__} is built in another way than Hoplon knows"
    answer = weigh_first(numbers(flag=0))
    assert told(code, tmp_path, imports="") == f"{warning}\n{answer} 0 1"
    assert told(code, tmp_path, imports="") == f"{warning}\n{answer} 1 0"
