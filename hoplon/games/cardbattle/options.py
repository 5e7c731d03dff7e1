"""What may be chosen before a battle (6.1, 18), and the record in which the rules find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.core.errors import BadOption
from hoplon.core.kernel import record
from hoplon.core.options import Options
from hoplon.games.cardbattle.armies import Army, of_option
from hoplon.games.cardbattle.army import MOST_ALLOWED, MOST_OF_OTHERS, rout_level
from hoplon.games.cardbattle.army_check import MOST_UNITS
from hoplon.games.cardbattle.checking import near
from hoplon.games.cardbattle.names import Answer, Card, Module, Natural, Pref, Trait
from hoplon.games.cardbattle.preferences import (
    CENTRE,
    EVERYWHERE,
    MOST_DECK_CARDS,
    PREF_DEFAULT,
    PREF_HIGH,
    PREF_IS_FLAG,
    PREF_LOW,
    PREF_MODULES,
    WINGS,
    ZONES,
)
from hoplon.games.cardbattle.tables import KINDS, MODULE_IDS, NATURAL_IDS

SEATS = 2
MOST_CARDS = MOST_UNITS + MOST_ALLOWED + 2 * MOST_OF_OTHERS + 4 * MOST_DECK_CARDS  # in a deck
AREAS = 9
NOTHING = -1  # no terrain, no clan
PREFS = 48
KIND_ROOM = 40
PLACES = {"wings": WINGS, "centre": 1 << CENTRE, "both": EVERYWHERE, "nowhere": 0}
TYPES = tuple(dict.fromkeys(name for name, _ in KINDS))
NO_TERRAIN = "none"
ANSWER_NAMES = tuple(answer.name.lower() for answer in Answer)

army_options_t = record(
    [
        ("units", "i2"),
        ("kind", "i2", (MOST_UNITS,)),
        ("tq", "i2", (MOST_UNITS,)),
        ("sizes", "i2", (MOST_UNITS,)),
        ("missile", "i2", (MOST_UNITS,)),
        ("clan", "i2", (MOST_UNITS,)),  # place in the army's list of clans
        ("traits", "i2", (MOST_UNITS,)),  # bits of Trait
        ("value", "i2", (MOST_UNITS,)),  # with the preferences in force
        ("initiative", "i2"),
        ("command", "i2"),
        ("clans", "i2"),
        ("rules", "i2"),  # bits of Special
        ("cards", "i2", (len(Card),)),  # special cards of the deck, deck preferences included
        ("roman", "i2"),
        ("terrain", "i2", (AREAS,)),  # defensive terrain by column from 0
        ("field_terrain", "i2"),
        ("turn_limit", "i2"),  # 0: none
        ("wins_at_limit", "i2"),
        ("endless", "i2"),
        ("unroutable", "i2"),
        ("rout_level", "i2"),
    ]
)

options_t = record(
    [
        ("army", army_options_t, (SEATS,)),
        ("module", "i2"),
        ("pref", "i2", (PREFS,)),  # by Pref
        ("answers", "i2", (SEATS,)),  # bits of Answer
        ("natural", "i2"),  # bits of Natural
        ("zones", "i2", (KIND_ROOM,)),  # zones in which a kind may be played, one bit each
        ("pbem", "i2"),
    ]
)


@dataclass(frozen=True)
class CardBattleOptions(Options):
    """Two armies of one period, the terrain and the preferences.

    `army_a` and `army_b` are ids of supplied armies, or whole armies in one line. `rout_a` and `rout_b` are
    percentages of the army's value, 0 for the army's own. `terrain` lists options of the terrain dialog.
    `answers_a` and `answers_b` list the preferences of the topic Play that answer questions for a seat.
    `restrictions` changes ticks of the field, such as `HC:both`. With `pbem` the first seat begins without a
    roll. `position` begins from a line of the position notation. All others are preferences.
    """

    army_a: str = "carthage"
    army_b: str = "rome_republic"
    rout_a: int = 0
    rout_b: int = 0
    terrain: tuple[str, ...] = ()
    answers_a: tuple[str, ...] = ()
    answers_b: tuple[str, ...] = ()
    pbem: bool = False

    use_restrictions: bool = False
    restrictions: tuple[str, ...] = ()

    variable_initiative: bool = False
    leader_removes_coh: bool = False
    dynamic_play_draw: bool = False
    restricted_ch_melee: bool = False
    elephant_full_tq: bool = False
    fog_of_war: bool = False
    cavalry_pursuit: bool = False
    special_li_mobility: bool = False
    engaged_no_missile: bool = False
    second_line_attack_4: bool = False

    setup_turns: int = 3
    no_combat_on_setup: bool = False

    rally_all_monsters: bool = False
    magic_missiles: bool = True

    deck_initiative: int = 1
    deck_cohesion: int = 2
    deck_reserve: int = 1
    deck_challenge: int = 1

    size_rounding: bool = False
    skirmish_hit_cap: bool = False
    light_cavalry_halved: bool = False
    flank_exceptions: bool = False
    depleted_fire: bool = False
    depleted_defender: bool = False
    chariot_missile_double: bool = False
    phalanx_distribution: bool = False
    phalanx_stand: bool = False
    missile_cancels_ds: bool = False
    indian_elephants: bool = False

    position: str = ""

    def check(self) -> None:
        """Refuse what cannot be played."""
        others = [name for name in self.as_text() if name != "position"]
        if self.position and others:
            raise BadOption(f"a position brings all its values along; leave out the option {others[0]}")
        self.check_armies()
        for name in ("rout_a", "rout_b"):
            _range(name, getattr(self, name), 0, 100)
        for pref in CHOSEN_PREFS:
            self.check_pref(pref)
        self.natural_mask()
        self.zones()
        for seat in range(SEATS):
            self.answer_mask(seat)

    def describe(self, name: str) -> str:
        """An army that goes along whole by what it is."""
        text = str(getattr(self, name))
        if not (name.startswith("army_") and text.startswith("{")):
            return super().describe(name)
        army = of_option(text)
        total = army.totals()
        return f"{name} {army.name} (no supplied one: {total['units']} unit cards, {total['points']} points)"

    def armies(self) -> tuple[Army, Army]:
        """The armies of the two seats."""
        return of_option(self.army_a, "army_a"), of_option(self.army_b, "army_b")

    @property
    def module(self) -> Module:
        """The period of the battle."""
        return self.armies()[0].module

    def check_armies(self) -> None:
        """Armies of different periods never meet (6.1), and a battle must be able to end."""
        ours, theirs = self.armies()
        if ours.module != theirs.module:
            raise BadOption(
                f"{ours.name} is an army of module {MODULE_IDS[ours.module]} and {theirs.name} one of "
                f"{MODULE_IDS[theirs.module]}; expected two armies of the same module"
            )
        limits = [army.turn_limit and army.wins_at_turn_limit for army in (ours, theirs)]
        if ours.cannot_be_routed and theirs.cannot_be_routed and not any(limits):
            raise BadOption(
                f"neither {ours.name} nor {theirs.name} can be routed and neither wins at a turn limit; "
                "expected an army that can lose"
            )

    def check_pref(self, pref: Pref) -> None:
        """A preference is in its range, and changed only where the module knows it (18.1)."""
        name = pref.name.lower()
        value = int(getattr(self, name))
        _range(name, value, int(PREF_LOW[pref]), int(PREF_HIGH[pref]))
        if value != PREF_DEFAULT[pref] and not PREF_MODULES[pref] >> self.module & 1:
            known = [MODULE_IDS[module] for module in Module if PREF_MODULES[pref] >> module & 1]
            raise BadOption(
                f"option {name} does nothing in module {MODULE_IDS[self.module]}; "
                f"expected it in {' or '.join(known)} only"
            )

    def natural_mask(self) -> int:
        """The options of the terrain dialog, one bit each (4.2)."""
        for name in self.terrain:
            if name not in (NO_TERRAIN, *NATURAL_IDS):
                hint = near(name, NATURAL_IDS)
                expected = f"some of {', '.join(NATURAL_IDS)}, or {NO_TERRAIN}"
                raise BadOption(f"option terrain has {name!r}{hint}; expected {expected}")
        for name in (NO_TERRAIN, "random"):
            if name in self.terrain and len(set(self.terrain)) > 1:
                other = next(other for other in self.terrain if other != name)
                raise BadOption(f"option terrain has {name} beside {other}; expected {name} alone")
        mask = sum(1 << Natural[name.upper()] for name in set(self.terrain) if name != NO_TERRAIN)
        if mask and self.module == Module.THE_300:
            raise BadOption(
                f"option terrain has {self.terrain[0]}; expected none at the Hot Gates (module 300)"
            )
        return mask

    def zones(self) -> list[int]:
        """The zones in which each kind may be played (18.2)."""
        if self.restrictions and not self.use_restrictions:
            raise BadOption("option restrictions needs use_restrictions=yes")
        zones = [int(bits) if self.use_restrictions else EVERYWHERE for bits in ZONES]
        for text in self.restrictions:
            name, _, place = text.partition(":")
            if name not in TYPES or place not in PLACES:
                example = f"TYPE:PLACE such as HC:both, with {', '.join(PLACES)}"
                raise BadOption(f"option restrictions has {text!r}{near(name, TYPES)}; expected {example}")
            for kind, (type_of, _) in enumerate(KINDS):
                if type_of == name:
                    zones[kind] = PLACES[place]
        return zones

    def answer_mask(self, seat: int) -> int:
        """The questions that a seat has answered beforehand, one bit each."""
        option = ("answers_a", "answers_b")[seat]
        mask = 0
        for given in getattr(self, option):
            name = given.removeprefix("play.")
            if name not in ANSWER_NAMES:
                hint = near(name, ANSWER_NAMES)
                raise BadOption(
                    f"option {option} has {given!r}{hint}; expected some of {', '.join(ANSWER_NAMES)}"
                )
            mask |= 1 << Answer[name.upper()]
        return mask


CHOSEN_PREFS = tuple(pref for pref in Pref if pref.name.lower() in CardBattleOptions.__dataclass_fields__)
_named = CardBattleOptions()
assert all(
    getattr(_named, pref.name.lower()) == PREF_DEFAULT[pref]
    and isinstance(getattr(_named, pref.name.lower()), bool) == PREF_IS_FLAG[pref]
    for pref in CHOSEN_PREFS
), "the defaults of the preferences are those of the table"


def _range(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadOption(f"option {name} is {value!r}; expected a whole number from {least} to {most}")


def write_options(options: Any, i: int, given: CardBattleOptions) -> None:
    """Fill the record that the rules read; it has no room for a position."""
    room = options[i]
    room["module"] = given.module
    room["pref"][: len(PREF_DEFAULT)] = PREF_DEFAULT
    for pref in CHOSEN_PREFS:
        room["pref"][pref] = getattr(given, pref.name.lower())
    room["natural"] = given.natural_mask()
    zones = given.zones()
    room["zones"][: len(zones)] = zones
    room["pbem"] = given.pbem
    for seat, army in enumerate(given.armies()):
        room["answers"][seat] = given.answer_mask(seat)
        write_army(room["army"][seat], army, given, (given.rout_a, given.rout_b)[seat])


def write_army(room: Any, army: Army, given: CardBattleOptions, percent: int) -> None:
    """One army, card by card in the order of its list."""
    room["clan"] = NOTHING
    card = 0
    for unit in army.units:
        traits = sum(1 << trait for trait in unit.traits) | unit.is_indian << Trait.INDIAN
        for _ in range(unit.count):
            room["kind"][card] = unit.kind
            room["tq"][card] = unit.tq
            room["sizes"][card] = unit.size
            room["missile"][card] = unit.missile
            room["clan"][card] = army.clans.index(unit.clan) if unit.clan else NOTHING
            room["traits"][card] = traits
            room["value"][card] = unit.value(given.elephant_full_tq)
            card += 1
    room["units"] = card
    room["initiative"] = army.leader.initiative
    room["command"] = army.leader.command
    room["clans"] = army.leader.clans
    room["rules"] = sum(1 << rule for rule in army.rules)
    room["cards"] = deck_cards(army, given)
    room["roman"] = army.roman
    room["terrain"] = NOTHING
    for defence in army.defences:
        room["terrain"][defence.column - 1] = defence.terrain
    room["field_terrain"] = NOTHING if army.field_terrain is None else army.field_terrain
    room["turn_limit"] = army.turn_limit
    room["wins_at_limit"] = army.wins_at_turn_limit
    room["endless"] = army.endless
    room["unroutable"] = army.cannot_be_routed
    room["rout_level"] = rout_level(army.rout_total(given.elephant_full_tq), percent or army.rout_percent)


def deck_cards(army: Army, given: CardBattleOptions) -> list[int]:
    """The special cards of a deck: the army's and those of the deck preferences (6.2)."""
    cards = list(army.cards)
    cards[Card.COHESION] += given.deck_cohesion
    cards[Card.RESERVE] += given.deck_reserve
    cards[Card.INITIATIVE] += given.deck_initiative
    cards[Card.CHALLENGE] += given.deck_challenge
    if not given.variable_initiative:
        cards[Card.INITIATIVE] = 0
    if army.module != Module.SAMURAI:
        cards[Card.CHALLENGE] = 0
    return cards
