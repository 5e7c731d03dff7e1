"""The compiled-code cache: a folder per state of our sources, so that no stale rule ever runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba.np.numpy_support import from_dtype

import hoplon
from hoplon.core import kernel
from hoplon.games import game
from tests.waiting import patience


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package that may be edited."""
    copy = tmp_path / "hoplon"
    shutil.copytree(kernel.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kernel, "PACKAGE", copy)
    return copy


def folder() -> str:
    return kernel.cache_folder.__wrapped__().name


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_the_folder_is_named_by_our_sources_not_by_their_place(package):
    assert folder() == kernel.cache_folder().name


@pytest.mark.parametrize("edited", ["core/dice.py", "games/hoplite/rules.py", "games/hoplite/tables.py"])
def test_any_edit_of_a_source_changes_the_folder(package, edited):
    before = folder()
    append(package / edited, "\n# edited\n")
    assert folder() != before


def test_a_new_file_changes_the_folder_and_a_readme_does_not(package):
    before = folder()
    append(package / "games/hoplite/README.md", "\nedited\n")
    assert folder() == before
    (package / "core/extra.py").write_text("", encoding="utf-8")
    assert folder() != before


@pytest.mark.parametrize("switch", kernel.SWITCHES)
def test_switches_of_the_compiler_change_the_folder(switch, monkeypatch):
    monkeypatch.delenv(switch, raising=False)
    before = folder()
    monkeypatch.setenv(switch, "1")
    assert folder() != before


def test_the_root_is_chosen_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("HOPLON_CACHE", str(tmp_path / "a"))
    assert kernel.cache_root() == tmp_path / "a"
    monkeypatch.delenv("HOPLON_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert kernel.cache_root() == tmp_path / "b" / "hoplon"


def test_pruning_forgets_the_longest_unused_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("HOPLON_CACHE", str(tmp_path))
    kernel.cache_folder.cache_clear()
    try:
        for n in range(6):
            (tmp_path / f"old{n}").mkdir()
            os.utime(tmp_path / f"old{n}", (1000 + n, 1000 + n))
        kernel.prune()
        kept = {path.name for path in tmp_path.iterdir()}
        assert kept == {kernel.cache_folder().name, "old5", "old4", "old3"}
    finally:
        monkeypatch.undo()
        kernel.cache_folder.cache_clear()


def test_an_edit_in_another_file_is_seen_by_compiled_code(tmp_path):
    """What the compiler's own cache would miss: the function called lives in another file."""
    package = tmp_path / "hoplon"
    (package / "games").mkdir(parents=True)
    shutil.copytree(kernel.PACKAGE / "core", package / "core", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "games/__init__.py").write_text("", encoding="utf-8")
    head = "from hoplon.core.kernel import rule\n"
    (package / "games/outer.py").write_text(
        head + "from hoplon.games.inner import inner\n\n@rule\ndef outer():\n    return inner() + 1\n",
        encoding="utf-8",
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "HOPLON_CACHE": str(tmp_path / "cache")}
    told = []
    for value in (1, 41):
        (package / "games/inner.py").write_text(
            head + f"\n@rule\ndef inner():\n    return {value}\n", encoding="utf-8"
        )
        run = subprocess.run(
            [sys.executable, "-c", "from hoplon.games.outer import outer; print(outer())"],
            env=environment, capture_output=True, text=True, timeout=patience(), cwd=tmp_path, check=True,
        )  # fmt: skip
        told.append(run.stdout.strip())
    assert told == ["2", "42"]


def test_what_a_closure_means_depends_on_the_files_of_games_kept_elsewhere():
    from hoplon.core import dice
    from tests.core import duel

    assert "@" not in kernel.identity(dice.mix)
    assert kernel.identity(duel.new).startswith("tests.core.duel.new()@")


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
def test_threads_that_load_rules_at_once_keep_them_in_the_same_folder(monkeypatch):
    class Slow(kernel.SourceCache):
        def __init__(self, function):
            time.sleep(0.01)  # so that another thread comes in between
            super().__init__(function)

    def several(_):
        return [kernel.rule(lambda x: x)._cache.cache_path for _ in range(5)]

    monkeypatch.setattr(kernel, "SourceCache", Slow)
    with ThreadPoolExecutor(4) as pool:
        found = {path for paths in pool.map(several, range(4)) for path in paths}
    assert all(Path(path).is_relative_to(kernel.cache_folder()) for path in found)
