"""The challenge of a day: one start a game, the same for everybody, and what proves that it was fixed before.

A day is written as `2026-11-18` and lasts from midnight to midnight, UTC. Who keeps the challenges draws a
secret for each game and day, publishes its hash when the day begins and the secret when it is over; the seed
is made of the secret (`proof.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.proof import Proof
from hoplon.core.talents import Challenge

SECONDS = 86_400
ONE = timedelta(days=1)
_PRACTICE = b"hoplon daily practice\n"


def day_at(now: float) -> str:
    """The day at a time, in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def read_day(text: str) -> str:
    """A day as somebody wrote it; HoplonError if it is none."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise HoplonError(f"{text[:40]!r} is no day; expected one such as 2026-11-18")
    return text


def ends_at(day: str) -> float:
    """When a day is over, in seconds since 1970."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() + SECONDS


def is_over(day: str, now: float) -> bool:
    """Is a day over? What belongs to no day never is."""
    return bool(day) and day < day_at(now)


def proof_of_day(day: str, game: str, secret: str) -> Proof:
    """The commitment, the seed and the dice of bots that a secret makes for a game on a day."""
    return Proof(f"daily-{day}-{game}", secret)


def practice_seed(day: str, game: str) -> int:
    """A seed that anybody can compute, to practise where there is no arena."""
    made = hashlib.sha256(_PRACTICE + f"{day} {game}".encode()).digest()
    return int.from_bytes(made[:4], "big")


def challenge_of(game: Game, day: str, seed: int) -> Challenge:
    """What is played on a day with a seed; HoplonError if the game has no challenges."""
    if game.daily is None:
        raise HoplonError(f"{game.name} has no challenge of the day")
    return game.daily(date.fromisoformat(day).toordinal(), seed)


def streaks(days: Iterable[str], today: str) -> tuple[int, int]:
    """How many days in a row, up to today or yesterday, are among these, and the most there ever were."""
    known = sorted({date.fromisoformat(day) for day in days})
    best = length = 0
    for n, day in enumerate(known):
        length = length + 1 if n and known[n - 1] + ONE == day else 1
        best = max(best, length)
    goes_on = bool(known) and known[-1] >= date.fromisoformat(today) - ONE
    return (length if goes_on else 0), best
