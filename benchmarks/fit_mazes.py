"""The numbers of CodeKeeper's foresight: the score still to come, and the log-odds of reaching the exit."""

from __future__ import annotations

from typing import Any

from hoplon.games.codekeeper.state import Thing

EXIT = Thing.EXIT.value


def maze_facts(s: Any, _seat: int) -> dict[str, Any]:
    """What the foresight may look at."""
    return {
        "score": int(s.score),
        "health": int(s.health),
        "turn": int(s.turn),
        "charges": [int(n) for n in s.charges],
        "living": int(s.living),
    }


def fit_mazes(lines: list[dict[str, Any]]) -> None:
    """Print the numbers, and compare with those of the file."""
