"""Which files compiled code comes from: all that matter, and no others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from hoplon.core import sources
from tests.waiting import patience

# Prints a digest for the rules of each game and for each module that holds rules.
DIGESTS = """
import json, sys
from types import FunctionType
from hoplon.bots import bot_class, bots_for
from hoplon.core.sources import digest
from hoplon.core.warm import made_from
from hoplon.games import game, own_names

found = {}
for name in own_names():
    found[name] = digest(*made_from(game(name)))
    for bot in bots_for(name):
        bot_class(bot, name)
for name, module in list(sys.modules.items()):
    if name.startswith("hoplon.") and "@rule" in open(module.__file__, encoding="utf-8").read():
        own = next(each for each in vars(module).values()
                   if isinstance(each, FunctionType) and each.__module__ == name)
        found[name] = digest(own)
print(json.dumps(found))
"""


def run(code: str, root: Path, **switches: str) -> str:
    """What a new process says, which finds packages in a folder first."""
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=root,
        env=os.environ | {"PYTHONPATH": str(root), "HOPLON_CACHE": str(root / "cache")} | switches,
        capture_output=True, text=True, timeout=patience(), check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the package that may be edited, and the digests before that."""
    root = tmp_path_factory.mktemp("copied")
    shutil.copytree(
        sources.PACKAGE, root / "hoplon", ignore=shutil.ignore_patterns("__pycache__", "page", "*.md")
    )
    return root, json.loads(run(DIGESTS, root, NUMBA_DISABLE_JIT="1"))


@pytest.mark.parametrize(
    ("edited", "changed", "unchanged"),
    [
        ("bots/hoplite/worth.py", ["hoplon.bots.hoplite"], ["hoplite", "hoplon.games"]),
        ("bots/generic/random.py", [], ["hoplon"]),
        ("games/hoplite/facts.py", ["hoplite", "hoplon.games.hoplite"], ["hoplon.core", "hexabomb"]),
        ("games/hoplite/svg.py", [], ["hoplite", "hoplon.games"]),
        ("games/hoplite/words.py", [], ["hoplite", "hoplon.games.hoplite.rules"]),
        ("games/cardbattle/data/armies/antiquity/athens.toml", [], ["hoplon"]),
        ("games/cardbattle/data/tables/crt.toml", ["cardbattle", "hoplon.games.cardbattle"], ["hoplon.core"]),
        ("games/hexabomb/boards/duel.json", [], ["hoplon"]),
        ("core/game.py", [], ["hoplite", "hexabomb", "codekeeper", "cardbattle", "hoplon.core"]),
        ("core/dice.py", ["hoplite", "cardbattle", "hoplon.core.dice", "hoplon.bots"], []),
    ],
)
def test_an_edit_concerns_only_what_is_made_of_it(copied, edited, changed, unchanged):
    root, before = copied
    file = root / "hoplon" / edited
    text = file.read_bytes()
    try:
        file.write_bytes(text + (b"\n" if file.suffix == ".json" else b"\n# edited\n"))
        after = json.loads(run(DIGESTS, root, NUMBA_DISABLE_JIT="1"))
    finally:
        file.write_bytes(text)
    assert after.keys() == before.keys()
    other = {name for name in before if before[name] != after[name]}
    for part in changed:
        assert any(name.startswith(part) for name in other)
    assert not {name for name in other if name.startswith(tuple(unchanged))}
    if edited.startswith(("games/", "bots/")):
        game = edited.split("/")[1]
        assert all(game in name for name in other)


def test_digests_do_not_depend_on_where_the_files_lie(copied):
    here = json.loads(run(DIGESTS, sources.PACKAGE.parent, NUMBA_DISABLE_JIT="1"))
    assert here == copied[1]


# Prints how many data files rules read when they are imported, and which of them they do not declare.
READ_AT_IMPORT = """
import sys
from pathlib import Path
from hoplon.core.sources import PACKAGE, files_behind
read = set()

def watch(event, args):
    if event == "open" and not str(args[0]).endswith((".py", ".pyc")):
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        read.add((frame and Path(frame.f_code.co_filename), Path(str(args[0]))))

sys.addaudithook(watch)
from hoplon.core.warm import made_from
from hoplon.bots import bot_class, bots_for
from hoplon.games import game, own_names
behind = set()
for name in own_names():
    behind |= {*files_behind(*made_from(game(name)))}
    for bot in bots_for(name):
        bot_class(bot, name)
data = {file for by, file in read if file.is_relative_to(PACKAGE) and file.is_file()
        and by.is_file() and (by in behind or "@rule" in by.read_text(encoding="utf-8"))}
print(len(data), *sorted(file.name for file in data - behind))
"""


def test_data_that_rules_read_at_import_is_declared():
    """Otherwise an edited table would leave old numbers in compiled rules."""
    count, *undeclared = run(READ_AT_IMPORT, sources.PACKAGE.parent, NUMBA_DISABLE_JIT="1").split()
    assert int(count) > 10
    assert undeclared == []


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("from a.b import c, d", {"a.b", "a.b.c", "a.b.d"}),
        ("from a import (\n    b,  # why (not)\n    c,\n)", {"a", "a.b", "a.c"}),
        ("from a import b, \\\n    c", {"a", "a.b", "a.c"}),
        ("import a.b.c", {"a", "a.b", "a.b.c"}),
        ("import a.b as c", {"a.b"}),
        ("import a; import b", {"a", "b"}),
        ("from . import a", {"up.down", "up.down.a"}),
        ("from .a import b", {"up.down.a", "up.down.a.b"}),
        ("from ..a import *", {"up.a", "up.a.*"}),
        ("try:\n    import a\nexcept ImportError:\n    import b", {"a", "b"}),
        ("class C:\n    import a", {"a"}),
        ("if TYPE_CHECKING:\n    import a\nelse:\n    import b", {"b"}),
        ("if typing.TYPE_CHECKING:\n    import a", set()),
        ("def f():\n    import a\nimport b", {"b"}),
        ('"""\nfrom a import nothing"""\nif 1: import b', {"b"}),
        ("x = 1  # import\nwith y:\n    import a", {"a"}),
    ],
)
def test_imports_that_run_when_a_module_is_imported(text, modules):
    found = {
        name for each in sources.at_import(text.encode()) for name in sources.imported(each, ("up", "down"))
    }
    assert found == modules


def test_files_that_are_newer_than_the_process_vouch_for_nothing(monkeypatch):
    from tests.core import weighing

    assert sources.files_behind(weighing.numbers)
    sources._closure.cache_clear()
    sources._content.cache_clear()
    monkeypatch.setattr(sources, "BEGUN", -inf)
    try:
        with pytest.raises(sources.Unknown, match="was edited after this process had begun"):
            sources.files_behind(weighing.numbers)
    finally:
        sources._closure.cache_clear()
        sources._content.cache_clear()


def test_a_closure_comes_from_the_files_of_what_it_closes_over():
    from hoplon.games import game

    for name, own, other in (("hoplite", "bash.py", "bombs.py"), ("hexabomb", "bombs.py", "bash.py")):
        files = {path.name for path in sources.files_behind(game(name).entries.play)}
        assert {"entrypoints.py", "engine.py", "kernel.py", "compiler.py", own} <= files
        assert other not in files


def test_a_function_that_is_in_no_file_is_not_kept():
    made: dict[str, object] = {}
    exec("def made(): return 1", made)
    with pytest.raises(sources.Unknown, match="made is not in a file"):
        sources.digest(made["made"])
