"""What is stored about a match besides its choices, and how it is written in a row of the database."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hoplon.server.asking import Asking, read_asking

LOW = 63  # bits of a seed in the first column; the others are in the second


@dataclass
class Seat:
    """Who sits there: `me`, `friend`, `bot` or `nobody`; people by the hash of their token.

    `title` is what the seat is called, whoever sits there; `fault` is what the bot did wrong last; `remote`
    is what the program is called that plays for a person; `muted` is a name that is not shown; `left` says
    how it was left before the end, after so many choices.
    """

    player: str
    name: str
    bot: str = ""
    token: str = ""
    fault: str = ""
    title: str = ""
    remote: str = ""
    muted: str = ""
    left: str = ""
    left_after: int = 0

    @property
    def called(self) -> str:
        """The name, shown or not."""
        return self.muted or self.name


class Call(NamedTuple):
    """The turn of a seat begins after so many choices, at a time; -1: the match is over (`calls.py`)."""

    seat: int
    number: int
    at: float


@dataclass
class StoredMatch:
    """Everything stored about a match besides its choices.

    `secret` and the `shares` of seats are hexadecimal; `other_dice` says after how many choices which key was
    taken; `fence` is the number of the lease under which this server writes; `began` is the hash of the token
    of who began it without a seat; `race` is the race that it is a `lane` of, which is `sealed` while people
    play in it; `times` are the seconds that each seat had when its turn began, and `flag` is when the time of
    who is to move is up (`clocks.py`); `rated` is the pairing of a league that it decides; `asked` is what
    one who plays asks the others for; of an attempt at the challenge of a `day`, `challenger` is the player
    who makes it (`daily.py`).
    """

    id: str
    game: str
    version: int
    seed: int
    dice: int
    options: dict[str, str]
    seats: list[Seat]
    open: bool = False
    listed: bool = True
    pace: float = 0.0
    made: float = field(default_factory=time.time)
    changed: float = field(default_factory=time.time)
    turn: int = 0
    ended: str | None = None
    scores: list[int] = field(default_factory=list)
    secret: str = ""
    shares: dict[int, str] = field(default_factory=dict)
    terms: list[str] = field(default_factory=list)
    other_dice: list[tuple[int, int]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    began: str = ""
    race: str = ""
    lane: int = 0
    sealed: bool = False
    clock: str = ""
    times: list[float] = field(default_factory=list)
    flag: float | None = None
    rated: int = 0
    asked: Asking = field(default_factory=Asking)
    calls: list[Call] = field(default_factory=list)
    day: str = ""
    challenger: str | None = None
    fence: int = field(default=0, compare=False)


@dataclass(frozen=True)
class BotRow:
    """What a program did about one choice, as JSON."""

    seat: int
    number: int
    content: str


def standing_of(card: StoredMatch) -> dict[str, Any]:
    """The columns that change while a match is played."""
    low, high = split_seed(card.seed)
    return {
        "seed": low,
        "seed_high": high,
        "turn": card.turn,
        "ended": card.ended,
        "scores": json.dumps(card.scores),
        "seats": json.dumps([vars(seat) for seat in card.seats]),
        "shares": json.dumps(card.shares),
        "terms": json.dumps(card.terms),
        "other_dice": json.dumps([[number, str(key)] for number, key in card.other_dice]),
        "winners": json.dumps(card.winners),
        "times": json.dumps(card.times),
        "flag": card.flag,
        "asked": json.dumps(vars(card.asked)),
        "calls": json.dumps(card.calls),
    }


def row_of(card: StoredMatch) -> dict[str, Any]:
    """A match as a row."""
    row = vars(card) | standing_of(card)
    row["options"] = json.dumps(card.options)
    return row


def card_of(row: Any) -> StoredMatch:
    """A match from its row."""
    found = dict(row)
    found["seed"] += found.pop("seed_high") << LOW
    for name in ("options", "scores", "terms", "winners", "times"):
        found[name] = json.loads(found[name])
    found["seats"] = [Seat(**seat) for seat in json.loads(found["seats"])]
    found["shares"] = {int(seat): share for seat, share in json.loads(found["shares"]).items()}
    found["other_dice"] = [(number, int(key)) for number, key in json.loads(found["other_dice"])]
    found["asked"] = read_asking(json.loads(found["asked"]))
    found["calls"] = [Call(*call) for call in json.loads(found["calls"])]
    found.pop("holder")
    return StoredMatch(**found)


def split_seed(seed: int) -> tuple[int, int]:
    """The two columns of a seed; one that fits in the first is written there as it is."""
    if -(1 << LOW) <= seed < 1 << LOW:
        return seed, 0
    return seed & ((1 << LOW) - 1), seed >> LOW
