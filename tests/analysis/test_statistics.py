"""What is counted over many matches."""

from __future__ import annotations

from collections import defaultdict

import pytest

import hoplon
from hoplon.analysis.plots import plot
from hoplon.analysis.statistics import Statistics, Table, count
from hoplon.core.talents import Column, Statistic, Tally
from hoplon.games import own_names
from tests.analysis.matches import begun, ended


def tables_of(found: Statistics) -> dict[str, Table]:
    return {table.statistic.name: table for table in found.tables()}


def value(table: Table, row: str, column: str) -> float:
    place = [each.name for each in table.statistic.columns].index(column)
    figure = next(each for each in table.rows if each.name[0] == row).figures[place]
    assert figure is not None
    return figure.value


@pytest.mark.parametrize("name", own_names())
def test_every_game_declares_what_is_counted_and_all_of_it_can_be_drawn(name: str) -> None:
    found = count(ended(name, seed) for seed in (1, 2, 3))
    declared = {statistic.name for statistic in hoplon.game(name).statistics()}
    tables = tables_of(found)
    assert declared
    assert found.matches == {name: 3}
    assert tables.keys() - declared <= {"players", "seats"}
    for table in tables.values():
        assert plot(table).startswith("<svg")
        assert len({row.name for row in table.rows}) == len(table.rows)
        for row in table.rows:
            for column, figure in zip(table.statistic.columns, row.figures, strict=True):
                if figure is not None and figure.low is not None and figure.high is not None:
                    assert figure.low - 1e-9 <= figure.value <= figure.high + 1e-9
                if figure is not None and column.is_share:
                    assert 0.0 <= figure.value <= 1.0


def test_all_endings_together_are_all_games() -> None:
    table = tables_of(count(ended("codekeeper", seed) for seed in range(1, 5)))["endings"]
    assert sum(row.figures[0].value for row in table.rows if row.figures[0]) == pytest.approx(1.0)


def test_what_one_army_wins_the_other_loses() -> None:
    tables = tables_of(count([ended("cardbattle", 1), ended("cardbattle", 2)]))
    for name in ("armies", "armies-against-armies"):
        rows = tables[name].rows
        assert {row.name[0] for row in rows} == {"carthage", "rome_republic"}
        assert value(tables[name], "carthage", "won") + value(tables[name], "rome_republic", "won") == 1.0
        assert value(tables[name], "carthage", "rout") == -value(tables[name], "rome_republic", "rout")


def test_the_seats_of_a_map_share_its_matches() -> None:
    table = tables_of(count([ended("hexabomb", 1)]))["seats-of-maps"]
    assert [row.name for row in table.rows] == [("duel", "2", "1"), ("duel", "2", "2")]
    assert sum(row.figures[0].value for row in table.rows if row.figures[0]) == 1.0


def test_prayers_are_counted_as_they_are_offered_said_and_held() -> None:
    matches = [hoplon.run("hoplite", "greedy", seed=seed).match for seed in range(8)]
    said: dict[str, int] = defaultdict(int)
    for match in matches:
        for choice in match.choices:
            if choice.startswith("pray "):
                said[choice.removeprefix("pray ")] += 1
    assert said
    found = count(matches)
    taken: dict[str, float] = defaultdict(float)
    for tally in found.tallies():
        if tally["statistic"] == "offers" and tally["column"] == "taken":
            taken[tally["row"]] += tally["value"]
    assert {name: n for name, n in taken.items() if n} == said
    held = tables_of(found)["prayers"]
    resigned = hoplon.new("hoplite", seed=1, prayers=("patience", "surge"))
    resigned.play("resign")
    alone = tables_of(count([resigned]))["prayers"]
    assert [row.name[0] for row in alone.rows] == ["patience", "surge"]
    assert value(alone, "surge", "won") == 0.0
    assert value(alone, "surge", "depth") == 1.0
    assert all(row.matches <= len(matches) for row in held.rows)


def test_a_match_that_is_not_over_is_only_numbered() -> None:
    found = count([begun("hoplite", 2)])
    assert found.unfinished == 1
    assert found.tables() == []


def test_names_in_a_match_make_a_table_of_players() -> None:
    match = ended("cardbattle", 1)
    match.names = {0: "Ada", 1: "Ben"}
    table = tables_of(count([match]))["players"]
    outcome = match.outcome
    assert outcome is not None
    assert value(table, "Ada", "won") == (1.0 if outcome.winners == (0,) else 0.0 if outcome.winners else 0.5)
    assert value(table, "Ben", "score") == outcome.scores[1]


def test_a_review_and_an_analysis_are_shown_in_notebooks() -> None:
    match = ended("hoplite", 1)
    shown = hoplon.review(match, threads=1)._repr_html_()
    assert "chance to win the run" in shown
    assert shown.count("<svg") == 1
    analysis = hoplon.analyse(begun("hoplite", 2), nodes=50)._repr_html_()
    assert "hearts expected at the stairs" in analysis
    table = tables_of(count([match]))["deaths"]
    assert "of the lost runs" in table._repr_html_()


def test_what_a_match_says_twice_counts_as_one_unit() -> None:
    """Ten tallies of one match are no ten matches: the interval of a mean needs two."""
    found = Statistics()
    twice = Statistic(
        "twice",
        "Twice",
        ("what",),
        (Column("x", "x"),),
        lambda match: [Tally(("it",), (float(len(match.choices)),))] * 10,
    )
    game = hoplon.game("hoplite")
    original = game.statistics
    object.__setattr__(game, "statistics", lambda: (twice,))
    try:
        for seed in (1, 2):
            found.add(ended("hoplite", seed))
    finally:
        object.__setattr__(game, "statistics", original)
    (row,) = tables_of(found)["twice"].rows
    assert row.matches == 2
    lengths = [len(ended("hoplite", seed).choices) for seed in (1, 2)]
    assert row.figures[0] is not None
    assert row.figures[0].value == sum(lengths) / 2
