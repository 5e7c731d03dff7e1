"""What a seat may see: everything on the table, its own hand, and nothing that the other side hides.

Hands, the order of decks, hidden units and units on pursuit are in nobody's view but their owner's (2.5, 4.4,
21); the army lists are open, so the cards that somebody may still hold are known as a heap, `unseen`. The
spectator, seat -1, sees what both sides may see. `whole` is the table without secrets, for the notation and
for pictures that nobody at the table looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from hoplon.core.actions import NOBODY
from hoplon.core.json_line import values_of
from hoplon.core.late import late, later, plain
from hoplon.games.cardbattle import playing, rear, units
from hoplon.games.cardbattle.choices import hand_of, rear_of
from hoplon.games.cardbattle.naming import CARD_WORDS, SEATS, Names
from hoplon.games.cardbattle.preferences import PREF_IDS
from hoplon.games.cardbattle.secrets import conceal_in, copy_of
from hoplon.games.cardbattle.state import (
    ATTACKERS,
    CARD,
    CARDS,
    COLUMNS,
    DECK,
    EMPTY,
    SIDE,
    TARGETS,
    Do,
    End,
    Mark,
    Phase,
    Place,
)
from hoplon.games.cardbattle.tables import (
    BUNDORI_POINTS,
    KIND_CODES,
    MISSILE_LETTERS,
    MODULE_IDS,
    SPECIAL_IDS,
    TERRAIN_IDS,
    TRAIT_IDS,
    Answer,
    Pref,
)
from hoplon.games.cardbattle.tally import Tally, tally_of

SPECTATOR = -1
EVERYTHING = -2  # a view that hides nothing
USED = Mark.USED.value
UNKNOWN = (Place.DECK, Place.HAND, Place.PURSUIT, Place.NOWHERE)  # the last are hidden: see `conceal`
UNIT_COLUMNS = ("kind", "tq", "sizes", "missile", "clan", "traits", "value", "coh", "depletion", "level_m",
                "marks")  # fmt: skip
ANSWER_NAMES = tuple(answer.name.lower() for answer in Answer)
MARKERS = (Mark.NO_MISSILE, Mark.OW, Mark.FLANK, Mark.RAIDING, Mark.ENGAGED, Mark.HIDDEN, Mark.AIMING,
           Mark.SUPPLIED, Mark.ATTACKING, Mark.ATTACKED, Mark.FOUGHT, Mark.CHARGER, Mark.ARRIVED,
           Mark.FRESH)  # fmt: skip


def as_python(function: Any) -> Any:
    """A rule that calls no other, as plain Python: a view asks it about every card, one by one."""
    return getattr(function, "py_func", function)


rout_limit, plays_left, draws_left, attempts_left = (
    as_python(function)
    for function in (units.rout_limit, playing.plays_left, rear.draws_left, rear.attempts_left)
)


@late
@dataclass(frozen=True)
class UnitView:
    """A unit card; `id` is its word in logs. `limit` is the number of hits at which it routs."""

    id: str
    name: str
    kind: str
    tq: int
    size: int
    missile: str
    clan: str
    traits: tuple[str, ...]
    value: int
    limit: int
    coh: int
    depletion: int
    level: int
    marks: tuple[str, ...]
    used: bool

    @property
    def has(self) -> Callable[[str], bool]:
        """Does it carry a marker?"""
        return self.marks.__contains__


@dataclass(frozen=True)
class AreaView:
    """An area of a field; a hidden unit is not in the other side's view."""

    column: int
    terrain: str
    unit: UnitView | None


@dataclass(frozen=True)
class Points:
    """Rout points by cause (12.2)."""

    eliminated: int
    routed: int
    second_line: int
    bundori: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.eliminated + self.routed + self.second_line + self.bundori


@dataclass(frozen=True)
class HandCard:
    """A card of the hand: a unit, or a special card by its name."""

    card: str
    unit: UnitView | None


@late
@dataclass(frozen=True)
class ArmyView:
    """One side. `hand` and `pursuit` are None in the view of anybody but the owner.

    `unseen` are the unit cards whose place the viewer does not know, by word and without order, and
    `unseen_cards` the special cards among them.
    """

    seat: str
    name: str
    leader: str
    initiative: int
    command: int
    clans: int
    rules: tuple[str, ...]
    rout_level: int
    points: Points
    deck_count: int
    hand_count: int
    pursuit_count: int
    hand: tuple[HandCard, ...] | None
    pursuit: tuple[UnitView, ...] | None
    routed: tuple[UnitView, ...]
    rallied: tuple[UnitView, ...]
    eliminated: tuple[str, ...]
    discarded: tuple[str, ...]
    unseen: tuple[str, ...]
    unseen_cards: dict[str, int]
    spent_cards: dict[str, int]
    answers: tuple[str, ...]
    unroutable: bool
    endless: bool
    turn_limit: int


@late
@dataclass(frozen=True)
class AttackView:
    """An attack that was designated, with targets and arithmetic; a second line attack has neither."""

    number: int
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    second_line: bool
    open: bool
    sum: Tally | None


@dataclass(frozen=True)
class ShotView:
    """Fire that was designated."""

    unit: str
    column: int


@dataclass(frozen=True)
class Question:
    """What a seat is asked: withdraw, fire, initiative or share; the unit, the column and the hits meant."""

    asks: str
    seat: str
    unit: str | None
    column: int | None
    hits: int


@dataclass(frozen=True)
class Allowances:
    """What the active player may still do this turn."""

    plays: int
    moves: int
    draws: int
    flank_orders: int
    rally_attempts: int
    cohesion_orders: int
    supplies: int
    clans: tuple[str, ...]
    shock: bool


@late
@dataclass(frozen=True)
class View:
    """The battle as a seat sees it; `seat` is `A`, `B`, or `spectator`.

    `known` is the same as a record of the rules, for bots that try things out: what the seat cannot know is
    blanked in it or dealt in a fixed order.
    """

    seat: str
    module: str
    round: int
    phase: str
    active: str
    first: str
    second_half: bool
    to_move: str | None
    question: Question | None
    allowances: Allowances
    fields: tuple[tuple[AreaView, ...], tuple[AreaView, ...]]
    armies: tuple[ArmyView, ArmyView]
    shots: tuple[ShotView, ...]
    attacks: tuple[AttackView, ...]
    preferences: dict[str, int]
    setup_round: bool
    ended: str | None
    winner: str | None
    known: Any = field(default=None, repr=False, compare=False)

    @property
    def last_round(self) -> int:
        """The round with which the battle ends at the latest (16); 0 if there is none."""
        return min((army.turn_limit for army in self.armies if army.turn_limit), default=0)

    def _repr_svg_(self) -> str:
        from hoplon.games.cardbattle.svg import draw_svg  # which needs this module

        return draw_svg(self)

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        found: dict[str, Any] = values_of(self)
        del found["known"]
        for army, view in zip(found["armies"], self.armies, strict=True):
            army["points"]["total"] = view.points.total
        return found


def by_place(s: Any, owner: int) -> dict[int, list[int]]:
    """The units of an army by the number of their place."""
    first = SIDE * owner
    found: dict[int, list[int]] = {place.value: [] for place in Place}
    for k, place in enumerate(s.place[first : first + int(s.units[owner])].tolist()):
        found[place].append(first + k)
    return found


def rows_of(s: Any) -> list[tuple[int, ...]]:
    """The numbers of every unit in the order of UNIT_COLUMNS, read once for a record."""
    if "rows" not in vars(s):
        columns = [getattr(s, name).tolist() for name in UNIT_COLUMNS]
        s.kind, s.tq = columns[:2]  # which a rule reads too
        s.rows = list(zip(*columns, strict=True))
    found: list[tuple[int, ...]] = s.rows
    return found


@lru_cache(maxsize=1024)
def _bits(mask: int, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for bit, name in enumerate(names) if mask >> bit & 1)


@lru_cache(maxsize=1024)
def _markers(marks: int) -> tuple[str, ...]:
    return tuple(mark.name.lower() for mark in MARKERS if marks & mark)


def unit_view(names: Names, s: Any, u: int) -> UnitView:
    """A unit card as its owner sees it."""
    return later(UnitView, _unit, names, s, u)


def _unit(names: Names, s: Any, u: int) -> UnitView:
    seat = u // SIDE
    kind, tq, size, missile, clan, traits, value, coh, depletion, level, marks = rows_of(s)[u]
    return UnitView(
        id=names.unit(u),
        name=names.name(u),
        kind=KIND_CODES[kind],
        tq=tq,
        size=size,
        missile=MISSILE_LETTERS[missile],
        clan=names.clan(seat, clan) if names.clans[seat] and clan >= 0 else "",
        traits=_bits(traits, TRAIT_IDS),
        value=value,
        limit=int(rout_limit(s, u)),
        coh=coh,
        depletion=depletion,
        level=level,
        marks=_markers(marks),
        used=bool(marks & USED),
    )


def _field(names: Names, s: Any, owner: int) -> tuple[AreaView, ...]:
    mine = slice(COLUMNS * owner, COLUMNS * (owner + 1))
    areas = zip(s.field[mine].tolist(), s.terrain[mine].tolist(), strict=True)
    return tuple(
        [
            AreaView(c, TERRAIN_IDS[terrain], None if u == EMPTY else unit_view(names, s, u))
            for c, (u, terrain) in enumerate(areas, 1)
        ]
    )


def _army(names: Names, s: Any, owner: int, seat: int) -> ArmyView:
    found = by_place(s, owner)
    hand, second = hand_of(s, owner), rear_of(s, owner)
    is_open = seat in (owner, EVERYTHING)
    away = found[Place.PURSUIT]
    seen_away = tuple(unit_view(names, s, u) for u in away) if is_open else None
    unseen = found[Place.DECK]
    if not is_open:
        unseen = sorted(u for place in UNKNOWN for u in found[place])
    fled = set(found[Place.ROUTED])
    deck = s.deck[DECK * owner : DECK * owner + int(s.deck_n[owner])].tolist()
    cards = [card - CARD for card in (deck if is_open else [*deck, *hand]) if card >= CARD]
    return ArmyView(
        seat=SEATS[owner],
        name=names.armies[owner],
        leader=names.leaders[owner],
        initiative=int(s.initiative[owner]),
        command=int(s.command[owner]),
        clans=int(s.clans[owner]),
        rules=_bits(int(s.rules[owner]), SPECIAL_IDS),
        rout_level=int(s.level[owner]),
        points=Points(
            int(s.lost[owner]),
            int(s.fled[owner]),
            int(s.raided[owner]),
            BUNDORI_POINTS * int(s.bundori[owner]),
        ),
        deck_count=int(s.deck_n[owner]),
        hand_count=int(s.hand_n[owner]),
        pursuit_count=len(away),
        hand=tuple(_hand_card(names, s, card) for card in hand) if is_open else None,
        pursuit=seen_away,
        routed=tuple(unit_view(names, s, u) for u in second if u in fled),
        rallied=tuple(unit_view(names, s, u) for u in second if u not in fled),
        eliminated=tuple(map(names.unit, found[Place.ELIMINATED])),
        discarded=tuple(map(names.unit, found[Place.DISCARDED])),
        unseen=tuple(map(names.unit, unseen)),
        unseen_cards={word: cards.count(k) for k, word in enumerate(CARD_WORDS) if k in cards},
        spent_cards={
            word: int(s.spent[CARDS * owner + k])
            for k, word in enumerate(CARD_WORDS)
            if s.spent[CARDS * owner + k]
        },
        answers=_bits(int(s.answers[owner]), ANSWER_NAMES),
        unroutable=bool(s.unroutable[owner]),
        endless=bool(s.endless[owner]),
        turn_limit=int(s.turn_limit[owner]),
    )


def _hand_card(names: Names, s: Any, card: int) -> HandCard:
    if card >= CARD:
        return HandCard(CARD_WORDS[card - CARD], None)
    return HandCard(names.own(card), unit_view(names, s, card))


def _attack(names: Names, states: Any, k: int, seat: int) -> AttackView:
    s = plain(states)
    attackers = s.attacker[ATTACKERS * k : ATTACKERS * (k + 1)].tolist()
    targets = s.target[TARGETS * k : TARGETS * (k + 1)].tolist()
    return AttackView(
        number=k + 1,
        attackers=tuple(names.unit(u) for u in attackers if u != EMPTY),
        targets=tuple(names.unit(u) for u in targets if u != EMPTY),
        second_line=bool(s.is_raid[k]),
        open=bool(s.open) and k == s.attacks - 1,
        sum=tally_of(names, states[0], k, seat),
    )


QUESTIONS = {
    Do.ASK_WITHDRAW: "withdraw",
    Do.ASK_FIRE: "fire",
    Do.ASK_INITIATIVE: "initiative",
    Do.ASK_SHARE: "share",
}


def _question(names: Names, states: Any) -> Question | None:
    """The question on top of the stack; at rest nothing else can lie there."""
    waiting = states["pending"]
    n = int(waiting["n"][0])
    if n == 0:
        return None
    top = plain(waiting["actions"][0, n - 1 : n])
    if top.kind not in QUESTIONS:
        return None
    return Question(
        asks=QUESTIONS[Do(top.kind)],
        seat=SEATS[top.who],
        unit=None if top.what == NOBODY else names.unit(top.what),
        column=None if top.dst == NOBODY else top.dst + 1,
        hits=top.n,
    )


def _allowances(names: Names, s: Any) -> Allowances:
    seat, pref = int(s.active), s.pref
    orders = 2 * int(s.command[seat]) if pref[Pref.LEADER_REMOVES_COH] else 0
    return Allowances(
        plays=max(0, int(plays_left(s))),
        moves=max(0, 1 - int(s.moved)),
        draws=max(0, int(draws_left(s))),
        flank_orders=max(0, int(s.command[seat]) - int(s.flank_orders)),
        rally_attempts=max(0, int(attempts_left(s))),
        cohesion_orders=max(0, orders - int(s.orders)),
        supplies=int(s.supply),
        clans=tuple(
            names.clan(seat, k) for k in range(len(names.clans[seat])) if int(s.clans_active) >> k & 1
        ),
        shock=not s.no_shock,
    )


def view(names: Names, record: Any, seat: int) -> View:
    """The battle as a seat sees it."""
    states = copy_of(record)
    if seat != EVERYTHING:
        conceal_in(states, 0, seat)
    return later(View, _view, names, states, seat, known=copy_of(states) if seat >= 0 else None)


def _view(names: Names, states: Any, seat: int) -> View:
    """The same from a record without anything that the seat may not know."""
    s = plain(states)
    asked = _question(names, states)
    over = s.end != End.RUNNING
    mover = asked.seat if asked else SEATS[s.active]
    shots = zip(s.shooter[: s.shots].tolist(), s.shot_at[: s.shots].tolist(), strict=True)
    return View(
        seat={SPECTATOR: "spectator", EVERYTHING: "everything"}.get(seat) or SEATS[seat],
        module=MODULE_IDS[s.module],
        round=s.rounds,
        phase=Phase(s.phase).name.lower(),
        active=SEATS[s.active],
        first=SEATS[s.first],
        second_half=bool(s.second_half),
        to_move=None if over else mover,
        question=asked,
        allowances=_allowances(names, s),
        fields=(_field(names, s, 0), _field(names, s, 1)),
        armies=(later(ArmyView, _army, names, s, 0, seat), later(ArmyView, _army, names, s, 1, seat)),
        shots=tuple(ShotView(names.unit(u), column + 1) for u, column in shots),
        attacks=tuple(later(AttackView, _attack, names, states, k, seat) for k in range(s.attacks)),
        preferences=dict(zip(PREF_IDS, s.pref.tolist(), strict=False)),
        setup_round=bool(s.rounds <= s.pref[Pref.SETUP_TURNS]),
        ended=End(s.end).name.lower() if over else None,
        winner=SEATS[s.winner] if over and s.winner != NOBODY else None,
    )


def whole(names: Names, s: Any) -> View:
    """The battle with everybody's secrets, as nobody at the table sees it."""
    return view(names, s, EVERYTHING)
