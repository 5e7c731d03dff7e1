"""A bot as a folder or a zip file: what in it is started.

A file `bot.toml` may say it (`command = "python3 main.py --deep"`); otherwise it is the one file with an
agreed name. The command names files of the folder and programs in PATH, and nothing else on this machine.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from hoplon.core.errors import BadOption
from hoplon.sandbox.unpack import unpack

SETTINGS = "bot.toml"
ZIP = ".zip"
LARGEST = 1 << 16
SHOWN = 80  # characters of a bad word
# What is started by itself, and by which program.
ENTRIES = {"bot.py": "", "bot.js": "node", "Bot.java": "java", "run.sh": "sh", "bot": ""}


def is_package(path: Path) -> bool:
    """Is a path that of a bot in a folder or a zip file?"""
    return os.path.isdir(path) or (path.suffix.lower() == ZIP and os.path.isfile(path))


def full_path(path: str) -> str:
    """The full path of a file, without two dots: behind a link they lead where the link leads."""
    if os.pardir not in path.split("/"):
        return os.path.abspath(path)
    folder, name = os.path.split(path)
    return os.path.realpath(path) if name == os.pardir else os.path.join(os.path.realpath(folder), name)


def check_words(bot: str, words: Iterable[str]) -> None:
    """Refuse words that no program can be given."""
    for word in words:
        try:
            is_good = b"\0" not in os.fsencode(word)
        except UnicodeEncodeError:
            is_good = False
        if not is_good:
            shown = word[:SHOWN]
            raise BadOption(f"the bot {bot!r} is to be started with {shown!r}, which no program can be given")


def command_of(path: Path) -> list[str]:
    """The command of a bot in a folder or a zip file, which is unpacked; BadOption if there is none."""
    folder = Path(full_path(str(path))) if path.is_dir() else Path(unpack(str(path)))
    settings = folder / SETTINGS
    if settings.is_file():
        return _agreed(path, folder, _read(path, settings))
    found = [name for name in ENTRIES if (folder / name).is_file()]
    expected = f"expected one of {', '.join(ENTRIES)}, or a {SETTINGS} with a command"
    if len(found) != 1:
        has = " and ".join(found) or "none of the files that are started"
        raise BadOption(f"the bot {str(path)!r} has {has}; {expected}")
    return _agreed(path, folder, [*ENTRIES[found[0]].split(), found[0]])


def _read(path: Path, settings: Path) -> list[str]:
    """The words of the command in the settings of a bot."""
    try:
        with settings.open("rb") as file:
            content = tomllib.loads(file.read(LARGEST).decode())
        command = content.get("command")
        words = shlex.split(command) if isinstance(command, str) else []
    except (OSError, ValueError, RecursionError) as error:
        raise BadOption(f"the {SETTINGS} of the bot {str(path)!r} cannot be read: {error}") from None
    if not words:
        raise BadOption(f'the {SETTINGS} of the bot {str(path)!r} has no command; expected command = "..."')
    return words


def _agreed(path: Path, folder: Path, words: list[str]) -> list[str]:
    """The command with full paths of files in the folder; nothing outside may be named."""
    check_words(str(path), words)
    for word in words:
        inside = (folder / word).resolve().is_relative_to(folder.resolve())
        if os.path.isabs(word) or ".." in word.split("/") or not inside:
            raise BadOption(f"the bot {str(path)!r} is to be started with {word!r}, which is not its own")
    first, *rest = words
    own = folder / first
    if os.path.isfile(own):
        runs = os.access(own, os.X_OK)
        begin = [sys.executable, str(own)] if first.endswith(".py") and not runs else [str(own)]
        if not runs and not first.endswith(".py"):
            if path.is_dir():
                raise BadOption(f"the bot {str(own)!r} may not be run; allow it with: chmod +x")
            own.chmod(0o755)
    else:
        found = shutil.which(first) if "/" not in first else None
        if found is None:
            raise BadOption(f"the bot {str(path)!r} needs {first!r}, which is not here")
        begin = [found]
    return [*begin, *(str(folder / word) if os.path.exists(folder / word) else word for word in rest)]
