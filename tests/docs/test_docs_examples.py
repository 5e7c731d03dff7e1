"""The examples of the tutorials and of the page on encodings run as they stand and print what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
NEW_GAME = TUTORIALS / "new-game.md"  # installs a package: see test_new_game_guide.py
PAGES = sorted(page for page in TUTORIALS.glob("*.md") if page.name not in ("index.md", NEW_GAME.name))
PAGES.append(TUTORIALS.parent / "reference" / "encodings.md")
INTERPRETED = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_tutorial_run(page: Path, tmp_path: Path) -> None:
    run_examples(page, tmp_path, INTERPRETED)


def test_a_game_of_your_own_prints_the_same_with_compiled_rules(tmp_path: Path) -> None:
    run_examples(TUTORIALS / "reactions.md", tmp_path, {"NUMBA_DISABLE_JIT": "0"})


def test_the_imitation_of_a_bot(tmp_path: Path) -> None:
    run_examples(TUTORIALS.parent / "how-to" / "imitation.md", tmp_path, {"NUMBA_DISABLE_JIT": "0"})


def run_examples(page: Path, tmp_path: Path, switches: dict[str, str]) -> None:
    """Run the examples of a page in an empty folder."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    here = os.pathsep.join([str(TUTORIALS.parents[1]), *sys.path])
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("run_page.py")), str(page)],
        cwd=tmp_path,
        env=os.environ | switches | {"PATH": tools, "PYTHONPATH": here, "COLUMNS": "100"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
