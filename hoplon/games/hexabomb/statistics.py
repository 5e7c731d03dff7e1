"""What is counted over many matches of hexabomb: how the seats of each map do."""

from __future__ import annotations

from collections.abc import Iterator

from hoplon.core.match import Match
from hoplon.core.talents import Column, Statistic, Tally
from hoplon.games.hexabomb import maps

OTHER_MAP = "another map"


def board_name(match: Match) -> str:
    """The map, if it has a name."""
    chosen = match.options
    return chosen.map if not chosen.position and chosen.map in maps.names() else OTHER_MAP


def seats(match: Match) -> Iterator[Tally]:
    """How each seat of the map did; who shares the lead has won in part."""
    s = match.state.record
    first, count = int(s.special), int(s.seats)
    scores = [float(s.score[seat]) for seat in range(count)]
    board = board_name(match)
    for seat in range(first, count):
        rivals = [scores[other] for other in range(first, count) if other != seat]
        best = max(rivals, default=0.0)
        ahead = sum(score == scores[seat] for score in rivals)
        won = 1.0 / (1 + ahead) if scores[seat] >= best else 0.0
        row = board, str(count - first), str(seat - first + 1)
        yield Tally(row, (won, scores[seat], scores[seat] - best if rivals else None))


def games(match: Match) -> Iterator[Tally]:
    """How long a match took, and how close it was."""
    s = match.state.record
    first, count = int(s.special), int(s.seats)
    ranked = sorted((float(s.score[seat]) for seat in range(first, count)), reverse=True)
    lead = ranked[0] - ranked[1] if len(ranked) > 1 else None
    yield Tally((board_name(match), str(count - first)), (ranked[0] if ranked else None, lead, float(s.turn)))


STATISTICS = (
    Statistic(
        "seats-of-maps",
        "Maps by seats",
        ("map", "players", "seat"),
        (
            Column("won", "won", is_share=True),
            Column("score", "score"),
            Column("lead", "lead over the best rival"),
        ),
        seats,
    ),
    Statistic(
        "maps",
        "Maps",
        ("map", "players"),
        (
            Column("best", "score of the winner"),
            Column("lead", "lead of the winner"),
            Column("turns", "turns"),
        ),
        games,
    ),
)
