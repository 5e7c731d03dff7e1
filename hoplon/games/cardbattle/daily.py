"""The challenge of the day: a battle between two armies, with one deal of the cards for everybody."""

from __future__ import annotations

from hoplon.core.talents import Challenge
from hoplon.games.cardbattle.armies import supplied_army

BATTLES = (  # one's own army, and that of the bot
    ("athens", "sparta"),
    ("macedon", "persia"),
    ("rome_republic", "carthage"),
    ("oda", "takeda"),
    ("thebes", "sparta"),
    ("seleucids", "ptolemies"),
    ("frost_clans", "serpent_empire"),
    ("epirus", "rome_republic"),
    ("parthia", "rome_late"),
    ("tokugawa", "western_army"),
    ("gauls", "rome_late"),
    ("macedon", "india"),
    ("lion_kingdom", "frost_clans"),
)
BREAKS = "20"  # percent of its value at which an army breaks, so that a battle is short


def daily(day: int, _seed: int) -> Challenge:
    """The seed deals the cards; the armies change from day to day."""
    own, other = BATTLES[day % len(BATTLES)]
    return Challenge(
        f"Lead {supplied_army(own).name} against {supplied_army(other).name}, in a short battle.",
        {"army_a": own, "army_b": other, "rout_a": BREAKS, "rout_b": BREAKS},
        bot="medium",
    )
