"""Where matches are saved: under a name of the player's choice, and automatically in the state folder."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.core.folders import state_folder

if TYPE_CHECKING:
    from hoplon.core.match import Match

SUFFIX = ".hoplon"
KEPT = 20


def default_name(match: Match) -> str:
    """The default name of a match file."""
    return f"{match.game.name}-{match.seed}{SUFFIX}"


class Autosave:
    """Saves one match in the state folder under a name of its own, after each turn."""

    def __init__(self) -> None:
        self.path: Path | None = None

    def keep(self, match: Match) -> bool:
        """Save the match and remove the oldest; False if it cannot be written."""
        try:
            if self.path is None:
                state_folder().mkdir(parents=True, exist_ok=True)
                self.path = free_path(state_folder() / default_name(match))
            match.save(self.path)
            for old in kept(match.game.name)[KEPT:]:
                old.unlink(missing_ok=True)
        except OSError:
            return False
        return True


def free_path(path: Path) -> Path:
    """The same path, or one with a number if that is taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def kept(game: str) -> list[Path]:
    """The automatically saved matches, latest first."""
    name = re.compile(
        rf"{re.escape(game)}-(-?\d+)(-\d+)?{re.escape(SUFFIX)}"
    )  # as default_name and free_path do
    found = [path for path in state_folder().glob(f"*{SUFFIX}") if name.fullmatch(path.name)]
    return sorted(filter(partial(is_of, game), found), key=lambda path: path.stat().st_mtime, reverse=True)


def is_of(game: str, path: Path) -> bool:
    """Is this a match of a game? The name alone does not tell seed 2 of `four-7` from seed 7 of `four`."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        head = [next(lines, ""), next(lines, "")]
    return head[1].startswith(f"game {game} ")
