"""Identifies the exact rules: a hash of everything that decides how a game goes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hoplon.core.game import Game
from hoplon.core.sources import PACKAGE, files_behind

ENGINE = ("actions.py", "dice.py", "engine.py")  # the parts of core that rules are made with
PROSE = (".md", ".pyc")


def rules_mark(game: Game, judged_by: Iterable[Path] = ()) -> str:
    """A hash of the sources and tables of a game, of the engine, and of the judge's sources."""
    digest = hashlib.sha256()
    for path in [*(PACKAGE / "core" / name for name in ENGINE), *sources_of(game), *judged_by]:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def sources_of(game: Game) -> list[Path]:
    """The files of a game's folder; of a game from another package, all of its files behind the rules."""
    rule: Any = game.rules.take_turn
    file = Path(getattr(rule, "py_func", rule).__code__.co_filename)
    if PACKAGE / "games" not in file.parents:
        behind = files_behind(*(part for part in vars(game.rules).values() if part is not None))
        return sorted(path for path in behind if PACKAGE not in path.parents)
    folder = PACKAGE / "games" / file.relative_to(PACKAGE / "games").parts[0]
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in PROSE)
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())
