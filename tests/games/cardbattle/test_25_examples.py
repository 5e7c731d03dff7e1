"""The worked examples of the rulebook (25): prescribed dice through the rules, every figure from the log."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hoplon.games.cardbattle.attacks import may_withdraw
from hoplon.games.cardbattle.state import Check, Do, Edge, Loss, Mark, Module, Phase, Place, Why
from hoplon.games.cardbattle.tables import (
    KIND_CODES,
    KIND_OF,
    MODULE_IDS,
    RAMPAGE,
    WARRIORS,
    Card,
    Kind,
    Pref,
    Run,
    Special,
    Terrain,
)
from hoplon.games.cardbattle.units import rout_limit, rout_points
from tests.games.cardbattle.boards import A, B
from tests.games.cardbattle.combat_field import LEFT, Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

EXAMPLES = {
    row["id"]: row
    for row in tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))["example"]
}
EDGES = {"-": Edge.NONE, "A": Edge.ATTACKER, "D": Edge.DEFENDER, "flank": Edge.FLANK}
MIDDLE = 5


def of_kind(kind: str) -> list[str]:
    """The numbers of the examples of a kind."""
    return [number for number, row in EXAMPLES.items() if row["kind"] == kind]


def put(field: Field, seat: int, column: int, row: dict[str, Any], **more: Any) -> int:
    """A unit of the examples' file on the field."""
    code = KIND_CODES[KIND_OF[row["type"], row["class"]]]
    marks = Mark.ENGAGED if row.get("engaged") else 0
    u = field.put(
        seat,
        column,
        f"{code} {row['tq']}/{row['size']} {row.get('missile', '')}".strip(),
        traits=row.get("traits", ()),
        coh=row.get("coh", 0),
        depletion=row.get("depletion", 0),
        marks=marks,
        **more,
    )
    field.names[u] = row["name"]
    return u


@section("25")
def test_all_examples_are_here() -> None:
    assert list(EXAMPLES) == [f"E{i:02}" for i in range(1, 46)]
    kinds = {"missile", "shock", "ow", "collapse", "rally", "rampage", "second_line", "personal_combat"}
    assert {row["kind"] for row in EXAMPLES.values()} == kinds | {"pursuit"}


def shoot(field: Field, row: dict[str, Any]) -> tuple[int, int]:
    """Let the firer of an example fire, an elephant's screen in reaction (9.4); firer and target."""
    dice = tuple(row["dice"])
    goal = row["target"]
    if row["firer"]["type"] == "EL":
        field.s.active = B
        field.phase(Phase.PLAY)
        firer = put(field, A, MIDDLE, row["firer"])
        kind = Kind(KIND_OF[goal["type"], goal["class"]])
        target = field.hand(B, kind, tq=goal["tq"], size=goal["size"])
        field.roll(Do.PLAY, target, MIDDLE)
        assert field.mover == A
        field.roll(Do.REACT, dice=dice)
        return firer, target
    firer = put(field, A, MIDDLE, row["firer"])
    target = put(field, B, MIDDLE, goal)
    field.phase(Phase.MISSILE)
    field.roll(Do.AIM, MIDDLE, MIDDLE)
    field.roll(Do.LOOSE, dice=dice)
    return firer, target


@pytest.mark.parametrize("number", of_kind("missile"))
@section("25", "9.3")
def test_missile(number: str) -> None:
    row = EXAMPLES[number]
    expect = row["expect"]
    field = Field(Module(MODULE_IDS.index(row["module"])))
    field.terrain(B, MIDDLE, Terrain[row["terrain"].upper()])
    firer, target = shoot(field, row)
    assert field.n_of(Do.SHOT) == row["dice"][0]
    assert field.n_of(Do.AGAINST) == expect["strength"]
    assert field.n_of(Do.TOTAL) == expect["modified_die"]
    assert row["dice"][0] + sum(n for _, n in field.modifiers()) == expect["modified_die"]
    assert [said.n for said in field.said(Do.HIT)] == [expect["coh"]] * expect["hit"]
    assert len(field.said(Do.MISS)) == (not expect["hit"])
    assert field.lost(target, Loss.MISSILE) == field.coh(target) == expect["coh"]
    assert field.has(firer, Mark.NO_MISSILE) == bool(field.said(Do.RUN_OUT)) == expect["no_missile"]
    if "explosion_die" in expect:
        assert field.n_of(Do.BURST) == expect["explosion_die"]
        assert (field.s.place[firer] == Place.ELIMINATED) == expect["explodes"]


class Shock:
    """An example of shock on the field, resolved with its dice; the figures are read from the log."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row
        field = self.field = Field(Module(MODULE_IDS.index(row["module"])))
        for seat, side in ((A, "attacker"), (B, "defender")):
            field.rule(seat, *(Special[rule.upper()] for rule in row.get(f"{side}_rules", ())))
        targets = range(MIDDLE, MIDDLE + len(row["defenders"]))
        attackers = range(MIDDLE, MIDDLE + len(row["attackers"]))
        if "column" in row["defenders"][0]:
            targets = attackers = range(row["defenders"][0]["column"], row["defenders"][0]["column"] + 1)
        crosses = row["flank"] and "flank_order" not in row
        if crosses:
            attackers, targets = range(2, 3), range(3, 4)  # across the zone boundary (10.5)
        self.units = {}
        for seat, columns, side in ((A, attackers, "attackers"), (B, targets, "defenders")):
            for column, unit in zip(columns, row[side], strict=True):
                more = {}
                if unit.get("played_this_turn"):
                    more = {"level": 1}
                u = put(field, seat, column, unit, **more)
                if unit.get("played_this_turn"):
                    field.s.marks[u] |= Mark.ARRIVED | Mark.CHARGER
                self.units[unit["name"]] = u
        for column in targets:
            field.terrain(B, column, Terrain[row["terrain"].upper()])
        self.before = {name: field.coh(u) for name, u in self.units.items()}
        dice = list(row["dice"])
        if "flank_order" in row:
            field.roll(Do.ATTACK, attackers[0], targets[0])
            field.roll(Do.FLANK_ORDER, attackers[0], dice=(dice.pop(0),))
            assert field.n_of(Do.CHECK) == row["flank_order"]["die"]
            assert bool(field.said(Do.FLANKS)) == row["flank_order"]["passed"]
            field.close()
        else:
            field.attack(list(attackers), list(targets))
        tested = 9 * (0,)  # collapse tests at the end of the phase, which the examples leave out
        field.play(Do.RESOLVE, dice=(*dice, *tested))
        assert int(field.turns[0].drawn) == len(dice) + len(field.said(Do.COLLAPSE))
        end = next(i for i, said in enumerate(field.log) if said.do == Do.SETTLE)
        self.settled = field.log[end:]
        field.log = field.log[:end]

    def name(self, u: int) -> str:
        """What a unit is called."""
        return self.field.names[u]

    def pre_shock(self) -> list[dict[str, Any]]:
        """The checks before the shock, each with the modifiers that follow it."""
        checks: list[dict[str, Any]] = []
        for said in self.field.log:
            if said.do == Do.CHECK and said.src == Check.PRE_SHOCK:
                checks.append({"unit": self.name(said.what), "die": said.n, "drm": 0, "coh": 0})
            elif said.do == Do.FACE:
                break
            elif said.do == Do.MODIFY:
                checks[-1]["drm"] += said.n
            elif said.do == Do.LOSE:
                assert said.src == Loss.CHECK
                checks[-1]["coh"] += said.n
        return checks

    def coh(self, name: str) -> int:
        """The hits of a unit after the combat, by the log."""
        u = self.units[name]
        spared = [said.n for said in self.field.said(Do.SPARED) if said.what == u]
        if spared:
            return spared[0]
        return self.before[name] + sum(said.n for said in self.field.said(Do.LOSE) if said.what == u)


@pytest.mark.parametrize("number", of_kind("shock"))
@section("25", "10.7")
def test_shock(number: str) -> None:
    row = EXAMPLES[number]
    expect = row["expect"]
    shock = Shock(row)
    field = shock.field
    assert shock.pre_shock() == expect["pre_shock"]
    leads = [shock.name(said.what) for said in field.said(Do.LEAD)]
    assert leads == [expect["lead_attacker"], expect["lead_defender"]]
    shifts = field.shifts()
    assert field.n_of(Do.BASE) == expect["base"]
    assert field.n_of(Do.SIZES) == expect["size_shift"]
    assert shifts.pop(Why.DEPLETED, 0) == expect["depletion_shift"]
    assert shifts.pop(Why.TERRAIN, 0) == expect["terrain_shift"]
    cataphracts = shifts.pop(Why.CATAPHRACTS_ATTACK, 0) + shifts.pop(Why.CATAPHRACTS_DEFEND, 0)
    assert cataphracts == expect["cataphract_shift"]
    assert not shifts
    assert field.n_of(Do.COLUMN) == expect["column"]
    assert field.n_of(Do.SUPERIOR) == EDGES[expect["superiority"]]
    assert field.n_of(Do.CLASH) == row["dice"][-1]
    (result,) = field.said(Do.RESULT)
    assert (result.src, result.dst) == (expect["raw_attacker"], expect["raw_defender"])
    takes = {said.who: said.n for said in field.said(Do.TAKES)}
    assert takes == {A: expect["attacker_hits"], B: expect["defender_hits"]}
    for line in expect["result"]:
        u = shock.units[line["unit"]]
        assert field.lost(u, Loss.SHOCK) == line["taken"]
        assert shock.coh(line["unit"]) == line["coh"]
        assert rout_limit(field.s, u) == line["limit"]
    assert [shock.name(u) for u in field.routed()] == expect.get("routed", [])
    gone = [shock.name(said.what) for said in field.said(Do.ELIMINATE)]
    if "eliminated" in expect:
        assert gone == expect["eliminated"]
    for name in (*expect.get("routed", ()), *expect.get("eliminated", ())):
        assert field.s.place[shock.units[name]] in (Place.ROUTED, Place.ELIMINATED)
    for unit in (*row["attackers"], *row["defenders"]):
        if unit.get("missile") == "J" and unit["type"] not in ("LC", "GC"):
            thrown = shock.units[unit["name"]] in [said.what for said in field.said(Do.RUN_OUT)]
            assert thrown == (unit["name"] not in expect.get("routed", ()))


ATTACKER_RATINGS = {"HI": "HI 6/5", "PH": "PH 7/10", "MI": "MI 6/5", "SK": "SK JA 5/1"}


@pytest.mark.parametrize("number", of_kind("ow"))
@section("25", "10.4")
def test_orderly_withdrawal(number: str) -> None:
    row = EXAMPLES[number]
    expect = row["expect"]
    field = Field()
    unit = put(field, B, MIDDLE, row["unit"])
    for i, kind in enumerate(row["attackers"]):
        field.put(A, MIDDLE + i, ATTACKER_RATINGS[kind])
    field.roll(Do.ATTACK, MIDDLE, MIDDLE)
    for i in range(1, len(row["attackers"])):
        field.roll(Do.JOIN, MIDDLE + i)
    if row["flank"]:
        field.hand(A, Card.FLANK)
        field.roll(Do.FLANK_CARD, MIDDLE)
    field.roll(Do.CLOSE)
    assert may_withdraw(field.s, unit) == expect["allowed"]
    assert (field.mover == B) == expect["allowed"]
    if not expect["allowed"]:
        return
    (die,) = row["dice"]
    field.roll(Do.WITHDRAW, dice=(die,))
    assert field.n_of(Do.CHECK) == die
    assert sum(n for _, n in field.modifiers()) == expect["drm"]
    margin = field.n_of(Do.FAILED) if field.said(Do.FAILED) else -field.n_of(Do.PASSED)
    assert margin == expect["margin"]
    assert field.coh(unit) == field.lost(unit, Loss.WITHDRAWAL) == expect["coh"]
    assert (field.s.level_m[unit] == 1) == bool(field.said(Do.MARK)) == expect["manoeuvre"]
    assert field.has(unit, Mark.OW)
    assert field.column(unit) == MIDDLE
    assert field.said(Do.VOID)


@pytest.mark.parametrize("number", of_kind("collapse"))
@section("25", "10.8")
def test_collapse(number: str) -> None:
    row = EXAMPLES[number]
    expect = row["expect"]
    field = Field()
    unit = put(field, A, MIDDLE, row["unit"])
    field.put(B, MIDDLE, "HI 6/5")
    field.roll(Do.END_PHASE, dice=tuple(row["dice"]))
    assert bool(field.said(Do.COLLAPSE)) == expect["tested"]
    assert field.n_of(Do.COLLAPSE) == row["dice"][0]
    assert (unit in field.routed()) == expect["routs"]
    if not expect["routs"]:
        assert field.coh(unit) == expect["coh"]


@pytest.mark.parametrize("number", of_kind("rally"))
@section("25", "11.3")
def test_rally(number: str) -> None:
    row = EXAMPLES[number]
    expect = row["expect"]
    field = Field()
    field.phase(Phase.RALLY)
    field.s.initiative[A] = row["initiative"]
    kind = Kind(KIND_OF[row["unit"]["type"], row["unit"]["class"]])
    unit = field.rear(A, Place.ROUTED, kind, row["unit"]["tq"], depletion=row["unit"]["depletion"])
    field.roll(Do.RALLY, unit, dice=tuple(row["dice"]))
    assert (field.s.place[unit] == Place.RALLIED) == expect["rallied"]
    assert (field.s.place[unit] == Place.ELIMINATED) == expect.get("eliminated", False)
    assert rout_points(field.s, A) == expect.get("rout_points", 0)
    if expect["rallied"]:
        assert field.coh(unit) == expect["coh"]
        assert field.s.depletion[unit] == expect["depletion"]
    if "hit_die" in expect:
        assert field.n_of(Do.COUNT) + sum(n for _, n in field.modifiers()) == expect["hit_die"]


@section("25", "13.5")
def test_rampage() -> None:
    row = EXAMPLES["E41"]
    expect = row["expect"]
    field = Field()
    elephants = field.put(A, 5, "EL 5/5 A", coh=4, value=2)
    celts = field.put(A, 4, "MI 5/5", coh=3)
    horse = field.put(B, 5, "RC 6/3", coh=1)
    # Horse is no match for elephants: archers beside it bring them to their limit.
    archers = field.put(B, 6, "SK AR 4/1 A")
    field.s.active = B
    field.phase(Phase.MISSILE)
    field.roll(Do.AIM, 6, 5)
    dice = list(row["dice"])
    side = LEFT if row["side_choice"] == ["left"] else 1
    faces = (0, dice[0], side, dice[1], dice[2], dice[3] % 10)
    field.roll(Do.LOOSE, dice=faces)
    rolls = [said.n for said in field.said(Do.ROLL)]
    assert rolls == dice
    words = {Run.NOTHING: "none", Run.ENEMY: "enemy", Run.SIDE: "side", Run.END: "end"}
    assert [words[Run(RAMPAGE[int(i > 0), n])] for i, n in enumerate(rolls)] == expect["rolls"]
    assert field.lost(celts, Loss.RAMPAGE) == expect["celts_coh"] - 3
    assert (celts in field.routed()) == expect["celts_rout"]
    assert field.coh(horse) == expect["roman_horse_coh"]
    assert (field.s.place[elephants] == Place.ELIMINATED) == expect["elephants_eliminated"]
    assert field.s.lost[A] == expect["rout_points_own"]
    assert field.coh(archers) == 0


@pytest.mark.parametrize("number", of_kind("second_line"))
@section("25", "10.9")
def test_second_line_attack(number: str) -> None:
    row = EXAMPLES[number]
    expect = row["expect"]
    field = Field()
    put(field, A, MIDDLE, row["unit"])
    behind = [field.rear(B, Place.ROUTED, Kind.MI, 5) for _ in range(row["routed_enemy"])]
    field.roll(Do.RAID, MIDDLE)
    which = (1,) if behind else ()
    field.roll(Do.RESOLVE, dice=(*row["dice"], *which))
    assert bool(field.said(Do.PASSED)) == expect["success"]
    assert field.s.raided[B] == expect["rout_points"]
    dead = [said.what for said in field.said(Do.ELIMINATE)]
    assert len(dead) == expect.get("eliminated", 0)
    assert dead == behind[1:]


@section("25", "14.5")
def test_personal_combat() -> None:
    row = EXAMPLES["E44"]
    expect = row["expect"]
    field = Field(Module.SAMURAI)
    field.hand(A, Card.CHALLENGE)
    first, second = (WARRIORS.index(row[side]["name"]) for side in ("first", "second"))
    faces = [roll % 10 for roll in row["dice"]]
    field.roll(Do.CHALLENGE, dice=(first, second - (second > first), *faces))
    (fighters,) = field.said(Do.FIGHTERS)
    assert (fighters.src, fighters.dst) == (first, second)
    assert [f"{said.src}-{said.dst}" for said in field.said(Do.BOUT)] == expect["scores"]
    wounds = [said.n for said in field.said(Do.WOUND)]
    assert wounds == [n for n in expect["wounds"] if n]
    assert [WARRIORS[(second, first)[said.who]] for said in field.said(Do.BUNDORI)] == [expect["winner"]]
    assert rout_points(field.s, B) == expect["rout_points"]


@section("25", "10.11")
def test_pursuit() -> None:
    row = EXAMPLES["E45"]
    expect = row["expect"]
    field = Field()
    field.prefer(Pref.CAVALRY_PURSUIT)
    rider = put(field, A, MIDDLE, row["unit"])
    prey = field.put(B, MIDDLE, "MI 4/5", marks=Mark.ENGAGED, coh=3)
    pursues, dies, level = row["dice"]
    field.fight([MIDDLE], [MIDDLE], 0, 9, pursues, dies, level - 1)
    assert field.n_of(Do.PURSUE) == pursues
    assert (field.s.place[rider] == Place.PURSUIT) == expect["pursues"]
    assert (field.s.place[prey] == Place.ELIMINATED) == expect["prey_destroyed"]
    assert field.n_of(Do.AWAY) == field.s.level_m[rider] == expect["away_level"]
    assert rout_points(field.s, A) == 0
