"""What bots are called in public: programs by their file, never with a path."""

from __future__ import annotations

import re
import shlex

from hoplon.protocols.lines.command import is_command

LONGEST = 40
LAUNCHERS = re.compile(
    r"(python|pypy|java|node|deno|bun|ruby|perl|lua|php|mono|dotnet|wine|(ba|da|z)?sh|env)[\d.]*"
)
WITH_VALUE = ("-cp", "-classpath", "--class-path", "-W", "-X")
NAMELESS = "program"


def program_name(command: str) -> str:
    """What a command is called: its file, without folder and extension."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.replace("'", " ").replace('"', " ").split()
    name = _stem(words[0]) if words else ""
    if LAUNCHERS.fullmatch(name):
        name = _launched(words[1:]) or name
    return "".join(sign for sign in name if sign.isprintable())[:LONGEST] or NAMELESS


def _launched(words: list[str]) -> str:
    """What an interpreter is told to run."""
    skips = False
    for word in words:
        if skips or word.startswith("-"):
            skips = not skips and word in WITH_VALUE
        elif "=" not in word and (name := _stem(word)):
            return name
    return ""


def _stem(word: str) -> str:
    name = re.split(r"[/\\]", word.rstrip("/\\"))[-1].strip(".")
    return name.rpartition(".")[0] or name


def bot_name(bot: str) -> str:
    """What a bot is called in public: a program by its file, one of Hoplon's with its settings."""
    return program_name(bot) if is_command(bot) else bot


def short_name(bot: str) -> str:
    """What a bot is called where there is little space: without its settings."""
    return program_name(bot) if is_command(bot) else bot.partition(":")[0]
