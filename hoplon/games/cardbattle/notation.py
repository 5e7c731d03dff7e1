"""The battle in one line, both ways: both armies, every card in its place, and the questions that wait.

    cardbattle A=Carthage;Hannibal;… B=… placeA=DDHF… deckA=4,FLANK,17 handA=… fieldA=3:12 … rounds=4 …

`A` and `B` hold the name of the army, its leader, its clans, and its unit cards as `Celts:MI:5:5::-1:0:5*4`,
which is name, kind, TQ, size, missile, clan, traits, value and the number of such cards. Elsewhere a unit is
its number in that list, from 0, and a special card is its name. What is zero or empty is left out; every
field of the state that has no word of its own stands under its name, so nothing is forgotten. The dice are
no part of a position: a match file has the seed. Cards that one side hides are in the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from hoplon.core.cached_record import CachedRecord
from hoplon.core.dice import words
from hoplon.core.errors import BadPosition, BadText
from hoplon.core.text import Action
from hoplon.games.cardbattle.army_check import SIZE_RANGE, TQ_RANGE
from hoplon.games.cardbattle.checking import LONGEST_NAME
from hoplon.games.cardbattle.naming import CARD_WORDS, SEATS, Names
from hoplon.games.cardbattle.position_check import check
from hoplon.games.cardbattle.state import (
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    Do,
    Place,
    state_t,
)
from hoplon.games.cardbattle.tables import KIND_CODES, MISSILE_LETTERS, TERRAIN_IDS, Trait

START = "cardbattle"
LETTER_OF = {
    Place.NOWHERE: ".",
    Place.DECK: "D",
    Place.HAND: "H",
    Place.FIELD: "F",
    Place.ROUTED: "R",
    Place.RALLIED: "L",
    Place.PURSUIT: "P",
    Place.ELIMINATED: "E",
    Place.DISCARDED: "X",
}
PLACE_OF = {letter: place for place, letter in LETTER_OF.items()}
PILES = {"deck": DECK, "hand": HAND, "rear": REAR}
PRINTED = ("kind", "tq", "sizes", "missile", "clan", "traits", "value")  # what stands on a card
DICE = ("seed", "draws")
SPELLED = {*PRINTED, *DICE, *PILES, *(f"{pile}_n" for pile in PILES), "units", "place", "at", "field",
           "terrain", "pending"}  # fmt: skip
PLAIN = tuple(name for name in state_t.names or () if name not in SPELLED and not name.startswith("gap"))
EMPTY_WHEN_IDLE = ("winner", "shooter", "shot_at", "attacker", "target", "lead_a", "lead_d", "rampage_at")
SAFE = " '!().,-"  # stay as they are in a name, a blank becoming _
MOST = 32767


def write(names: Names, s: Any) -> str:
    """The battle in one line."""
    s = CachedRecord(s)
    words = [START]
    for seat, letter in enumerate(SEATS):
        words.append(f"{letter}={_army(names, s, seat)}")
    for seat, letter in enumerate(SEATS):
        first, n = SIDE * seat, int(s.units[seat])
        words.append(
            f"place{letter}=" + "".join(LETTER_OF[Place(p)] for p in s.place[first : first + n].tolist())
        )
        for pile, most in PILES.items():
            n = int(getattr(s, f"{pile}_n")[seat])
            cards = getattr(s, pile)[most * seat : most * seat + n].tolist()
            if cards:
                words.append(f"{pile}{letter}=" + ",".join(_card(card, seat) for card in cards))
        area = COLUMNS * seat
        units = enumerate(s.field[area : area + COLUMNS].tolist(), 1)
        field = [(c, u - first) for c, u in units if u != EMPTY]
        if field:
            words.append(f"field{letter}=" + ",".join(f"{c}:{u}" for c, u in field))
        land = [(c, t) for c, t in enumerate(s.terrain[area : area + COLUMNS].tolist(), 1) if t]
        if land:
            words.append(f"terrain{letter}=" + ",".join(f"{c}:{TERRAIN_IDS[t]}" for c, t in land))
    words += [f"{name}={text}" for name in PLAIN if (text := _plain(name, getattr(s, name)))]
    if s.pending.n:
        words.append("pending=" + ";".join(_pending(s)))
    return " ".join(words)


def _army(names: Names, s: Any, seat: int) -> str:
    """Names and printed values of an army, equal cards that follow each other together."""
    heads = [names.armies[seat], names.leaders[seat], "/".join(map(_quoted, names.clans[seat]))]
    cards: list[list[Any]] = []
    first, end = SIDE * seat, SIDE * seat + int(s.units[seat])
    printed = zip(*(getattr(s, name)[first:end].tolist() for name in PRINTED), strict=True)
    for u, (kind, tq, size, missile, clan, traits, value) in enumerate(printed, first):
        code = KIND_CODES[kind].replace(" ", ".")
        card = (
            f"{_quoted(names.name(u))}:{code}:{tq}:{size}:{MISSILE_LETTERS[missile]}:{clan}:{traits}:{value}"
        )
        if cards and cards[-1][0] == card:
            cards[-1][1] += 1
        else:
            cards.append([card, 1])
    listed = [f"{card}*{count}" for card, count in cards]
    return ";".join([_quoted(heads[0]), _quoted(heads[1]), heads[2], *listed])


@lru_cache(maxsize=1024)
def _quoted(name: str) -> str:
    return quote(name, safe=SAFE).replace("_", "%5F").replace(" ", "_")


def _unquoted(text: str) -> str:
    name = unquote(text.replace("_", " "))
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadText(f"{name[:LONGEST_NAME]!r} is no name; expected at most {LONGEST_NAME} printable signs")
    return name


def _card(card: int, seat: int) -> str:
    return CARD_WORDS[card - CARD] if card >= CARD else str(card - SIDE * seat)


def _neutral(name: str) -> int:
    return EMPTY if name in EMPTY_WHEN_IDLE else 0


def _plain(name: str, value: Any) -> str:
    """A number, or the entries of an array that are not as usual: `3:1,60:2`; empty if all is."""
    neutral = _neutral(name)
    entries = value.tolist()
    if isinstance(entries, int):
        return "" if entries == neutral else str(entries)
    if len(entries) == 2:
        return "" if entries == [neutral, neutral] else ",".join(map(str, entries))
    return ",".join([f"{k}:{entry}" for k, entry in enumerate(entries) if entry != neutral])


def _pending(s: Any) -> Iterator[str]:
    """The stack of what waits, the top last: the kind and its numbers."""
    for k in range(int(s.pending.n)):
        action = Action(*s.pending.actions[k].item())
        yield ":".join([Do(action.kind).name.lower(), *map(str, action[1:])])


def read(text: str, states: Any, i: int, seed: int = 0) -> Names:
    """Set up the battle that a line says; BadPosition names the word that is wrong."""
    given = _words(text)
    states[i : i + 1] = 0
    s = states[i]
    s.seed = words(seed)
    for name in EMPTY_WHEN_IDLE:
        s[name] = EMPTY
    for name in ("field", "at", "hand", "deck", "rear", "clan"):
        s[name][:] = EMPTY
    try:
        names = _read_armies(given, s)
        for seat, letter in enumerate(SEATS):
            _read_places(given, s, seat, letter)
        for name in PLAIN:
            if name in given:
                _read_plain(s, name, given[name])
        if "pending" in given:
            _read_pending(s, given["pending"])
        check(s)
    except BadText as error:
        raise BadPosition(str(error)) from None
    return names


def names_in(text: str) -> Names:
    """The names that a line gives to armies, leaders and units."""
    return read(text, np.zeros(1, state_t), 0)


KNOWN = ("A", "B", *(f"{what}{letter}" for letter in SEATS for what in ("place", *PILES, "field", "terrain")),
         *PLAIN, "pending")  # fmt: skip


def _words(text: str) -> dict[str, str]:
    words = text.split()
    if not words or words[0] != START:
        raise BadPosition(f"a position begins with {START!r}, found {' '.join(words[:1])[:30]!r}")
    given: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name not in KNOWN or not equals:
            raise BadPosition(f"{word[:30]!r} is unknown; expected words such as A=…, handA=… or rounds=4")
        if name in given:
            raise BadPosition(f"{name!r} is said twice")
        given[name] = value
    for name in ("A", "B", "placeA", "placeB"):
        if name not in given:
            raise BadPosition(f"the position does not say {name}=")
    return given


def _read_armies(given: dict[str, str], s: Any) -> Names:
    armies, leaders, units, clans = [], [], [], []
    for seat, letter in enumerate(SEATS):
        parts = given[letter].split(";")
        if len(parts) < 4:
            raise BadText(
                f"{letter} is {given[letter][:40]!r}; expected a name, a leader, clans and unit cards"
            )
        armies.append(_unquoted(parts[0]))
        leaders.append(_unquoted(parts[1]))
        clans.append(tuple(_unquoted(name) for name in parts[2].split("/") if name))
        units.append(_read_cards(s, seat, letter, parts[3:], len(clans[seat])))
    return Names((armies[0], armies[1]), (leaders[0], leaders[1]), (units[0], units[1]), (clans[0], clans[1]))


CODES = {code.replace(" ", "."): k for k, code in enumerate(KIND_CODES)}
MISSILES = {letter: k for k, letter in enumerate(MISSILE_LETTERS)}


def _read_cards(s: Any, seat: int, letter: str, parts: Sequence[str], clans: int) -> tuple[str, ...]:
    found: list[str] = []
    for part in parts:
        card, _, count = part.rpartition("*")
        values = card.split(":")
        if len(values) != 1 + len(PRINTED) or values[1] not in CODES or values[4] not in MISSILES:
            raise BadText(f"{part[:60]!r} in {letter} is no unit card such as Celts:MI:5:5::0:0:5*4")
        numbers = [
            CODES[values[1]],
            _whole(f"TQ of {part[:40]!r}", values[2], *TQ_RANGE),
            _whole(f"size of {part[:40]!r}", values[3], *SIZE_RANGE),
            MISSILES[values[4]],
            _whole(f"clan of {part[:40]!r}", values[5], EMPTY, clans - 1),
            _whole(f"traits of {part[:40]!r}", values[6], 0, (1 << len(Trait)) - 1),
            _whole(f"value of {part[:40]!r}", values[7], 0, 99),
        ]
        for _ in range(_whole(f"number of {part[:40]!r}", count, 1, SIDE)):
            if len(found) == SIDE:
                raise BadText(f"army {letter} has more than {SIDE} unit cards")
            for name, number in zip(PRINTED, numbers, strict=True):
                s[name][SIDE * seat + len(found)] = number
            found.append(_unquoted(values[0]))
    s.units[seat] = len(found)
    return tuple(found)


def _read_places(given: dict[str, str], s: Any, seat: int, letter: str) -> None:
    first, n = SIDE * seat, int(s.units[seat])
    places = given[f"place{letter}"]
    if len(places) != n or any(place not in PLACE_OF for place in places):
        raise BadText(f"place{letter} is {places[:70]!r}; expected {n} letters of {''.join(PLACE_OF)}")
    s.place[first : first + n] = [PLACE_OF[place] for place in places]
    for pile, most in PILES.items():
        cards = _split(given, f"{pile}{letter}")
        if len(cards) > most:
            raise BadText(f"{pile}{letter} has {len(cards)} cards; expected at most {most}")
        for k, card in enumerate(cards):
            s[pile][most * seat + k] = _read_card(f"{pile}{letter}", card, seat, n, pile != "rear")
        s[f"{pile}_n"][seat] = len(cards)
    for column, unit in _pairs(given, f"field{letter}"):
        u = first + _whole(f"field{letter}", unit, 0, n - 1)
        c = _whole(f"column in field{letter}", column, 1, COLUMNS) - 1
        if s.at[u] != EMPTY:
            raise BadText(f"field{letter} has unit {unit} in two columns")
        if s.field[COLUMNS * seat + c] != EMPTY:
            raise BadText(f"field{letter} has two units in column {column}")
        s.field[COLUMNS * seat + c] = u
        s.at[u] = c
    for column, name in _pairs(given, f"terrain{letter}"):
        if name not in TERRAIN_IDS:
            raise BadText(f"{name[:30]!r} in terrain{letter} is none of {', '.join(TERRAIN_IDS)}")
        c = _whole(f"column in terrain{letter}", column, 1, COLUMNS) - 1
        s.terrain[COLUMNS * seat + c] = TERRAIN_IDS.index(name)


def _split(given: dict[str, str], name: str) -> list[str]:
    return given[name].split(",") if name in given else []


def _pairs(given: dict[str, str], name: str) -> Iterator[tuple[str, str]]:
    for part in _split(given, name):
        key, colon, value = part.partition(":")
        if not colon:
            raise BadText(f"{part[:30]!r} in {name} is no pair such as 3:7")
        yield key, value


def _read_card(name: str, text: str, seat: int, n: int, special: bool) -> int:
    if special and text in CARD_WORDS:
        return CARD + CARD_WORDS.index(text)
    return SIDE * seat + _whole(f"a card of {name}", text, 0, n - 1)


def _whole(what: str, text: str, least: int, most: int) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 10 or not least <= int(text) <= most:
        raise BadText(f"{what} is {text[:30]!r}; expected a whole number from {least} to {most}")
    return int(text)


def _read_plain(s: Any, name: str, text: str) -> None:
    shape = np.shape(s[name])
    top = 2**31 - 1 if s[name].dtype.itemsize > 2 else MOST
    if not shape:
        s[name] = _whole(name, text, -top, top)
    elif shape == (2,):
        parts = text.split(",")
        if len(parts) != 2:
            raise BadText(f"{name} is {text[:30]!r}; expected two numbers, for A and B")
        s[name][:] = [_whole(name, part, -top, top) for part in parts]
    else:
        for key, value in _pairs({name: text}, name):
            s[name][_whole(f"a place in {name}", key, 0, shape[0] - 1)] = _whole(name, value, -top, top)


KIND_BY_WORD = {kind.name.lower(): kind.value for kind in Do}


def _read_pending(s: Any, text: str) -> None:
    waiting = text.split(";")
    if len(waiting) > len(s.pending.actions):
        raise BadText(f"pending has {len(waiting)} actions; expected at most {len(s.pending.actions)}")
    for k, part in enumerate(waiting):
        kind, *numbers = part.split(":")
        if kind not in KIND_BY_WORD or len(numbers) != len(Action._fields) - 1:
            raise BadText(f"{part[:60]!r} in pending is no action with its {len(Action._fields) - 1} numbers")
        values = [_whole(f"a number of {kind} in pending", number, -MOST, MOST) for number in numbers]
        s.pending.actions[k] = (KIND_BY_WORD[kind], *values)
    s.pending.n = len(waiting)
