"""Hoplon: turn-based tactics games for people and for programs.

import hoplon
match = hoplon.new("hoplite", seed=7)
match.legal()
print(match.play("walk n"))
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoplon.core.errors import BadMatchFile, BadOption, HoplonError, IllegalChoice, UnknownGame
from hoplon.core.version import __version__

if TYPE_CHECKING:
    from hoplon.analysis.analyse import Analysis, analyse
    from hoplon.analysis.explain import Explanation, explain
    from hoplon.analysis.review import Review, review
    from hoplon.analysis.why import Why, why
    from hoplon.core.batch import Batch
    from hoplon.core.bot import Bot
    from hoplon.core.choices import Choice, Choices
    from hoplon.core.game import Game
    from hoplon.core.gpu import GpuBatch
    from hoplon.core.match import Match
    from hoplon.core.options import Options
    from hoplon.core.outcome import Outcome
    from hoplon.core.outcomes import Outcomes, outcomes
    from hoplon.core.replay import MatchFile, Verdict
    from hoplon.core.space import Space
    from hoplon.core.states import State
    from hoplon.core.text import Turn
    from hoplon.protocols.player import Player
    from hoplon.referee.run import Run

# Where the other public names are: imported on first use, because the compiler is slow to import.
HOMES = {
    "Analysis": "hoplon.analysis.analyse",
    "Batch": "hoplon.core.batch",
    "Bot": "hoplon.core.bot",
    "Choice": "hoplon.core.choices",
    "Choices": "hoplon.core.choices",
    "Game": "hoplon.core.game",
    "GpuBatch": "hoplon.core.gpu",
    "Match": "hoplon.core.match",
    "MatchFile": "hoplon.core.replay",
    "Options": "hoplon.core.options",
    "Outcome": "hoplon.core.outcome",
    "Outcomes": "hoplon.core.outcomes",
    "Review": "hoplon.analysis.review",
    "Run": "hoplon.referee.run",
    "Space": "hoplon.core.space",
    "State": "hoplon.core.states",
    "Turn": "hoplon.core.text",
    "Verdict": "hoplon.core.replay",
    "Explanation": "hoplon.analysis.explain",
    "Why": "hoplon.analysis.why",
    "analyse": "hoplon.analysis.analyse",
    "explain": "hoplon.analysis.explain",
    "outcomes": "hoplon.core.outcomes",
    "review": "hoplon.analysis.review",
    "why": "hoplon.analysis.why",
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'hoplon' has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)


def game_names() -> list[str]:
    """The names of the installed games, including those of other packages."""
    from hoplon.games import game_names as names

    return names()


def game(name: str | Game) -> Game:
    """The game with this name; a `Game` is returned as it is."""
    from hoplon.core.game import Game
    from hoplon.games import game as find

    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise UnknownGame(f"{name!r:.60} is no game; expected the name of an installed one or a hoplon.Game")
    return find(name)


def new(name: str | Game, seed: int | None = None, **options: Any) -> Match:
    """Begin a match. Further keywords are options of the game, such as `depth=3`.

    The game is the name of an installed one, or a `Game` of your own, also one from a script or a notebook.

    Without a seed, one is chosen at random; `match.seed` has it.
    """
    from hoplon.core.match import Match

    found = game(name)
    return Match(found, seed, _options(found, options))


def batch(
    name: str | Game,
    n: int,
    seed: Any = 0,
    *,
    positions: Any = None,
    threads: int | None = None,
    reset: bool = True,
    longest: int | None = None,
    log: bool = False,
    **options: Any,
) -> Batch:
    """`n` matches side by side. Further keywords are options of the game, the same for all matches.

    `Batch` says what the others mean, and takes options for each match.
    """
    from hoplon.core.batch import Batch

    found = game(name)
    chosen = _options(found, options) if options else None
    return Batch(found, n, seed, chosen, positions, threads, reset, longest, log)


def bot(text: str, name: str | Game) -> Bot:
    """A bot by name, with settings after a colon: `bot("search:nodes=500", "hoplite")`."""
    from hoplon.bots import bot as find

    return find(text, game(name))


def run(name: str | Game, *players: str | Bot | Player, seed: int = 0, **options: Any) -> Run:
    """Play a match, one player for each seat.

    A player is a text as for `hoplon match --bot` (the name of a bot, the command of a program), or an
    instance of your own subclass of `Bot`.
    """
    from hoplon.protocols.players import make_player
    from hoplon.referee.run import run as play

    found = game(name)
    seated = [make_player(one, found) if isinstance(one, str) else one for one in players]
    return play(found, seated, seed, _options(found, options))


def load(path: str | Path, name: str | Game | None = None) -> Match:
    """Open a match file and check it turn by turn against the rules of its game, or of the game given."""
    from hoplon.core import replay

    return replay.load(_text(path), lambda said: game(said if name is None else name))


def verify(path: str | Path, name: str | Game | None = None) -> Verdict:
    """Say whether a match file agrees with the rules, and if not, where it departs from them."""
    from hoplon.core import replay

    file = replay.read(_text(path))
    return replay.verify(file, game(file.game if name is None else name))


def _options(found: Game, given: dict[str, Any]) -> Any:
    try:
        options = found.options(**given)
    except TypeError:
        known = ", ".join(found.options.__dataclass_fields__)
        wrong = ", ".join(key for key in given if key not in found.options.__dataclass_fields__)
        raise BadOption(f"{found.name} has no option {wrong}; it has {known or 'none'}") from None
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
    "Analysis",
    "BadMatchFile",
    "BadOption",
    "Batch",
    "Bot",
    "Choice",
    "Choices",
    "Explanation",
    "Game",
    "GpuBatch",
    "HoplonError",
    "IllegalChoice",
    "Match",
    "MatchFile",
    "Options",
    "Outcome",
    "Outcomes",
    "Review",
    "Run",
    "Space",
    "State",
    "Turn",
    "UnknownGame",
    "Verdict",
    "Why",
    "__version__",
    "analyse",
    "batch",
    "bot",
    "explain",
    "game",
    "game_names",
    "load",
    "new",
    "outcomes",
    "review",
    "run",
    "verify",
    "why",
]
