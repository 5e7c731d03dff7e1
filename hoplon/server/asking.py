"""What one who plays asks the others for: to take the own last choice back, a draw, or hints for everybody.

A request is about the position it was made in: the next choice ends it, whoever makes it. Everybody else who
plays has to agree; one who declines ends it, and the same is not asked twice in a position. Bots have no say.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, cast

from hoplon.core.board import Json

TAKEBACK, DRAW, HINTS = "takeback", "draw", "hints"
KINDS = (TAKEBACK, DRAW, HINTS)


@dataclass(frozen=True)
class Asking:
    """What is asked by a seat after so many choices, who has agreed, and what was declined there.

    `kind` is empty if nothing is asked. `anew` counts how often choices were taken back in the match.
    `hints`: have all agreed that everybody may have hints? That holds to the end.
    """

    number: int = 0
    kind: str = ""
    seat: int = 0
    agreed: tuple[int, ...] = ()
    declined: tuple[str, ...] = ()
    anew: int = 0
    hints: bool = False

    def at(self, number: int) -> Asking:
        """The same after so many choices: a request that was made in another position is over."""
        return self if number == self.number else Asking(number, anew=self.anew, hints=self.hints)

    def by(self, kind: str, seat: int) -> Asking:
        """Somebody asks."""
        return replace(self, kind=kind, seat=seat, agreed=())

    def has_declined(self, kind: str, seat: int) -> bool:
        """Was this asked here already, in vain?"""
        return f"{kind} {seat}" in self.declined

    def agree(self, seats: Collection[int]) -> Asking:
        """Somebody agrees."""
        return replace(self, agreed=tuple(sorted({*self.agreed, *seats})))

    def end(self) -> Asking:
        """Somebody declines, or who asked does so no longer; it is not asked again in this position."""
        return replace(self, kind="", agreed=(), declined=(*self.declined, f"{self.kind} {self.seat}"))

    def allow_hints(self) -> Asking:
        """Everybody has agreed to hints."""
        return replace(self, kind="", agreed=(), hints=True)

    def told(self) -> Json | None:
        """As those at the table are told; None if nothing is asked."""
        return {"kind": self.kind, "seat": self.seat, "agreed": self.agreed} if self.kind else None


def read_asking(stored: dict[str, Any]) -> Asking:
    """As it is stored."""
    found = {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}
    return Asking(**cast(dict[str, Any], found))
