"""A battlefield for tests of combat: units as text, prescribed dice that all must fall, figures of the log.

Dice are the faces drawn: a d10 of 10 is a 0, left is 0 and right 1, one of n is 0 to n - 1.
"""

from __future__ import annotations

from typing import Any

from hoplon.games.cardbattle.state import Do, Loss, Module, Phase, Why
from hoplon.games.cardbattle.tables import (
    KIND_CODES,
    MISSILE_LETTERS,
    Card,
    Kind,
    Missile,
    Special,
    Terrain,
    Trait,
)
from hoplon.games.cardbattle.units import rout_limit
from tests.games.cardbattle.boards import A, B, Said, Table

LEFT, RIGHT = 0, 1
BY_CODE = {code: Kind(k) for k, code in enumerate(KIND_CODES)}


class Field(Table):
    """A table in the shock phase of seat A."""

    def __init__(self, module: Module = Module.ANTIQUITY) -> None:
        super().__init__()
        s = self.s
        s.module = module
        s.phase = Phase.SHOCK
        s.command[:] = 2
        self.names: dict[int, str] = {}
        if module == Module.THERMOPYLAE:
            for seat in (A, B):
                self.terrain(seat, 1, Terrain.CLIFF)
                self.terrain(seat, 9, Terrain.CLIFF)

    def put(self, seat: int, column: int, text: str, **more: Any) -> int:
        """A unit from text such as `LG HA 7/5 J`; traits by their names."""
        words = text.split()
        missile = "" if "/" in words[-1] else words.pop()
        tq, size = map(int, words.pop().split("/"))
        more["traits"] = [Trait[name] for name in more.get("traits", ())]
        more["clan"] = more.get("clan", 0)
        u = self.field(
            seat,
            column,
            BY_CODE[" ".join(words)],
            tq,
            size=size,
            missile=Missile(MISSILE_LETTERS.index(missile)),
            **more,
        )
        self.names[u] = text
        return u

    def roll(self, do: Do, *given: int, dice: tuple[int, ...] = ()) -> list[Said]:
        """Play a choice; exactly these dice fall."""
        log = self.play(do, *given, dice=dice)
        drawn = int(self.turns[0].drawn)
        assert drawn == len(dice), f"{drawn} dice fell instead of {len(dice)}: {self.lines()}"
        return log

    def lines(self) -> str:
        """The last log, for a failure's message."""
        return "\n".join(f"{said.do.name} {said[1:]}" for said in self.log)

    def attack(self, attackers: list[int], targets: list[int], flank: int = 0) -> None:
        """Designate an attack by columns, all of whom stand; `flank` is the column of a FLANK card."""
        if flank:
            self.hand(int(self.s.active), Card.FLANK)
        if self.allows(Do.ATTACK, attackers[0], targets[0]):
            self.roll(Do.ATTACK, attackers[0], targets[0])
        else:
            self.roll(Do.ATTACK_FLANK, attackers[0], targets[0])
            flank = 0
        for column in attackers[1:]:
            self.roll(Do.JOIN, column)
        for column in targets[1:]:
            self.roll(Do.ALSO, column)
        if flank:
            self.roll(Do.FLANK_CARD, flank)
        self.close()

    def close(self) -> None:
        """Close the attack; every target that is asked stands."""
        self.roll(Do.CLOSE)
        while self.s.pending.n:
            self.roll(Do.STAND)

    def fight(self, attackers: list[int], targets: list[int], *dice: int, flank: int = 0) -> None:
        """Designate an attack and resolve it."""
        self.attack(attackers, targets, flank)
        self.roll(Do.RESOLVE, dice=dice)

    def coh(self, u: int) -> int:
        """Hits of a unit."""
        return int(self.s.coh[u])

    def n_of(self, do: Do) -> int:
        """The number of the only such line of the log."""
        (said,) = self.said(do)
        return said.n

    def modifiers(self) -> list[tuple[Why, int]]:
        """The modifiers that the log names."""
        return [(Why(said.what), said.n) for said in self.said(Do.MODIFY)]

    def shifts(self) -> dict[Why, int]:
        """The column shifts that the log names."""
        return {Why(said.what): said.n for said in self.said(Do.SHIFT)}

    def lost(self, u: int, loss: Loss) -> int:
        """Hits that a unit took from a cause, by the log."""
        return sum(said.n for said in self.said(Do.LOSE) if said.what == u and said.src == loss)

    def routed(self) -> list[int]:
        """The units that the log says routed."""
        return [said.what for said in self.said(Do.ROUT)]


def in_missile_phase(module: Module = Module.ANTIQUITY) -> Field:
    """A field in the missile phase of A."""
    field = Field(module)
    field.phase(Phase.MISSILE)
    return field


def volley(
    firer: str, target: str, die: int, *more: int, terrain: Terrain = Terrain.CLEAR, **given: object
) -> Field:
    """One shot."""
    module = given.get("module", Module.ANTIQUITY)
    assert isinstance(module, Module)
    field = in_missile_phase(module)
    prefs = given.get("prefs", ())
    assert isinstance(prefs, tuple)
    field.prefer(*prefs)
    field.put(A, 5, firer, depletion=given.get("depletion", 0), value=1)
    field.put(B, 5, target, traits=given.get("traits", ()))
    field.terrain(B, 5, terrain)
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(die, *more))
    return field


def shot(
    target: str, *dice: int, special: Special | None = None, module: Module = Module.ANTIQUITY, **more: object
) -> tuple[Field, int]:
    """A unit one hit below its limit that a gun hits twice."""
    field = Field(module)
    field.phase(Phase.MISSILE)
    if special is not None:
        field.rule(B, special)
    field.put(A, 5, "AT 5/2 P")
    u = field.put(B, 5, target, **more)
    field.s.coh[u] = rout_limit(field.s, u) - 1
    field.put(B, 9, "MI 6/5")
    field.roll(Do.AIM, 5, 5)
    field.roll(Do.LOOSE, dice=(0, *dice))
    return field, u


def played(
    code: str, column: int = 5, terrain: Terrain = Terrain.CLEAR, module: Module = Module.ANTIQUITY
) -> tuple[Field, int]:
    """A unit just played from the hand, no enemy near but one far away."""
    field = Field(module)
    field.phase(Phase.PLAY)
    field.put(B, 9, "MI 6/5")
    field.terrain(A, column, terrain)
    card = field.hand(A, BY_CODE[code], clan=0)
    field.roll(Do.PLAY, card, column)
    return field, card
