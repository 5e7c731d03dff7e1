"""The programs `hexabomb` and `hoplon hexabomb`: the game logic of hexabomb for a netorcai server.

Its options, its lines and its exit codes are those of the original program, so that it can stand in for it.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from hoplon.core.errors import HoplonError

FAILED = 1
BAD_COMMAND_LINE = 255
INTERRUPTED = 130
MOST_PORT = 65535
COLLECT_SELDOM = (100_000, 50, 50)  # neither the loading of the rules nor a turn makes cycles by the dozen

USAGE = """\
Usage:
  hexabomb <map> [options]
  hexabomb --help

The map is a file, or one of those that come with Hoplon (see hoplon map list).

Options:
  -h <host>, --hostname <host>  The address of the netorcai server. [default: 127.0.0.1]
  -p <port>, --port <port>      Its TCP port. [default: 4242]
  --help                        Print this and exit.

Examples:
  hoplon hexabomb crossroads
  hoplon hexabomb mine.json -h games.example.org -p 5000
"""

SHORT = {"h": "host", "p": "port"}
LONG = {"hostname": "host", "port": "port", "help": "help"}


class BadCommandLine(Exception):
    """The words of the command line do not fit the usage; the text says which."""


@dataclass
class Words:
    """What the command line says."""

    map: str = ""
    host: str = "127.0.0.1"
    port: str = "4242"
    help: bool = False


def main() -> None:
    """The entry point of the program `hexabomb`."""
    with suppress(BrokenPipeError):
        try:
            sys.exit(run_alone(sys.argv[1:]))
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  nobody reads it: the exit must not flush to it
    sys.exit(FAILED)


def run_alone(arguments: Sequence[str]) -> int:
    """The program in a process of its own; returns its exit code."""
    gc.set_threshold(*COLLECT_SELDOM)
    return run(arguments)


def read(arguments: Sequence[str]) -> Words:
    """The words of a command line, options before or after the map, long ones as short as they are clear.

    A value that is missing comes before --help, which comes before everything else.
    """
    given: list[tuple[str, str]] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = _option(word)
        if name in ("help", "map", ""):
            if equals and name == "help":
                raise BadCommandLine("option --help takes no value")
            given.append((name, word))
            continue
        if not equals:
            if not rest:
                raise BadCommandLine(f"option {word} needs a value")
            value = rest.pop(0)
        given.append((name, value))
    names = [name for name, _ in given]
    if "help" in names:
        return Words(help=True)
    if "" in names:
        raise BadCommandLine(f"there is no option {dict(given)['']}")
    for name in ("host", "port"):
        if names.count(name) > 1:
            raise BadCommandLine(f"the {name} is given twice")
    maps = [word for name, word in given if name == "map"]
    if len(maps) != 1:
        raise BadCommandLine("the map is missing" if not maps else f"the argument {maps[1]} is too much")
    return Words(**dict(given))  # type: ignore[arg-type]  # help is not among them


def _option(word: str) -> tuple[str, bool, str]:
    """The option that a word is ("map": none, "": none of ours), whether it has a value, and which."""
    if word == "-" or not word.startswith("-"):
        return "map", False, ""
    if not word.startswith("--"):
        return SHORT.get(word[1], ""), len(word) > 2, word[2:]
    start, equals, value = word[2:].partition("=")
    found = [name for name in LONG if name.startswith(start)] if start not in LONG else [start]
    if len(found) > 1 and start:
        raise BadCommandLine(f"option --{start} may mean {' or '.join(f'--{name}' for name in found)}")
    return LONG[found[0]] if len(found) == 1 else "", bool(equals), value


def run(arguments: Sequence[str]) -> int:
    """The program; returns its exit code."""
    try:
        words = read(arguments)
    except BadCommandLine as error:
        print(f"{error}\n{USAGE}", end="", flush=True)
        return BAD_COMMAND_LINE
    if words.help:
        print(USAGE, end="", flush=True)
        return 0
    port = words.port
    if not (port.isascii() and port.isdecimal()) or len(port) > 9 or int(port) > MOST_PORT:
        print(f"Invalid port: {port!r} is no number from 0 to {MOST_PORT}", flush=True)
        return FAILED
    from hoplon.protocols.netorcai import ProtocolError

    try:
        officiate(words.map, words.host, int(port))
    except BrokenPipeError:
        raise
    except (HoplonError, ProtocolError, OSError, UnicodeError) as error:
        print(" ".join(_sentence(error).split()), flush=True)
        return FAILED
    return 0


def officiate(said: str, host: str, port: int) -> None:
    """Load the map, log in and play the game, with a line on stdout for each step."""
    from hoplon.games.hexabomb import maps
    from hoplon.protocols.compiling import compiling_notice
    from hoplon.protocols.netorcai import Client
    from hoplon.protocols.netorcai.hexabomb import logic

    with step(f"Loading map {said}"):
        board = maps.given(said)
        logic.check_size(board)
        with compiling_notice("hexabomb"):
            logic.make_ready(board)
    with step(f"Connecting to netorcai ({host}:{port})"):
        client = Client(host, port)
    with client:
        with step("Logging in as a game logic"):
            warning = logic.log_in(client)
        if warning:
            print(f"Warning: {warning}", flush=True)
        complaints: list[str] = []

        def tell(_play: object) -> None:
            """The orders of a turn that are not carried out: diagnostics only, written at once."""
            if complaints:
                print("\n".join(complaints), file=sys.stderr)
                complaints.clear()

        logic.officiate(client, board, step, complaints.append, tell)


@contextmanager
def step(name: str) -> Iterator[None]:
    """A line in two halves: what is done, and that it is done."""
    print(f"{name}... ", end="", flush=True)
    yield
    print("done", flush=True)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error)


if __name__ == "__main__":
    main()
