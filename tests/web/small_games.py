"""A server where the example games of another package are installed, beside Hoplon's own."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from served import Server

from tests.outside.packages import write_package

PACKAGE = Path(__file__).parents[2] / "examples" / "games"


@contextmanager
def served_with_small_games(folder: Path) -> Iterator[Server]:
    """The server; as long as it runs, processes that are started find these games, too."""
    described = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    groups = described["project"]["entry-points"]
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in groups.items()
    ]
    write_package(folder, "small", "\n".join(lines))
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), str(PACKAGE), *([before] if before else [])])
    try:
        with Server(folder / "arena.sqlite") as running:
            yield running
    finally:
        del os.environ["PYTHONPATH"]
        if before:
            os.environ["PYTHONPATH"] = before
