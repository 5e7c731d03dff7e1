"""Options of a battle (6.1, 6.2, 18) and the record that the rules read."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from hoplon.core.errors import HoplonError
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.armies import find, inline, read
from hoplon.games.cardbattle.names import (
    Answer,
    Card,
    Kind,
    Missile,
    Module,
    Natural,
    Pref,
    Roman,
    Special,
    Terrain,
    Trait,
)
from hoplon.games.cardbattle.options import (
    CHOSEN_PREFS,
    MOST_CARDS,
    NOTHING,
    CardBattleOptions,
    options_t,
    write_options,
)
from hoplon.games.cardbattle.preferences import CENTRE, EVERYWHERE, PREF_DEFAULT, PREF_IDS, WINGS
from tests.games.rulebook import section

INDIANS = """\
schema = 1
[army]
id = "mine"
name = "Indians"
module = "antiquity"
[leader]
name = "X"
initiative = 5
command = 1
[special_cards]
INITIATIVE = 2
[[unit]]
name = "Indian elephants"
count = 15
type = "EL"
tq = 5
size = 5
"""


def written(**given: Any) -> Any:
    """The record of some options."""
    options = CardBattleOptions(**given)
    options.check()
    array = np.zeros(1, options_t)
    write_options(array, 0, options)
    return array[0]


@section("18.1")
def test_every_preference_is_an_option_or_an_answer_or_of_the_screen() -> None:
    for pref in Pref:
        topic = PREF_IDS[pref].split(".")[0]
        assert (pref in CHOSEN_PREFS) == (topic not in ("play", "ui"))


@section("18.1")
def test_defaults() -> None:
    record = written()
    assert record["module"] == Module.ANTIQUITY
    assert list(record["pref"][: len(Pref)]) == list(PREF_DEFAULT)
    assert record["natural"] == 0
    assert list(record["answers"]) == [0, 0]
    assert set(record["zones"][: len(Kind)]) == {EVERYWHERE}
    assert record["pbem"] == 0


@section("18.1")
def test_armies_are_written_card_by_card() -> None:
    carthage, rome = written()["army"]
    assert carthage["units"] == 31
    assert list(carthage["kind"][:4]) == [Kind.PH] * 3 + [Kind.HI]
    assert list(carthage["tq"][:4]) == [7, 7, 7, 7]
    assert list(carthage["sizes"][:4]) == [10, 10, 10, 5]
    assert list(carthage["value"][:4]) == [14, 14, 14, 7]
    assert carthage["missile"][30] == Missile.J
    assert carthage["kind"][31:].max() == 0
    assert set(carthage["clan"]) == {NOTHING}
    assert (carthage["initiative"], carthage["command"], carthage["clans"]) == (7, 3, 0)
    assert carthage["rout_level"] == 90
    assert rome["roman"] == Roman.EARLY
    assert set(rome["terrain"]) == {NOTHING}
    assert rome["field_terrain"] == NOTHING


@section("18.1")
def test_special_rules_terrain_and_clans() -> None:
    gauls = written(army_a="gauls")["army"][0]
    rules = (Special.FEROCITY, Special.LONG_SWORDS, Special.TRIBAL_COMMAND)
    assert gauls["rules"] == sum(1 << special for special in rules)
    assert [k + 1 for k in range(9) if gauls["terrain"][k] == Terrain.SLOPE] == [4, 6]
    oda = written(army_a="oda", army_b="takeda")["army"][0]
    assert oda["clans"] == 3
    assert list(oda["clan"][[0, 10]]) == [0, 1]


@section("18.1", "16")
def test_the_300() -> None:
    record = written(army_a="spartans_300", army_b="persians_300")
    spartans, persians = record["army"]
    assert record["module"] == Module.THE_300
    assert spartans["field_terrain"] == Terrain.WALL
    assert (spartans["turn_limit"], spartans["wins_at_limit"]) == (50, 1)
    assert (persians["endless"], persians["unroutable"], persians["turn_limit"]) == (1, 1, 0)


@section("18.1", "15.2")
def test_monsters_carry_their_traits() -> None:
    army = written(army_a="serpent_empire", army_b="lion_kingdom")["army"][0]
    serpent = list(army["kind"]).index(Kind.LM)
    traits = (Trait.TERROR, Trait.ACID_BLOOD, Trait.REGENERATE)
    assert army["traits"][serpent] == sum(1 << trait for trait in traits)


@section("18.1")
def test_indian_elephants_and_full_values() -> None:
    text = inline(read(INDIANS))
    army = written(army_a=text)["army"][0]
    assert army["traits"][0] == 1 << Trait.INDIAN
    assert (army["value"][0], army["rout_level"]) == (2, 15)
    army = written(army_a=text, elephant_full_tq=True)["army"][0]
    assert (army["value"][0], army["rout_level"]) == (5, 38)


@section("18.3", "2.4")
def test_the_largest_deck() -> None:
    assert MOST_CARDS == 60 + 14 + 5 + 5 + 20


@section("18.1", "12.2")
def test_rout_percentages() -> None:
    record = written(rout_a=100, rout_b=1)
    assert [int(army["rout_level"]) for army in record["army"]] == [179, 2]


@section("18.3", "2.4")
def test_decks_hold_the_armys_cards_and_those_of_the_preferences() -> None:
    cards = written(army_a=inline(read(INDIANS)))["army"]["cards"]
    assert list(cards[0]) == [0, 0, 2, 1, 0, 0, 0, 0]
    assert list(cards[1]) == [3, 5, 5, 1, 0, 0, 0, 0]
    cards = written(army_a=inline(read(INDIANS)), variable_initiative=True, deck_initiative=3)["army"][
        "cards"
    ]
    assert [cards[seat][Card.INITIATIVE] for seat in (0, 1)] == [5, 3]
    cards = written(army_a="oda", army_b="takeda", deck_challenge=2)["army"]["cards"]
    assert [cards[seat][Card.CHALLENGE] for seat in (0, 1)] == [3, 4]


@section("18.2")
def test_field_restrictions() -> None:
    zones = written(use_restrictions=True, restrictions=("HC:both", "SK:nowhere", "BI:centre"))["zones"]
    assert zones[Kind.HC_CAT] == EVERYWHERE
    assert zones[Kind.LN] == WINGS
    assert zones[Kind.SK_AR] == 0
    assert zones[Kind.BI] == zones[Kind.PH] == 1 << CENTRE


@section("18.1")
def test_terrain_and_answers() -> None:
    record = written(terrain=("river", "forest"), answers_b=("play.sk_always_ow", "all_always_rf"))
    assert record["natural"] == 1 << Natural.RIVER | 1 << Natural.FOREST
    assert list(record["answers"]) == [0, 1 << Answer.SK_ALWAYS_OW | 1 << Answer.ALL_ALWAYS_RF]
    assert written(terrain=("none",))["natural"] == 0
    assert written(terrain=("random",))["natural"] == 1 << Natural.RANDOM


@section("18.1", "26.2")
def test_the_300_module_knows_the_preferences_of_antiquity() -> None:
    assert written(army_a="spartans_300", army_b="persians_300", phalanx_stand=True)["pref"][
        Pref.PHALANX_STAND
    ]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"army_a": "cartage"},
            r"option army_a is 'cartage' \(did you mean carthage\?\); expected one of athens",
        ),
        (
            {"army_b": "{}"},
            r"option army_b:1: schema is missing; expected 1 \(and \d+ more faults\)|option army_b:1",
        ),
        (
            {"army_a": "oda"},
            "Oda is an army of module samurai and Republican Rome one of antiquity; expected two",
        ),
        ({"army_a": "persians_300", "army_b": "persians_300"}, "neither .* can be routed"),
        ({"rout_a": "101"}, "option rout_a is 101; expected a whole number from 0 to 100"),
        ({"setup_turns": "7"}, "option setup_turns is 7; expected a whole number from 0 to 6"),
        ({"deck_reserve": "-1"}, "option deck_reserve is -1; expected a whole number from 0 to 5"),
        (
            {"rally_all_monsters": "yes"},
            "option rally_all_monsters does nothing in module antiquity; expected it in f",
        ),
        (
            {"deck_challenge": "2"},
            "option deck_challenge does nothing in module antiquity; expected it in samurai only",
        ),
        (
            {"army_a": "oda", "army_b": "oda", "use_restrictions": "yes"},
            "option use_restrictions does nothing in",
        ),
        (
            {"army_a": "spartans_300", "army_b": "persians_300", "terrain": "river"},
            "expected none at the Hot Gates",
        ),
        (
            {"terrain": "rivr"},
            r"option terrain has 'rivr' \(did you mean river\?\); expected some of river, gorge",
        ),
        ({"terrain": "none,river"}, "option terrain has none beside river; expected none alone"),
        ({"terrain": "marsh,random"}, "option terrain has random beside marsh; expected random alone"),
        ({"restrictions": "HC:both"}, "option restrictions needs use_restrictions=yes"),
        (
            {"use_restrictions": "yes", "restrictions": "HX:both"},
            "option restrictions has 'HX:both'; expected TYPE:PL",
        ),
        ({"use_restrictions": "yes", "restrictions": "HC"}, "option restrictions has 'HC'"),
        (
            {"answers_a": "sk_always_wo"},
            r"option answers_a has 'sk_always_wo' \(did you mean sk_always_ow\?\); exp",
        ),
        ({"pbem": "maybe"}, "option pbem is 'maybe'; expected yes or no"),
        ({"fog": "yes"}, "there is no option 'fog'"),
        (
            {"position": "x", "pbem": "yes"},
            "a position brings all its values along; leave out the option pbem",
        ),
    ],
)
@section("18.1")
def test_impossible_options_are_refused_in_one_sentence(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(HoplonError, match=sentence) as caught:
        CardBattleOptions.from_text(given)
    assert len(str(caught.value).splitlines()) == 1


@section("18.1")
def test_options_are_written_and_read_as_text() -> None:
    options = CardBattleOptions(
        army_a=inline(find("gauls")),
        terrain=("river", "gorge"),
        deck_cohesion=5,
        magic_missiles=True,
        pbem=True,
    )
    assert CardBattleOptions.from_text(options.as_text()) == options
    assert set(options.as_text()) == {"army_a", "terrain", "deck_cohesion", "pbem"}
    assert {field.name for field in fields(options)} >= set(options.as_text())


@pytest.mark.representative
@section("18.1")
def test_rules_read_the_record() -> None:
    @rule
    def values(options: Any, i: int) -> Any:
        total = 0
        for seat in range(2):
            army = options[i].army[seat]
            for card in range(army.units):
                total += int(army.value[card])
        return total

    array = np.zeros(1, options_t)
    write_options(array, 0, CardBattleOptions())
    assert values(array, 0) == 179 + 190
