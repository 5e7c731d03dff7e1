"""What a league has to show is what its results say."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import create_engine, update

from hoplon.league.counted import counted
from hoplon.league.playing import packed
from hoplon.league.ratings import rate
from hoplon.league.report.leagues import NotThere
from hoplon.league.report.matches import LARGEST_KEPT, Asked
from hoplon.league.report.rated import Fits, points_of, steps
from hoplon.league.report.reader import LeagueReader
from hoplon.league.settings import Settings
from hoplon.league.store import Entrant, Store
from hoplon.league.tables import attempts
from tests.league.filled import Entry, Filling

CUP = "evening-cup"


def test_the_table_has_the_ratings_of_all_results_relative_to_the_built_in_bot(
    cup: Store, reader: LeagueReader
) -> None:
    league = cup.league()
    versions = cup.versions(league)
    with cup.reading() as connection:
        results = counted(connection, league, versions)
    anchor = next(version.id for version in versions if version.name == "chance")
    expected = rate(results, anchor)
    told = reader.table(CUP)
    assert told.rated == len(results) == 12
    for rating, one in zip(expected.table, told.standings, strict=True):
        assert (one.version, one.rating, one.low, one.high) == (
            rating.player,
            rating.rating,
            rating.low,
            rating.high,
        )
        assert one.better == rating.better
    assert [one.place for one in told.standings] == [1, 2, 3, 4]
    assert next(one for one in told.standings if one.name == "chance").rating == 0.0


def test_a_line_adds_up_what_was_played(reader: LeagueReader) -> None:
    seats = [seat for match in reader.all_matches(CUP) for seat in match.seats]
    for one in reader.table(CUP).standings:
        own = Counter(seat.verdict for seat in seats if seat.name == one.name)
        tally = one.tally
        assert (tally.matches, tally.won, tally.drawn) == (own.total(), own["won"], own["drawn"])
        assert tally.faults == own["fault"]
        assert tally.won + tally.drawn + tally.lost == tally.matches
    assert reader.table(CUP).standings[-1].tally.faults > 0


def test_head_to_head_is_the_same_seen_from_both_sides(reader: LeagueReader) -> None:
    pairs = {(pair.version, pair.opponent): pair for pair in reader.pairs(CUP)}
    assert len(pairs) == 12
    for (one, other), pair in pairs.items():
        back = pairs[other, one]
        assert (pair.won, pair.drawn, pair.lost) == (back.lost, back.drawn, back.won)
        assert pair.matches == 2


def test_matches_are_found_by_bot_opponent_and_how_they_ended(reader: LeagueReader) -> None:
    ids = {bot.bot.name: bot.bot.id for bot in reader.bots(CUP)}
    both = reader.matches(CUP, Asked(bot=ids["anna"], opponent=ids["doris"]))
    assert len(both) == 2
    assert all({seat.name for seat in match.seats} == {"anna", "doris"} for match in both)
    assert [match.id for match in both] == sorted((match.id for match in both), reverse=True)
    lost = reader.matches(CUP, Asked(bot=ids["doris"], lost=True))
    assert lost
    assert all(
        seat.verdict in ("lost", "fault") for match in lost for seat in match.seats if seat.name == "doris"
    )
    assert len(reader.matches(CUP, Asked(limit=3))) == 3
    first = reader.matches(CUP, Asked(limit=3))[-1]
    assert all(match.id < first.id for match in reader.matches(CUP, Asked(before=first.id)))


def test_errors_come_with_what_was_written_to_stderr(reader: LeagueReader) -> None:
    errors = reader.errors(CUP)
    assert {one.name for one in errors} == {"doris"}
    assert len(errors) == reader.table(CUP).standings[-1].tally.faults
    assert "KeyError: 'wall'" in errors[0].stderr
    assert "raised KeyError" in errors[0].fault
    ids = {bot.bot.name: bot.bot.id for bot in reader.bots(CUP)}
    assert reader.errors(CUP, ids["anna"]) == []
    assert reader.errors(CUP, ids["doris"], limit=1) == errors[:1]


def test_whoever_is_disqualified_moves_nobody(cup: Store) -> None:
    cup.disqualify(cup.league(), "doris", "copied")
    told = LeagueReader(cup.engine).table(CUP)
    last = told.standings[-1]
    assert (last.name, last.place, last.rating, last.trouble) == ("doris", None, None, "disqualified: copied")
    assert [one.tally.matches for one in told.standings] == [6, 6, 6, 6]
    met = {one.name: one.points for one in told.standings}
    assert sum(met[name] or 0 for name in ("anna", "Björn", "chance")) == pytest.approx(1.5)


def test_a_new_version_starts_clean_and_the_page_of_the_bot_keeps_both(cup: Store) -> None:
    cup.add_version(cup.league(), "anna", Entrant("command", "python3 main.py", "f" * 64))
    reader = LeagueReader(cup.engine)
    anna = next(one for one in reader.table(CUP).standings if one.name == "anna")
    assert (anna.number, anna.tally.matches, anna.rating) == (2, 0, None)
    told = reader.bot(anna.bot)
    assert [version.number for version in told.bot.versions] == [1, 2]
    old = told.bot.versions[0]
    assert told.versions[old.id].matches == 6
    assert told.opponents == []
    others = {pair.opponent for pair in reader.pairs(CUP)}
    assert old.id not in others


def test_a_bot_sees_whom_it_met_the_hardest_first_and_how_it_did_at_each_seat(reader: LeagueReader) -> None:
    last = reader.table(CUP).standings[-1]
    told = reader.bot(last.bot)
    shares = [pair.points / pair.matches for _, pair in told.opponents]
    assert shares == sorted(shares)
    assert len(shares) == 3
    assert {seat: tally.matches for seat, tally in told.seats.items()} == {0: 3, 1: 3}


def test_a_curve_is_fitted_once_and_ends_where_the_table_is(cup: Store, reader: LeagueReader) -> None:
    points = reader.curve(CUP)
    assert [point.after for point in points] == list(range(1, 13))
    table = {one.version: one.rating for one in reader.table(CUP).standings}
    assert {version: three[0] for version, three in points[-1].ratings.items()} == table
    with cup.reading() as connection:
        kept = points_of(connection, CUP)
    assert sorted(kept) == list(range(1, 12))  # the last one is still to change
    assert LeagueReader(cup.engine).curve(CUP) == points


@pytest.mark.parametrize(
    ("count", "few"), [(1, [1]), (24, list(range(1, 25))), (25, [*range(2, 25, 2), 25]), (1000, None)]
)
def test_a_curve_has_few_points_at_round_numbers(count: int, few: list[int] | None) -> None:
    found = steps(count)
    assert found == (few or found)
    assert found[-1] == count
    assert len(found) <= 25


def test_a_fit_is_made_again_when_matches_were_played_or_somebody_is_excluded(
    cup: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hoplon.league.report.rated.REST", 0.0)
    fits = Fits()
    with cup.reading() as connection:
        first = fits.of(connection, CUP)
        assert fits.of(connection, CUP) is first
    cup.disqualify(cup.league(), "doris", "copied")
    with cup.reading() as connection:
        assert fits.of(connection, CUP) is not first


def test_those_who_play_alone_are_compared_on_common_seeds(tmp_path: object) -> None:
    filling = Filling(f"{tmp_path}/alone.db", "Alone", "codekeeper", [Entry("a"), Entry("b")])
    filling.round_robin((1, 2))
    reader = LeagueReader(filling.store.engine)
    scores = {(line.seed, line.seats[0].name): line.seats[0].score for line in reader.all_matches("alone")}
    better = sum(scores[seed, "a"] > scores[seed, "b"] for seed in (1, 2))
    pair = next(pair for pair in reader.pairs("alone") if pair.version == 1)
    assert (pair.won, pair.matches) == (better, 2)
    told = reader.table("alone")
    assert {one.name: one.tally.score for one in told.standings} == {
        name: sum(scores[seed, name] for seed in (1, 2)) / 2 for name in ("a", "b")
    }
    filling.close()


def test_an_empty_league_and_unknown_names_are_told(cup: Store, reader: LeagueReader) -> None:
    cup.add_league("Empty", "hoplite", 1, (), "round-robin", Settings())
    told = reader.table("empty")
    assert (told.standings, told.rated, told.card.played) == ([], 0, 0)
    assert reader.curve("empty") == []
    assert [card.league.id for card in reader.leagues()] == ["empty", CUP]
    with pytest.raises(NotThere, match="there is no league 'nope' here"):
        reader.table("nope")
    with pytest.raises(NotThere, match="there is no bot 'nope' here"):
        reader.bot("nope")
    with pytest.raises(NotThere, match="there is no match 999 of a league here"):
        reader.kept(999)


def test_one_connection_is_enough_for_whatever_is_asked(cup: Store) -> None:
    """Who has one waits for no other: otherwise readers could wait for one another for ever."""
    engine = create_engine(cup.engine.url, pool_size=1, max_overflow=0, pool_timeout=0.1)
    reader = LeagueReader(engine)
    (league,) = reader.leagues()
    name = league.league.id
    (first, *_) = reader.table(name).standings
    assert reader.bot(first.bot).standing == first
    assert reader.pairs(name)
    assert LeagueReader(engine).curve(name) == reader.curve(name)
    assert next(reader.all_matches(name))
    engine.dispose()


@pytest.mark.parametrize(
    "record",
    [
        b"garbage",
        packed("garbage"),
        packed("[" * 100_000),
        packed("[]"),
        packed('{"seats": 3}'),
        packed('{"seats": [3, 3]}'),
        packed('{"seats": [{"fault": 3, "errors": [3]}, {"fault": 3, "errors": 3}]}'),
        packed('{"seats": []}' + " " * LARGEST_KEPT),
    ],
    ids=range(8),
)
def test_a_record_that_cannot_be_read_says_nothing_and_breaks_nothing(
    cup: Store, reader: LeagueReader, record: bytes
) -> None:
    with cup.changing() as connection:
        connection.execute(update(attempts).values(record=record))
    (league,) = reader.leagues()
    found = reader.errors(league.league.id)
    assert {one.stderr for one in found} == {""}
    assert reader.kept(found[0].match).file
