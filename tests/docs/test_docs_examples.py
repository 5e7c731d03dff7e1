"""The examples of the tutorials run as they stand, and print what the pages say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
NEW_GAME = TUTORIALS / "new-game.md"  # installs a package: see test_new_game_guide.py
PAGES = sorted(page for page in TUTORIALS.glob("*.md") if page.name not in ("index.md", NEW_GAME.name))
INTERPRETED = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_tutorial_run(page: Path, tmp_path: Path) -> None:
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    here = os.pathsep.join([str(TUTORIALS.parents[1]), *sys.path])
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("run_page.py")), str(page)],
        cwd=tmp_path,
        env=os.environ | INTERPRETED | {"PATH": tools, "PYTHONPATH": here, "COLUMNS": "100"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
