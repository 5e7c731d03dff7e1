"""Compiled code on disk: never stale, compiled anew only where it must be, and not kept for ever."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hoplon.core import cache
from hoplon.core.kernel import is_compiled, rule
from hoplon.core.sources import PACKAGE
from tests.core import weighing
from tests.waiting import patience

only_compiled = pytest.mark.skipif(not is_compiled(), reason="interpreted rules are not kept")

# A package from outside with two games, a bot for one of them and some data.
TOYS = {
    "__init__.py": "",
    "shared.py": """
from hoplon.core.kernel import rule

def twice(inner):
    @rule
    def doubled(x):
        return 2 * inner(x)
    return doubled
""",
    "first.py": """
from hoplon.core.kernel import rule
from toys.shared import twice
from toys import notes

@rule
def step(x):
    return x + 1

play_first = twice(step)
""",
    "second.py": """
from pathlib import Path
from hoplon.core.kernel import rule
BAKED_IN = "table.toml"
SIZE = int((Path(__file__).parent / BAKED_IN).read_text().split("#")[0])

@rule
def play_second(x):
    return x + SIZE
""",
    "bot.py": """
from hoplon.core.kernel import rule
from toys.first import play_first

@rule
def choose(x):
    return play_first(x) - 1
""",
    "notes.py": "",
    "words.py": "from toys import first, second\n",
    "table.toml": "10",
    "army.toml": "3",
}
PLAY = """
from numba.core import compiler
compiled = set()
inside = compiler.compile_extra
compiler.compile_extra = lambda *args, **rest: compiled.add(args[2].__name__) or inside(*args, **rest)
import toys.words
from toys.bot import choose
from toys.first import play_first
from toys.second import play_second
print(play_first(1), play_second(1), choose(1), *sorted(compiled))
"""
EVERYTHING = ["choose", "doubled", "play_second", "step"]


@pytest.fixture
def toys(tmp_path):
    """The package, and what a new process says that plays with it: three results, and what it compiled."""
    folder = tmp_path / "toys"
    folder.mkdir()
    for name, text in TOYS.items():
        (folder / name).write_text(text, encoding="utf-8")

    def play(root: Path = tmp_path) -> list[str]:
        run = subprocess.run(
            [sys.executable, "-c", PLAY], cwd=root,
            env=os.environ
            | {"HOPLON_CACHE": str(tmp_path / "cache"), "PYTHONPATH": f"{root}{os.pathsep}{PACKAGE.parent}"},
            capture_output=True, text=True, timeout=patience(), check=False,
        )  # fmt: skip
        return run.stdout.split() or [run.stderr]

    return folder, play


def edit(file: Path, text: str = "\n# edited\n") -> None:
    with file.open("a", encoding="utf-8") as opened:
        opened.write(text)


@only_compiled
def test_only_what_an_edit_concerns_is_compiled_anew(toys):
    folder, play = toys
    results = ["4", "11", "3"]
    assert play() == [*results, *EVERYTHING]
    assert play() == results
    for edited, anew in (
        ("bot.py", ["choose"]),
        ("army.toml", []),
        ("words.py", []),
        ("table.toml", ["play_second"]),
        ("first.py", ["choose", "doubled", "step"]),
        ("notes.py", ["choose", "doubled", "step"]),
    ):
        edit(folder / edited)
        assert (edited, play()) == (edited, [*results, *anew])


@only_compiled
def test_no_stale_rule_runs(toys):
    """What the compiler's own cache would miss: data, and functions in other files."""
    folder, play = toys
    play()
    (folder / "table.toml").write_text("20", encoding="utf-8")
    edit(folder / "first.py", "\n@rule\ndef step(x):\n    return x + 5\n\nplay_first = twice(step)\n")
    assert play()[:3] == ["12", "21", "11"]


@only_compiled
def test_checkouts_with_the_same_content_share_compiled_code(toys, tmp_path):
    folder, play = toys
    play()
    shutil.copytree(folder, tmp_path / "elsewhere" / "toys")
    os.utime(folder / "first.py")
    assert play(tmp_path / "elsewhere") == play() == ["4", "11", "3"]


@only_compiled
def test_processes_may_compile_the_same_at_once(toys):
    _, play = toys
    with ThreadPoolExecutor(3) as pool:
        said = list(pool.map(lambda _: play(), range(3)))
    assert {tuple(each[:3]) for each in said} == {("4", "11", "3")}
    assert play() == ["4", "11", "3"]


def test_functions_of_the_same_name_are_told_apart():
    made = [rule(lambda x: x + 1), rule(lambda x: x + 2)]
    made += [rule(lambda x, n=n: x + n) for n in (3, 4)]

    def adding(n):
        return rule(lambda x: x + n)

    made += [adding(5), adding(6)]
    assert len({cache.identity(each) for each in made}) == 6
    assert [each(0) for each in made] == [1, 2, 3, 4, 5, 6]


def test_a_closure_that_calls_itself_has_an_identity():
    def descend(n):
        return descend(n - 1) if n else 0

    assert "descend" in cache.identity(descend)
    assert cache.folder_of(descend) is not None


@pytest.mark.parametrize("switch", cache.SWITCHES)
def test_switches_of_the_compiler_change_the_folder(switch, monkeypatch):
    monkeypatch.delenv(switch, raising=False)
    before = cache.cache_folder.__wrapped__()
    monkeypatch.setenv(switch, "1")
    assert cache.cache_folder.__wrapped__() != before


def test_the_root_is_chosen_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("HOPLON_CACHE", str(tmp_path / "a"))
    assert cache.cache_root() == tmp_path / "a"
    monkeypatch.delenv("HOPLON_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert cache.cache_root() == tmp_path / "b" / "hoplon"


def test_a_new_folder_replaces_the_longest_unused_beside_it(tmp_path):
    for n in range(8):
        (tmp_path / "unit" / f"old{n}").mkdir(parents=True)
        os.utime(tmp_path / "unit" / f"old{n}", (1000 + n, 1000 + n))
    (tmp_path / "other" / "old").mkdir(parents=True)
    cache.use(tmp_path / "unit" / "old0")
    cache.use(tmp_path / "unit" / "new")
    kept = {path.name for path in (tmp_path / "unit").iterdir()}
    assert kept == {"new", "old0", "old7", "old6", "old5", "old4"}
    assert (tmp_path / "other" / "old").exists()


def test_what_was_not_used_for_weeks_goes_and_nothing_that_is_not_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("HOPLON_CACHE", str(tmp_path))
    days = 24 * 3600
    for name, used in (
        ("numba-1/a/old", 100),
        ("numba-1/b/new", 139),
        ("numba-2/c/newest", 140),
        ("x/y/z", 1),
    ):
        (tmp_path / name).mkdir(parents=True)
        os.utime(tmp_path / name, (used * days, used * days))
    cache.remove_unused()
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*/*")} == {
        "numba-1/b/new", "numba-2/c/newest", "x/y/z",
    }  # fmt: skip
    assert not (tmp_path / "numba-1/a").exists()


def test_a_disk_that_cannot_be_written_is_told_and_rules_run(tmp_path, monkeypatch):
    monkeypatch.setenv("HOPLON_CACHE", str(tmp_path))
    (tmp_path / "unit").write_text("in the way", encoding="utf-8")
    with pytest.warns(UserWarning, match=f"compiled rules cannot be kept in {tmp_path}: "):
        cache.write(tmp_path / "unit" / "digest" / "file", b"code")
    assert cache.read(tmp_path / "unit" / "digest" / "file") is None


def test_half_a_file_counts_as_none(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert cache.read(tmp_path / "file") is None
    cache.write(tmp_path / "file", b"code")
    assert cache.read(tmp_path / "file") == b"code"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_marks_tell_what_was_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    assert not cache.is_marked("duel", weighing.numbers)
    cache.mark("duel", weighing.numbers)
    assert cache.is_marked("duel", weighing.numbers)
    assert not cache.is_marked("duel", weighing.numbers, test_half_a_file_counts_as_none)
