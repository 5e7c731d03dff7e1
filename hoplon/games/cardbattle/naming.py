"""What the things of one battle are called.

A unit is `A.African-phalanx-2`: the letter of its army, and the name of the card with a number where several
bear it. Such a word holds no blank and means one unit only, so that every line of a log reads back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hoplon.core.actions import NOBODY
from hoplon.core.errors import BadText
from hoplon.games.cardbattle.state import CARD, SIDE
from hoplon.games.cardbattle.tables import WARRIORS, Card

SEATS = ("A", "B")
UNSEEN = "?"  # a unit, a card or a column that the reader may not know
CARD_WORDS = tuple(card.name.replace("_", "-") for card in Card)


def as_word(name: str) -> str:
    """A name without blanks and marks: `Hastati, new levy` is `Hastati-new-levy`."""
    kept = "".join(c if c.isalnum() else "" if c == "'" else " " for c in name)
    return "-".join(kept.split()) or "unit"


WARRIOR_WORDS = tuple(as_word(name) for name in WARRIORS)


@dataclass(frozen=True)
class Names:
    """The names of both armies, their leaders, unit cards in the order of the army list, and clans."""

    armies: tuple[str, str]
    leaders: tuple[str, str]
    units: tuple[tuple[str, ...], tuple[str, ...]]
    clans: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @cached_property
    def own_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of the units without the letter of the army, for both seats."""
        first, second = (_own_words(names) for names in self.units)
        return first, second

    @cached_property
    def words(self) -> dict[int, str]:
        """The word of each unit by its number."""
        return {
            SIDE * seat + k: f"{SEATS[seat]}.{word}"
            for seat, words in enumerate(self.own_words)
            for k, word in enumerate(words)
        }

    @cached_property
    def units_by_word(self) -> dict[str, int]:
        """The unit that a word means, in small letters."""
        return {word.lower(): u for u, word in self.words.items()}

    def name(self, unit: int) -> str:
        """What stands on the card."""
        seat, k = divmod(unit, SIDE)
        return self.units[seat][k] if k < len(self.units[seat]) else f"unit {k + 1}"

    def unit(self, unit: int) -> str:
        """The word of a unit."""
        if unit == NOBODY:
            return UNSEEN
        return self.words.get(unit) or f"{SEATS[unit // SIDE]}.{unit % SIDE + 1}"

    def read_unit(self, text: str, seat: int = NOBODY) -> int:
        """The unit that a word means; its letter may be left out where the seat is known."""
        if text == UNSEEN:
            return NOBODY
        low = text.lower()
        found = self.units_by_word.get(low)
        if found is None and seat != NOBODY:
            found = self.units_by_word.get(f"{SEATS[seat]}.{low}".lower())
        if found is None:
            found = _by_number(text if seat == NOBODY or "." in text else f"{SEATS[seat]}.{text}")
        if found is None:
            raise BadText(f"{text!r} is no unit of this battle; one is for example {self._example(seat)!r}")
        return found

    def _example(self, seat: int) -> str:
        return next((w for u, w in self.words.items() if seat in (NOBODY, u // SIDE)), "A.1")

    def card(self, seat: int, card: int) -> str:
        """The word of a card: a unit, or a special card such as `A.FLANK`."""
        if card == NOBODY:
            return f"{SEATS[seat]}.{UNSEEN}"
        return f"{SEATS[seat]}.{CARD_WORDS[card - CARD]}" if card >= CARD else self.unit(card)

    def read_card(self, text: str) -> tuple[int, int]:
        """Seat and card that a word means."""
        letter, _, rest = text.partition(".")
        if letter not in SEATS or not rest:
            raise BadText(f"{text!r} is no card; expected for example A.FLANK or {self._example(NOBODY)}")
        seat = SEATS.index(letter)
        if rest == UNSEEN:
            return seat, NOBODY
        if rest in CARD_WORDS:
            return seat, CARD + CARD_WORDS.index(rest)
        return seat, self.read_unit(text)

    def own(self, unit: int) -> str:
        """The word of a unit among the cards of its own army."""
        return self.unit(unit).partition(".")[2]

    def clan(self, seat: int, clan: int) -> str:
        """The name of a clan."""
        names = self.clans[seat]
        return names[clan] if 0 <= clan < len(names) else f"clan {clan + 1}"


def _by_number(text: str) -> int | None:
    """`A.7`, the word of a unit without a name."""
    letter, _, number = text.partition(".")
    if letter in SEATS and number.isdecimal() and len(number) < 4 and 1 <= int(number) <= SIDE:
        return SIDE * SEATS.index(letter) + int(number) - 1
    return None


def _own_words(names: Sequence[str]) -> tuple[str, ...]:
    """Names as words, numbered where several are alike; none is a special card or a number."""
    plain = [as_word(name) for name in names]
    often = Counter(word.lower() for word in plain)
    taken = {word.lower() for word in CARD_WORDS}
    seen: Counter[str] = Counter()
    words: list[str] = []
    for word in plain:
        low = word.lower()
        bare = often[low] == 1 and low not in taken and not word.isdecimal()
        while not bare or word.lower() in taken:
            seen[low] += 1
            word = f"{plain[len(words)]}-{seen[low]}"
            bare = True
        taken.add(word.lower())
        words.append(word)
    return tuple(words)


def seat_word(seat: int) -> str:
    """`A` or `B`."""
    return "nobody" if seat == NOBODY else SEATS[seat]


def read_seat(text: str) -> int:
    """The seat that a letter means."""
    if text == "nobody":
        return NOBODY
    if text.upper() not in SEATS:
        raise BadText(f"{text!r} is no army; expected A or B")
    return SEATS.index(text.upper())
