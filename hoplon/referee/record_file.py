"""Reads the record of a match: what its players answered, how long they took, what they wrote to stderr."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from typing import Any

from hoplon.core.errors import BadMatchFile
from hoplon.core.match import Match
from hoplon.protocols.player import SeatRecord
from hoplon.referee.rounds import order_of
from hoplon.sandbox.clock import Spent

MARK, VERSION = "hoplon record", 1
LARGEST = 64 << 20  # bytes
LONGEST_TIME = 10**12  # milliseconds
LISTS = ("numbers", "restarts", "answers", "wall_ms", "own_cpu_ms", "waited_ms", "messages", "errors")
TEXTS = ("player", "nickname", "sandbox", "stderr")
NUMBERS = ("dice", "late", "strikes", "excused", "early", "stderr_bytes")


def as_json(records: Iterable[SeatRecord]) -> dict[str, Any]:
    """The content of a record file."""
    return {MARK: VERSION, "seats": [record.as_json() for record in records]}


def load_record(path: Path, match: Match) -> list[SeatRecord]:
    """The record of a match, from a file; BadMatchFile names the file and says what is wrong with it."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadMatchFile(f"{path} has more than {LARGEST >> 20} MB, so it is no record of a match")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadMatchFile(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadMatchFile(f"{path} is no record of a match: it is not text") from None
    try:
        return read_record(text, match)
    except BadMatchFile as error:
        raise BadMatchFile(f"{path}: {error}") from None


def read_record(text: str, match: Match) -> list[SeatRecord]:
    """The record of a match, one entry for each seat; BadMatchFile says what is wrong with it."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMatchFile("this is no record of a match: it is not JSON") from None
    if not isinstance(content, dict) or MARK not in content:
        raise BadMatchFile(f"this is no record of a match: it does not say {MARK!r}")
    if content[MARK] != VERSION:
        said = str(content[MARK])[:20]
        raise BadMatchFile(f"the record has version {said}; this Hoplon reads version {VERSION}")
    seats, count = content.get("seats"), match.game.seat_count(match.options)
    if not isinstance(seats, list) or len(seats) != count:
        has = len(seats) if isinstance(seats, list) else "no"
        raise BadMatchFile(f"the record has {has} seats; the match has {count}")
    mover = match.to_move
    waiting = [] if mover is None else order_of(match) if match.game.simultaneous else [mover]
    return [_Reader(match, seat, one, waiting).read() for seat, one in enumerate(seats)]


class _Reader:
    """Reads what is recorded about one seat."""

    def __init__(self, match: Match, seat: int, content: Any, waiting: list[int]) -> None:
        self.match = match
        self.seat = seat
        self.content = content
        self.waiting = waiting  # the seats that choose next

    def fail(self, why: str) -> BadMatchFile:
        return BadMatchFile(f"the record of seat {self.seat} is damaged: {why}")

    def get(self, name: str, kind: type, otherwise: Any) -> Any:
        """A field of a kind."""
        found = self.content.get(name, otherwise)
        if isinstance(found, bool) or not isinstance(found, kind):
            raise self.fail(f"{name} is {json.dumps(found)[:40]}")
        return found

    def read(self) -> SeatRecord:
        """All of it."""
        if not isinstance(self.content, dict):
            raise self.fail("it is no object")
        texts = {name: self.get(name, str, "") for name in TEXTS}
        whole = {name: self.get(name, int, 0) for name in NUMBERS}
        lists = {name: self.get(name, list, []) for name in LISTS}
        numbers = self.numbers(lists["numbers"])
        for name in ("answers", "wall_ms", "own_cpu_ms", "waited_ms"):
            if len(lists[name]) > len(numbers):
                raise self.fail(f"{name} has {len(lists[name])} entries for {len(numbers)} choices")
        if not all(isinstance(answer, str) for answer in lists["answers"]):
            raise self.fail("an answer is no text")
        times = [self.times(lists[name], name) for name in ("wall_ms", "own_cpu_ms", "waited_ms")]
        fault = self.get("fault", dict, {})
        kind, text, line = (str(fault.get(name, "")) for name in ("kind", "text", "line"))
        first, later = self.times(
            [self.content.get(name, 0) for name in ("first_ms", "later_ms")], "the clock"
        )
        return SeatRecord(
            **texts,
            **whole,
            first=first,
            later=later,
            numbers=numbers,
            restarts=[number for number in lists["restarts"] if number in set(numbers)],
            spent=[Spent(*three) for three in zip(*times, strict=False)],
            answers=lists["answers"],
            messages=self.by_number(lists["messages"], "messages"),
            errors=self.by_number(lists["errors"], "errors"),
            cpu=self.times([self.content.get("cpu_ms", 0)], "cpu_ms")[0],
            lingered=self.content.get("lingered") is True,
            fault=text,
            fault_kind=kind,
            fault_line=line,
        )

    def numbers(self, found: list[Any]) -> list[int]:
        """The numbers of its choices, the last of which may have failed."""
        before, seats = 0, self.match.seats
        for number in found:
            if type(number) is not int or number <= before:
                raise self.fail(f"after choice {before} comes {json.dumps(number)[:40]}")
            if number > len(seats) + len(self.waiting):
                raise self.fail(f"it has a choice {number}; the match has {len(seats)}")
            mover = seats[number - 1] if number <= len(seats) else self.waiting[number - len(seats) - 1]
            if mover != self.seat:
                raise self.fail(f"choice {number} of the match was not made by this seat")
            before = number
        return found

    def times(self, found: list[Any], name: str) -> list[float]:
        """Milliseconds, in seconds."""
        for time in found:
            if type(time) not in (int, float) or not isfinite(time) or not 0 <= time <= LONGEST_TIME:
                raise self.fail(f"{name} is {json.dumps(time)[:40]}, which is no time in milliseconds")
        return [time / 1000 for time in found]

    def by_number(self, found: list[Any], name: str) -> list[tuple[int, str]]:
        """Texts with the numbers of the choices they belong to; 0: before the first."""
        last = len(self.match.choices) + len(self.waiting)
        texts = []
        for one in found:
            number, text = (one.get("number"), one.get("text")) if isinstance(one, dict) else (None, None)
            if type(number) is not int or not isinstance(text, str):
                raise self.fail(f"one of its {name} is {json.dumps(one)[:40]}")
            if not 0 <= number <= last:
                raise self.fail(f"one of its {name} belongs to choice {number}; the match has {last}")
            texts.append((number, text))
        return texts
