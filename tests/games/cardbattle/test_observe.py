"""What a learner is told of a battle: what each byte says, the same for both seats, and no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from hoplon.core.encoding import NO_ACTION
from hoplon.core.kernel import is_compiled, rule
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.names import Module
from hoplon.games.cardbattle.observe import ENCODINGS
from hoplon.games.cardbattle.observe.actions import action_of, choice_of, mask
from hoplon.games.cardbattle.observe.clashes import observe_clashes
from hoplon.games.cardbattle.observe.parts import NATURES
from hoplon.games.cardbattle.observe.units import observe
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.secrets import conceal_in, redeal_in
from hoplon.games.cardbattle.state import ARGS, CHOICES, SIDE, UNITS, Do, Mark, Phase, Place
from hoplon.games.cardbattle.sums import sums_for
from hoplon.games.cardbattle.tables import CRT, SHOCK_KEYS, Card, Kind, Missile, Pref, Special, Terrain, Trait
from tests.games.cardbattle.boards import A, B, Table
from tests.games.cardbattle.strategies import random_options
from tests.games.rulebook import section

units, clashes = ENCODINGS
NO_MEMORY = np.zeros(1, np.uint8)
BATTLES = 40 if is_compiled() else 1
MOMENTS = 12 if is_compiled() else 4  # of a battle that are looked at
OWN_HAND, ENEMY_FIELD, OWN_REAR = 9, 16, 25  # places of cards; the own field comes first


@rule
def look(states, i, agent, sums, memory, row, marks):
    """One observation and its mask."""
    if sums:
        observe_clashes(states[i], agent, memory, row)
    else:
        observe(states[i], agent, memory, row)
    mask(states[i], agent, memory, marks)


def seen(states: Any, seat: int, sums: bool = True) -> tuple[Any, Any]:
    """What a seat is told."""
    encoding = clashes if sums else units
    row, marks = np.zeros(encoding.width, np.uint8), np.zeros(encoding.actions, np.uint8)
    look(states, 0, seat, sums, NO_MEMORY, row, marks)
    return row, marks


class Told:
    """The parts of an observation by name."""

    def __init__(self, table: Table, seat: int) -> None:
        self.row, self.mask = seen(table.states, seat)

    def __getitem__(self, name: str) -> Any:
        return clashes.part(self.row, name)


def battles(name: str, module: Module) -> Iterator[Any]:
    """Moments of random battles with random preferences, each as an array of one."""
    for number in range(BATTLES):
        dice = Random(f"{name} {module} {number}")
        options = CardBattleOptions(**random_options(dice, module))
        states, turns = GAME.new_states(1), GAME.new_turns(1)
        GAME.entries.start(states, 0, GAME.options_array(options), dice.randrange(2**63))
        room = np.zeros(GAME.most_choices, np.int64)
        for _ in range(MOMENTS):
            yield states.copy()
            for _ in range(dice.randrange(1, 60)):
                if GAME.entries.mover(states, 0) < 0:
                    break
                listed = room[: GAME.entries.legal(states, 0, room)].tolist()
                kept = [code for code in listed if code // ARGS != Do.DISCARD] or listed
                GAME.entries.play(states, 0, turns, 0, dice.choice(kept))


every_module = pytest.mark.parametrize("module", list(Module), ids=lambda module: module.name.lower())


# --- what each byte says ------------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    """Two lines in contact, cards everywhere, seat A in its shock phase."""
    t = Table(cavalry_pursuit=True)
    t.field(A, 4, Kind.PH, tq=7, size=10, value=14, coh=2, depletion=1)
    t.field(A, 9, Kind.HC_CAT, tq=8, level=1)
    t.hand(A, Kind.LI_VE, tq=5, missile=Missile.J)
    t.hand(A, Card.FLANK)
    t.rear(A, Place.RALLIED, Kind.GC, tq=6, coh=3, marks=Mark.FRESH)
    t.s.place[t.unit(A, Kind.LC, level=2)] = Place.PURSUIT
    t.deck(A, Kind.EL, Kind.EL, Card.RALLY)
    t.field(B, 4, Kind.LC_NUM, tq=6, size=2, missile=Missile.J, marks=Mark.NO_MISSILE)
    t.field(B, 5, Kind.LM, tq=8, traits=(Trait.FEAR, Trait.FLY))
    t.rear(B, Place.ROUTED, Kind.MI, value=6)
    t.hand(B, Kind.EL, Card.COHESION)
    t.deck(B, Kind.SK_SL)
    t.s.place[t.unit(B, Kind.LC)] = Place.PURSUIT
    t.terrain(B, 5, Terrain.WOODS)
    t.rule(B, Special.MOBILITY)
    t.s.level[:] = 60
    t.s.lost[A] = 15
    return t.phase(Phase.SHOCK)


@pytest.mark.representative
@section("24")
def test_a_unit_is_told_where_it_lies_by_what_it_can_do(table):
    told = Told(table, A)
    phalanx, cataphracts, velites, numidians, germans = 3, 8, OWN_HAND, ENEMY_FIELD + 3, OWN_REAR
    assert told["tq"][[phalanx, cataphracts, velites, numidians, germans]].tolist() == [7, 8, 5, 6, 6]
    assert (told["size"][phalanx], told["value"][phalanx], told["depletion"][phalanx]) == (10, 14, 1)
    assert (told["hits"][phalanx], told["left"][phalanx]) == (2, 5)
    assert (told["hits"][germans], told["left"][germans]) == (3, 9)  # they rout at twice their TQ
    assert told["level"].nonzero()[0].tolist() == [cataphracts]
    kinds = {place: SHOCK_KEYS[told["class"][:, place].argmax()] for place in told["tq"].nonzero()[0]}
    assert kinds == {
        phalanx: "PH", cataphracts: "HC", velites: "LI", numidians: "LC", germans: "LC",
        ENEMY_FIELD + 4: "LM",
    }  # fmt: skip
    natures = list(NATURES)
    assert [natures[k] for k in told["nature"][:, cataphracts].nonzero()[0]] == [
        "mounted", "marked when played", "cataphract",
    ]  # fmt: skip
    assert told["nature"][:, velites].sum() == 0  # other light infantry is marked when played
    assert told["missile"][:, velites].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert told["missile"][Missile.NONE].nonzero()[0].tolist() == [
        phalanx, cataphracts, ENEMY_FIELD + 4, germans,
    ]  # fmt: skip
    assert told["traits"][:, 9 + 4].nonzero()[0].tolist() == [Trait.FEAR, Trait.FLY]
    assert told["marks"].sum() == told["marks"][0, 9 + 3] == 1  # no missiles
    assert told["terrain"].sum() == told["terrain"][Terrain.WOODS - 1, 9 + 4] == 1


@pytest.mark.representative
@section("24")
def test_of_hidden_cards_only_the_heap_is_told(table):
    told = Told(table, A)
    elephants, horse, slingers = (SHOCK_KEYS.index(key) for key in ("EL", "LC", "SK"))
    assert told["heap"][0].nonzero()[0].tolist() == [elephants]
    assert told["heap"][0, elephants] == 2
    assert told["heap"][1, [elephants, horse, slingers]].tolist() == [1, 1, 1]  # hand, pursuit and deck alike
    assert told["heap_cards"][0, Card.RALLY] == told["heap_cards"][1, Card.COHESION] == 1
    assert told["cards"][Card.FLANK].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert told["unused"].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert told["deck"].tolist() == [3, 1]
    assert told["hand"].tolist() == [2, 2]
    assert told["pursuit"].nonzero()[0].tolist() == [4]
    assert told["pursuit"][4] == 3  # level 2
    assert told["army"][:, 4].tolist() == [1, 1]


@pytest.mark.representative
@section("24", "12.2")
def test_armies_and_the_course_are_told(table):
    told = Told(table, A)
    assert told["points"].tolist() == [25, 10]
    assert told["to_go"].tolist() == [45, 54]
    assert told["enemy_rear"].tolist() == [6, 0, 0, 0, 0, 0, 0, 0]
    assert told["routed"].tolist() == [[0] * 8, [1] + [0] * 7]
    assert told["fresh"].tolist() == [[1] + [0] * 7, [0] * 8]
    assert told["army"][0].tolist() == [5, 1, 3, 1, 1, 0, 0]
    assert told["rules"][1].nonzero()[0].tolist() == [Special.MOBILITY]
    assert told["phase"].nonzero()[0].tolist() == [Phase.SHOCK]
    assert told["round"].tolist() == [10]
    assert told["course"].tolist() == [1, 0, 1, 0, 0, 0, 0]
    assert Told(table, B)["course"].tolist() == [0, 0, 0, 0, 0, 0, 0]
    assert told["preferences"][Pref.CAVALRY_PURSUIT - Pref.USE_RESTRICTIONS] == 1


@pytest.mark.representative
@section("24", "10.1")
def test_an_attack_is_told_with_its_question(table):
    table.play(Do.ATTACK, 4, 4)
    told = Told(table, A)
    assert told["course"][6] == 1
    assert told["attack"].nonzero()[0].tolist() == [3, 9 + 3]
    table.play(Do.CLOSE)
    asked = Told(table, B)
    assert asked["question"].tolist() == [1, 0, 0, 0]
    assert asked["asked"].nonzero()[0].tolist() == [3]
    assert asked["attack"].nonzero()[0].tolist() == [3, 9 + 3]
    assert [GAME.space[k] // ARGS for k in asked.mask.nonzero()[0]] == [Do.WITHDRAW, Do.STAND]


@pytest.mark.representative
@section("24", "9.1")
def test_shots_and_reaction_fire_are_told():
    t = Table().phase(Phase.MISSILE)
    t.field(A, 3, Kind.SK_SL, missile=Missile.S)
    t.field(A, 4, Kind.SK_AR, missile=Missile.A)
    t.field(B, 4, Kind.SK_JA, missile=Missile.J)
    t.hand(A, Kind.MI)
    t.play(Do.AIM, 3, 4)
    t.play(Do.AIM, 4, 4)
    assert Told(t, A)["aimed"][9 + 3] == Told(t, B)["aimed"][3] == 2
    t = Table()
    t.field(B, 4, Kind.SK_JA, missile=Missile.J)
    t.play(Do.PLAY, t.hand(A, Kind.MI), 5)
    told = Told(t, B)
    assert told["question"].tolist() == [0, 1, 0, 0]
    assert told["came"].nonzero()[0].tolist() == [4]
    assert told["asked"].nonzero()[0].tolist() == [3]


@pytest.mark.representative
@section("24", "14.4")
def test_clans_are_told():
    t = Table("oda", "takeda").phase(Phase.SHOCK)
    t.field(A, 4, Kind.AS, clan=2)
    t.field(B, 4, Kind.AS, clan=3)
    t.hand(A, Kind.TP, clan=5)
    t.s.clans_active = 0b100
    told = Told(t, A)
    assert told["clan"][:, 3].nonzero()[0].tolist() == [2]
    assert told["clan"][:, OWN_HAND].nonzero()[0].tolist() == [5]
    assert told["clans_active"].nonzero()[0].tolist() == [2]
    assert told["allowances"][7] == 2
    assert told["module"].nonzero()[0].tolist() == [Module.SAMURAI]


@pytest.mark.representative
@section("24", "10.7")
def test_clashes_tell_the_sums_of_an_attack(table):
    told = Told(table, A)
    phalanx, numidians = (int(table.s.field[place]) for place in (3, 9 + 3))
    sums = sums_for(table.states, 0, (phalanx,), (numidians,))
    ahead, own, enemy = 1, 0, 1
    assert told["column"][own, ahead, 3] == sums.column
    assert told["inflicts"][own, ahead, 3] == CRT[:, sums.column, 1].sum() * sums.times[1]
    assert told["suffers"][own, ahead, 3] == CRT[:, sums.column, 0].sum() * sums.times[0]
    assert told["evades"][own, ahead, 3] == 1
    assert told["flanked"][own, ahead, 3] == 0  # a phalanx never flanks
    back = sums_for(table.states, 0, (numidians,), (phalanx,), (numidians,))
    assert told["flanked"][enemy, ahead, 3] == CRT[:, back.column, 1].sum() * back.times[1]
    assert told["open_side"][own].nonzero()[0].tolist() == [3, 8]
    assert told["fire"].sum() == 0  # their javelins are thrown
    table.s.marks[numidians] &= ~int(Mark.NO_MISSILE)
    assert Told(table, A)["fire"][enemy, ahead, 3] > 0
    assert told["duels"][0, 0, 3] > 0
    assert told["fought"].sum() == 0
    table.play(Do.ATTACK, 4, 4)
    assert Told(table, A)["fought"][0] == sums.column


# --- actions ------------------------------------------------------------------------------------------------


@every_module
@section("24", "7.5")
def test_the_mask_holds_every_legal_choice_and_no_other(module):
    room = np.zeros(GAME.most_choices, np.int64)
    for states in battles("masks", module):
        _, marks = seen(states, int(GAME.entries.mover(states, 0)), sums=False)
        listed = room[: GAME.entries.legal(states, 0, room)].tolist()
        assert [GAME.space[k] for k in marks.nonzero()[0]] == listed


@pytest.mark.representative
def test_actions_are_the_choices_of_the_space():
    states = GAME.new_states(1)
    for action in range(units.actions):
        choice = choice_of(states[0], action)
        assert choice == GAME.space[action]
        assert action_of(states[0], choice) == action
    for strange in (-1, ARGS * CHOICES, ARGS * Do.CLOSE + 1, ARGS * Do.MOVE + 81):
        assert action_of(states[0], strange) == NO_ACTION


# --- secrets and sides --------------------------------------------------------------------------------------


@pytest.mark.representative
@every_module
@section("24", "21")
def test_an_observation_is_the_same_whatever_is_hidden(module):
    other = GAME.new_states(1)
    changed = 0
    for number, states in enumerate(battles("secrets", module)):
        for seat in (A, B):
            row, marks = seen(states, seat)
            assert (row <= clashes.most).all()
            other[:] = states
            conceal_in(other, 0, seat)
            for seed in (None, number, number + 1):
                if seed is not None:
                    other[:] = states
                    redeal_in(other, 0, seat, seed)
                twin, masked = seen(other, seat)
                assert twin.tobytes() == row.tobytes(), differing(row, twin)
                if seat == GAME.entries.mover(states, 0):
                    assert masked.tobytes() == marks.tobytes()
            changed += seen(other, 1 - seat)[0].tobytes() != seen(states, 1 - seat)[0].tobytes()
    assert changed > 0  # who owns a secret is told it


@pytest.mark.representative
@section("24", "5.4", "4.4")
def test_long_swords_do_not_feel_for_hidden_units():
    t = Table(fog_of_war=True).phase(Phase.SHOCK)
    t.rule(A, Special.LONG_SWORDS)
    t.field(A, 4, Kind.BI)
    t.field(B, 3, Kind.HI)
    t.field(B, 4, Kind.HI)
    t.field(B, 6, Kind.HI, marks=Mark.HIDDEN)
    row, _ = seen(t.states, A)
    conceal_in(t.states, 0, A)
    assert seen(t.states, A)[0].tobytes() == row.tobytes()


def differing(row: Any, other: Any) -> list[str]:
    """The parts in which two observations differ."""
    return [part.name for part, at in clashes.stretches() if (row[at] != other[at]).any()]


BY_SEAT = ("bids", "units", "initiative", "command", "clans", "rules", "roman", "endless", "unroutable",
           "turn_limit", "wins_at_limit", "level", "lost", "fled", "raided", "bundori", "routs", "answers",
           "deck_n", "hand_n", "rear_n", "deck", "hand", "rear", "spent", "field", "terrain", "kind", "tq",
           "sizes", "missile", "clan", "traits", "value", "place", "at", "coh", "depletion", "level_m",
           "marks")  # fmt: skip
OF_UNITS = ("deck", "hand", "rear", "field", "shooter", "attacker", "target")
SEATS = ("active", "first", "opener", "winner")


def other_way_round(states: Any) -> Any:
    """The same battle with the seats exchanged."""
    found = states.copy()
    for name in BY_SEAT:
        found[name] = np.roll(states[name], states[name].shape[1] // 2, axis=1)
    for name in OF_UNITS:
        found[name] = exchanged(found[name])
    for name in SEATS:
        found[name] = np.where(states[name] < 0, states[name], 1 - states[name])
    waiting, there = found["pending"]["actions"], states["pending"]["actions"]
    waiting["who"] = np.where(there["who"] < 0, there["who"], 1 - there["who"])
    waiting["what"] = exchanged(there["what"])
    return found


def exchanged(numbers: Any) -> Any:
    """The unit in the same place of the other army."""
    return np.where((numbers >= 0) & (numbers < UNITS), (numbers + SIDE) % UNITS, numbers)


@every_module
@section("24")
def test_both_seats_see_the_same_from_their_sides(module):
    for states in battles("sides", module):
        turned = other_way_round(states)
        for seat in (A, B):
            row, marks = seen(states, seat)
            twin, masked = seen(turned, 1 - seat)
            assert twin.tobytes() == row.tobytes(), differing(row, twin)
            assert masked.tobytes() == marks.tobytes()
            short, _ = seen(states, seat, sums=False)
            assert row[: units.width].tobytes() == short.tobytes()
