"""Why a choice is not legal, in one sentence: the first condition of the rulebook that does not hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hoplon.games.cardbattle import reasons
from hoplon.games.cardbattle.choices import VERBS, argument_of, hand_of, kind_of, rear_of
from hoplon.games.cardbattle.legal import SPACE, is_legal
from hoplon.games.cardbattle.naming import Names, seat_word
from hoplon.games.cardbattle.picture import PHASES, question_line
from hoplon.games.cardbattle.reasons import Case
from hoplon.games.cardbattle.state import CARD, COLUMNS, EMPTY, HAND, REAR, SIDE, Do, End, Phase
from hoplon.games.cardbattle.view import SPECTATOR, view


@dataclass(frozen=True)
class Belongs:
    """The phase of a choice, and what speaks against it there."""

    phase: Phase
    why: Callable[[Case], str]


CHOICES: dict[int, Belongs] = {
    Do.PLAY: Belongs(Phase.PLAY, reasons.play),
    Do.RELIEVE: Belongs(Phase.PLAY, reasons.relieve),
    Do.STREW: Belongs(Phase.PLAY, reasons.strew),
    Do.MOVE: Belongs(Phase.MOVE, reasons.move),
    Do.REAR: Belongs(Phase.MOVE, reasons.retire),
    Do.STEADY: Belongs(Phase.MOVE, reasons.steady),
    Do.AIM: Belongs(Phase.MISSILE, reasons.aim),
    Do.SUPPLY: Belongs(Phase.MISSILE, reasons.supply),
    Do.LOOSE: Belongs(Phase.MISSILE, lambda _: "no fire is designated"),
    Do.ATTACK: Belongs(Phase.SHOCK, reasons.attack),
    Do.ATTACK_FLANK: Belongs(Phase.SHOCK, reasons.attack),
    Do.JOIN: Belongs(Phase.SHOCK, reasons.join),
    Do.JOIN_FLANK: Belongs(Phase.SHOCK, reasons.join),
    Do.ALSO: Belongs(Phase.SHOCK, reasons.also),
    Do.FLANK_ORDER: Belongs(Phase.SHOCK, reasons.flank),
    Do.FLANK_CARD: Belongs(Phase.SHOCK, reasons.flank),
    Do.CLOSE: Belongs(Phase.SHOCK, lambda _: "no attack is being put together"),
    Do.RAID: Belongs(Phase.SHOCK, reasons.raid),
    Do.RESOLVE: Belongs(Phase.SHOCK, lambda _: "no attack is designated"),
    Do.RALLY: Belongs(Phase.RALLY, reasons.rally),
    Do.RALLY_CARD: Belongs(Phase.RALLY, reasons.rally),
    Do.REGROUP: Belongs(Phase.RALLY, reasons.regroup),
    Do.DISCARD: Belongs(Phase.DRAW, reasons.discard),
    Do.RECOVER: Belongs(Phase.DRAW, reasons.recover),
    Do.ORDER: Belongs(Phase.DRAW, reasons.recover),
    Do.RESERVE: Belongs(Phase.DRAW, reasons.reserve),
    Do.DRAW: Belongs(Phase.DRAW, reasons.draw),
    Do.TAKE: Belongs(Phase.DRAW, reasons.draw),
}
SPACE_SET = frozenset(SPACE)
ANSWERS = {
    "withdraw": (Do.WITHDRAW, Do.STAND),
    "fire": (Do.REACT, Do.HOLD),
    "initiative": (Do.SPEND, Do.KEEP),
    "share": (Do.GIVE,),
}
OPENED = (Do.ATTACK, Do.ATTACK_FLANK, Do.RAID, Do.RESOLVE, Do.END_PHASE, Do.CHALLENGE)


def why_illegal(names: Names, s: Any, choice: int) -> str:
    """The reason; empty for a choice that is legal."""
    kind = kind_of(choice)
    if choice not in SPACE_SET:
        return f"there is no choice number {choice}"
    if is_legal(s, choice):
        return ""
    if s.end != End.RUNNING:
        return "the battle is over"
    asked = view(names, s, SPECTATOR).question
    if asked is not None:
        if kind in ANSWERS[asked.asks]:
            return "there is no such target in this combat"
        return question_line(view(names, s, SPECTATOR))
    if Do.WITHDRAW <= kind <= Do.GIVE:
        return "nobody is asked a question now"
    if kind == Do.CHALLENGE:
        return reasons.challenge(case_of(names, s, choice))
    phase = PHASES[int(s.phase)]
    if kind in CHOICES and s.phase != CHOICES[kind].phase:
        wanted = PHASES[CHOICES[kind].phase]
        return (
            f"{VERBS[kind].word} belongs to the {wanted} phase, and this is the {phase} phase of {_turn(s)}"
        )
    if s.open and kind in OPENED:
        return "an attack is being put together; close it first"
    if kind == Do.END_PHASE:
        word = (
            "fire is designated; loose it first" if s.phase == Phase.MISSILE else "resolve the attacks first"
        )
        return word
    return CHOICES[kind].why(case_of(names, s, choice)) or "the rules do not allow it here"


def _turn(s: Any) -> str:
    return seat_word(int(s.active))


def case_of(names: Names, s: Any, choice: int) -> Case:
    """What a choice is about: the unit or card, and the column."""
    kind, argument = kind_of(choice), argument_of(choice)
    seat = int(s.active)
    card, column = EMPTY, argument % COLUMNS
    row = argument // COLUMNS
    if kind in (Do.PLAY, Do.RELIEVE, Do.DISCARD):
        slot = argument if kind == Do.DISCARD else row
        hand = hand_of(s, seat)
        card = hand[slot] if slot < min(len(hand), HAND) else EMPTY
    elif kind in (Do.MOVE, Do.AIM, Do.ATTACK, Do.ATTACK_FLANK):
        card = int(s.field[COLUMNS * seat + row])
    elif kind in (Do.RALLY, Do.RALLY_CARD, Do.RECOVER, Do.ORDER, Do.TAKE):
        rear = rear_of(s, seat)
        card = rear[argument] if argument < min(len(rear), REAR) else EMPTY
    elif kind == Do.REGROUP:
        card = SIDE * seat + argument if argument < s.units[seat] else EMPTY
    elif kind not in (Do.STREW, Do.ALSO):
        card = int(s.field[COLUMNS * seat + column])
    unit = card if card < CARD else EMPTY
    return Case(names, s, Do(kind), seat, card, unit, row, column)
