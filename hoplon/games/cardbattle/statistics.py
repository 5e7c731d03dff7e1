"""What is counted over many card battles: armies, armies against armies, and how battles end."""

from __future__ import annotations

from collections.abc import Iterator

from hoplon.core.match import Match
from hoplon.core.talents import Column, Statistic, Tally
from hoplon.games.cardbattle.options import SEATS
from hoplon.games.cardbattle.state import End
from hoplon.games.cardbattle.units import rout_points

WON = Column("won", "won", is_share=True)
ROUT = Column("rout", "rout points of the enemy less the own")
ROUNDS = Column("rounds", "rounds")


def sides(match: Match) -> Iterator[tuple[int, str, str, tuple[float | None, ...]]]:
    """For each seat: its army, the other one, and what came of it; a draw is half a victory.

    A battle that began from a position does not say which armies met.
    """
    if match.options.position:
        return
    s = match.state.record
    names = [army.id for army in match.options.armies()]
    points = [float(rout_points(s, seat)) for seat in range(SEATS)]
    for seat in range(SEATS):
        other = 1 - seat
        won = 1.0 if s.winner == seat else 0.0 if s.winner == other else 0.5
        yield seat, names[seat], names[other], (won, points[other] - points[seat], float(s.rounds))


def armies(match: Match) -> Iterator[Tally]:
    """How each army did."""
    for _, own, _, values in sides(match):
        yield Tally((own,), values)


def against(match: Match) -> Iterator[Tally]:
    """How each army did against the other."""
    for _, own, other, values in sides(match):
        yield Tally((own, other), values)


def endings(match: Match) -> Iterator[Tally]:
    """How the battle ended, of all ways."""
    s = match.state.record
    for end in End:
        if end != End.RUNNING:
            so = int(s.end) == end
            yield Tally((end.name.lower().replace("_", " "),), (float(so), float(s.rounds) if so else None))


STATISTICS = (
    Statistic("armies", "Armies", ("army",), (WON, ROUT, ROUNDS), armies),
    Statistic(
        "armies-against-armies", "Armies against armies", ("army", "against"), (WON, ROUT, ROUNDS), against
    ),
    Statistic(
        "endings",
        "How battles ended",
        ("end",),
        (Column("share", "of all battles", is_share=True), ROUNDS),
        endings,
    ),
)
