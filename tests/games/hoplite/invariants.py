"""What is always true of a position (rulebook 2), and what a turn can do to it."""

from __future__ import annotations

from collections.abc import Sequence

from hoplon.core.match import Match
from hoplon.games.hoplite.cells import CELLS, has, is_on_map
from hoplon.games.hoplite.facts import demon_tiles
from hoplon.games.hoplite.state import HELD, MAX_HEALTH
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE
from hoplon.games.hoplite.view import Position


def check_position(p: Position) -> None:
    """The invariants of one position."""
    magma = set(p.magma)
    demons = [d.cell for d in p.demons]
    buildings = [tile for tile in (p.altar, p.fleece, p.portal) if tile]
    assert len(set(demons)) == len(demons), "no two demons on a tile"
    assert not magma & {p.hero, *demons, *buildings}
    assert not set(buildings) & set(demons)
    assert p.hero not in demons
    assert 0 <= p.energy <= p.max_energy <= 135
    assert 0 <= p.health <= p.max_health <= MAX_HEALTH
    assert 0 <= p.cooldown <= (4 if p.ended else 3), "a final turn does not tick it"
    assert 0 <= p.streak <= 2
    assert p.spear == "hand" or p.spear not in {*magma, *buildings, p.hero}
    assert not set(p.bombs) & {*magma, *buildings, *demons, p.hero}, (
        "between turns bombs lie where they were thrown"
    )
    assert len(set(p.bombs)) == len(p.bombs)
    for d in p.demons:
        assert 0 <= d.charge <= FULL_CHARGE[DEMON_NAMES.index(d.kind)]
    assert (p.altar is None) == (p.depth >= 16)
    assert (p.portal is not None) == (p.depth == 16)


def check_sets(match: Match) -> None:
    """The sets of tiles agree with the lists."""
    s = match.state.record
    cells = {int(s["cell"][d]) for d in s["order"][: s["demons"]].tolist()}
    assert {c for c in range(CELLS) if has(demon_tiles(s), c)} == cells
    assert all(is_on_map(c) for c in cells)
    assert int(s["spear"]) == HELD or is_on_map(int(s["spear"]))


def check_turn(before: Position, after: Position, lines: Sequence[str]) -> None:
    """All of it for one turn."""
    check_position(after)
    check_step(before, after, lines)


def check_step(before: Position, after: Position, lines: Sequence[str]) -> None:
    """What a turn can do to a position."""
    assert after.turn == before.turn + 1
    assert after.score >= before.score
    if after.depth == before.depth:
        assert {d.id for d in after.demons} <= {d.id for d in before.demons}, "the list only ever shrinks"
        assert after.magma == before.magma
        if after.ended not in ("won", "resigned"):  # these end the turn before the bombs
            thrown = [line.split()[-1] for line in lines if line.startswith("lob")]
            assert list(after.bombs) == thrown, "no bomb outlives the turn after its throw"
    else:
        assert after.depth == before.depth + 1
        assert after.energy == after.max_energy
    attackers = {line.split()[1] for line in lines if line.split()[0] in ("strike", "shoot", "beam", "lob")}
    walkers = {line.split()[1] for line in lines if line.startswith("step")}
    assert not attackers & walkers, "no demon attacks and walks in one turn"
