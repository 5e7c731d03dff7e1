"""What is counted over many runs of Hoplite: prayers, and what runs end by."""

from __future__ import annotations

from collections.abc import Iterator

from hoplon.core.choices import LegalChoices
from hoplon.core.match import Match
from hoplon.core.talents import Column, Statistic, Tally
from hoplon.games.hoplite.state import End, Prayer
from hoplon.games.hoplite.tables import KIND_NAMES, PRAYER_NAMES

PRAY = "pray "  # how such a choice begins
WON = Column("won", "runs won", is_share=True)
DEPTH = Column("depth", "depth reached")


def prayers_held(match: Match) -> Iterator[Tally]:
    """Every prayer that was held at the end, with how the run ended."""
    s = match.state.record
    for prayer in Prayer:
        if int(s.prayers) >> prayer & 1:
            yield Tally((PRAYER_NAMES[prayer],), (float(s.end == End.WON), float(s.depth), float(s.score)))


def prayers_offered(match: Match) -> Iterator[Tally]:
    """Every prayer that could be said whenever one was: was it the one?"""
    for number, choice in enumerate(match.choices):
        if not choice.startswith(PRAY):
            continue
        states = match.states_at(number)
        _, legal = match.game.entries.standing(states, 0)
        for other in LegalChoices(match.game, states, 0, legal):
            if other.startswith(PRAY):
                taken = float(other == choice)
                yield Tally((other.removeprefix(PRAY),), (taken, float(states["depth"][0])))


def deaths(match: Match) -> Iterator[Tally]:
    """What killed the hero, of all that can."""
    s = match.state.record
    if s.end == End.LOST:
        for kind, name in enumerate(KIND_NAMES):
            by = int(s.killer) == kind
            yield Tally((name,), (float(by), float(s.depth) if by else None))


STATISTICS = (
    Statistic(
        "prayers",
        "Prayers held at the end",
        ("prayer",),
        (WON, DEPTH, Column("score", "score")),
        prayers_held,
    ),
    Statistic(
        "offers",
        "Prayers offered where one was said",
        ("prayer",),
        (Column("taken", "taken", is_share=True), Column("depth", "at depth")),
        prayers_offered,
    ),
    Statistic(
        "deaths",
        "What runs were lost to",
        ("by",),
        (Column("share", "of the lost runs", is_share=True), DEPTH),
        deaths,
    ),
)
