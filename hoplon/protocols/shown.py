"""What the programs among some players see, and what whoever starts them is told about that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from hoplon.core.errors import BadOption
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.players import is_program, kind_of
from hoplon.sandbox.limits import is_jailed, isolation
from hoplon.sandbox.sight import Secrets, files_of


def commands_of(players: Sequence[str]) -> dict[str, list[str]]:
    """The commands of those that are programs; a bad one is refused when its player is made."""
    found = {}
    for player in dict.fromkeys(player for player in players if is_program(player)):
        with suppress(BadOption):
            found[player] = read_command(kind_of(player)[1])
    return found


def secrets_of(players: Sequence[str], paths: Sequence[str]) -> Secrets:
    """What programs may not see in matches of these players: the files of each other, and these paths."""
    files = [path for command in commands_of(players).values() for path in files_of(command)]
    return Secrets(tuple(paths), tuple(dict.fromkeys(files)))


def not_shut(players: Sequence[str], sandbox: str) -> str:
    """One line about what is not shut, if programs play and something is not."""
    if is_jailed(sandbox) or not any(is_program(player) for player in players):
        return ""
    return f"the sandbox of programs is {isolation(sandbox)}"


def unseen(players: Sequence[str], settings: ProcessSettings) -> Iterator[str]:
    """A part of a sentence for each program that does not see its whole folder, in case it needs it."""
    for player, command in commands_of(players).items():
        sight = settings.sight_of(command)
        if sight is not None and sight.note:
            yield f"{player}: {sight.note}"
