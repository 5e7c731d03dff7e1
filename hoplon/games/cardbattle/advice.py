"""Why a choice is not legal, in one sentence."""

from __future__ import annotations

from typing import Any

from hoplon.games.cardbattle.choices import VERBS, kind_of
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.state import Do, Phase

PHASES: dict[int, tuple[Phase, ...]] = {
    Do.PLAY: (Phase.PLAY,),
}


def why_illegal(names: Names, s: Any, choice: int) -> str:
    """The reason."""
    if kind_of(choice) not in VERBS:
        return f"there is no choice number {choice}"
    return "it is not possible now"
