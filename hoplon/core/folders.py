"""Where the user's files are kept on this platform."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def state_folder() -> Path:
    """The user's folder for state that programs remember."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "hoplon"


def data_folder() -> Path:
    """The user's folder for data that must not be lost."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        home = Path(chosen)
    elif sys.platform == "win32":
        home = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path.home() / ".local" / "share"
    return home / "hoplon"
