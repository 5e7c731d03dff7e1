"""Outside packages for tests: a folder with `NAME-VERSION.dist-info` on the path is an installed package.

The folder of this file brings the duel of the engine's tests.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from hoplon import bots, games
from hoplon.core import packages

DUEL = Path(__file__).parent


def install(monkeypatch: pytest.MonkeyPatch, folder: Path = DUEL) -> None:
    """Put a folder on the path; whoever installs calls `forget` in the end."""
    monkeypatch.syspath_prepend(str(folder))
    forget()


def forget() -> None:
    """Look again at what is installed."""
    tasks = import_module("hoplon.learn.tasks")  # not the function of that name
    for module in (packages, games, bots, tasks):
        for found in vars(module).values():
            if hasattr(found, "cache_clear"):
                found.cache_clear()


def write_package(folder: Path, name: str, entry_points: str, **modules: str) -> Path:
    """Make a package in a folder: its entry points, and the texts of its modules."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(entry_points)
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    return folder
