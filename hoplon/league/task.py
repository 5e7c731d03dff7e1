"""What a worker is given and what it hands in: both can be sent as JSON."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass, field
from typing import Any

from hoplon.referee.run import SeatResult


@dataclass(frozen=True)
class Task:
    """A pairing to play now: `versions` are those at the league's seats, in the order of `League.seats`.

    `attempt` says which time it is given out; what is handed in names both.
    """

    pairing: int
    attempt: int
    number: int
    stage: int
    seed: int
    versions: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """For a worker elsewhere."""
        return asdict(self)


def read_task(content: dict[str, Any]) -> Task:
    """A task from JSON."""
    return Task(**content | {"versions": tuple(content["versions"])})


@dataclass(frozen=True)
class Played:
    """A task that was played. `seats` are the results of the league's seats alone.

    `file` is the match file and `record` the record file (`referee/record_file.py`), both compressed by zlib.
    `again` says why it should be played once more: somebody ran out of time without a processor.
    """

    pairing: int
    attempt: int
    began: float
    ended: float
    reason: str
    turns: int
    measure: int
    seats: tuple[SeatResult, ...]
    file: bytes = field(repr=False)
    record: bytes = field(repr=False)
    again: str = ""
    arena: str = ""  # the match in the arena where it was played

    def as_json(self) -> dict[str, Any]:
        """For the one who gave it out."""
        packed = {"file": b64encode(self.file).decode(), "record": b64encode(self.record).decode()}
        return asdict(self) | packed


def read_played(content: dict[str, Any]) -> Played:
    """What `as_json` wrote; TypeError, ValueError or KeyError if it is something else."""
    seats = tuple(SeatResult(**seat) for seat in content["seats"])
    packed = {name: b64decode(content[name], validate=True) for name in ("file", "record")}
    return Played(**content | packed | {"seats": seats})
