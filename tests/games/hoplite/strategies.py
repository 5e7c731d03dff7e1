"""How Hoplite is played at random, for properties and fuzzing."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from hoplon.games.hoplite.options import VARIANT_NAMES
from hoplon.games.hoplite.tables import NEEDS, NO_PRAYER, PRAYER_NAMES, UNIQUE_WITH
from tests.games.hoplite.invariants import check_sets as check_match  # noqa: F401
from tests.games.hoplite.invariants import check_turn as check_turn

HELD = range(2, len(PRAYER_NAMES))
RARE = (
    {"position": "hoplite depth=16 hero=4,4 fleece=4,5 portal=4,6 demons=F0,9"},
    {"position": "hoplite hero=5,1 magma=4,2;3,1 demons=F5,2 cooldown=3 energy=0/100 spear=4,6"},
    {"position": "hoplite hero=4,9 demons=F0,3"},
)
UNLISTED = ("resign",)
HABIT = "walk n"  # leads down the stairs


def consistent(wanted: list[int]) -> tuple[str, ...]:
    """The prayers of a list that can be held together, each after what it needs."""
    held: list[int] = []
    for prayer in sorted(set(wanted)):
        needs, rival = int(NEEDS[prayer]), int(UNIQUE_WITH[prayer])
        if (needs == NO_PRAYER or needs in held) and rival not in held:
            held.append(prayer)
    return tuple(PRAYER_NAMES[prayer] for prayer in held)


@st.composite
def options(draw: Any) -> dict[str, Any]:
    """Any options a run may begin with, a position apart."""
    endless = draw(st.booleans())
    return {
        "depth": draw(st.integers(1, 50 if endless else 16)),
        "hearts": draw(st.integers(1, 8)),
        "prayers": consistent(draw(st.lists(st.sampled_from(HELD), max_size=15))),
        "variants": tuple(draw(st.sets(st.sampled_from(VARIANT_NAMES), max_size=4))),
        "stun_turns": draw(st.integers(0, 9)),
        "endless": endless,
    }


def sets() -> list[dict[str, Any]]:
    """The defaults, and prayers, variants and depths that show the rest."""
    return [
        {},
        {"depth": 16, "hearts": 8, "prayers": ("mighty-bash", "sweeping-bash", "spinning-bash", "surge")},
        {"depth": 9, "hearts": 8, "prayers": ("staggering-leap", "bloodlust", "deep-lunge", "regeneration")},
        {"depth": 44, "hearts": 8, "endless": True},
        {"depth": 12, "hearts": 8, "variants": VARIANT_NAMES, "stun_turns": 2},
    ]


def random_options(dice: Random) -> dict[str, Any]:
    """The same from plain dice, for fuzzing by the clock."""
    endless = dice.random() < 0.3
    return {
        "depth": dice.choice((16, dice.randint(1, 16), dice.randint(1, 40 if endless else 16))),
        "hearts": dice.choice((1, 3, 8, 8)),
        "prayers": consistent([p for p in HELD if dice.random() < 0.5]),
        "variants": tuple(v for v in VARIANT_NAMES if dice.random() < 0.15),
        "stun_turns": dice.choice((1, 1, 0, 3)),
        "endless": endless,
    }
