"""Simple players of CodeKeeper: one that wanders, and one that goes by a list of rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hoplon.bots.codekeeper.memory import FLOOR, SIDES, UNKNOWN, Memory
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games.codekeeper.cells import ALL_CELLS, cell_at, cheb
from hoplon.games.codekeeper.legal import ATTACK, CELL_BITS, MOVE
from hoplon.games.codekeeper.state import NOTHING, Thing, Weapon
from hoplon.games.codekeeper.tables import FIRST_MONSTER
from hoplon.games.codekeeper.view import View
from hoplon.games.codekeeper.weapons import MOST_HIT, hit_cell, reaches
from hoplon.games.codekeeper.words import TEXT_OF

WEAK = 10  # health at which potions come first
ORC = Thing.ORC.value - FIRST_MONSTER
EXIT, POTION = Thing.EXIT.value, Thing.POTION.value  # a member of an enum takes long to look up
HAMMER, SCYTHE, BOW = Weapon.HAMMER.value, Weapon.SCYTHE.value, Weapon.BOW.value


@cache
def blows(weapon: int, hero: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every cell that a weapon may be aimed at, with the cells that the blow hits."""
    return tuple(
        (aim, tuple(c for k in range(MOST_HIT) if (c := int(hit_cell(weapon, hero, aim, k))) >= 0))
        for aim in ALL_CELLS
        if reaches(weapon, hero, aim)
    )


class Wanderer(Bot):
    """A step to a side that is no wall, each as likely."""

    name = "wanderer"

    def choose(self, view: View, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Draw one."""
        walls = {cell_at(e.x, e.y) for e in view.entities if e.type == Thing.OBSTACLE}
        sides = [c for c in SIDES[cell_at(view.x, view.y)] if c not in walls]
        code = MOVE | sides[dice.below(len(sides))] if sides else MOVE | cell_at(view.x, view.y)
        return Choice(TEXT_OF[code], code)


class Explorer(Bot):
    """Leaves when it can, strikes what is near, else walks to the nearest thing wanted or unseen."""

    name = "explorer"

    def __init__(self) -> None:
        self.memory = Memory()

    def see(self, view: View) -> None:
        """Learn what an earlier view showed."""
        self.memory.see(view)

    def choose(self, view: View, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """Look and answer."""
        code = self.think(view)
        return Choice(TEXT_OF[code], code)

    def think(self, view: View) -> int:
        """The first rule that applies."""
        m = self.memory
        m.see(view)
        if any(m.item[c] == EXIT and m.kind[c] == NOTHING for c in SIDES[m.hero]):
            return MOVE | next(c for c in SIDES[m.hero] if m.item[c] == EXIT)
        blow = self.blow(view)
        if blow is not None:
            return blow
        wanted: list[Callable[[int], bool]] = [lambda c: bool(m.item[c] == EXIT)]
        if view.health <= WEAK:
            wanted.insert(0, lambda c: bool(m.item[c] == POTION))
        wanted.append(lambda c: bool(m.item[c] not in (NOTHING, POTION)))
        wanted.append(lambda c: any(m.ground[n] == UNKNOWN for n in SIDES[c]))
        for is_wanted in wanted:
            step = self.step_to(is_wanted)
            if step is not None:
                return MOVE | step
        return MOVE | m.hero

    def blow(self, view: View) -> int | None:
        """The blow that hits most fighters, the sword when one is beside; orcs are shot from afar."""
        m = self.memory
        fighters = {c for c, kind in enumerate(m.kind.tolist()) if kind != NOTHING and kind > 0}
        if not fighters:
            return None
        best, most = None, 1
        for weapon, left in ((HAMMER, view.hammer), (SCYTHE, view.scythe)):
            for aim, cells in blows(weapon, m.hero) if left else ():
                hits = sum(c in fighters for c in cells)
                if hits > most:
                    best, most = ATTACK + (weapon << CELL_BITS) + aim, hits
        if best is not None:
            return best
        for c in SIDES[m.hero]:
            if c in fighters:
                return ATTACK | c
        for c in sorted(fighters) if view.bow else ():
            if m.kind[c] == ORC and cheb(m.hero, c) <= 3:
                return ATTACK + (BOW << CELL_BITS) + c
        return None

    def step_to(self, is_wanted: Callable[[int], bool]) -> int | None:
        """The first step to the nearest known cell that is wanted."""
        m = self.memory
        first = {m.hero: m.hero}
        queue = [m.hero]
        for c in queue:
            if c != m.hero and is_wanted(c):
                return first[c]
            for n in SIDES[c]:
                if n not in first and m.ground[n] == FLOOR:
                    first[n] = n if c == m.hero else first[c]
                    queue.append(n)
        return None
