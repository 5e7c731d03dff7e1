"""The numbers of Hoplite's foresight: log-odds of winning a run, by depth."""

from __future__ import annotations

from typing import Any


def run_facts(s: Any, _seat: int) -> dict[str, Any]:
    """What the foresight may look at."""
    return {
        "depth": int(s.depth),
        "health": int(s.health),
        "max_health": int(s.max_health),
        "prayers": int(s.prayers).bit_count(),
        "energy": int(s.energy),
        "spear": int(s.spear),
        "demons": int(s.demons),
    }


def fit_runs(lines: list[dict[str, Any]]) -> None:
    """Print SURE and WEIGHTS, and compare with those of the file."""
