"""What can be done with a thing on the table just now, or why not, in the words of the rules' own reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoplon.core.board import Note, Offer
from hoplon.core.match import Match
from hoplon.games.cardbattle.advice import CHOICES
from hoplon.games.cardbattle.board.labels import labels_of
from hoplon.games.cardbattle.board.offers import PLAYED_CARDS
from hoplon.games.cardbattle.choices import hand_of, rear_of
from hoplon.games.cardbattle.naming import SEATS, Names
from hoplon.games.cardbattle.picture import PHASES
from hoplon.games.cardbattle.state import ARGS, CARD, COLUMNS, EMPTY, Do, Phase
from hoplon.games.cardbattle.tally import as_seen

ONTO = ">"  # between what is taken up and where it is put down: `hand:2>A5`
LISTED = 4  # choices that are told in a note
AGAINST = {Phase.MISSILE: Do.AIM, Phase.SHOCK: Do.ATTACK}
ON_AREAS = (Do.STREW, Do.STEADY, Do.SUPPLY, Do.FLANK_CARD)


def advise(names: Names, match: Match, viewer: int, cell: str, offers: tuple[Offer, ...]) -> list[Note]:
    """What whoever is to move can do with what is at a place, or the first thing that speaks against it."""
    s = match.states_at(len(match.choices))[0]
    if viewer != match.to_move or s.pending.n:
        return []
    can = [offer.label for offer in offers if cell in (offer.source, offer.cell)]
    if can:
        more = f", and {len(can) - LISTED} more" if len(can) > LISTED else ""
        return [Note("Now", "; ".join(can[:LISTED]) + more + ".")]
    codes = list(_tries(names, as_seen(s, viewer)[0], viewer, cell))
    why = next(filter(None, (_why(names, match, code) for code in codes)), "") or _waits(s, viewer, cell)
    return [Note("Not now", f"{why[:1].upper()}{why[1:]}.")] if why else []


def refuse(names: Names, match: Match, viewer: int, source: str, cell: str) -> Note | None:
    """Why what was taken up cannot be put down there."""
    s = match.states_at(len(match.choices))[0]
    if viewer != match.to_move or s.pending.n:
        return None
    code = _meant(s, viewer, source, cell)
    why = _why(names, match, code) if code is not None else _astray(s, viewer, source, cell)
    return Note("Not there", f"{why[:1].upper()}{why[1:]}.") if why else None


def _why(names: Names, match: Match, code: int) -> str:
    why: str = match.game.why_illegal(match.states_at(len(match.choices)), 0, code)
    return labels_of(names).tidy(why)


def _area(cell: str) -> tuple[int, int] | None:
    """Seat and column of an area."""
    if len(cell) == 2 and cell[0] in SEATS and cell[1] in "123456789":
        return SEATS.index(cell[0]), int(cell[1]) - 1
    return None


def _card(s: Any, seat: int, cell: str) -> tuple[int, int] | None:
    """Slot and card of a place of the hand."""
    head, _, number = cell.partition(":")
    hand = hand_of(s, seat)
    if head == "hand" and len(number) == 1 and number in "123456789" and int(number) <= len(hand):
        return int(number) - 1, hand[int(number) - 1]
    return None


def _tries(names: Names, s: Any, seat: int, cell: str) -> Iterator[int]:
    """What somebody would do with a place in this phase, the likeliest first."""
    area, held = _area(cell), _card(s, seat, cell)
    if area and area[0] == seat and s.field[COLUMNS * seat + area[1]] != EMPTY:
        column = area[1]
        near = [c for c in (column, column - 1, column + 1) if 0 <= c < COLUMNS]
        if s.phase == Phase.MOVE:
            yield from (ARGS * Do.MOVE + COLUMNS * column + c for c in near[1:])
        elif s.phase == Phase.SHOCK and s.open:
            yield ARGS * Do.JOIN + column
        elif s.phase in AGAINST:
            seen = sorted(near, key=lambda c: s.field[COLUMNS * (1 - seat) + c] == EMPTY)
            yield from (ARGS * AGAINST[Phase(int(s.phase))] + COLUMNS * column + c for c in seen)
    elif area and area[0] != seat and s.phase == Phase.SHOCK and s.open:
        yield ARGS * Do.ALSO + area[1]
    elif held and held[1] < CARD and s.phase == Phase.PLAY:
        free = sorted(range(COLUMNS), key=lambda c: s.field[COLUMNS * seat + c] != EMPTY)
        yield from (ARGS * Do.PLAY + COLUMNS * held[0] + c for c in free)
    elif held and s.phase == Phase.DRAW:
        yield ARGS * Do.DISCARD + held[0]
    elif cell == "deck" and s.phase == Phase.DRAW:
        yield ARGS * Do.DRAW
    elif cell.startswith("rear:") and "." in cell and s.phase in (Phase.RALLY, Phase.DRAW):
        kind = Do.RALLY if s.phase == Phase.RALLY else Do.TAKE
        rear = rear_of(s, seat)
        yield from (ARGS * kind + k for k in range(len(rear)) if cell == f"rear:{names.unit(rear[k])}")


def _waits(s: Any, seat: int, cell: str) -> str:
    """When a card of the hand can be played, if not now."""
    held = _card(s, seat, cell)
    if held is None:
        return ""
    if held[1] < CARD:
        return f"units are played in the {PHASES[CHOICES[Do.PLAY].phase]} phase"
    kinds = [kind for kind, card in PLAYED_CARDS.items() if card == held[1] - CARD and kind in CHOICES]
    phases = sorted({CHOICES[kind].phase for kind in kinds})
    if int(s.phase) in phases or not phases:
        return "nothing on the table has a use for this card" if phases else ""
    return f"this card is played in the {' or '.join(PHASES[phase] for phase in phases)} phase"


def _astray(s: Any, seat: int, source: str, cell: str) -> str:
    """What was taken to the enemy's field at the wrong time."""
    end = _area(cell)
    if not end or end[0] == seat:
        return ""
    if _area(source):
        fire, attack = (PHASES[CHOICES[kind].phase] for kind in (Do.AIM, Do.ATTACK))
        return f"units fire in the {fire} phase and attack in the {attack} phase"
    held = _card(s, seat, source)
    return "units are played on the own field" if held and held[1] < CARD else ""


def _meant(s: Any, seat: int, source: str, cell: str) -> int | None:
    """The choice that somebody means who takes one thing to another."""
    start, held, end = _area(source), _card(s, seat, source), _area(cell)
    if held and end:
        slot, card = held
        if card >= CARD:
            kinds = [kind for kind in ON_AREAS if PLAYED_CARDS[kind] == card - CARD]
            return int(ARGS * kinds[0] + end[1]) if kinds else None
        if end[0] != seat:
            return None
        kind = Do.PLAY if s.field[COLUMNS * seat + end[1]] == EMPTY else Do.RELIEVE
        return int(ARGS * kind + COLUMNS * slot + end[1])
    if start and start[0] == seat:
        if end and end[0] == seat:
            return int(ARGS * Do.MOVE + COLUMNS * start[1] + end[1])
        if end:
            against = AGAINST.get(Phase(int(s.phase)))
            return None if against is None else int(ARGS * against + COLUMNS * start[1] + end[1])
        if cell == f"rear:{SEATS[seat]}":
            return int(ARGS * Do.REAR + start[1])
        if cell == f"rear:{SEATS[1 - seat]}":
            return int(ARGS * Do.RAID + start[1])
    return None
