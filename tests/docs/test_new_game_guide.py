"""The guide to a new game: what it writes is the example game, and every step of it works as shown."""

from __future__ import annotations

from pathlib import Path

from tests.docs.run_page import FENCE
from tests.docs.test_docs_examples import INTERPRETED, NEW_GAME
from tests.outside.environment import ROOT, Environment

EXAMPLES = ROOT / "examples" / "games"
BLOCKS = FENCE.findall(NEW_GAME.read_text("utf-8"))
SAME = ("four_in_a_row.py", "four_in_a_row.md", "bots.py")


def written(name: str) -> str:
    """What the guide writes to a file of the package."""
    return "\n".join(body for _, title, body in BLOCKS if title == f"hoplon_small_games/{name}")


def lines(text: str) -> list[str]:
    """All lines with something in them."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_guide_writes_the_example_game() -> None:
    for name in SAME:
        assert lines(written(name)) == lines((EXAMPLES / "hoplon_small_games" / name).read_text("utf-8"))


def test_every_block_of_the_game_is_a_part_of_the_example() -> None:
    blocks = [(title, body) for _, title, body in BLOCKS if Path(title).name in SAME]
    assert len(blocks) > 10
    for title, body in blocks:
        assert body in (EXAMPLES / title).read_text("utf-8")


def test_every_step_of_the_guide_works(tmp_path: Path) -> None:
    environment = Environment(tmp_path / "environment")
    empty = tmp_path / "empty"
    empty.mkdir()
    settings = INTERPRETED | {"COLUMNS": "100"}
    page = ROOT / "tests" / "docs" / "run_page.py"
    done = environment.run("python", str(page), str(NEW_GAME), where=empty, settings=settings)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10
