"""Hoplon: a home for turn-based tactics games, for people and for programs.

import hoplon
match = hoplon.new("hoplite", seed=7)
match.legal()
print(match.play("walk n"))
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoplon.core.errors import BadMatchFile, BadOption, HoplonError, IllegalChoice

if TYPE_CHECKING:
    from hoplon.core.batch import Batch
    from hoplon.core.match import Choice, Choices, Match, State
    from hoplon.core.outcomes import Outcomes, outcomes
    from hoplon.core.replay import MatchFile, Verdict
    from hoplon.core.text import Turn

__version__ = "0.1.0"

# Where the other public names live: fetched on first use, because the compiler is slow to import.
HOMES = {
    "Batch": "batch",
    "Choice": "match",
    "Choices": "match",
    "Match": "match",
    "State": "match",
    "Outcomes": "outcomes",
    "outcomes": "outcomes",
    "MatchFile": "replay",
    "Verdict": "replay",
    "Turn": "text",
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'hoplon' has no attribute {name!r}")
    return getattr(import_module(f"hoplon.core.{HOMES[name]}"), name)


def new(name: str, seed: int | None = None, **options: Any) -> Match:
    """Begin a match. Options are the game's own, such as `depth=3` or `prayers=("patience",)`."""
    from hoplon.core.match import Match

    found = _game(name)
    return Match(found, seed, _options(found, options))


def batch(name: str, n: int, seed: int = 0, **options: Any) -> Batch:
    """`n` matches side by side; `threads`, `reset` and `log` are the batch's, the rest the game's."""
    from hoplon.core.batch import Batch

    found = _game(name)
    own = {key: options.pop(key) for key in ("threads", "reset", "log") if key in options}
    return Batch(found, n, seed, _options(found, options), **own)


def load(path: str | Path) -> Match:
    """Open a match file, checked turn by turn against the rules."""
    from hoplon.core import replay

    return replay.load(_text(path), _game)


def verify(path: str | Path) -> Verdict:
    """Say whether a match file agrees with the rules, and if not where it parts from them."""
    from hoplon.core import replay

    file = replay.read(_text(path))
    return replay.verify(file, _game(file.game))


def game_names() -> list[str]:
    """The names of the installed games."""
    from hoplon.games import GAMES

    return sorted(GAMES)


def _game(name: str) -> Any:
    from hoplon.games import game

    return game(name)


def _options(found: Any, given: dict[str, Any]) -> Any:
    try:
        options = found.options(**given)
    except TypeError:
        known = ", ".join(found.options.__dataclass_fields__)
        wrong = ", ".join(key for key in given if key not in found.options.__dataclass_fields__)
        raise BadOption(f"{found.name} has no option {wrong}; it has {known}") from None
    options.check()
    return options


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadMatchFile(f"{path} is no match file: it is not text") from None
    except OSError as error:
        raise BadMatchFile(f"{path} cannot be read: {error.strerror}") from None


__all__ = [
    "BadMatchFile",
    "BadOption",
    "Batch",
    "Choice",
    "Choices",
    "HoplonError",
    "IllegalChoice",
    "Match",
    "MatchFile",
    "Outcomes",
    "State",
    "Turn",
    "Verdict",
    "batch",
    "game_names",
    "load",
    "new",
    "outcomes",
    "verify",
]
