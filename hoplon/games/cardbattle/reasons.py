"""What speaks against each kind of choice (rulebook 7 to 11), found with the same predicates as the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.core.sentences import listed, several
from hoplon.games.cardbattle.areas import (
    has,
    has_open_side,
    in_contact,
    seen_at,
    touch,
    zone_of,
)
from hoplon.games.cardbattle.attacks import (
    attackers_now,
    can_flank,
    first_attacker,
    first_target,
    fits,
    flanks_alone,
    flies_over,
    is_across,
    is_in_open_attack,
    reaches,
    targets_now,
)
from hoplon.games.cardbattle.missile import is_truce
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.playing import is_restricted, plays_left, relieves
from hoplon.games.cardbattle.rear import attempts_left, draws_left, is_rested, may_order
from hoplon.games.cardbattle.state import (
    CARD,
    COLUMNS,
    EMPTY,
    HAND,
    TARGETS,
    Do,
    Mark,
    Module,
    Place,
)
from hoplon.games.cardbattle.tables import (
    IS_CH,
    IS_EL,
    IS_LI,
    IS_SK,
    KIND_CODES,
    MAY_MOVE,
    MAY_SHOCK,
    TERRAIN_NAMES,
    Card,
    Kind,
    Missile,
    Pref,
    Special,
    Terrain,
    Trait,
)
from hoplon.games.cardbattle.units import (
    follows,
    has_marker,
    holds,
    is_a,
    is_cav,
    is_mounted,
    is_rear_full,
    may_act,
    may_enter,
    units_in_deck,
)


@dataclass(frozen=True)
class Case:
    """A choice taken apart: its card, the unit if it is one, the row and the column of its argument."""

    names: Names
    s: Any
    kind: Do
    seat: int
    card: int
    unit: int
    row: int
    column: int

    @property
    def name(self) -> str:
        """The unit's word."""
        return self.names.unit(self.unit)

    @property
    def target(self) -> int:
        """The enemy seen in the column meant."""
        return int(seen_at(self.s, 1 - self.seat, self.column))

    def lacks(self, card: Card) -> str:
        """The hand holds no such card."""
        if holds(self.s, self.seat, card.value):
            return ""
        return f"the hand holds no {card.name.replace('_', ' ')} card"

    def stays_out(self, owner: int) -> str:
        """The terrain of an area is closed to the unit."""
        if may_enter(self.s, self.unit, owner, self.column):
            return ""
        land = TERRAIN_NAMES[self.s.terrain[COLUMNS * owner + self.column]].lower()
        code = KIND_CODES[self.s.kind[self.unit]]
        return f"{code} may not enter {land} (column {self.column + 1})"

    def clan(self) -> str:
        """The leader commands no more clans this turn."""
        if self.unit == EMPTY or may_act(self.s, self.unit):
            return ""
        clan = self.names.clan(self.seat, int(self.s.clan[self.unit]))
        most = several(int(self.s.clans[self.seat]), "clan")
        acted = [k for k in range(len(self.names.clans[self.seat])) if int(self.s.clans_active) >> k & 1]
        others = listed([self.names.clan(self.seat, k) for k in acted])
        so_far = f", and {others} {'has' if len(acted) == 1 else 'have'} acted" if acted else ""
        return f"clan {clan} cannot act: the leader commands {most} a turn{so_far}"

    def marked(self) -> str:
        """A manoeuvre marker forbids it."""
        return f"{self.name} has a manoeuvre marker" if has_marker(self.s, self.unit) else ""

    def nobody(self, column: int) -> str:
        """No unit stands there."""
        return f"no unit of yours stands in column {column + 1}" if self.unit == EMPTY else ""


def play(c: Case) -> str:
    """7.2."""
    if plays_left(c.s) <= 0:
        return "no more units may be played this turn"
    if c.card == EMPTY:
        return "there is no such card in the hand"
    if c.card >= CARD:
        return "a special card is not played on an area of the own field"
    if c.s.field[COLUMNS * c.seat + c.column] != EMPTY:
        return f"column {c.column + 1} is occupied"
    return c.clan() or c.stays_out(c.seat) or _restricted(c)


def _restricted(c: Case) -> str:
    if not is_restricted(c.s, c.unit, c.column):
        return ""
    return f"the field restrictions keep {KIND_CODES[c.s.kind[c.unit]]} out of column {c.column + 1}"


def relieve(c: Case) -> str:
    """7.3."""
    if plays_left(c.s) <= 0:
        return "no more units may be played this turn"
    if c.unit == EMPTY:
        return "there is no such unit in the hand"
    old = int(c.s.field[COLUMNS * c.seat + c.column])
    if old == EMPTY:
        return f"nobody stands in column {c.column + 1} to be relieved"
    if not relieves(c.s, c.seat, int(c.s.kind[c.unit]), int(c.s.kind[old])):
        return f"{KIND_CODES[c.s.kind[c.unit]]} cannot relieve {KIND_CODES[c.s.kind[old]]} in this army"
    if is_rear_full(c.s, c.seat):
        return "the second line is full"
    return c.clan() or c.stays_out(c.seat) or _restricted(c) or "the leader commands no more clans this turn"


def strew(c: Case) -> str:
    """4.3."""
    if c.s.terrain[COLUMNS * (1 - c.seat) + c.column] != Terrain.CLEAR:
        return c.lacks(Card.CALTROP) or f"the enemy area {c.column + 1} is not clear"
    return c.lacks(Card.CALTROP)


def move(c: Case) -> str:
    """7.4."""
    if c.s.moved:
        return "one move has been made this turn"
    if c.unit == EMPTY:
        return c.nobody(c.row)
    if abs(c.column - c.row) != 1 or zone_of(c.s, c.column) != zone_of(c.s, c.row):
        return "a unit moves to a neighbouring column of the same zone"
    if not MAY_MOVE[c.s.kind[c.unit]]:
        return f"{KIND_CODES[c.s.kind[c.unit]]} never moves"
    if c.s.field[COLUMNS * c.seat + c.column] != EMPTY:
        return f"column {c.column + 1} is occupied"
    if in_contact(c.s, c.seat, c.row):
        return c.marked() or f"{c.name} is in contact with an enemy"
    return c.marked() or c.stays_out(c.seat) or c.clan()


def retire(c: Case) -> str:
    """7.4."""
    if c.s.moved:
        return "one move has been made this turn"
    if c.unit == EMPTY:
        return c.nobody(c.column)
    if is_rear_full(c.s, c.seat):
        return "the second line is full"
    if c.marked():
        return c.marked()
    kind = int(c.s.kind[c.unit])
    light = follows(c.s, c.seat, Special.DISCIPLINE) or c.s.pref[Pref.SPECIAL_LI_MOBILITY]
    rides = is_cav(c.s, c.unit) and follows(c.s, c.seat, Special.MOBILITY)
    if not (IS_SK[kind] or (IS_LI[kind] and light) or rides):
        return f"{KIND_CODES[kind]} may not go to the second line in this army"
    return c.clan() or f"{c.name} is in contact with enemy cavalry"


def steady(c: Case) -> str:
    """2.3."""
    if c.unit == EMPTY:
        return c.nobody(c.column)
    return c.lacks(Card.COHESION) or c.marked() or f"{c.name} has no hits"


def aim(c: Case) -> str:
    """9.1."""
    if c.unit == EMPTY:
        return c.nobody(c.row)
    s, u = c.s, c.unit
    if s.missile[u] == Missile.NONE:
        return f"{c.name} has no missiles"
    if IS_EL[s.kind[u]]:
        return "elephants fire in reaction only"
    if is_truce(s):
        return "nobody fires in the setup turns"
    if has(s, u, Mark.AIMING):
        return f"{c.name} fires once a phase"
    if has(s, u, Mark.NO_MISSILE):
        return f"{c.name} is out of missiles"
    if has(s, u, Mark.SUPPLIED):
        return f"{c.name} was supplied in this phase and fires in reaction or next turn"
    if c.marked():
        return c.marked()
    if s.missile[u] == Missile.M and not s.pref[Pref.MAGIC_MISSILES]:
        return "magic missiles are switched off"
    if s.pref[Pref.ENGAGED_NO_MISSILE] and has(s, u, Mark.ENGAGED):
        return f"{c.name} is engaged and may not fire"
    if c.target == EMPTY:
        return f"no enemy is seen in column {c.column + 1}"
    if not touch(s, c.row, c.column):
        return f"columns {c.row + 1} and {c.column + 1} are not in contact"
    if is_a(s, c.target, Trait.ELEMENTAL):
        return "missiles cannot hit an ELEMENTAL"
    return c.clan()


def supply(c: Case) -> str:
    """2.3."""
    if c.unit == EMPTY:
        return c.nobody(c.column)
    if not c.s.supply and c.lacks(Card.MISSILE_SUPPLY):
        return c.lacks(Card.MISSILE_SUPPLY)
    if not has(c.s, c.unit, Mark.NO_MISSILE):
        return f"{c.name} is not out of missiles"
    if has(c.s, c.unit, Mark.SUPPLIED):
        return f"{c.name} is being supplied already"
    return "the card serves skirmishers and mounted units, in Samurai also TP and YU"


def _cannot_shock(c: Case) -> str:
    """10.1: what keeps a unit from any attack."""
    s, u = c.s, c.unit
    if not MAY_SHOCK[s.kind[u]] or (s.kind[u] == Kind.CH_LGT and s.pref[Pref.RESTRICTED_CH_MELEE]):
        return f"{KIND_CODES[s.kind[u]]} never attacks"
    if has(s, u, Mark.ATTACKING) or has(s, u, Mark.RAIDING):
        return f"{c.name} attacks once a phase"
    if has_marker(s, u) and not has(s, u, Mark.CHARGER):
        return c.marked()
    return c.clan()


def attack(c: Case) -> str:
    """10.1."""
    if c.unit == EMPTY:
        return c.nobody(c.row)
    if c.target == EMPTY:
        return f"no enemy is seen in column {c.column + 1}"
    if has(c.s, c.target, Mark.OW):
        return f"{c.names.unit(c.target)} has withdrawn this phase"
    if has(c.s, c.target, Mark.ATTACKED):
        return f"{c.names.unit(c.target)} is attacked already"
    return _against(c, c.target, c.kind == Do.ATTACK_FLANK)


def _against(c: Case, v: int, with_card: bool) -> str:
    """What keeps the unit from this target."""
    s, u = c.s, c.unit
    if _cannot_shock(c):
        return _cannot_shock(c)
    if not reaches(s, u, v, True):
        return _out_of_reach(c, u, v)
    if fits(s, u, v, flanks_alone(s, u, v, True)):
        return "the attack is legal without the card; play it afterwards with flank-card" if with_card else ""
    there = int(s.at[v])
    if not may_enter(s, u, 1 - c.seat, there):
        land = TERRAIN_NAMES[s.terrain[COLUMNS * (1 - c.seat) + there]].lower()
        return f"{KIND_CODES[s.kind[u]]} may not attack into {land}"
    if with_card:
        return c.lacks(Card.FLANK) or _no_flank(c, v)
    if is_cav(s, u) and IS_EL[s.kind[v]]:
        return "cavalry attacks elephants on the flank only"
    return "the shock table does not allow this attack from the front"


def _out_of_reach(c: Case, u: int, v: int) -> str:
    """10.5: an enemy in the zone that faces the unit keeps it from the attack across zones."""
    if is_across(c.s, u, v):
        return f"an enemy stands in the zone that faces {c.names.unit(u)}; it attacks across zones past none"
    return f"{c.names.unit(u)} is not in contact with {c.names.unit(v)}"


def _no_flank(c: Case, v: int) -> str:
    """10.3."""
    if not can_flank(c.s, c.unit):
        return f"{c.name} can never attack on the flank"
    if not flies_over(c.s, c.unit, v) and not has_open_side(c.s, v, True):
        return f"{c.names.unit(v)} has no open side"
    return ""


def join(c: Case) -> str:
    """10.1."""
    if not c.s.open:
        return "no attack is being put together"
    if c.unit == EMPTY:
        return c.nobody(c.column)
    if attackers_now(c.s) > 1:
        return "the attack has two attackers already"
    if targets_now(c.s) > 1:
        return "two units attack a single target only"
    return _against(c, int(first_target(c.s)), c.kind == Do.JOIN_FLANK)


def also(c: Case) -> str:
    """10.1."""
    if not c.s.open:
        return "no attack is being put together"
    if attackers_now(c.s) > 1:
        return "two units attack a single target only"
    if targets_now(c.s) >= TARGETS:
        return f"an attack has at most {TARGETS} targets"
    attacker = int(first_attacker(c.s))
    if has(c.s, attacker, Mark.FLANK):
        return "a unit on the flank attacks a single target"
    if c.target == EMPTY:
        return f"no enemy is seen in column {c.column + 1}"
    if has(c.s, c.target, Mark.OW):
        return f"{c.names.unit(c.target)} has withdrawn this phase"
    if has(c.s, c.target, Mark.ATTACKED):
        return f"{c.names.unit(c.target)} is attacked already"
    if not touch(c.s, int(c.s.at[attacker]), c.column):
        return f"{c.names.unit(attacker)} is not in contact with {c.names.unit(c.target)}"
    return f"{c.names.unit(attacker)} may not attack {c.names.unit(c.target)}"


def flank(c: Case) -> str:
    """10.3."""
    if not c.s.open:
        return "no attack is being put together"
    if c.unit == EMPTY:
        return c.nobody(c.column)
    if not is_in_open_attack(c.s, c.unit):
        if targets_now(c.s) != 1:
            return f"the attack has {int(targets_now(c.s))} targets; a unit on the flank attacks a single one"
        return (
            f"{c.name} is {'on the flank already' if has(c.s, c.unit, Mark.FLANK) else 'not in this attack'}"
        )
    target = int(first_target(c.s))
    if c.kind == Do.FLANK_CARD:
        return c.lacks(Card.FLANK) or _no_flank(c, target)
    if c.s.flank_orders >= c.s.command[c.seat]:
        return "no flank order of the leader is left this turn"
    rides = is_mounted(c.s, c.unit) and not IS_CH[c.s.kind[c.unit]] and not is_mounted(c.s, target)
    if not rides and not flies_over(c.s, c.unit, target):
        return "flank orders are for mounted units, not chariots, against foot, and for those who fly"
    return _no_flank(c, target)


def raid(c: Case) -> str:
    """10.9."""
    if c.unit == EMPTY:
        return c.nobody(c.column)
    if _cannot_shock(c):
        return _cannot_shock(c)
    if c.target != EMPTY:
        return f"{c.names.unit(c.target)} stands in front"
    return c.stays_out(1 - c.seat) or f"{c.name} is in contact with an enemy that has not withdrawn"


def rally(c: Case) -> str:
    """11.3."""
    if c.unit == EMPTY:
        return "there is no such unit in the second line"
    if c.s.place[c.unit] != Place.ROUTED:
        return f"{c.name} is not routed"
    if follows(c.s, c.seat, Special.TRIBAL_COMMAND):
        return "an army under Tribal Command rallies nobody"
    if c.kind == Do.RALLY and attempts_left(c.s) <= 0:
        return "no attempt of the leader is left this turn"
    return (c.lacks(Card.RALLY) if c.kind == Do.RALLY_CARD else "") or c.clan()


def regroup(c: Case) -> str:
    """10.11."""
    if c.unit == EMPTY or c.s.place[c.unit] != Place.PURSUIT:
        return "that unit is not on pursuit"
    if c.s.level_m[c.unit] > 0:
        return f"{c.name} pursues for {int(c.s.level_m[c.unit])} more turns"
    if attempts_left(c.s) <= 0:
        return "no attempt of the leader is left this turn"
    return "the second line is full" if is_rear_full(c.s, c.seat) else c.clan()


def discard(c: Case) -> str:
    """2.4."""
    if c.card == EMPTY:
        return "there is no such card in the hand"
    return f"{c.name} has been on the field and cannot be discarded"


def recover(c: Case) -> str:
    """11.4."""
    if c.unit == EMPTY:
        return "there is no such unit in the second line"
    if c.kind == Do.RECOVER and c.lacks(Card.COHESION):
        return c.lacks(Card.COHESION)
    if c.kind == Do.ORDER and not may_order(c.s):
        return "the leader has no cohesion order to give"
    if not is_rested(c.s, c.unit):
        return f"{c.name} has not been rallied since an earlier turn"
    return f"{c.name} has no hits"


def reserve(c: Case) -> str:
    """2.3."""
    if c.lacks(Card.RESERVE):
        return c.lacks(Card.RESERVE)
    return "the deck holds no more units" if units_in_deck(c.s, c.seat) == 0 else ""


def draw(c: Case) -> str:
    """11.5."""
    if draws_left(c.s) <= 0:
        return "no more cards may be drawn this turn"
    if c.s.hand_n[c.seat] >= HAND:
        return "the hand is full"
    if c.kind == Do.DRAW:
        return "the deck is empty"
    if c.unit == EMPTY:
        return "there is no such unit in the second line"
    return f"{c.name} has not been rallied since an earlier turn"


def challenge(c: Case) -> str:
    """14.5."""
    if c.s.module != Module.SAMURAI:
        return "only samurai fight duels"
    return c.lacks(Card.CHALLENGE) or "an attack is being put together; close it first"
