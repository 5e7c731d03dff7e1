"""What an army is, what its cards are worth in battle (12.1) and what they cost (19)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.games.cardbattle.content import read_table
from hoplon.games.cardbattle.names import Card, Kind, Missile, Module, Roman, Special, Terrain, Trait, Worth
from hoplon.games.cardbattle.tables import (
    COST_TENTHS,
    HI,
    HI_TR,
    IS_EL,
    KIND_CODES,
    MISSILE_LETTERS,
    TERRAIN_IDS,
    WORTH,
)

_points: dict[str, Any] = read_table("points")
_unit_points = _points["unit"]
STANDARD_BATTLE = int(_points["standard_battle"])
TOLERANCE = STANDARD_BATTLE * int(_points["tolerance_percent"]) // 100
STANDARD_RANGE = (STANDARD_BATTLE - TOLERANCE, STANDARD_BATTLE + TOLERANCE)
LIMITED_CARDS = (Card.FLANK, Card.RALLY, Card.COHESION, Card.MISSILE_SUPPLY, Card.CALTROP, Card.CHALLENGE)
MOST_OF_OTHERS = 5  # RESERVE and INITIATIVE, which no leader limits: as many as the deck preferences add
DEFENCES = tuple(name for name in _points["defensive_terrain"] if name in TERRAIN_IDS)
MOST_DEFENCES = int(_points["defensive_terrain"]["max_areas"])
LEADER_PRICES = {name: int(_points["leader"][name]) for name in ("initiative", "command", "clans")}
LEADER_LIMITS = {
    name: (int(_points["leader"][f"{name}_min"]), int(_points["leader"][f"{name}_max"]))
    for name in ("initiative", "command")
}


MOST_ALLOWED = sum(int(_points["card_allowance"][name]) * most for name, (_, most) in LEADER_LIMITS.items())


def half_up(numerator: int, denominator: int) -> int:
    """A fraction as the nearest whole number, halves upwards (0.4)."""
    return (2 * numerator + denominator) // (2 * denominator)


def card_points(card: Card) -> int:
    """Army points of a special card (19.2)."""
    return int(_points["special_card"][card.name])


def rule_points(rule: Special) -> int:
    """Army points of a special rule (19.3)."""
    return int(_points["special_rule"][rule.name.lower()])


def defence_points(terrain: Terrain) -> int:
    """Army points of an area of defensive terrain (19.4)."""
    return int(_points["defensive_terrain"][TERRAIN_IDS[terrain]])


def trait_points(trait: Trait) -> int:
    """Army points of a characteristic (19.1)."""
    return int(_points["trait"][trait.name])


def missile_points(letter: str) -> int:
    """Army points of a missile letter (19.1)."""
    return int(_unit_points[f"missile_{letter or 'none'}"])


@dataclass(frozen=True)
class Unit:
    """One line of an army's list: `count` cards alike."""

    name: str
    count: int
    kind: Kind
    tq: int
    size: int
    missile: Missile = Missile.NONE
    clan: str = ""
    traits: tuple[Trait, ...] = ()
    source: str = ""
    basis: str = ""

    def value(self, elephant_full_tq: bool = False) -> int:
        """Rout points of one card (12.1)."""
        worth = Worth(WORTH[self.kind])
        if Trait.ELEMENTAL in self.traits:
            return half_up(self.tq, 2)
        if IS_EL[self.kind] and elephant_full_tq:
            return self.tq
        if worth in (Worth.ONE, Worth.TWO):
            return 1 if worth == Worth.ONE else 2
        if worth == Worth.X1_5:
            return half_up(3 * self.tq, 2)
        is_double = worth == Worth.DOUBLE or (worth == Worth.DOUBLE_IF_SIZE_10 and self.size >= 10)
        return 2 * self.tq if is_double else self.tq

    @property
    def points(self) -> int:
        """Army points of one card (19.1)."""
        tenths = int(COST_TENTHS[self.kind])
        if self.kind in (HI, HI_TR) and self.size >= 10:
            tenths = round(10 * _unit_points["size_10_heavy_infantry_cost"])
        extra = self.size // int(_unit_points["size_divisor"])
        extra += missile_points(MISSILE_LETTERS[self.missile])
        extra += sum(trait_points(trait) for trait in self.traits)
        return half_up(self.tq * tenths + 10 * extra, 10)

    @property
    def is_indian(self) -> bool:
        """An elephant named Indian, for the refinement of that name (18.1)."""
        return bool(IS_EL[self.kind]) and "indian" in self.name.lower().split()

    def __str__(self) -> str:
        """As the rulebook lists it: `3 x Hastati LG HA 7/5 J`."""
        letter = MISSILE_LETTERS[self.missile]
        return f"{self.count} x {self.name} {KIND_CODES[self.kind]} {self.tq}/{self.size} {letter}".rstrip()


@dataclass(frozen=True)
class Leader:
    """Who commands (2.6)."""

    name: str
    initiative: int
    command: int
    clans: int = 0
    source: str = ""
    basis: str = ""

    @property
    def points(self) -> int:
        """Army points (19.2)."""
        return sum(price * int(getattr(self, name)) for name, price in LEADER_PRICES.items())

    @property
    def card_allowance(self) -> int:
        """How many of the limited special cards the army may hold (19.2)."""
        price = _points["card_allowance"]
        return int(price["initiative"] * self.initiative + price["command"] * self.command)


@dataclass(frozen=True)
class Defence:
    """One area of defensive terrain on the own field (4.3)."""

    column: int
    terrain: Terrain
    source: str = ""


@dataclass(frozen=True)
class Army:
    """An army as its file describes it (22.2); totals, values and points follow from it."""

    id: str
    name: str
    module: Module
    leader: Leader
    units: tuple[Unit, ...]
    period: str = ""
    description: str = ""
    rules: tuple[Special, ...] = ()
    rout_percent: int = 50
    roman: Roman = Roman.NO
    clans: tuple[str, ...] = ()
    field_terrain: Terrain | None = None
    turn_limit: int = 0
    wins_at_turn_limit: bool = False
    endless: bool = False
    cannot_be_routed: bool = False
    cards: tuple[int, ...] = (0,) * len(Card)
    cards_source: str = ""
    defences: tuple[Defence, ...] = ()

    def totals(self) -> dict[str, int]:
        """What the file's table `army.totals` says, computed (22.3)."""
        total = self.rout_total()
        return {
            "units": sum(unit.count for unit in self.units),
            "tq_sum": sum(unit.count * unit.tq for unit in self.units),
            "rout_total": total,
            "rout_level": rout_level(total, self.rout_percent),
            "special_cards": sum(self.cards),
            "points": self.points,
        }

    def rout_total(self, elephant_full_tq: bool = False) -> int:
        """The values of all unit cards together (12.2)."""
        return sum(unit.count * unit.value(elephant_full_tq) for unit in self.units)

    def prices(self) -> dict[str, int]:
        """Army points of each part (22.3)."""
        return {
            "units": sum(unit.count * unit.points for unit in self.units),
            "leader": self.leader.points,
            "special_cards": sum(count * card_points(Card(k)) for k, count in enumerate(self.cards)),
            "special_rules": sum(rule_points(rule) for rule in self.rules),
            "defensive_terrain": sum(defence_points(defence.terrain) for defence in self.defences),
        }

    @property
    def points(self) -> int:
        """Army points of everything (22.3)."""
        return sum(self.prices().values())

    @property
    def limited_cards(self) -> int:
        """The cards that depend on the commander (19.2)."""
        return sum(self.cards[card] for card in LIMITED_CARDS)

    def warnings(self) -> list[str]:
        """What an editor warns of without refusing it (19.5)."""
        least, most = STANDARD_RANGE
        if least <= self.points <= most:
            return []
        return [f"the army costs {self.points} points; a standard battle has {least} to {most}"]

    def __str__(self) -> str:
        return self.name


def rout_level(total: int, percent: int) -> int:
    """Rout points at which an army has lost, rounded up (12.2)."""
    return -(-total * percent // 100)
