"""Statistics of many matches: what each game declares, and who won from which seat, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hoplon.core.match import Match
from hoplon.core.talents import Column, Statistic, Tally
from hoplon.referee.stats import Interval, mean, share_of_points

WON = Column("won", "won", is_share=True)
SCORE = Column("score", "score")


def _results(match: Match) -> Iterator[tuple[int, float, float]]:
    """For each seat: what it won (a shared victory in part, a draw in which nobody won in equal parts)."""
    outcome = match.outcome
    assert outcome is not None
    seats = len(outcome.scores)
    for seat, score in enumerate(outcome.scores):
        if outcome.winners:
            won = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        else:
            won = 1.0 / seats if seats > 1 else 0.0
        yield seat, won, float(score)


def players(match: Match) -> Iterator[Tally]:
    """How everybody did whose name the match says."""
    for seat, won, score in _results(match):
        if name := match.names.get(seat):
            yield Tally((name,), (won, score, float(match.seats.count(seat))))


def seats(match: Match) -> Iterator[Tally]:
    """How each seat did, in games for several."""
    names = match.game.seat_names(match.options)
    if len(names) > 1:
        for seat, won, score in _results(match):
            yield Tally((names[seat],), (won, score))


OF_EVERY_GAME = (
    Statistic("players", "Players", ("player",), (WON, SCORE, Column("choices", "choices a match")), players),
    Statistic("seats", "Seats", ("seat",), (WON, SCORE), seats),
)


@dataclass(frozen=True)
class Row:
    """One line of a table: its name, from how many matches it is, and a figure for each column."""

    name: tuple[str, ...]
    matches: int
    figures: tuple[Interval | None, ...]


@dataclass(frozen=True)
class Table:
    """One statistic of one game."""

    game: str
    statistic: Statistic
    rows: tuple[Row, ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        about = self.statistic
        return {
            "game": self.game,
            "name": about.name,
            "title": about.title,
            "rows": [
                dict(zip(about.keys, row.name, strict=True))
                | {"matches": row.matches}
                | {
                    column.name: None if found is None else vars(found)
                    for column, found in zip(about.columns, row.figures, strict=True)
                }
                for row in self.rows
            ],
        }

    def _repr_html_(self) -> str:
        from hoplon.analysis.notebook import table_html

        return table_html(self)

    def records(self) -> Iterator[dict[str, Any]]:
        """One flat record for each row and column, for CSV and Parquet."""
        about = self.statistic
        for row in self.rows:
            for column, found in zip(about.columns, row.figures, strict=True):
                if found is not None:
                    yield {
                        "game": self.game,
                        "statistic": about.name,
                        "row": " / ".join(row.name),
                        "column": column.name,
                        "matches": row.matches,
                        "value": found.value,
                        "low": found.low,
                        "high": found.high,
                    }


TALLY = ("game", "statistic", "row", "column", "match", "value")
RECORD = ("game", "statistic", "row", "column", "matches", "value", "low", "high")


@dataclass(frozen=True)
class Unit:
    """What one match says about one row."""

    match: str
    tallies: list[Tally]


@dataclass
class Statistics:
    """Counts matches of any games, one by one; those that are not over are only numbered."""

    matches: dict[str, int] = field(default_factory=dict)
    unfinished: int = 0
    _units: dict[tuple[str, str], dict[tuple[str, ...], list[Unit]]] = field(default_factory=dict)
    _declared: dict[tuple[str, str], Statistic] = field(default_factory=dict)

    def add(self, match: Match, name: str = "") -> None:
        """Count a match; `name` is where it comes from."""
        if match.outcome is None:
            self.unfinished += 1
            return
        game = match.game
        self.matches[game.name] = self.matches.get(game.name, 0) + 1
        for statistic in (*OF_EVERY_GAME, *game.statistics()):
            place = game.name, statistic.name
            self._declared.setdefault(place, statistic)
            rows = self._units.setdefault(place, {})
            own: dict[tuple[str, ...], list[Tally]] = {}
            for tally in statistic.tallies(match):
                own.setdefault(tally.row, []).append(tally)
            for row, tallies in own.items():
                rows.setdefault(row, []).append(Unit(name, tallies))

    def tables(self) -> list[Table]:
        """All tables that have rows: by game, what every game has first."""
        found = []
        for game in sorted(self.matches):
            for (of, name), statistic in self._declared.items():
                if of == game and self._units[of, name]:
                    found.append(Table(game, statistic, _rows(statistic, self._units[of, name])))
        return found

    def tallies(self) -> Iterator[dict[str, Any]]:
        """Everything that was counted, one flat record for each match, row and column."""
        for (game, name), rows in self._units.items():
            columns = self._declared[game, name].columns
            for row, units in rows.items():
                for unit in units:
                    for tally in unit.tallies:
                        for column, value in zip(columns, tally.values, strict=True):
                            if value is not None:
                                said = game, name, " / ".join(row), column.name, unit.match, float(value)
                                yield dict(zip(TALLY, said, strict=True))


def count(matches: Iterable[Match]) -> Statistics:
    """The statistics of matches."""
    found = Statistics()
    for match in matches:
        found.add(match)
    return found


def _rows(statistic: Statistic, units: dict[tuple[str, ...], list[Unit]]) -> tuple[Row, ...]:
    """Rows by their names; numbers in them count as numbers."""

    def order(name: tuple[str, ...]) -> list[tuple[bool, int, str]]:
        return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in name]

    rows = []
    for name in sorted(units, key=order):
        of_matches = [unit.tallies for unit in units[name]]
        figures = tuple(_figure(column, k, of_matches) for k, column in enumerate(statistic.columns))
        rows.append(Row(name, len(of_matches), figures))
    return tuple(rows)


def _figure(column: Column, k: int, units: list[list[Tally]]) -> Interval | None:
    """What one match says several times depends on each other, so it counts as one unit."""
    values = [[value for tally in unit if (value := tally.values[k]) is not None] for unit in units]
    values = [unit for unit in values if unit]
    if column.is_share:
        return share_of_points(values)
    return mean([sum(unit) / len(unit) for unit in values])


def write_figure(column: Column, found: Interval | None) -> str:
    """A figure for people: `62 % (51 to 72)` or `8.4 (7.9 to 8.9)`."""
    if found is None:
        return "–"
    scale, unit = (100.0, " %") if column.is_share else (1.0, "")
    digits = 0 if column.is_share or abs(found.value) >= 1000 else 1
    text = f"{scale * found.value:.{digits}f}{unit}"
    if found.low is not None and found.high is not None:
        text += f" ({scale * found.low:.{digits}f} to {scale * found.high:.{digits}f})"
    return text
