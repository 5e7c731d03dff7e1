"""The command line of a bot that is a program, as it is typed: words, or a folder or zip file and words."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hoplon.bots import is_bot, is_network
from hoplon.core.errors import BadOption, likely
from hoplon.protocols.lines.package import SHOWN, check_words, command_of, full_path, is_package

PYTHON_FILE = ".py"


def is_command(text: str) -> bool:
    """Whether a text is a command line (a path, a file, a folder, or several words), not a bot's name.

    The file of a network counts as one: it, too, is on a machine, and not everybody's to name.
    """
    if "/" in text or " " in text.strip() or is_network(text):
        return True
    return bool(text.strip()) and not is_bot(text.partition(":")[0]) and os.path.exists(text)


def package_of(text: str) -> Path | None:
    """The folder or zip file that a command line begins with, if it does."""
    with suppress(ValueError):
        words = shlex.split(text)
        if words and is_package(Path(words[0])):
            return Path(words[0])
    return None


def read_command(text: str, bots: Iterable[str] = ()) -> list[str]:
    """The words of a command line; the program and words that name existing files get their full path.

    The bot runs in a folder of its own, where relative paths would not work. `bots` are the names that might
    have been meant instead.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadOption(f"the bot command {text!r} cannot be read: {error}") from None
    if not words:
        raise BadOption("the bot command is empty; expected a program, such as ./mybot.py")
    check_words(text[:SHOWN], words)
    path = Path(words[0])
    program = command_of(path) if is_package(path) else _program(words[0], bots)
    return [*program, *map(_argument, words[1:])]


def _argument(word: str) -> str:
    return full_path(word) if os.path.exists(word) else word


def _program(word: str, bots: Iterable[str]) -> list[str]:
    """The program of a command line; a Python file that may not be run by itself is run by this Python."""
    path = Path(word)
    if "/" not in word and not os.path.exists(word):
        found = shutil.which(word)
        if found is None:
            if meant := likely(word.partition(":")[0], bots):
                raise BadOption(f"there is no bot {word!r}; did you mean {meant}?")
            raise BadOption(f"there is no bot {word!r}: neither a file here nor a program in PATH")
        return [found]
    if not os.path.exists(word):
        raise BadOption(f"there is no bot file {word!r}")
    if os.access(path, os.X_OK):
        return [full_path(word)]
    if path.suffix == PYTHON_FILE:
        return [sys.executable, full_path(word)]
    raise BadOption(f"the bot {word!r} may not be run; allow it with: chmod +x {shlex.quote(word)}")
