"""A mark for the version of a player: it changes when a file changes that decides how the player plays.

For a program that is any file in the folders of the files that its command names, or of the folder or zip
file that it is; for Hoplon's own bots and
Python classes, every source file behind the bot and the rules.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from hoplon.bots import bot_class, is_network, network_class
from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.core.sources import Unknown, digest, short_hash
from hoplon.protocols.in_process import InProcess
from hoplon.protocols.lines.command import package_of
from hoplon.protocols.players import is_program, kind_of, make_player

DIGITS = 12
MOST_FILES = 5_000
MOST_BYTES = 256 << 20
MADE_BY_TOOLS = ("__pycache__", "node_modules")


class FolderTooLarge(Exception):
    """A folder with so many files that reading them all would take long."""


def version_of(player: str, game: Game, besides: Sequence[Path] = ()) -> str:
    """The mark of a player; the folders and files `besides` do not count, such as that of the results."""
    kind, rest = kind_of(player)
    if is_program(player):
        package = package_of(rest)
        if package is not None:
            return _of_package(package, besides)
        return _of_files([Path(word) for word in shlex.split(rest)], besides)
    if kind == "bot":
        found = network_class(rest) if is_network(rest) else bot_class(rest.partition(":")[0], game.name)
        return _of_sources(game, found)
    made = make_player(player, game)
    if not isinstance(made, InProcess):
        return ""  # a person, or a program elsewhere
    module = sys.modules[type(made.bot).__module__]
    return _of_files([Path(module.__file__ or "")], besides)


def rules_version(game: Game) -> str:
    """A mark for the rules of a game."""
    return _of_sources(game)


def _of_sources(game: Game, *bots: type[Bot]) -> str:
    rules = [rule for rule in vars(game.rules).values() if rule is not None]
    files = [file for bot in bots for file in bot.FILES]
    try:
        found = digest(*rules, *bots)
        if files:
            found = short_hash(found, *(hashlib.sha256(file.read_bytes()).hexdigest() for file in files))
        return found[:DIGITS]
    except (OSError, Unknown):
        return ""


def _of_package(path: Path, besides: Sequence[Path]) -> str:
    """Of a folder or a zip file alone, wherever it is."""
    try:
        files = sorted(files_in(path, besides)) if path.is_dir() else [path]
    except (FolderTooLarge, RecursionError):
        raise BadOption(f"the folder {str(path)!r} is too large for a bot's") from None
    whole = hashlib.sha256()
    for file in files:
        name = file.relative_to(path)
        whole.update(
            f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode(errors="surrogateescape")
        )
    return whole.hexdigest()[:DIGITS]


def _of_files(paths: Sequence[Path], besides: Sequence[Path]) -> str:
    whole = hashlib.sha256()
    named = [path.resolve() for path in paths if os.path.isfile(path)]
    shared = {Path(folder).resolve() for folder in os.get_exec_path()}  # an interpreter's, not the bot's
    files: set[Path] = set()
    for path in named:
        if path.parent not in shared:
            with suppress(FolderTooLarge, RecursionError):
                files |= set(files_in(path.parent, besides))
    for file in sorted({*files, *named}):
        try:
            whole.update(
                f"{file}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode(errors="surrogateescape")
            )
        except OSError:
            continue
    return whole.hexdigest()[:DIGITS]


def files_in(folder: Path, besides: Sequence[Path]) -> Iterator[Path]:
    """All files below a folder, but for hidden ones and what tools put there."""
    left_out = {path.resolve() for path in besides}
    files = size = 0
    for where, folders, names in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and name not in MADE_BY_TOOLS and Path(where, name) not in left_out
        ]
        for name in names:
            path = Path(where, name)
            if name.startswith(".") or path in left_out or not path.is_file():
                continue
            files, size = files + 1, size + path.stat().st_size
            if files > MOST_FILES or size > MOST_BYTES:
                raise FolderTooLarge
            yield path
