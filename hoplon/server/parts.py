"""What single games add to the arena, in a folder of their name.

Each declares a PART: addresses of the page, flags of `hoplon serve`, and HTTP routes, given the values of
those flags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter

from hoplon import server
from hoplon.core.talents import Flag


@dataclass(frozen=True)
class Part:
    """What one game adds."""

    pages: tuple[str, ...]
    flags: tuple[Flag, ...]
    routes: Callable[[Mapping[str, str]], APIRouter]


@cache
def parts() -> tuple[Part, ...]:
    """What all games add."""
    folders = sorted(folder.name for folder in iter_modules(server.__path__) if folder.ispkg)
    return tuple(import_module(f"{server.__name__}.{name}").PART for name in folders)
