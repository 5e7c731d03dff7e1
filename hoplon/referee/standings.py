"""What a series says: one line for each player, and one for each two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hoplon.referee.run import ANNULLED, SeatResult
from hoplon.referee.series import Row
from hoplon.referee.stats import Interval, Paired, compare, compare_shares, mean, share_of_points

Sat = tuple[Row, SeatResult]


@dataclass(frozen=True)
class Standing:
    """How a player did. `share` is that of the points: of the wins for one who plays alone; otherwise of the
    opponents left behind, one on a par counting half. `alone` says which."""

    player: str
    matches: int
    share: Interval | None
    score: Interval | None
    measure: Interval | None
    won: int
    drawn: int
    lost: int
    undecided: int
    faults: int
    ends: Mapping[str, int]
    choices: int
    wall: float
    cpu: float
    waited: float
    slowest: float
    strikes: int
    excused: int


@dataclass(frozen=True)
class Meeting:
    """Two players against each other, from the first one's side."""

    first: str
    second: str
    matches: int
    won: int
    drawn: int
    lost: int
    share: Interval | None


@dataclass(frozen=True)
class Comparison:
    """Two players who each played alone, on the seeds that both played."""

    first: str
    second: str
    seeds: int
    wins: Paired | None
    score: Paired | None
    measure: Paired | None


def counted(rows: Iterable[Row]) -> list[Row]:
    """The matches that count."""
    return [row for row in rows if row.reason != ANNULLED]


def seats_of(rows: Iterable[Row], player: str) -> list[Sat]:
    """Every seat that a player had in a match that counts."""
    return [(row, seat) for row in counted(rows) for seat in row.seats if seat.player == player]


def by_seed(values: Iterable[tuple[int, float]]) -> list[list[float]]:
    """Values put together that belong to the same seed."""
    units: dict[int, list[float]] = {}
    for seed, value in values:
        units.setdefault(seed, []).append(value)
    return list(units.values())


def points(row: Row, seat: SeatResult) -> float:
    """0 to 1: the share of the other seats that were left behind."""
    others = [other for other in row.seats if other.seat != seat.seat]
    if not others:
        return float(seat.verdict == "won")
    return sum(outcome(seat, other) for other in others) / len(others)


def outcome(one: SeatResult, other: SeatResult) -> float:
    """1 if the one came before the other, one half on a par."""
    return 0.5 if one.rank == other.rank else float(one.rank < other.rank)


def standing(rows: Sequence[Row], player: str) -> Standing:
    """The line of a player."""
    sat = seats_of(rows, player)
    verdicts = Counter(seat.verdict for _, seat in sat)
    known = sum(verdicts[name] for name in ("won", "drawn", "lost", "fault"))
    return Standing(
        player=player,
        matches=len({row.key for row, _ in sat}),
        share=share_of_points(by_seed((row.seed, points(row, seat)) for row, seat in sat)),
        score=mean([_mean(unit) for unit in by_seed((row.seed, seat.score) for row, seat in sat)]),
        measure=mean([_mean(unit) for unit in by_seed((row.seed, row.measure) for row, _ in sat)]),
        won=verdicts["won"],
        drawn=verdicts["drawn"],
        lost=verdicts["lost"] + verdicts["fault"],
        undecided=len(sat) - known,
        faults=sum(bool(seat.fault) for _, seat in sat),
        ends=dict(Counter(row.reason if seat.verdict != "fault" else "fault" for row, seat in sat)),
        choices=sum(seat.choices for _, seat in sat),
        wall=sum(seat.wall for _, seat in sat),
        cpu=sum(seat.cpu for _, seat in sat),
        waited=sum(seat.waited for _, seat in sat),
        slowest=max((seat.slowest for _, seat in sat), default=0.0),
        strikes=sum(seat.strikes for _, seat in sat),
        excused=sum(seat.excused for _, seat in sat),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def standings(rows: Sequence[Row], players: Sequence[str]) -> list[Standing]:
    """All players, the best first."""
    lines = [standing(rows, player) for player in players]
    alone = all(len(row.seats) == 1 for row in rows)

    def merit(line: Standing) -> tuple[float, float]:
        share = line.share.value if line.share else 0.0
        score = line.score.value if line.score else 0.0
        return (-score, -share) if alone else (-share, -score)

    return sorted(lines, key=merit)


def meetings(rows: Sequence[Row], players: Sequence[str]) -> list[Meeting]:
    """Every two players who met."""
    found = []
    for first, second in combinations(players, 2):
        met: list[tuple[int, float]] = []
        for row in counted(rows):
            ours = [seat for seat in row.seats if seat.player == first]
            theirs = [seat for seat in row.seats if seat.player == second]
            met += [(row.seed, outcome(one, other)) for one in ours for other in theirs]
        if met:
            results = Counter(value for _, value in met)
            share = share_of_points(by_seed(met))
            counts = results[1.0], results[0.5], results[0.0]
            found.append(Meeting(first, second, len(met), *counts, share))
    return found


def comparisons(rows: Sequence[Row], players: Sequence[str], measured: bool) -> list[Comparison]:
    """Every two players who played alone, on the seeds that both played."""
    sat = {player: {row.seed: (row, seat) for row, seat in seats_of(rows, player)} for player in players}
    found = []
    for first, second in combinations(players, 2):
        seeds = sorted(sat[first].keys() & sat[second].keys())
        ours, theirs = ([sat[player][seed] for seed in seeds] for player in (first, second))
        found.append(
            Comparison(
                first,
                second,
                len(seeds),
                compare_shares(
                    [s.verdict == "won" for _, s in ours], [s.verdict == "won" for _, s in theirs]
                ),
                compare([s.score for _, s in ours], [s.score for _, s in theirs]),
                compare([r.measure for r, _ in ours], [r.measure for r, _ in theirs]) if measured else None,
            )
        )
    return found


def where_ended(rows: Sequence[Row], player: str) -> dict[int, Counter[str]]:
    """Where the matches that were not won ended: reasons by measure."""
    found: dict[int, Counter[str]] = {}
    for row, seat in seats_of(rows, player):
        if seat.verdict != "won":
            found.setdefault(row.measure, Counter())[row.reason] += 1
    return dict(sorted(found.items()))
