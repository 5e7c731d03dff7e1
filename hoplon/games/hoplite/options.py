"""What may be chosen before a run of Hoplite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hoplon.core.errors import BadOption, BadText
from hoplon.core.options import Options, shown
from hoplon.games.hoplite.state import LAST_DEPTH, MAX_HEALTH, Prayer, Variant
from hoplon.games.hoplite.tables import NEEDS, NO_PRAYER, PRAYER_NAMES, UNIQUE_WITH
from hoplon.games.hoplite.words import read_prayer

VARIANT_NAMES = tuple(v.name.lower().replace("_", "-") for v in Variant if v != Variant.ENDLESS)
DEEPEST = 99


@dataclass(frozen=True)
class HopliteOptions(Options):
    """A run begins on `depth` with `hearts` and the `prayers` already held.

    `variants` switches decisions of the rulebook's open questions, `stun_turns` is the one of them that is a
    number, `endless` goes on below depth 16, `position` begins from a line of the position notation.
    """

    depth: int = 1
    hearts: int = 3
    prayers: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    stun_turns: int = 1
    endless: bool = False
    position: str = ""

    def check(self) -> None:
        """Refuse what cannot be played."""
        deepest = DEEPEST if self.endless else LAST_DEPTH
        _range("depth", self.depth, 1, deepest)
        _range("hearts", self.hearts, 1, MAX_HEALTH)
        _range("stun_turns", self.stun_turns, 0, 9)
        try:
            for name in self.variants:
                read_variant(name)
        except BadText as error:
            raise BadOption(str(error)) from None
        check_prayers(self.prayer_mask())
        others = [name for name in self.as_text() if name != "position"]
        if self.position and others:
            raise BadOption(f"a position brings all its values along; leave out the option {others[0]}")

    def prayer_mask(self) -> int:
        """The prayers held, one bit each."""
        mask = 0
        for name in self.prayers:
            try:
                mask |= 1 << read_prayer(name)
            except BadText as error:
                raise BadOption(f"option prayers: {error}") from None
        return mask

    def variant_mask(self) -> int:
        """The variants played, one bit each."""
        mask = sum(1 << VARIANT_NAMES.index(name) for name in set(self.variants))
        return mask | (self.endless << Variant.ENDLESS)


def read_variant(text: str) -> str:
    """The variant that a text names."""
    if text not in VARIANT_NAMES:
        raise BadText(f"there is no variant {shown(text)}; expected some of {', '.join(VARIANT_NAMES)}")
    return text


def _range(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadOption(f"option {name} is {shown(value)}; expected a whole number from {least} to {most}")


def check_prayers(mask: int) -> None:
    """Refuse prayers that nobody can hold together (9.1)."""
    held = [prayer for prayer in Prayer if mask >> prayer & 1]
    for prayer in held:
        name = PRAYER_NAMES[prayer]
        if prayer in (Prayer.DIVINE_RESTORATION, Prayer.FORTITUDE):
            raise BadOption(f"the prayer {name} acts at once and is never held")
        needed, rival = int(NEEDS[prayer]), int(UNIQUE_WITH[prayer])
        if needed != NO_PRAYER and needed not in held:
            raise BadOption(f"the prayer {name} needs {PRAYER_NAMES[needed]}")
        if rival != NO_PRAYER and rival in held:
            raise BadOption(f"the prayers {name} and {PRAYER_NAMES[rival]} exclude each other")


def write_options(options: Any, i: int, given: HopliteOptions) -> None:
    """Fill the record that the rules read; it has no room for a position."""
    options["depth"][i] = given.depth
    options["hearts"][i] = given.hearts
    options["stun_turns"][i] = given.stun_turns
    options["prayers"][i] = given.prayer_mask()
    options["variants"][i] = given.variant_mask()
