"""Formats as they are typed: `round-robin`, `swiss:7`, `gauntlet:NAME`, `ladder`."""

from __future__ import annotations

from dataclasses import dataclass

from hoplon.core.errors import BadOption, hint
from hoplon.core.options import shown

ROUND_ROBIN, SWISS, GAUNTLET, LADDER = "round-robin", "swiss", "gauntlet", "ladder"
EXPECTED = "expected round-robin, swiss:ROUNDS, gauntlet:NAME or ladder"
KINDS = (ROUND_ROBIN, SWISS, GAUNTLET, LADDER)
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Format:
    """`rounds` of a Swiss tournament, `hero` of a gauntlet."""

    kind: str
    rounds: int = 0
    hero: str = ""

    @property
    def is_repeatable(self) -> bool:
        """Whether bots that always play the same have the same pairings, whoever plays them when."""
        return self.kind != LADDER

    @property
    def has_end(self) -> bool:
        """Whether it ends by itself."""
        return self.kind != LADDER


def read_format(text: str, seats: int, game: str) -> Format:
    """The format that a text means; BadOption if there is none, or not for so many seats."""
    kind, colon, rest = text.partition(":")
    if kind not in KINDS:
        raise BadOption(f"there is no format {shown(text)}; {hint(kind, KINDS, EXPECTED)}")
    if kind in (SWISS, GAUNTLET) and seats == 1:
        raise BadOption(f"one plays {game} alone, so there is no {kind}; expected {ROUND_ROBIN} or {LADDER}")
    if kind == SWISS:
        if not rest.isdecimal() or not 1 <= int(rest) <= MOST_ROUNDS:
            raise BadOption(
                f"the format {shown(text)} names no number of rounds; expected one such as swiss:7"
            )
        return Format(SWISS, rounds=int(rest))
    if kind == GAUNTLET:
        if not rest:
            raise BadOption(f"the format {shown(text)} names no bot; expected one such as gauntlet:anna")
        return Format(GAUNTLET, hero=rest)
    if colon:
        raise BadOption(f"the format {shown(text)} has something after {kind}; expected {kind} alone")
    return Format(kind)
