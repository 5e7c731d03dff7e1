"""Charts, help and the debriefing."""

from __future__ import annotations

import re

import pytest

from hoplon.core.errors import BadText
from hoplon.games.cardbattle.charts import CHARTS, chart
from hoplon.games.cardbattle.choices import VERBS
from hoplon.games.cardbattle.debrief import Debriefing, Side, count
from hoplon.games.cardbattle.guide import help_on, topics
from hoplon.games.cardbattle.preferences import PREF_IDS
from hoplon.games.cardbattle.tables import KIND_CODES, MODULE_IDS, SPECIAL_IDS, TRAIT_IDS, Card
from hoplon.games.cardbattle.words import phrases
from tests.games.cardbattle.random_battles import battle
from tests.games.rulebook import section


@pytest.mark.parametrize("module", MODULE_IDS)
@pytest.mark.parametrize("name", CHARTS)
@section("20")
def test_every_chart_fits_a_wide_terminal(name, module):
    lines = chart(name, module).splitlines()
    assert len(lines) > 2
    assert all(len(line) <= 110 for line in lines)


@section("20", "23")
def test_charts_say_what_the_rulebook_prints():
    assert "0    6/1  5/2  4/2" in chart("crt")
    assert re.search(r"^EL +4/9 +3/8 +3/8 +3/7 +1/5 +1/6 +1/3 +NA/7", chart("shock"), re.M)
    assert re.search(r"^Camp +1 +NA +1 +NA +NA +-2 +2 +yes", chart("terrain"), re.M)
    assert "KB" not in chart("shock")
    assert "LM" in chart("shock", "fantasy")
    assert "PH" not in chart("shock", "samurai")


@section("20")
def test_an_unknown_chart_is_refused_with_the_names():
    with pytest.raises(BadText, match="there is no chart 'x'; expected one of crt"):
        chart("x")


@section("20")
def test_everything_has_a_help_text():
    groups = {group for group, _, _ in topics()}
    assert groups == {
        "units",
        "cards",
        "rules",
        "characteristics",
        "preferences",
        "terrain",
        "phases",
        "choices",
    }
    words = [*KIND_CODES, *(card.name for card in Card), *SPECIAL_IDS, *TRAIT_IDS, *PREF_IDS]
    for word in [*words, *(verb.word for verb in VERBS.values())]:
        assert len(help_on(word)) > 20


@section("20")
def test_help_is_found_by_short_names_and_refused_with_a_hint():
    assert help_on("lg").count("\n") > 2
    assert "hidden" in help_on("fog of war")
    assert help_on("el cat").startswith("EL CAT, Armoured elephants")
    with pytest.raises(BadText, match="did you mean"):
        help_on("attak")


@section("20", "12.3")
def test_the_debriefing_counts_what_the_log_says():
    names, _ = battle(1)
    turn = phrases(names).read_turn(
        "\n".join(
            [
                "shot B.Velites-1 at 4 die 2",
                "  hit A.Celts-1 1",
                "shot B.Velites-2 at 4 die 9",
                "  miss B.Velites-2",
                "discard A.FLANK",
                "discard A.Celts-2",
                "fight attack 1",
                "  lead A.Celts-1",
                "  lead B.Hastati-1",
                "  superior flank",
                "  takes A 1",
                "  takes B 4",
                "  rout B.Hastati-1",
                "    flee B.Hastati-1",
                "evade B.Velites-1",
                "stampede A.African-elephants-1 from 3",
                "  crushed A.African-elephants-1",
                "raids A.Celts-3",
                "  plunder B 2 points",
                "rallied B.Hastati-1 with 2",
                "bundori A",
            ]
        )
    )
    sides = (Side(), Side())
    count(turn, sides)
    first, second = sides
    assert (first.attacks, first.won, first.flank_attacks) == (1, 1, 1)
    assert (first.rampages, first.second_line_attacks, first.plunder, first.bundori) == (1, 1, 2, 1)
    assert (first.discarded, second.discarded) == (1, 0)
    assert (first.eliminated, second.eliminated) == (1, 0)
    assert (second.shots, second.hits, second.withdrawals, second.routed, second.rallied) == (2, 1, 1, 1, 1)
    text = str(Debriefing(3, sides, "not over"))
    assert "flank attacks" in text
    assert "3 rounds, not over" in text
