"""What a seat may see: everything on the table, its own hand, and nothing that the other side hides.

Hands, the order of decks, hidden units and units on pursuit are in nobody's view but their owner's (2.5, 4.4,
21); the army lists are open, so the cards that somebody may still hold are known as a heap, `unseen`. The
spectator, seat -1, sees what both sides may see. `whole` is the table without secrets, for the notation and
for pictures that nobody at the table looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hoplon.core.actions import NOBODY
from hoplon.core.cached_record import CachedRecord
from hoplon.games.cardbattle import playing, rear, units
from hoplon.games.cardbattle.choices import hand_of, rear_of
from hoplon.games.cardbattle.naming import CARD_WORDS, SEATS, Names
from hoplon.games.cardbattle.preferences import PREF_IDS
from hoplon.games.cardbattle.secrets import concealed
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
ON_FIELD, HIDDEN = Place.FIELD.value, Mark.HIDDEN.value
UNKNOWN = (Place.DECK.value, Place.HAND.value, Place.PURSUIT.value)
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

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        found = asdict(replace(self, known=None))
        del found["known"]
        for army, view in zip(found["armies"], self.armies, strict=True):
            army["points"]["total"] = view.points.total
        return found


def is_hidden_from(s: Any, u: int, seat: int) -> bool:
    """May a seat not know where this unit is?"""
    if seat in (u // SIDE, EVERYTHING):
        return False
    place = int(s.place[u])
    return bool(int(s.marks[u]) & HIDDEN) if place == ON_FIELD else place in UNKNOWN


def by_place(s: Any, owner: int) -> dict[int, list[int]]:
    """The units of an army by the number of their place."""
    first = SIDE * owner
    found: dict[int, list[int]] = {place.value: [] for place in Place}
    for k, place in enumerate(s.place[first : first + int(s.units[owner])].tolist()):
        found[place].append(first + k)
    return found


def unit_view(names: Names, s: Any, u: int) -> UnitView:
    """A unit card as its owner sees it."""
    seat, marks, traits = u // SIDE, int(s.marks[u]), int(s.traits[u])
    return UnitView(
        id=names.unit(u),
        name=names.name(u),
        kind=KIND_CODES[s.kind[u]],
        tq=int(s.tq[u]),
        size=int(s.sizes[u]),
        missile=MISSILE_LETTERS[s.missile[u]],
        clan=names.clan(seat, int(s.clan[u])) if names.clans[seat] and s.clan[u] >= 0 else "",
        traits=tuple(name for bit, name in enumerate(TRAIT_IDS) if traits >> bit & 1),
        value=int(s.value[u]),
        limit=int(rout_limit(s, u)),
        coh=int(s.coh[u]),
        depletion=int(s.depletion[u]),
        level=int(s.level_m[u]),
        marks=tuple(mark.name.lower() for mark in MARKERS if marks & mark),
        used=bool(marks & Mark.USED),
    )


def _field(names: Names, s: Any, owner: int, seat: int) -> tuple[AreaView, ...]:
    areas = []
    for c in range(COLUMNS):
        u = int(s.field[COLUMNS * owner + c])
        shown = u != EMPTY and not is_hidden_from(s, u, seat)
        terrain = TERRAIN_IDS[s.terrain[COLUMNS * owner + c]]
        areas.append(AreaView(c + 1, terrain, unit_view(names, s, u) if shown else None))
    return tuple(areas)


def _army(names: Names, s: Any, owner: int, seat: int) -> ArmyView:
    found = by_place(s, owner)
    hand, second = hand_of(s, owner), rear_of(s, owner)
    is_open = seat in (owner, EVERYTHING)
    away = found[Place.PURSUIT]
    seen_away = tuple(unit_view(names, s, u) for u in away) if is_open else None
    unseen = found[Place.DECK]
    if not is_open:
        hidden = [u for u in found[Place.FIELD] if is_hidden_from(s, u, seat)]
        unseen = sorted([*unseen, *found[Place.HAND], *hidden, *away])
    fled = set(found[Place.ROUTED])
    deck = s.deck[DECK * owner : DECK * owner + int(s.deck_n[owner])].tolist()
    cards = [card - CARD for card in (deck if is_open else [*deck, *hand]) if card >= CARD]
    rules, answers = int(s.rules[owner]), int(s.answers[owner])
    return ArmyView(
        seat=SEATS[owner],
        name=names.armies[owner],
        leader=names.leaders[owner],
        initiative=int(s.initiative[owner]),
        command=int(s.command[owner]),
        clans=int(s.clans[owner]),
        rules=tuple(name for bit, name in enumerate(SPECIAL_IDS) if rules >> bit & 1),
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
        answers=tuple(a.name.lower() for a in Answer if answers >> a & 1),
        unroutable=bool(s.unroutable[owner]),
        endless=bool(s.endless[owner]),
        turn_limit=int(s.turn_limit[owner]),
    )


def _hand_card(names: Names, s: Any, card: int) -> HandCard:
    if card >= CARD:
        return HandCard(CARD_WORDS[card - CARD], None)
    return HandCard(names.own(card), unit_view(names, s, card))


def _attacks(names: Names, s: Any, seat: int) -> tuple[AttackView, ...]:
    found = []
    for k in range(int(s.attacks)):
        attackers = s.attacker[ATTACKERS * k : ATTACKERS * (k + 1)].tolist()
        targets = s.target[TARGETS * k : TARGETS * (k + 1)].tolist()
        found.append(
            AttackView(
                number=k + 1,
                attackers=tuple(names.unit(u) for u in attackers if u != EMPTY),
                targets=tuple(names.unit(u) for u in targets if u != EMPTY),
                second_line=bool(s.is_raid[k]),
                open=bool(s.open) and k == s.attacks - 1,
                sum=tally_of(names, s, k, seat),
            )
        )
    return tuple(found)


QUESTIONS = {
    Do.ASK_WITHDRAW: "withdraw",
    Do.ASK_FIRE: "fire",
    Do.ASK_INITIATIVE: "initiative",
    Do.ASK_SHARE: "share",
}


def _question(names: Names, s: Any) -> Question | None:
    """The question on top of the stack; at rest nothing else can lie there."""
    if s.pending.n == 0:
        return None
    top = s.pending.actions[s.pending.n - 1]
    if int(top.kind) not in QUESTIONS:
        return None
    return Question(
        asks=QUESTIONS[Do(int(top.kind))],
        seat=SEATS[top.who],
        unit=None if top.what == NOBODY else names.unit(int(top.what)),
        column=None if top.dst == NOBODY else int(top.dst) + 1,
        hits=int(top.n),
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
    s = CachedRecord(record)
    asked = _question(names, s)
    over = s.end != End.RUNNING
    mover = asked.seat if asked else SEATS[s.active]
    return View(
        seat={SPECTATOR: "spectator", EVERYTHING: "everything"}.get(seat) or SEATS[seat],
        module=MODULE_IDS[s.module],
        round=int(s.rounds),
        phase=Phase(int(s.phase)).name.lower(),
        active=SEATS[s.active],
        first=SEATS[s.first],
        second_half=bool(s.second_half),
        to_move=None if over else mover,
        question=asked,
        allowances=_allowances(names, s),
        fields=(_field(names, s, 0, seat), _field(names, s, 1, seat)),
        armies=(_army(names, s, 0, seat), _army(names, s, 1, seat)),
        shots=tuple(
            ShotView(names.unit(int(s.shooter[k])), int(s.shot_at[k]) + 1) for k in range(int(s.shots))
        ),
        attacks=_attacks(names, record, seat),
        preferences={name: int(s.pref[k]) for k, name in enumerate(PREF_IDS)},
        setup_round=bool(s.rounds <= s.pref[Pref.SETUP_TURNS]),
        ended=End(int(s.end)).name.lower() if over else None,
        winner=SEATS[s.winner] if over and s.winner != NOBODY else None,
        known=concealed(record, seat) if seat >= 0 else None,
    )


def whole(names: Names, s: Any) -> View:
    """The battle with everybody's secrets, as nobody at the table sees it."""
    return view(names, s, EVERYTHING)
