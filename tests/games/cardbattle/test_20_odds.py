"""The odds of attacks, volleys and withdrawals, against all dice thrown through the rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from hoplon.core.actions import begin, then
from hoplon.core.dice import LEAST
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import is_compiled, rule
from hoplon.games.cardbattle.odds import (
    Outcome,
    card_of,
    odds,
    odds_for,
    volley_odds,
    withdrawal_odds,
)
from hoplon.games.cardbattle.rules import resolve
from hoplon.games.cardbattle.state import EMPTY, Do, Loss, Mark, Module, Phase, Place
from hoplon.games.cardbattle.sums import sums_for
from hoplon.games.cardbattle.tables import KIND_CODES, Kind, Pref, Special, Terrain, Trait
from tests.games.cardbattle.boards import A, B, Card
from tests.games.cardbattle.combat_field import Field
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

SCALE = 4 * 10**12  # a multiple of every product of dice that occurs
PLACES = 5
MANY = is_compiled()


@rule
def throw_all(states, rooms, turns, rows):
    """Resolve attack 0 with all dice there are, like an odometer: weight, who is gone, hits of each place."""
    turn = turns[0]
    turn.fixed = 0
    n = 0
    while n < len(rows):
        rooms[0] = states[0]
        s = rooms[0]
        begin(turn)
        then(turn, Do.FIGHT, n=0)
        resolve(s, turn, s.pending)
        weight = SCALE
        for i in range(turn.drawn):
            weight //= int(turn.sides[i])
        for k in range(2 + PLACES):
            rows[n, k] = 0
        rows[n, 0] = weight
        for i in range(turn.n):
            a = turn.log[i]
            place = EMPTY
            for k in range(PLACES):
                u = states[0].attacker[k] if k < 2 else states[0].target[k - 2]
                if u != EMPTY and u == a.what:
                    place = k
            if place == EMPTY:
                continue
            if a.kind == Do.LOSE and (a.src == Loss.CHECK or a.src == Loss.SHOCK):
                rows[n, 2 + place] += a.n
            if a.kind == Do.ROUT or a.kind == Do.ELIMINATE:
                cause = turn.log[a.cause].kind
                if cause == Do.FACE or cause == Do.AFTER:
                    rows[n, 1] |= 1 << place
        n += 1
        last = turn.drawn - 1
        while last >= 0 and turn.face[last] == turn.sides[last] - 1:
            last -= 1
        if last < 0:
            break
        turn.face[last] += 1
        turn.fixed = last + 1
    return n


def thrown(field: Field) -> dict[Outcome, Fraction]:
    """The distribution of attack 0 by throwing all dice."""
    states = field.states.copy()
    states["seed"] = LEAST
    rows = np.zeros((2_000_000, 2 + PLACES), np.int64)
    n = throw_all(states, states.copy(), field.turns, rows)
    field.turns["fixed"] = 0
    assert n < len(rows)
    units = [int(u) for u in (*states["attacker"][0][:2], *states["target"][0][:3])]
    present = [(k, u) for k, u in enumerate(units) if u != EMPTY]
    found: dict[Outcome, int] = {}
    kinds, places = np.unique(rows[:n, 1:], axis=0, return_inverse=True)
    weights = np.zeros(len(kinds), np.int64)
    np.add.at(weights, places.ravel(), rows[:n, 0])
    for (gone, *hits), weight in zip(kinds.tolist(), weights.tolist(), strict=True):
        key = Outcome(
            tuple((u, hits[k]) for k, u in present), frozenset(u for k, u in present if gone >> k & 1)
        )
        found[key] = found.get(key, 0) + weight
    assert sum(found.values()) == SCALE
    return {key: Fraction(weight, SCALE) for key, weight in found.items()}


def check(field: Field) -> None:
    """The odds are exactly those of the dice, outcome by outcome and in every summary."""
    real = thrown(field)
    found = odds(field.states, 0, 0)
    assert dict(found.outcomes) == real
    for u, chance in found.rout.items():
        assert chance == sum(p for outcome, p in real.items() if u in outcome.gone)
    for u, mean in found.taken.items():
        assert mean == sum(p * dict(outcome.hits)[u] for outcome, p in real.items())
    for side, units in enumerate((found.sums.attackers, found.sums.targets)):
        spread: dict[int, Fraction] = {}
        for outcome, p in real.items():
            hits = sum(dict(outcome.hits)[u] for u in units)
            spread[hits] = spread.get(hits, Fraction(0)) + p
        assert dict(found.hits[side]) == spread


ANTIQUITY = KIND_CODES[: Kind.EL] + KIND_CODES[Kind.CH : Kind.AT]  # elephants would run amok
SAMURAI = ["AS", "KB", "TP", "YU"]
MONSTERS = ["SM", "LM"]
TRAITS = [trait.name for trait in Trait if trait not in (Trait.INDIAN, Trait.REGENERATE)]
REFINED = [
    Pref.SIZE_ROUNDING,
    Pref.SKIRMISH_HIT_CAP,
    Pref.LIGHT_CAVALRY_HALVED,
    Pref.FLANK_EXCEPTIONS,
    Pref.DEPLETED_DEFENDER,
    Pref.MISSILE_CANCELS_DS,
    Pref.INDIAN_ELEPHANTS,
]


def random_attack(seed: int, sides: tuple[int, int], *prefs: Pref) -> Field:
    """Some units of one period in contact, hurt and marked as it comes, one attack designated."""
    dice = Random(seed)
    module = dice.choice((Module.ANTIQUITY, Module.ANTIQUITY, Module.SAMURAI, Module.FANTASY))
    kinds = {
        Module.ANTIQUITY: ANTIQUITY,
        Module.SAMURAI: SAMURAI,
        Module.FANTASY: (*ANTIQUITY, *9 * MONSTERS),
    }
    field = Field(module)
    field.prefer(*prefs)
    for seat in (A, B):
        if dice.random() < 0.3:
            field.rule(seat, dice.choice((Special.FEROCITY, Special.LONG_SWORDS, Special.TRIBAL_COMMAND)))
    s = field.s
    for seat in (A, B):
        for c in range(sides[seat]):
            column = 5 if sides[seat] == 1 else 4 + c
            code = dice.choice(kinds[module])
            tq = dice.randint(3, 9)
            u = field.put(
                seat,
                column,
                f"{code} {tq}/{dice.randint(1, 12)}" + dice.choice(("", " J")),
                coh=dice.randrange(tq) if dice.random() < 0.6 else 0,
                depletion=dice.choice((0, 0, 1, 2)),
                marks=dice.choice((0, 0, Mark.ENGAGED)) | dice.choice((0, Mark.NO_MISSILE, Mark.ARRIVED)),
                traits=dice.sample(TRAITS, 2) if code in MONSTERS else (),
            )
            field.terrain(
                seat, column, dice.choice((Terrain.CLEAR, Terrain.WOODS, Terrain.MARSH, Terrain.CAMP))
            )
            if seat == A:
                s.attacker[c] = u
                if sides[B] == 1 and dice.random() < 0.4:
                    s.marks[u] |= Mark.FLANK
            else:
                s.target[c] = u
    s.attacks = 1
    return field


def has_base(field: Field) -> bool:
    """Does the shock table know every pair of the attack?"""
    s = field.s
    attackers = [int(u) for u in s.attacker[:2] if u != EMPTY]
    targets = [int(u) for u in s.target[:3] if u != EMPTY]
    flanking = [u for u in attackers if field.has(u, Mark.FLANK)]
    return all(sums_for(field.states, 0, [a], [d], flanking).base > 0 for a in attackers for d in targets)


@pytest.mark.parametrize("seed", range(120) if MANY else (1,))
@section("20", "10.7")
def test_one_against_one(seed: int) -> None:
    field = random_attack(seed, (1, 1))
    assert has_base(field)
    check(field)


@pytest.mark.parametrize("seed", range(25) if MANY else ())
@section("20", "10.7")
def test_two_against_one(seed: int) -> None:
    check(random_attack(1000 + seed, (2, 1)))


@pytest.mark.parametrize("seed", range(15) if MANY else ())
@section("20", "10.7")
def test_one_against_two(seed: int) -> None:
    check(random_attack(2000 + seed, (1, 2)))


@pytest.mark.parametrize("seed", range(3) if MANY else ())
@section("20", "10.7")
def test_one_against_three(seed: int) -> None:
    check(random_attack(3000 + seed, (1, 3)))


@pytest.mark.parametrize("seed", range(40) if MANY else ())
@section("20", "18.1")
def test_refinements(seed: int) -> None:
    check(random_attack(4000 + seed, (1, 1), *REFINED))


@pytest.mark.parametrize("seed", range(10) if MANY else ())
@section("20", "10.11")
def test_pursuit_may_end_an_attack(seed: int) -> None:
    check(random_attack(5000 + seed, (1, 2), Pref.CAVALRY_PURSUIT))


@section("20", "10.11")
def test_a_pursuer_leaves_the_second_target_alone() -> None:
    field = Field()
    field.prefer(Pref.CAVALRY_PURSUIT)
    rider = field.put(A, 5, "HC 4/4")
    weak = field.put(B, 4, "MI 3/5", coh=2)
    strong = field.put(B, 5, "MI 8/5", marks=Mark.ENGAGED)
    field.attack([5], [4, 5])
    if MANY:  # thousands of combats
        check(field)
    found = odds(field.states, 0, 0)
    untouched = sum(p for outcome, p in found.outcomes.items() if dict(outcome.hits)[strong] == 0)
    assert untouched > sum(p for outcome, p in found.outcomes.items() if rider in outcome.gone) / 2
    assert found.rout[weak] > Fraction(1, 2)


@section("20", "18.1")
def test_a_phalanx_may_stand() -> None:
    field = Field()
    field.prefer(Pref.PHALANX_STAND)
    attacker = field.put(A, 5, "PH 6/10", coh=4, marks=Mark.ENGAGED)
    target = field.put(B, 5, "PH 7/10", coh=5)
    field.attack([5], [5])
    if MANY:  # thousands of combats
        check(field)
    found = odds(field.states, 0, 0)
    field.s.pref[Pref.PHALANX_STAND] = 0
    without = odds(field.states, 0, 0)
    assert found.rout[target] < without.rout[target]
    assert found.rout[attacker] < without.rout[attacker]


@section("20", "10.7")
def test_certain_figures() -> None:
    """Engaged units make no checks, so that ten dice say everything."""
    field = Field()
    a = field.put(A, 5, "HI 7/5", marks=Mark.ENGAGED, coh=5)
    d = field.put(B, 5, "LG HA 7/5", marks=Mark.ENGAGED, coh=4)
    found = odds_for(field.states, 0, [a], [d])
    assert found.sums.column == 6
    assert found.hits[0] == {2: Fraction(7, 10), 3: Fraction(3, 10)}
    assert found.hits[1] == {2: Fraction(8, 10), 3: Fraction(1, 10), 4: Fraction(1, 10)}
    assert found.rout == {a: Fraction(8, 10), d: Fraction(2, 10)}  # 10.10: with a die of 8 or 9 only d routs
    text = found.text(lambda u: card_of(field.states, 0, u))
    assert "HI 7/5 in column 5 against LG HA 7/5 in column 5" in text
    assert "base 6, column 6, nobody is superior" in text
    assert "LG HA 7/5 in column 5 leaves the field: 20.0 %" in text


@section("20", "10.7")
def test_open_attack_and_hypothetical_flank() -> None:
    field = Field()
    a = field.put(A, 5, "HC 8/4")
    d = field.put(B, 5, "PH 7/10")
    field.roll(Do.ATTACK, 5, 5)
    front = odds(field.states, 0, 0)
    flank = odds_for(field.states, 0, [a], [d], flanking=[a])
    assert (front.sums.base, flank.sums.base) == (5, 10)
    assert flank.rout[d] > front.rout[d]
    field.hand(A, Card.FLANK)
    field.roll(Do.FLANK_CARD, 5)
    assert odds(field.states, 0, 0) == flank


@section("20", "10.7")
def test_units_in_any_order() -> None:
    field = Field()
    attackers = [field.put(A, 5, "LI VE 5/4"), field.put(A, 4, "LG HA 7/5")]
    d = field.put(B, 5, "MI 5/5")
    assert odds_for(field.states, 0, attackers, [d]) == odds_for(field.states, 0, attackers[::-1], [d])
    targets = [field.put(B, 6, "SK SL 4/1"), field.put(B, 4, "LI 5/5"), d]
    found = odds_for(field.states, 0, attackers[:1], targets)
    assert found.sums.targets == (targets[1], d, targets[0])


@section("20", "9.3")
def test_volley() -> None:
    field = Field()
    u = field.put(A, 5, "SK AR 4/1 A")
    v = field.put(B, 5, "PH 7/10", coh=6)
    found = volley_odds(field.states, 0, u, v)
    assert found.hits == {0: Fraction(7, 10), 1: Fraction(3, 10)}
    assert found.rout == Fraction(3, 10)
    assert found.runs_out == Fraction(1, 10)
    assert found.text() == "hits 0: 70.0 %, hits 1: 30.0 %, target routs: 30.0 %, runs out: 10.0 %"


@section("20", "9.3")
def test_volley_is_that_of_the_rules() -> None:
    shots = [("OZ 4/1 P", "AS 6/6"), ("TP 6/4 T", "KB 7/4"), ("KB 7/4 B", "TP 5/3 T")]
    for code, goal in shots:
        hits: dict[int, Fraction] = {}
        empty = burst = Fraction(0)
        for face in range(10):
            for second in range(10):
                field = Field(Module.SAMURAI)
                u = field.put(A, 5, code)
                v = field.put(B, 5, goal)
                field.terrain(B, 5, Terrain.WOODS)
                found = volley_odds(field.states, 0, u, v)
                field.phase(Phase.MISSILE)
                field.roll(Do.AIM, 5, 5)
                field.play(Do.LOOSE, dice=(face, second))
                hits[field.coh(v)] = hits.get(field.coh(v), Fraction(0)) + Fraction(1, 100)
                empty += Fraction(field.has(u, Mark.NO_MISSILE), 100)
                burst += Fraction(int(field.s.place[u] == Place.ELIMINATED), 100)
        assert (found.hits, found.runs_out, found.bursts) == (hits, empty, burst)


@section("20", "10.4")
def test_withdrawal() -> None:
    field = Field()
    field.put(A, 5, "HI 6/5")
    v = field.put(B, 5, "LI 5/5", coh=3)
    with pytest.raises(HoplonError, match="is not a target"):
        withdrawal_odds(field.states, 0, v)
    field.roll(Do.ATTACK, 5, 5)
    field.hand(A, Card.FLANK)
    field.roll(Do.FLANK_CARD, 5)
    found = withdrawal_odds(field.states, 0, v)
    assert found.hits == {0: Fraction(4, 10), 1: Fraction(1, 10), 2: Fraction(5, 10)}
    assert found.marked == 1
    assert found.rout == Fraction(5, 10)
    assert found.text() == "hits 0: 40.0 %, hits 1: 10.0 %, hits 2: 50.0 %, marked: 100.0 %, routs: 50.0 %"


@section("20")
def test_bad_questions_get_one_sentence() -> None:
    field = Field()
    a = field.put(A, 5, "HI 7/5")
    with pytest.raises(HoplonError, match="attack 1 is not one of the 0 designated"):
        odds(field.states, 0, 0)
    with pytest.raises(HoplonError, match="3 attackers and 1 targets"):
        odds_for(field.states, 0, [a, a, a], [61])
    with pytest.raises(HoplonError, match="on both sides"):
        odds_for(field.states, 0, [a], [61])
    with pytest.raises(HoplonError, match="unit 61 is not on the field"):
        volley_odds(field.states, 0, a, 61)


@section("20")
def test_asking_changes_nothing() -> None:
    field = random_attack(7, (2, 1))
    before = field.states.tobytes()
    odds(field.states, 0, 0)
    assert field.states.tobytes() == before
