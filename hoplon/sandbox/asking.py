"""Several programs asked at once: each thinks on its own clock, and whoever answers first is heard first."""

from __future__ import annotations

import select
from collections.abc import Sequence
from math import ceil
from time import monotonic
from typing import Protocol

from hoplon.sandbox.faults import BotFault


class Asked(Protocol):
    """Something that has been asked: a program, or a connection to one elsewhere."""

    def answer(self) -> bytes | None:
        """The line that answers; None if none has come yet, BotFault if none will in time."""
        ...

    def wait(self) -> None:
        """Wait until something comes, or the deadline."""
        ...

    @property
    def deadline(self) -> float:
        """When to look for an answer again, by `monotonic`, if nothing has come."""
        ...

    def fileno(self) -> int:
        """A file that can be read when something has come."""
        ...

    def serve(self) -> None:
        """Take in what has come."""
        ...


class Askable(Asked, Protocol):
    """Something that can be asked."""

    def question(self, block: bytes) -> None:
        """Send a question, and start the clock."""
        ...


def ask_all(questions: Sequence[tuple[Askable, bytes]]) -> list[bytes | BotFault]:
    """Ask, and wait for all answers."""
    for asked, block in questions:
        asked.question(block)
    return await_all([asked for asked, _ in questions])


def await_one(asked: Asked) -> bytes:
    """The answer of one who has been asked; BotFault if there is none in time."""
    while (line := asked.answer()) is None:
        asked.wait()
    return line


def await_all(asked: Sequence[Asked]) -> list[bytes | BotFault]:
    """The answers of all who have been asked."""
    answers: list[bytes | BotFault] = [b""] * len(asked)
    waiting: dict[int, int] = {}
    poll = select.poll()
    for index, one in enumerate(asked):
        answer = _answer(one)
        if answer is None:
            waiting[one.fileno()] = index
            poll.register(one.fileno(), select.POLLIN)
        else:
            answers[index] = answer
    while waiting:
        soonest = min(asked[index].deadline for index in waiting.values())
        for fd, _ in poll.poll(max(0, ceil((soonest - monotonic()) * 1000))):
            asked[waiting[fd]].serve()
        for fd, index in list(waiting.items()):
            answer = _answer(asked[index])
            if answer is not None:
                answers[index] = answer
                del waiting[fd]
                poll.unregister(fd)
    return answers


def _answer(asked: Asked) -> bytes | BotFault | None:
    try:
        return asked.answer()
    except BotFault as fault:
        return fault
