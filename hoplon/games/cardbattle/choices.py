"""Choices as they are typed, both ways: `play African-phalanx-2 5`, `fire 3 4`, `attack 4 5`, `withdraw`.

A unit of the own army stands without its letter. `#3` is the third card of the hand or of the second line; a
special card of which the hand holds several is named so, but for the first. Columns count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from hoplon.core.errors import BadText
from hoplon.games.cardbattle.naming import CARD_WORDS, Names
from hoplon.games.cardbattle.state import ARGS, CARD, COLUMNS, EMPTY, HAND, REAR, SIDE, TARGETS, Do
from hoplon.games.cardbattle.words import read_column

SLOT = "#"
HAND_AND_COLUMN = "CARD COLUMN"
HAND_SLOT = "CARD"
REAR_PLACE = "UNIT"
UNIT = "UNIT of the army"
COLUMN = "COLUMN"
TWO_COLUMNS = "COLUMN COLUMN"
TARGET = "NUMBER"
NOTHING = ""


@dataclass(frozen=True)
class Verb:
    """How a choice is typed: its word, what follows, an example, and what it does."""

    word: str
    takes: str
    example: str
    does: str


VERBS: dict[int, Verb] = {
    Do.END_PHASE: Verb("end", NOTHING, "end", "end the phase"),
    Do.PLAY: Verb("play", HAND_AND_COLUMN, "play Celts-1 4", "play a unit of the hand on an empty area"),
    Do.RELIEVE: Verb(
        "relieve", HAND_AND_COLUMN, "relieve Hastati-1 5", "play a unit that takes the place of another"
    ),
    Do.STREW: Verb("caltrop", COLUMN, "caltrop 6", "play CALTROP on a clear area of the enemy"),
    Do.MOVE: Verb("move", TWO_COLUMNS, "move 3 4", "move a unit sideways"),
    Do.REAR: Verb("rear", COLUMN, "rear 4", "move a unit to the second line"),
    Do.STEADY: Verb("steady", COLUMN, "steady 5", "play COHESION on a unit of the field"),
    Do.AIM: Verb("fire", TWO_COLUMNS, "fire 3 4", "designate fire of the unit in 3 at the enemy in 4"),
    Do.SUPPLY: Verb("supply", COLUMN, "supply 3", "play MISSILE SUPPLY on a unit, up to three a card"),
    Do.LOOSE: Verb("loose", NOTHING, "loose", "resolve all fire designated"),
    Do.ATTACK: Verb(
        "attack", TWO_COLUMNS, "attack 4 5", "begin an attack of the unit in 4 on the enemy in 5"
    ),
    Do.ATTACK_FLANK: Verb("flank-attack", TWO_COLUMNS, "flank-attack 4 5", "the same with a FLANK card"),
    Do.JOIN: Verb("join", COLUMN, "join 5", "a second attacker joins"),
    Do.JOIN_FLANK: Verb("flank-join", COLUMN, "flank-join 5", "the same with a FLANK card"),
    Do.ALSO: Verb("also", COLUMN, "also 6", "attack one more enemy"),
    Do.FLANK_ORDER: Verb("flank-order", COLUMN, "flank-order 4", "order an attacker to the flank"),
    Do.FLANK_CARD: Verb("flank-card", COLUMN, "flank-card 4", "play FLANK on an attacker"),
    Do.CLOSE: Verb("close", NOTHING, "close", "the attack is complete; its targets answer"),
    Do.RAID: Verb("raid", COLUMN, "raid 2", "attack the second line of the enemy"),
    Do.RESOLVE: Verb("resolve", NOTHING, "resolve", "resolve all attacks designated"),
    Do.RALLY: Verb("rally", REAR_PLACE, "rally Celts-1", "the leader rallies a routed unit"),
    Do.RALLY_CARD: Verb("rally-card", REAR_PLACE, "rally-card Celts-1", "play RALLY on a routed unit"),
    Do.REGROUP: Verb("regroup", UNIT, "regroup Numidians-1", "regroup a unit on pursuit"),
    Do.DISCARD: Verb("discard", HAND_SLOT, "discard FLANK", "throw away a card of the hand"),
    Do.RECOVER: Verb("recover", REAR_PLACE, "recover Celts-1", "play COHESION on a rallied unit"),
    Do.ORDER: Verb("order", REAR_PLACE, "order Celts-1", "a cohesion order of the leader to a rallied unit"),
    Do.RESERVE: Verb("reserve", NOTHING, "reserve", "play RESERVE"),
    Do.DRAW: Verb("draw", NOTHING, "draw", "draw a card from the deck"),
    Do.TAKE: Verb("take", REAR_PLACE, "take Celts-1", "draw a rallied unit from the second line"),
    Do.CHALLENGE: Verb("challenge", NOTHING, "challenge", "play CHALLENGE"),
    Do.WITHDRAW: Verb("withdraw", NOTHING, "withdraw", "answer: the unit withdraws"),
    Do.STAND: Verb("stand", NOTHING, "stand", "answer: the unit stands"),
    Do.REACT: Verb("react", NOTHING, "react", "answer: the unit fires"),
    Do.HOLD: Verb("hold", NOTHING, "hold", "answer: the unit holds its fire"),
    Do.SPEND: Verb("spend", NOTHING, "spend", "answer: play INITIATIVE"),
    Do.KEEP: Verb("keep", NOTHING, "keep", "answer: keep the INITIATIVE card"),
    Do.GIVE: Verb("give", TARGET, "give 1", "answer: one hit to this target"),
}
BY_WORD = {verb.word: kind for kind, verb in VERBS.items()}


def kind_of(choice: int) -> int:
    """The action that a choice begins with."""
    return choice // ARGS


def argument_of(choice: int) -> int:
    """Its argument."""
    return choice % ARGS


def hand_of(s: Any, seat: int) -> list[int]:
    """The cards in the hand of a seat."""
    return list(s.hand[HAND * seat : HAND * seat + int(s.hand_n[seat])].tolist())


def rear_of(s: Any, seat: int) -> list[int]:
    """The units in the second line of a seat."""
    return list(s.rear[REAR * seat : REAR * seat + int(s.rear_n[seat])].tolist())


def write_choice(names: Names, s: Any, choice: int) -> str:
    """A choice as it is typed."""
    kind, argument = kind_of(choice), argument_of(choice)
    if kind not in VERBS:
        return f"choice-{choice}"
    verb = VERBS[kind]
    seat = int(s.active)
    if verb.takes == NOTHING:
        return verb.word
    if verb.takes == HAND_AND_COLUMN:
        slot, column = divmod(argument, COLUMNS)
        return f"{verb.word} {_card(names, hand_of(s, seat), slot)} {column + 1}"
    if verb.takes == TWO_COLUMNS:
        first, second = divmod(argument, COLUMNS)
        return f"{verb.word} {first + 1} {second + 1}"
    if verb.takes == HAND_SLOT:
        return f"{verb.word} {_card(names, hand_of(s, seat), argument)}"
    if verb.takes == REAR_PLACE:
        return f"{verb.word} {_card(names, rear_of(s, seat), argument)}"
    if verb.takes == UNIT:
        return f"{verb.word} {names.own(SIDE * seat + argument)}"
    return f"{verb.word} {argument + 1}"


def _card(names: Names, cards: list[int], slot: int) -> str:
    """The card in a slot; by its number when the slot is empty or an earlier one holds the same."""
    card = cards[slot] if slot < len(cards) else EMPTY
    if card == EMPTY or card in cards[:slot]:
        return f"{SLOT}{slot + 1}"
    return CARD_WORDS[card - CARD] if card >= CARD else names.own(card)


def read_choice(names: Names, s: Any, text: str) -> int:
    """The choice that a text says, legal or not."""
    word, *given = text.split() or [""]
    kind = BY_WORD.get(word.lower())
    if kind is None:
        near = get_close_matches(word.lower(), BY_WORD, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(BY_WORD)}"
        raise BadText(f"{text!r} is no choice; {hint}")
    verb = VERBS[kind]
    wanted = 0 if verb.takes == NOTHING else 2 if verb.takes in (HAND_AND_COLUMN, TWO_COLUMNS) else 1
    if len(given) != wanted:
        raise BadText(f"{text!r} is incomplete or too long; expected for example {verb.example!r}")
    return int(ARGS * kind + _argument(names, s, verb.takes, given))


def _argument(names: Names, s: Any, takes: str, given: list[str]) -> int:
    seat = int(s.active)
    if takes == NOTHING:
        return 0
    if takes == HAND_AND_COLUMN:
        return COLUMNS * _hand_slot(names, s, seat, given[0]) + read_column(given[1])
    if takes == TWO_COLUMNS:
        return COLUMNS * read_column(given[0]) + read_column(given[1])
    if takes == HAND_SLOT:
        return _hand_slot(names, s, seat, given[0])
    if takes == REAR_PLACE:
        return _rear_place(names, s, seat, given[0])
    if takes == UNIT:
        unit = names.read_unit(given[0], seat)
        if unit // SIDE != seat:
            raise BadText(f"{given[0]!r} is a unit of the enemy")
        return unit % SIDE
    if takes == TARGET:
        return _slot(given[0], TARGETS, "target")
    return read_column(given[0])


def _hand_slot(names: Names, s: Any, seat: int, text: str) -> int:
    """The slot of a card of the hand."""
    if text.startswith(SLOT):
        return _slot(text[1:], HAND, "card of the hand")
    cards = hand_of(s, seat)
    special = text.upper().replace("_", "-")
    card = CARD + CARD_WORDS.index(special) if special in CARD_WORDS else names.read_unit(text, seat)
    if card not in cards:
        held = ", ".join(_card(names, cards, k) for k in range(len(cards))) or "nothing"
        raise BadText(f"{text!r} is not in the hand, which holds {held}")
    return cards.index(card)


def _rear_place(names: Names, s: Any, seat: int, text: str) -> int:
    """The place of a unit in the second line."""
    if text.startswith(SLOT):
        return _slot(text[1:], REAR, "unit of the second line")
    units = rear_of(s, seat)
    unit = names.read_unit(text, seat)
    if unit not in units:
        held = ", ".join(_card(names, units, k) for k in range(len(units))) or "nobody"
        raise BadText(f"{text!r} is not in the second line, where {held} waits")
    return units.index(unit)


def _slot(text: str, most: int, what: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 2 or not 1 <= int(text) <= most:
        raise BadText(f"{text!r} is no {what}; expected 1 to {most}")
    return int(text) - 1
