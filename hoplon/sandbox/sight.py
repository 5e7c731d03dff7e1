"""What a program sees of the file system besides the system's own folders: its interpreter and its own files.

Its own are the files that its command names, each with the folder it is in. Only the file is shown where the
folder belongs to many (a home, the temporary folder, one right below the root), holds a secret, such as the
results of the series, or a file of another bot.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hoplon.core.errors import BadOption
from hoplon.core.folders import data_folder, state_folder
from hoplon.sandbox import starter
from hoplon.sandbox.staging import staged
from hoplon.sandbox.tools import (
    homes,
    installation,
    interpreters,
    is_below,
    is_common,
    is_installed,
    is_of_hoplon,
    is_of_system,
    is_trusted,
)


@dataclass(frozen=True)
class Secrets:
    """What no program may see: files and folders, and the files of all bots that meet, its own excepted.

    If `below` is given, the command comes from somebody who may name only files below that folder.
    """

    paths: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    below: str = ""


NONE = Secrets()


@dataclass(frozen=True)
class Sight:
    """Pairs of what is shown and where, what is covered there again, and the folders where programs are.

    `note` tells whoever started it what was left out.
    """

    shown: tuple[tuple[str, str], ...] = ()
    covered: tuple[str, ...] = ()
    path: str = os.defpath
    note: str = ""


def sight_of(command: Sequence[str], secrets: Secrets = NONE, helper: Sequence[str] = ()) -> Sight:
    """What the program of a command sees; BadOption if the command names what it may not see.

    `helper` is the command of a program of Hoplon's that is started with it.
    """
    secret = [os.path.realpath(path) for path in (*own_secrets(), *secrets.paths)]
    named = files_of(command)
    if secrets.below:
        first = command[0]
        known = is_trusted(first) or first in named
        check_below(named if known else [first, *named], secrets.below, secret)
    bots = {os.path.realpath(bot) for bot in secrets.bots} - {os.path.realpath(path) for path in named}
    apart = [*secret, *bots, *([os.path.realpath(secrets.below)] if secrets.below else [])]
    shown: dict[str, str] = {}
    notes = []
    for path in named:
        if is_of_system(path):
            continue
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        why_not = why_not_whole(folder, apart)
        if not why_not:
            shown[folder] = folder
        elif folder == path:
            raise BadOption(
                f"a program cannot be shown the folder {path}, which {why_not}; give it a folder of its own"
            )
        else:
            shown[path] = path
            notes.append(f"of {folder}, which {why_not}, it sees only {os.path.basename(path)}")
        real = os.path.realpath(path)
        if real == path or any(is_below(real, place) for place in shown):
            continue
        if not is_hidden(real, (*secret, *bots), apart):
            shown[real] = real
    if os.getuid() == 0:  # its programs run as another user
        shown = {target: staged(source) for target, source in shown.items()}
    given, scripts = interpreters(command, named, shown)
    tools = [*given, *helper[:1]]
    for place in (*files_of(helper), *(place for tool in tools for place in installation(tool))):
        shown.setdefault(place, place)
    for tool in scripts:
        for place in installation(tool):
            if is_of_hoplon(tool) or not is_hidden(place, (*secret, *bots), apart):
                shown.setdefault(place, place)
    places = sorted(place for place in shown if not is_common(place) or not os.path.isdir(place))
    least = [
        place for place in places if not any(is_below(place, other) for other in places if other != place)
    ]
    truth = {place: os.path.realpath(place) for place in least}
    covered = [
        place + path[len(truth[place]) :]
        for place in least
        for path in (*secret, *sorted(bots))
        if is_below(path, truth[place]) and os.path.exists(path)
    ]
    paths = [one for one in os.get_exec_path() if is_of_system(one) or any(is_below(one, it) for it in least)]
    return Sight(
        tuple((shown[place], place) for place in least),
        tuple(dict.fromkeys(covered)),
        os.pathsep.join(dict.fromkeys(paths)) or os.defpath,
        "; ".join(dict.fromkeys(notes)),
    )


def own_secrets() -> Iterator[str]:
    """The folders that Hoplon itself keeps things in."""
    yield str(state_folder())
    yield str(data_folder())


def files_of(command: Sequence[str]) -> list[str]:
    """The files and folders that a command names, but for an interpreter."""
    first, rest = "".join(command[:1]), command[1:]
    words = rest if is_of_system(first) or is_installed(first) else command
    return [os.path.normpath(word) for word in words if os.path.isabs(word) and os.path.exists(word)]


def why_not_whole(folder: str, apart: Iterable[str]) -> str:
    """Why a folder is not shown as a whole; empty if it is."""
    if is_common(folder):
        return "is no bot's own"
    real = os.path.realpath(folder)
    if inside := next((path for path in apart if is_below(path, real)), ""):
        return "is the server's" if inside == real else f"also holds {os.path.relpath(inside, real)}"
    if any(is_below(real, path) for path in apart if os.path.isdir(path) and not is_below(path, real)):
        return "is in a folder that programs do not see"
    if any(is_below(home, real) for home in homes()):
        return "also holds a folder that belongs to many"
    return ""


def is_hidden(path: str, secret: Iterable[str], apart: Iterable[str]) -> bool:
    """Is what no command names in a secret, or does it hold what is apart or belongs to many?"""
    real = os.path.realpath(path)
    if any(is_below(real, place) for place in secret):
        return True
    return any(is_below(place, real) for place in (*apart, *homes()))


def check_below(named: Iterable[str], below: str, secret: Iterable[str]) -> None:
    """Refuse a command of somebody else that names files which are none of its business."""
    home = os.path.realpath(below)
    for path in named:
        real = os.path.realpath(path)
        if is_of_system(real):
            continue
        if any(is_below(real, place) for place in secret):
            raise BadOption(f"a command here may not name {path!r}")
        parts = os.path.relpath(real, home).split("/")
        is_own = is_below(real, home) and not any(part.startswith(".") for part in parts if part != ".")
        if not is_own and not is_unpacked(real):
            raise BadOption(f"a command here may name only files below the server's folder, not {path!r}")


def is_unpacked(path: str) -> bool:
    """Is it a file of a program that was given as a zip file?"""
    return sys.platform == "linux" and is_below(path, os.path.realpath(starter.scratch()))
