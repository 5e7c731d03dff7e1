"""One version against all others, on every seed; others meet only where tables need them."""

from __future__ import annotations

from collections.abc import Sequence

from hoplon.league.formats.past import Paired, Past, rotations
from hoplon.league.formats.round_robin import STAGE, crowd, everybody, seated_tables


def gauntlet(past: Past, name: str, seats: int, seeds: Sequence[int], paired: bool) -> list[Paired]:
    """All that is missing; nothing as long as the one of that name does not play."""
    hero = next((version for version in past.players if past.names.get(version) == name), None)
    others = [version for version in past.players if version != hero]
    if hero is None or not others:
        return []
    if seats == 2:
        return everybody(past, [(hero, other) for other in others], seeds, paired, hero)
    tables = list(crowd(past, others, seats, seeds, (hero,)))
    if paired:
        return [one for seed, group in tables for one in rotations(STAGE, seed, group)]
    return seated_tables(tables)
