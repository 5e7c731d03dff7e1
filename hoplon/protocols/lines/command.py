"""The command line of a bot that is a program, as it is typed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from hoplon.bots import is_bot
from hoplon.core.errors import BadOption, likely

PYTHON_FILE = ".py"


def is_command(text: str) -> bool:
    """Whether a text is a command line (a path, a file, or several words) and not the name of a bot."""
    if "/" in text or " " in text.strip():
        return True
    return not is_bot(text.partition(":")[0]) and Path(text).is_file()


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
    return [*_program(words[0], bots), *map(_argument, words[1:])]


def _argument(word: str) -> str:
    return str(Path(word).absolute()) if Path(word).exists() else word


def _program(word: str, bots: Iterable[str]) -> list[str]:
    """The program of a command line; a Python file that may not be run by itself is run by this Python."""
    path = Path(word)
    if "/" not in word and not path.exists():
        found = shutil.which(word)
        if found is None:
            if meant := likely(word.partition(":")[0], bots):
                raise BadOption(f"there is no bot {word!r}; did you mean {meant}?")
            raise BadOption(f"there is no bot {word!r}: neither a file here nor a program in PATH")
        return [found]
    if not path.exists():
        raise BadOption(f"there is no bot file {word!r}")
    if path.is_dir():
        raise BadOption(f"the bot {word!r} is a folder; expected a program")
    if os.access(path, os.X_OK):
        return [str(path.absolute())]
    if path.suffix == PYTHON_FILE:
        return [sys.executable, str(path.absolute())]
    raise BadOption(f"the bot {word!r} may not be run; allow it with: chmod +x {shlex.quote(word)}")
