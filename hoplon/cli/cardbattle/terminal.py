"""Hoplites by lines of text: against the computer, or two players at one keyboard."""

from __future__ import annotations

from collections.abc import Mapping

from hoplon.cli.cardbattle.opponents import STRENGTHS
from hoplon.cli.cardbattle.session import Session
from hoplon.cli.inputs import compiling_notice_for, find_game, make_ready
from hoplon.cli.terminal import Start, Terminal
from hoplon.core.errors import BadOption
from hoplon.core.kernel import is_compiled
from hoplon.core.talents import Flag

USUAL = "medium"


def play(start: Start, flags: Mapping[str, str], _light: bool) -> int:
    """Play a battle."""
    opponent, side = flags.get("--opponent"), flags.get("--side")
    hotseat = "--hotseat" in flags
    if hotseat and (opponent or side):
        raise BadOption("--hotseat has two players; leave out --opponent and --side")
    if opponent is not None and opponent not in STRENGTHS:
        raise BadOption(f"there is no opponent {opponent!r}; expected one of {', '.join(STRENGTHS)}")
    if side is not None and side.upper() not in ("A", "B"):
        raise BadOption(f"there is no side {side!r}; expected A or B")
    if is_compiled():
        game = find_game("cardbattle")
        with compiling_notice_for(game):
            make_ready(game)
    human = 1 if side and side.upper() == "B" else 0
    Session(start(), opponent or USUAL, human, hotseat, "--quick-attack" in flags).play()
    return 0


TERMINAL = Terminal(
    play,
    (
        Flag("--opponent", "How well the computer plays.", metavar="|".join(STRENGTHS)),
        Flag("--hotseat", "Two players at one keyboard; hands are hidden."),
        Flag("--side", "The army you command.", metavar="A|B"),
        Flag("--quick-attack", "Show the computer's attacks when resolved."),
    ),
    lines=True,
)
