"""The interpreter of a program: which it is, whether it can be trusted, and what belongs to it."""

from __future__ import annotations

import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache

from hoplon.sandbox.jail import SYSTEM

LONGEST_SHEBANG = 256
MOST_INTERPRETERS = 4  # one may be a script itself
PROGRAMS = ("bin", "sbin", "shims")
SHIMS = "shims"
# What needs more of its installation than itself; a bot of another name in a folder `bin` is a bot.
INTERPRETERS = (
    "bun", "deno", "dotnet", "elixir", "erl", "escript", "guile", "java", "julia", "kotlin", "lua", "mono",
    "node", "ocaml", "perl", "php", "pypy", "python", "racket", "ruby", "runghc", "sbcl", "scala", "swipl",
    "tclsh", "Rscript",
)  # fmt: skip
# Folders of a home in which everything has its part.
OF_A_HOME = (".", ".local", ".local/share", ".local/state", ".cache", ".config")


def is_below(path: str, folder: str) -> bool:
    """Is a path that of a folder, or of something in it?"""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def is_of_system(path: str) -> bool:
    """Does every program see this path anyway?"""
    return any(is_below(path, place) for place in SYSTEM)


def is_of_hoplon(program: str) -> bool:
    """Is it a program of the Python that runs this?"""
    whole = os.path.dirname(os.path.dirname(program))
    is_there = whole in (sys.prefix, sys.base_prefix, os.path.realpath(sys.base_prefix))
    return is_there and os.path.basename(os.path.dirname(program)) in PROGRAMS


def is_common(folder: str) -> bool:
    """Does a folder belong to many?"""
    real = os.path.realpath(folder)
    return real.count("/") < 2 or real in homes() or is_of_system(real)


@cache
def homes() -> frozenset[str]:
    """The home folders of all users with their common parts, and the temporary folders."""
    people = [*(user.pw_dir for user in pwd.getpwall()), os.path.expanduser("~")]
    found = [os.path.join(home, part) for home in people for part in OF_A_HOME]
    found += [tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"]
    return frozenset(os.path.realpath(path) for path in found)


def is_plain(path: str) -> bool:
    """Is it the full path of a file? Two dots behind a link would lead elsewhere than they seem to."""
    return os.path.isabs(path) and os.pardir not in path.split("/") and os.path.isfile(path)


def is_installed(program: str) -> bool:
    """Is it an interpreter with an installation outside the system's folders, or of a virtual environment?"""
    folder, name = os.path.split(program)
    whole, kind = os.path.split(folder)
    if kind not in PROGRAMS or is_common(whole) or not is_plain(program):
        return False
    if os.path.exists(os.path.join(whole, "pyvenv.cfg")):
        return True
    return name.startswith(INTERPRETERS) and (kind == SHIMS or os.path.isdir(os.path.join(whole, "lib")))


def installation(program: str) -> list[str]:
    """What an interpreter needs besides the system's folders: where it is installed, by name and in truth."""
    return [
        os.path.dirname(os.path.dirname(path)) if is_installed(path) else path
        for path in dict.fromkeys((program, os.path.realpath(program)))
        if not is_of_system(path)
    ]


def is_trusted(tool: str) -> bool:
    """May a script of somebody else name this program, and see it?

    It may if it is one of the system or of Hoplon's own Python, if it is itself in a folder of PATH, or if it
    is an interpreter of a manager of versions in PATH. What merely lies beside such a folder is no program.
    """
    if not is_plain(tool) or not os.access(tool, os.X_OK):
        return False
    if is_of_system(tool) or is_of_hoplon(tool):
        return True
    folders, managers = searched()
    if os.path.dirname(tool) in folders:
        return True
    return is_installed(tool) and any(is_below(tool, place) for place in managers)


@cache
def searched() -> tuple[frozenset[str], frozenset[str]]:
    """The folders of PATH, and those of managers of versions among them."""
    given = [path for path in os.get_exec_path() if os.path.isabs(path)]
    found = {os.path.normpath(path) for path in given} | {os.path.realpath(path) for path in given}
    own = {path for path in found if is_of_system(path) or not is_common(path)}
    managers = {os.path.dirname(path) for path in own if os.path.basename(path) == SHIMS}
    return frozenset(own), frozenset(place for place in managers if not is_common(place))


def interpreters(
    command: Sequence[str], named: Iterable[str], own: Iterable[str]
) -> tuple[list[str], list[str]]:
    """The program that a command begins with, unless it is the bot, and those that first lines name.

    The latter only as far as they can be trusted: a script by somebody else could name any file there, and
    see it. Where its own files have a link to an interpreter, it is the interpreter that counts.
    """
    first = command[0]
    given = [] if first in named else [first]
    found: list[str] = []
    for _ in range(MOST_INTERPRETERS):
        tool = interpreter_of(first)
        if not tool or tool in (*given, *found) or not is_plain(tool):
            break
        if any(is_below(tool, place) for place in own):
            tool = os.path.realpath(tool)
        if not is_trusted(tool):
            break
        found.append(tool)
        first = tool
    return given, found


def interpreter_of(path: str) -> str:
    """The program named in the first line of a script; empty if there is none."""
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, "rb") as file:
            line = file.readline(LONGEST_SHEBANG)
    except OSError:
        return ""
    if not line.startswith(b"#!") or b"\0" in line:
        return ""
    words = os.fsdecode(line[2:]).split()
    if words and os.path.basename(words[0]) == "env":
        rest = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        return (shutil.which(rest[0]) or "") if rest else ""
    return words[0] if words else ""
