"""What is told of programs and of what they wrote, without the paths of the machine they run on."""

from __future__ import annotations

import re

from hoplon.protocols.lines.command import is_command
from hoplon.protocols.program_names import program_name
from hoplon.server.stored_match import Seat

GIVEN = re.compile(r"\s*([^\s=/:]+)=(.+)", re.DOTALL)  # NAME=COMMAND
WORD = r"[^\s/:;,\"'<>|()\[\]{}\\]+"
QUOTED = re.compile(r"""(["'])((?:~|\.{1,2})?/[^"'\n]*)\1""")
ROOTS = "home|root|usr|srv|tmp|opt|var|etc|mnt|media|proc|run|dev|Users|private"
PATH = re.compile(
    rf"(?:(?<![\w./~])(?:file://|~|\.{{1,2}})?(?!//)|(?=/(?:{ROOTS})/))(?:/{WORD})*/({WORD})(?:/(?=\s|$))?"
)


def read_bot(text: str) -> tuple[str, str]:
    """The name that was given to a bot, if there is one, and the bot: `NAME=COMMAND`."""
    found = GIVEN.fullmatch(text)
    return (found[1].strip(), found[2].strip()) if found else ("", text)


def without_paths(text: str, bot: str = "") -> str:
    """What a program wrote, or what is said of it, with files named without their folders."""
    if bot and is_command(bot):
        text = text.replace(bot, program_name(bot))
    text = QUOTED.sub(lambda found: found[1] + found[2].rpartition("/")[2] + found[1], text)
    return PATH.sub(r"\1", text)


def told_fault(seat: Seat, fault: str, tells_all: bool, tells_paths: bool) -> str:
    """What went wrong with a bot.

    A program's output may reveal what its seat sees, and things about its machine.
    """
    if not fault or not is_command(seat.bot):
        return fault
    if not tells_all:
        return f"the bot {program_name(seat.bot)} has failed"
    return fault if tells_paths else without_paths(fault, seat.bot)
