"""A battle set up card by card, so that a test shows exactly what it is about."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hoplon.core.actions import FINE
from hoplon.core.text import Action
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.state import (
    ARGS,
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    Do,
    Mark,
    Phase,
    Place,
)
from hoplon.games.cardbattle.state import Why as Why
from hoplon.games.cardbattle.tables import Card, Kind, Missile, Pref, Special, Terrain
from hoplon.games.cardbattle.tables import Trait as Trait

A, B = 0, 1
SETUP_OVER = 10  # a round after all setup turns
NEVER = 1000  # a rout level that nobody reaches


class Said(NamedTuple):
    """One line of a log: the action and the fields it uses."""

    do: Do
    what: int = EMPTY
    n: int = 0
    who: int = EMPTY
    src: int = EMPTY
    dst: int = EMPTY


class Table:
    """An empty battlefield in round 10, seat A to play, with nobody anywhere."""

    def __init__(self, army_a: str = "carthage", army_b: str = "rome_republic", **options: Any) -> None:
        self.states = GAME.new_states(1)
        self.turns = GAME.new_turns(1)
        self.log: list[Said] = []
        chosen = CardBattleOptions(army_a=army_a, army_b=army_b, **options)
        GAME.entries.start(self.states, 0, GAME.options_array(chosen), 7)
        self.s = s = self.states[0]
        s.units[:] = 0
        s.place[:] = Place.NOWHERE
        s.deck_n[:] = 0
        s.hand_n[:] = 0
        s.deck[:] = EMPTY
        s.hand[:] = EMPTY
        s.rules[:] = 0
        s.roman[:] = 0
        s.level[:] = NEVER
        s.initiative[:] = 5
        s.command[:] = 1
        s.clans[:] = 3
        s.terrain[:] = Terrain.CLEAR
        s.rounds = SETUP_OVER
        s.first = s.active = A
        s.opener = B
        s.no_shock = 0
        s.period = 5

    # --- setting up

    def unit(self, seat: int, kind: Kind = Kind.MI, tq: int = 6, **more: Any) -> int:
        """A new unit card, nowhere yet."""
        s = self.s
        u = SIDE * seat + int(s.units[seat])
        s.units[seat] += 1
        s.kind[u] = kind
        s.tq[u] = tq
        s.sizes[u] = more.get("size", 5)
        s.missile[u] = more.get("missile", Missile.NONE)
        s.clan[u] = more.get("clan", EMPTY)
        s.traits[u] = sum(1 << trait for trait in more.get("traits", ()))
        s.value[u] = more.get("value", tq)
        s.coh[u] = more.get("coh", 0)
        s.depletion[u] = more.get("depletion", 0)
        s.level_m[u] = more.get("level", 0)
        s.marks[u] = more.get("marks", 0)
        s.at[u] = EMPTY
        return u

    def field(self, seat: int, column: int, kind: Kind = Kind.MI, tq: int = 6, **more: Any) -> int:
        """A new unit in a column, counted from 1."""
        u = self.unit(seat, kind, tq, **more)
        self.s.field[COLUMNS * seat + column - 1] = u
        self.s.at[u] = column - 1
        self.s.place[u] = Place.FIELD
        self.s.marks[u] |= Mark.USED
        return u

    def hand(self, seat: int, *cards: Any, tq: int = 6, **more: Any) -> int:
        """Cards into the hand: special cards, or kinds of new units; returns the last."""
        s = self.s
        number = EMPTY
        for card in cards:
            number = CARD + card if isinstance(card, Card) else self.unit(seat, card, tq, **more)
            s.hand[HAND * seat + s.hand_n[seat]] = number
            s.hand_n[seat] += 1
            if number < CARD:
                s.place[number] = Place.HAND
        return number

    def deck(self, seat: int, *cards: Any, tq: int = 6, **more: Any) -> list[int]:
        """Cards onto the deck, the last on top."""
        s = self.s
        numbers = []
        for card in cards:
            number = CARD + card if isinstance(card, Card) else self.unit(seat, card, tq, **more)
            s.deck[DECK * seat + s.deck_n[seat]] = number
            s.deck_n[seat] += 1
            if number < CARD:
                s.place[number] = Place.DECK
            numbers.append(number)
        return numbers

    def rear(self, seat: int, place: Place, kind: Kind = Kind.MI, tq: int = 6, **more: Any) -> int:
        """A new unit in the second line."""
        u = self.unit(seat, kind, tq, **more)
        s = self.s
        s.rear[REAR * seat + s.rear_n[seat]] = u
        s.rear_n[seat] += 1
        s.place[u] = place
        s.marks[u] |= Mark.USED
        if place == Place.ROUTED:
            s.fled[seat] += s.value[u]
        return u

    def terrain(self, seat: int, column: int, terrain: Terrain) -> None:
        """Terrain on an area."""
        self.s.terrain[COLUMNS * seat + column - 1] = terrain

    def prefer(self, *prefs: Pref) -> None:
        """Switch preferences on."""
        for pref in prefs:
            self.s.pref[pref] = 1

    def rule(self, seat: int, *specials: Special) -> None:
        """Special rules of an army."""
        for special in specials:
            self.s.rules[seat] |= 1 << special

    def phase(self, phase: Phase) -> Table:
        """Begin in a phase."""
        self.s.phase = phase
        return self

    # --- playing

    def code(self, do: Do, *given: int) -> int:
        """A choice; columns count from 1, cards of the hand are meant by themselves."""
        s = self.s
        seat = int(s.active)
        if do in (Do.PLAY, Do.RELIEVE):
            slot = s.hand[HAND * seat : HAND * seat + HAND].tolist().index(given[0])
            return ARGS * do + COLUMNS * slot + given[1] - 1
        if do == Do.DISCARD:
            return ARGS * do + s.hand[HAND * seat : HAND * seat + HAND].tolist().index(given[0])
        if do in (Do.RALLY, Do.RALLY_CARD, Do.RECOVER, Do.ORDER, Do.TAKE):
            return ARGS * do + s.rear[REAR * seat : REAR * seat + REAR].tolist().index(given[0])
        if do == Do.REGROUP:
            return ARGS * do + given[0] - SIDE * seat
        if len(given) == 2:
            return ARGS * do + COLUMNS * (given[0] - 1) + given[1] - 1
        return ARGS * do + (given[0] - 1 if given else 0)

    def legal(self) -> list[int]:
        """The numbers of all legal choices."""
        room = np.zeros(GAME.most_choices, np.int64)
        return [int(c) for c in room[: GAME.entries.legal(self.states, 0, room)]]

    def allows(self, do: Do, *given: int) -> bool:
        """Is it legal?"""
        code = self.code(do, *given)
        assert (code in self.legal()) == GAME.entries.allows(self.states, 0, code)
        return bool(GAME.entries.allows(self.states, 0, code))

    def kinds(self) -> set[Do]:
        """The actions that may be chosen."""
        return {Do(code // ARGS) for code in self.legal()}

    def play(self, do: Do, *given: int, dice: tuple[int, ...] = ()) -> list[Said]:
        """Play a legal choice with prescribed dice (0 to 9); the log."""
        code = self.code(do, *given)
        assert GAME.entries.allows(self.states, 0, code), f"{do.name} {given} is not legal"
        turn = self.turns[0]
        turn.fixed = len(dice)
        turn.face[: len(dice)] = dice
        GAME.entries.play(self.states, 0, self.turns, 0, code)
        turn.fixed = 0
        assert turn.fault == FINE
        actions = [Action(*entry) for entry in turn.log[: turn.n].tolist()]
        self.log = [Said(Do(a.kind), a.what, a.n, a.who, a.src, a.dst) for a in actions]
        return self.log

    def said(self, *kinds: Do) -> list[Said]:
        """The lines of the last log of these kinds."""
        return [line for line in self.log if line.do in kinds]

    def did(self) -> list[Do]:
        """The actions of the last log."""
        return [line.do for line in self.log]

    @property
    def mover(self) -> int:
        """Who chooses next."""
        return int(GAME.entries.mover(self.states, 0))

    def end_turn(self) -> None:
        """End all phases of the active player, answers as they come."""
        who = int(self.s.active)
        while self.s.active == who and self.mover >= 0:
            codes = self.legal()
            self.turns[0].fixed = 0
            GAME.entries.play(self.states, 0, self.turns, 0, codes[0])

    def has(self, u: int, mark: Mark) -> bool:
        """Does a unit carry a marker?"""
        return bool(int(self.s.marks[u]) & mark)

    def column(self, u: int) -> int:
        """Where it stands, counted from 1; 0 off the field."""
        return int(self.s.at[u]) + 1


def new(seed: int = 1, **options: Any) -> Any:
    """The record of a new battle."""
    states = GAME.new_states(1)
    GAME.entries.start(states, 0, GAME.options_array(CardBattleOptions(**options)), seed)
    return states[0]
