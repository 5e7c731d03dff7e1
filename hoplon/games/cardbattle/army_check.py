"""Checking an army file (19.5, 22.2): every fault with its line, what is wrong and what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from hoplon.games.cardbattle.army import (
    DEFENCES,
    LEADER_LIMITS,
    LIMITED_CARDS,
    MOST_ALLOWED,
    MOST_DEFENCES,
    MOST_OF_OTHERS,
    Army,
    Defence,
    Leader,
    Unit,
)
from hoplon.games.cardbattle.checking import LONGEST_TEXT, Checker, Fault, Lines, near, one_of, shown
from hoplon.games.cardbattle.content import SCHEMA
from hoplon.games.cardbattle.names import Card, Kind, Missile, Module, Roman, Special, Terrain, Trait
from hoplon.games.cardbattle.tables import (
    GC,
    IN_TABLE,
    IS_ARTILLERY,
    IS_EL,
    IS_MONSTER,
    IS_SK,
    KIND_CODES,
    KIND_MODULE,
    KIND_OF,
    KINDS,
    MISSILE_LETTERS,
    MODULE_IDS,
    MOUNTED,
    SAMURAI_WEAPONS,
    SPECIAL_IDS,
    TERRAIN_IDS,
    TRAIT_IDS,
)
from hoplon.games.cardbattle.toml_lines import Path

LEAST_UNITS, MOST_UNITS = 15, 60
TQ_RANGE, SIZE_RANGE = (1, 10), (1, 15)
LEAST_CLANS, MOST_CLANS = 5, 8
MOST_TURNS = 999
ID_SIGNS = set("abcdefghijklmnopqrstuvwxyz0123456789_")
KINDS_OF = {  # which parts of the unit types a module knows (14.1, 15, 16)
    Module.ANTIQUITY: (Module.ANTIQUITY,),
    Module.SAMURAI: (Module.SAMURAI,),
    Module.FANTASY: (Module.ANTIQUITY, Module.FANTASY),
    Module.THE_300: (Module.ANTIQUITY,),
}
ONLY_300 = ("field_terrain", "turn_limit", "wins_at_turn_limit", "endless", "cannot_be_routed")
TOTALS = ("units", "tq_sum", "rout_total", "rout_level", "special_cards", "points")
KEYS: dict[str, tuple[str, ...]] = {
    "the file": ("schema", "army", "leader", "special_cards", "defensive_terrain", "unit"),
    "[army]": (
        *("id", "name", "module", "period", "description", "special_rules", "rout_percent", "roman", "clans"),
        *(*ONLY_300, "totals"),
    ),
    "[army.totals]": TOTALS,
    "[leader]": ("name", "initiative", "command", "clans", "source", "basis"),
    "[special_cards]": (*(card.name for card in Card), "source"),
    "[[defensive_terrain]]": ("column", "terrain", "source"),
    "[[unit]]": (
        *("name", "count", "type", "class", "tq", "size", "missile", "clan", "traits"),
        *("value", "points", "source", "basis"),
    ),
}


def check(file: Mapping[str, Any], lines: Lines, stem: str = "") -> tuple[Army | None, list[Fault]]:
    """The army in a parsed file, or None and all its faults."""
    army, faults = draft(file, lines, stem)
    return (None, faults) if faults else (army, [])


def draft(file: Mapping[str, Any], lines: Lines, stem: str = "") -> tuple[Army, list[Fault]]:
    """The army as far as it goes, and all its faults; what is at fault holds a stand-in."""
    checker = ArmyChecker(lines, KEYS)
    checker.stem = stem
    return checker.read(file), checker.faults


def kinds_of(module: Module) -> tuple[Kind, ...]:
    """The kinds of unit that an army of a module may have."""
    return tuple(kind for kind in Kind if KIND_MODULE[kind] in KINDS_OF[module])


def letters_of(kind: Kind, module: Module) -> tuple[str, ...]:
    """The missile letters that a kind may have in a module (19.5, 23.4, 14.3)."""
    name, _ = KINDS[kind]
    if IS_ARTILLERY[kind]:
        return ("P",)
    if kind == GC:
        return ("J",)
    if module == Module.SAMURAI:
        return ("", SAMURAI_WEAPONS[name]) if name in SAMURAI_WEAPONS else ("",)
    if IS_EL[kind]:
        return ("", "A")
    letters = (letter for letter in MISSILE_LETTERS if (letter, bool(MOUNTED[kind])) in IN_TABLE)
    magic = module == Module.FANTASY
    return ("", *(letter for letter in letters if letter != "P" and (letter != "M" or magic)))


def defences_of(module: Module) -> tuple[str, ...]:
    """The defensive terrain that an army of a module may have (19.4)."""
    return tuple(name for name in DEFENCES if name != "castle" or module == Module.SAMURAI)


def columns_of(module: Module) -> tuple[int, int]:
    """The first and the last column of a field (3.1, 3.5)."""
    return (2, 8) if module == Module.THE_300 else (1, 9)


def leads_clans(module: Module) -> tuple[int, int]:
    """How many clans a leader may command (14.4)."""
    return (1, MOST_CLANS) if module == Module.SAMURAI else (0, 0)


class ArmyChecker(Checker):
    """Reads the tables of an army file in turn; each method is one of them."""

    module = Module.ANTIQUITY
    stem = ""

    def read(self, file: Mapping[str, Any]) -> Army:
        """The whole file."""
        self.known_keys(file, (), "the file")
        schema = file.get("schema", "missing")
        self.unless(type(schema) is int and schema == SCHEMA, ("schema",), f"schema is {schema}", str(SCHEMA))
        army = self.table(file, ("army",), "[army]", needed=True)
        facts = self.facts(army)
        leader = self.leader(file)
        cards, cards_source = self.cards(file, leader, facts["rules"])
        found = Army(
            **facts,
            leader=leader,
            cards=cards,
            cards_source=cards_source,
            defences=self.defences(file),
            units=self.units(file, facts["clans"]),
        )
        self.totals(army, found)
        return found

    def facts(self, army: Mapping[str, Any]) -> dict[str, Any]:
        """The table `[army]`."""
        module = self.word(army, ("army", "module"), MODULE_IDS, needed=True)
        if module is None:  # go on as if the nearest were meant, or every unit would be a fault
            module = (*get_close_matches(str(army.get("module")), MODULE_IDS, 1), MODULE_IDS[0])[0]
        self.module = Module(MODULE_IDS.index(module))
        terrain = self.word(army, ("army", "field_terrain"), TERRAIN_IDS)
        roman = self.word(army, ("army", "roman"), ("early", "late"))
        for key in ONLY_300:
            if self.module != Module.THE_300 and army.get(key):
                self.fault(("army", key), f"{key} is given in module {module}", 'module "300"')
        rules = self.words(army, ("army", "special_rules"), SPECIAL_IDS)
        return {
            "id": self.id(army),
            "name": self.text(army, ("army", "name"), needed=True),
            "module": self.module,
            "period": self.text(army, ("army", "period")),
            "description": self.text(army, ("army", "description"), longest=LONGEST_TEXT),
            "rules": tuple(Special(SPECIAL_IDS.index(rule)) for rule in rules),
            "rout_percent": self.whole(army, ("army", "rout_percent"), (1, 100), 50),
            "roman": Roman[(roman or "no").upper()],
            "clans": self.clans(army),
            "field_terrain": None if terrain is None else Terrain[terrain.upper()],
            "turn_limit": self.whole(army, ("army", "turn_limit"), (1, MOST_TURNS), 0),
            "wins_at_turn_limit": self.flag(army, ("army", "wins_at_turn_limit")),
            "endless": self.flag(army, ("army", "endless")),
            "cannot_be_routed": self.flag(army, ("army", "cannot_be_routed")),
        }

    def id(self, army: Mapping[str, Any]) -> str:
        """The name of the file without its ending."""
        found = self.text(army, ("army", "id"), needed=True)
        good = not set(found) - ID_SIGNS
        self.unless(good, ("army", "id"), f"id is {shown(found)}", "small letters, digits and underscores")
        if self.stem and found and good and found != self.stem:
            self.fault(("army", "id"), f"id is {shown(found)}", f"{self.stem!r}, the name of the file")
        return found

    def clans(self, army: Mapping[str, Any]) -> tuple[str, ...]:
        """Samurai armies consist of five to eight clans (14.4)."""
        clans, path = self.words(army, ("army", "clans")), ("army", "clans")
        if self.module != Module.SAMURAI:
            self.unless(
                not clans, path, f"clans are given in module {self.module_id}", "them in Samurai armies"
            )
        elif not LEAST_CLANS <= len(clans) <= MOST_CLANS:
            self.fault(path, f"there are {len(clans)} clans", f"{LEAST_CLANS} to {MOST_CLANS}")
        return clans

    @property
    def module_id(self) -> str:
        """The module as files call it."""
        return MODULE_IDS[self.module]

    def leader(self, file: Mapping[str, Any]) -> Leader:
        """The table `[leader]` (19.2)."""
        leader = self.table(file, ("leader",), "[leader]", needed=True)
        if not isinstance(file.get("leader"), dict):
            return Leader("", 0, 0)
        clans = leads_clans(self.module)
        return Leader(
            self.text(leader, ("leader", "name"), needed=True),
            self.whole(leader, ("leader", "initiative"), LEADER_LIMITS["initiative"]),
            self.whole(leader, ("leader", "command"), LEADER_LIMITS["command"]),
            self.whole(leader, ("leader", "clans"), clans, -1 if self.module == Module.SAMURAI else 0),
            self.text(leader, ("leader", "source")),
            self.text(leader, ("leader", "basis"), longest=LONGEST_TEXT),
        )

    def cards(
        self, file: Mapping[str, Any], leader: Leader, rules: tuple[Special, ...]
    ) -> tuple[tuple[int, ...], str]:
        """The table `[special_cards]` and the allowance of the commander (19.2)."""
        cards = self.table(file, ("special_cards",), "[special_cards]")
        counts = tuple(
            self.whole(
                cards,
                ("special_cards", card.name),
                (0, MOST_ALLOWED if card in LIMITED_CARDS else MOST_OF_OTHERS),
                0,
            )
            for card in Card
        )
        if counts[Card.RALLY] and Special.TRIBAL_COMMAND in rules:
            what = f"RALLY is {counts[Card.RALLY]} in an army with Tribal Command"
            self.fault(("special_cards", "RALLY"), what, "0")
        if counts[Card.CHALLENGE] and self.module != Module.SAMURAI:
            what = f"CHALLENGE is {counts[Card.CHALLENGE]} in module {self.module_id}"
            self.fault(("special_cards", "CHALLENGE"), what, "0 but in Samurai armies")
        limited = Army("", "", self.module, leader, (), cards=counts).limited_cards
        if leader.initiative > 0 and leader.command > 0 and limited > leader.card_allowance:
            what = f"{limited} special cards besides RESERVE and INITIATIVE"
            self.fault(
                ("special_cards",), what, f"at most {leader.card_allowance} (initiative + 2 x command)"
            )
        return counts, self.text(cards, ("special_cards", "source"))

    def defences(self, file: Mapping[str, Any]) -> tuple[Defence, ...]:
        """The tables `[[defensive_terrain]]` (4.3, 19.4)."""
        key = "defensive_terrain"
        tables = self.tables(file, key, "[[defensive_terrain]]")
        allowed, bounds = defences_of(self.module), columns_of(self.module)
        found: list[Defence] = []
        for k, table in enumerate(tables):
            column = self.whole(table, (key, k, "column"), bounds)
            terrain = self.word(table, (key, k, "terrain"), allowed, needed=True)
            if column > 0 and column in [defence.column for defence in found]:
                self.fault(
                    (key, k, "column"), f"column {column} has defensive terrain twice", "another column"
                )
            place = Terrain[(terrain or "clear").upper()]
            found.append(Defence(column, place, self.text(table, (key, k, "source"))))
        if len(found) > MOST_DEFENCES:
            what = f"there are {len(found)} areas of defensive terrain"
            self.fault((key, MOST_DEFENCES), what, f"at most {MOST_DEFENCES}")
        return tuple(found)

    def units(self, file: Mapping[str, Any], clans: tuple[str, ...]) -> tuple[Unit, ...]:
        """The tables `[[unit]]`, and how many cards they make (19.5)."""
        before = len(self.faults)
        units = tuple(
            self.unit(table, k, clans) for k, table in enumerate(self.tables(file, "unit", "[[unit]]"))
        )
        cards = sum(unit.count for unit in units)
        if len(self.faults) == before and not LEAST_UNITS <= cards <= MOST_UNITS:
            expected = f"{LEAST_UNITS} to {MOST_UNITS}"
            self.fault(("unit",), f"the army has {cards} unit cards", expected, ("unit", len(units) - 1))
        return units

    def unit(self, table: Mapping[str, Any], k: int, clans: tuple[str, ...]) -> Unit:
        """One table `[[unit]]`; value and points are compared once everything else is right."""
        at: Path = ("unit", k)
        before = len(self.faults)
        kind = self.kind(table, at)
        traits = self.words(table, (*at, "traits"), TRAIT_IDS)
        unit = Unit(
            name=self.text(table, (*at, "name"), needed=True),
            count=self.whole(table, (*at, "count"), (1, MOST_UNITS)),
            kind=kind or Kind.PH,
            tq=self.whole(table, (*at, "tq"), TQ_RANGE),
            size=self.whole(table, (*at, "size"), SIZE_RANGE),
            missile=Missile(MISSILE_LETTERS.index(self.word(table, (*at, "missile"), MISSILE_LETTERS) or "")),
            clan=self.text(table, (*at, "clan")),
            traits=tuple(Trait[trait] for trait in traits),
            source=self.text(table, (*at, "source")),
            basis=self.text(table, (*at, "basis"), longest=LONGEST_TEXT),
        )
        if len(self.faults) == before:
            self.unit_fits(unit, at, clans)
        if len(self.faults) == before:
            for key, computed in (("value", unit.value()), ("points", unit.points)):
                self.same(table, (*at, key), computed)
        return unit

    def kind(self, table: Mapping[str, Any], at: Path) -> Kind | None:
        """Type and class, which must go together and belong to the module."""
        types = tuple(dict.fromkeys(name for name, _ in KINDS))
        usable = {KINDS[kind][0] for kind in kinds_of(self.module)}
        name = self.word(table, (*at, "type"), types, needed=True)
        if name is None:
            return None
        if name not in usable:
            expected = one_of(other for other in types if other in usable)
            self.fault((*at, "type"), f"type {name} does not belong to module {self.module_id}", expected)
            return None
        classes = tuple(of for other, of in KINDS if other == name)
        given = table.get("class", "")
        if given not in classes:
            what = f"type {name} has no class {shown(given)}{near(given, classes)}"
            self.fault((*at, "class"), what, one_of(classes))
            return None
        return Kind(KIND_OF[name, given])

    def unit_fits(self, unit: Unit, at: Path, clans: tuple[str, ...]) -> None:
        """What the kind of a unit asks for (19.5, 14.4, 15.1)."""
        code = KIND_CODES[unit.kind]
        self.unless(
            unit.size == 1 or not IS_SK[unit.kind], (*at, "size"), f"size of {code} is {unit.size}", "1"
        )
        letters = letters_of(unit.kind, self.module)
        letter = MISSILE_LETTERS[unit.missile]
        self.unless(
            letter in letters, (*at, "missile"), f"missile of {code} is {shown(letter)}", one_of(letters)
        )
        if unit.traits and not IS_MONSTER[unit.kind]:
            self.fault((*at, "traits"), f"{code} has traits", "them for SM and LM only")
        if self.module != Module.SAMURAI:
            self.unless(
                not unit.clan, (*at, "clan"), f"clan is {shown(unit.clan)}", "none but in Samurai armies"
            )
        elif unit.clan not in clans:
            what = f"clan is {shown(unit.clan)}{near(unit.clan, clans)}" if unit.clan else "clan is missing"
            self.fault((*at, "clan"), what, one_of(clans))

    def totals(self, army: Mapping[str, Any], found: Army) -> None:
        """Totals that are given must be those of the list (22.3); looked at once everything else is right."""
        path = ("army", "totals")
        given = self.table(army, path, "[army.totals]")
        if not self.faults:
            for key, computed in found.totals().items():
                self.same(given, (*path, key), computed)

    def same(self, table: Mapping[str, Any], path: Path, computed: int) -> None:
        """A number that follows from others may be left out, but must not differ."""
        said = table.get(str(path[-1]), computed)
        good = type(said) is int and said == computed
        self.unless(good, path, f"{path[-1]} is {shown(said)}", f"{computed}")
