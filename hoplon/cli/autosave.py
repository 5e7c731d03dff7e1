"""Where matches are saved: under a name of the player's choice, and automatically in the state folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.core.folders import make_private, state_folder

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
                self.path = free_path(make_private(state_folder()) / default_name(match))
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
    found = [path for path in state_folder().glob(f"{game}-*{SUFFIX}") if is_of(game, path)]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def is_of(game: str, path: Path) -> bool:
    """Is this a match of a game? `four-7-2` could be of `four`, seed 7, or of `four-7`, seed 2."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        head = [next(lines, ""), next(lines, "")]
    return head[1].startswith(f"game {game} ")
