"""The example notebooks run from the top, and what they show is rich."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hoplon.grids.figures import PALETTE
from tests.notebooks import HTML, read, run

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
WHOLE = "HOPLON_NOTEBOOKS" in os.environ  # mine all ten puzzles, which takes minutes


def shown(cell: dict[str, Any]) -> str:
    """What a cell shows, as HTML."""
    return "".join("".join(output.get("data", {}).get(HTML, ())) for output in cell["outputs"])


def test_there_is_a_notebook() -> None:
    assert [path.name for path in NOTEBOOKS] == ["review.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_showed_when_it_was_kept(path: Path) -> None:
    kept, fresh = read(path), read(path)
    for cell in fresh["cells"]:
        if not WHOLE:
            cell["source"] = [line.replace("count=10", "count=1") for line in cell["source"]]
    run(fresh)
    code = [
        (old, new)
        for old, new in zip(kept["cells"], fresh["cells"], strict=True)
        if new["cell_type"] == "code"
    ]
    assert sum(bool(shown(new)) for _, new in code) >= 6
    for old, new in code:
        if old["outputs"]:
            kinds = [output["output_type"] for output in old["outputs"]]
            assert kinds == [output["output_type"] for output in new["outputs"]]
        if "svg" in shown(new):
            assert 'role="img"' in shown(new)
            own_ground = f'rx="8" fill="{PALETTE["page"]}"' in shown(new)
            assert own_ground or "prefers-color-scheme" in shown(new)
