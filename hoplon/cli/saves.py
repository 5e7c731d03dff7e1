"""Where matches are kept: by name where the player says, and by themselves in the user's state folder."""

from __future__ import annotations

import os
from pathlib import Path

from hoplon.core.match import Match

SUFFIX = ".hoplon"
KEPT = 20


def state_folder() -> Path:
    """The user's folder for what programs remember."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "hoplon"


def default_name(match: Match) -> str:
    """What a match file is called unless the player says otherwise."""
    return f"{match.game.name}-{match.seed}{SUFFIX}"


def autosave(match: Match) -> Path | None:
    """Keep a match in the state folder, the newest few of them; None if that cannot be written."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = match.save(folder / default_name(match))
        for old in kept(match.game.name)[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return path


def kept(game: str) -> list[Path]:
    """The matches kept by themselves, the latest first."""
    found = state_folder().glob(f"{game}-*{SUFFIX}")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
