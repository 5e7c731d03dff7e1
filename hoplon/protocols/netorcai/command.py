"""The `netorcai` command: options, exit statuses, signals."""

import asyncio
import contextlib
import gc
import os
import random
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hoplon.protocols.netorcai.editor import Editor, can_edit
from hoplon.protocols.netorcai.logs import Level, Log, Output
from hoplon.protocols.netorcai.messages import VERSION
from hoplon.protocols.netorcai.prompt import Prompt, follow_standard_input
from hoplon.protocols.netorcai.server import CannotListen, Server
from hoplon.protocols.netorcai.settings import RANGES, BadNumber, Settings

SEED = "HOPLON_NETORCAI_SEED"
"""Environment variable that fixes the random order of player ids, for tests."""

COLLECT_SELDOM = (100_000, 50, 50)
"""A decoded message has no cycles: looking for some in each of them is wasted time."""

USAGE = """\
Usage:
  netorcai [options]
  netorcai -h | --help
  netorcai --version
"""

HELP = (
    "netorcai: runs one game between a game logic, players and visualizations.\n\n"
    + USAGE
    + """
Options:
  --port=<n>               TCP port to listen on, 1 to 65535. [default: 4242]
  --nb-turns-max=<n>       Number of turns, 1 to 65535. [default: 100]
  --nb-players-max=<n>     Places for players, 0 to 1024. [default: 4]
  --nb-splayers-max=<n>    Places for special players, 0 to 1024. [default: 0]
  --nb-visus-max=<n>       Places for visualizations, 0 to 1024. [default: 1]
  --delay-first-turn=<ms>  Time before the first turn, 50 to 10000. [default: 1000]
  --delay-turns=<ms>       Time between two turns, 50 to 10000. [default: 1000]
  --autostart              Start as soon as every place is taken.
  --fast                   Wait for the answers of all players instead of a delay.
  --simple-prompt          Read commands as plain lines, without line editing.
  --verbose                Log what happens (default).
  --quiet                  Log warnings and errors only.
  --debug                  Log every message.
  --json-logs              Log JSON objects instead of text.
  -h --help                Print this help.
  --version                Print the version.
"""
)

FLAGS = (
    "autostart",
    "fast",
    "simple-prompt",
    "verbose",
    "quiet",
    "debug",
    "json-logs",
    "help",
    "version",
)
LEVELS = {"verbose": Level.INFO, "quiet": Level.WARNING, "debug": Level.DEBUG}


class BadCommandLine(ValueError):
    """The words of the command line do not fit the usage."""


class BadArgument(ValueError):
    """An option has a value it cannot have; the text is the detail to log."""


@dataclass
class Words:
    """The command line, understood word by word."""

    values: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    problem: str | None = None

    def read(self, argv: Sequence[str]) -> None:
        words = iter(argv)
        for word in words:
            if word == "--":
                self._complain("positional arguments are not accepted")
                return
            if word == "-h":
                self._take_flag("help")
            elif word.startswith("--"):
                self._take_option(word[2:], words)
            else:
                self._complain(f"'{word}' is not accepted")

    def _take_option(self, word: str, words: Iterator[str]) -> None:
        start, equals, value = word.partition("=")
        names = [name for name in (*RANGES, *FLAGS) if name.startswith(start)]
        if start in names:
            names = [start]
        if len(names) != 1:
            trouble = "is ambiguous" if names else "is not an option"
            self._complain(f"--{start} {trouble}")
        elif names[0] in FLAGS:
            if equals:
                self._complain(f"--{names[0]} takes no value")
            else:
                self._take_flag(names[0])
        else:
            self._take_value(names[0], value if equals else next(words, None))

    def _take_flag(self, name: str) -> None:
        if name in self.flags:
            self._complain(f"--{name} is given twice")
        self.flags.add(name)

    def _take_value(self, name: str, value: str | None) -> None:
        if value is None:
            self._complain(f"--{name} needs a value")
            return
        if name in self.values:
            self._complain(f"--{name} is given twice")
        self.values[name] = value

    def _complain(self, problem: str) -> None:
        self.problem = self.problem or problem


def read_settings(words: Words) -> Settings:
    """Checks the values in the order of `RANGES`; the first bad one is reported."""
    settings = Settings(autostart="autostart" in words.flags, fast="fast" in words.flags)
    for name, limits in RANGES.items():
        if name not in words.values:
            continue
        prefix = "" if name == "port" else "Invalid arguments: "
        prefix += f"Field '--{name}' is invalid: "
        try:
            value = limits.read(words.values[name])
        except BadNumber as cause:
            kind = "float" if limits.is_real else "integer"
            raise BadArgument(f"{prefix}Could not parse {kind}. Err: {cause}") from None
        if value < limits.least:
            raise BadArgument(f"{prefix}Value is less than minValue={limits.least}")
        if value > limits.most:
            raise BadArgument(f"{prefix}Value is greater than maxValue={limits.most}")
        setattr(settings, name.replace("-", "_"), value)
    return settings


async def serve(settings: Settings, log: Log, output: Output, simple_prompt: bool) -> int:
    """Runs a server with its operator until it ends."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, trouble: _report(log, trouble))
    seed = os.environ.get(SEED)
    server = Server(settings, log, random.Random(seed) if seed is not None else None)
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, server.stop, 1, "SIGTERM received. Aborting.")
    try:
        await server.listen()
    except CannotListen as problem:
        notes = {"err": str(problem), "listen address": f":{settings.port}", "network": "tcp"}
        log.error("Cannot listen incoming connections", notes)
        return 1
    prompt = Prompt(server, output.line)
    if simple_prompt or not can_edit():
        follow_standard_input(prompt.obey)
        return await server.wait()
    with Editor(output, prompt.obey, lambda: server.stop(1, "Shell exited. Aborting.")):
        status = await server.wait()
        log.warning("Cleaning prompt state.")
    return status


def _report(log: Log, trouble: dict[str, object]) -> None:
    """A socket that fails in passing is a client's business; anything else is our defect."""
    problem = trouble.get("exception")
    tell = log.debug if isinstance(problem, OSError) else log.error
    tell("Unexpected problem", {"err": repr(problem) if problem else str(trouble["message"])})


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    _take_the_name("netorcai")
    output = Output()
    try:
        return _main(sys.argv[1:] if argv is None else argv, output)
    except KeyboardInterrupt:
        return 1
    finally:
        output.drain(0.2)


def _main(argv: Sequence[str], output: Output) -> int:
    words = Words()
    words.read(argv)
    if "help" in words.flags:
        output.raw(HELP)
        return 0
    if "version" in words.flags:
        output.raw(f"v{VERSION}\n")
        return 0
    loudness = words.flags & LEVELS.keys()
    if words.problem is None and len(loudness) > 1:
        words.problem = "--verbose, --quiet and --debug exclude each other"
    if words.problem is not None:
        output.raw(f"{words.problem}\n{USAGE}")
        return 1
    level = LEVELS[loudness.pop()] if loudness else Level.INFO
    log = Log(output, level, "json-logs" in words.flags)
    try:
        settings = read_settings(words)
    except BadArgument as problem:
        log.error("Invalid argument", {"err": str(problem)})
        return 1
    _allow_many_connections()
    gc.set_threshold(*COLLECT_SELDOM)
    return asyncio.run(serve(settings, log, output, "simple-prompt" in words.flags))


def _take_the_name(name: str) -> None:
    """Operators stop the server by its process name, however it was started."""
    with contextlib.suppress(OSError), open("/proc/self/comm", "w") as comm:
        comm.write(name)


def _allow_many_connections() -> None:
    """A full server needs more file descriptors than the usual soft limit."""
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    sys.exit(main())
