"""Prepare a game for people and bots: compile everything they need, so that nobody waits later.

`python -m hoplon.server.warmup GAME PART` does it in a process of its own and prints a line for each step.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hoplon.bots import bot, bot_class, bots_for
from hoplon.bots.dice import SeatDice
from hoplon.core.cache import is_marked, mark
from hoplon.core.game import Game
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.core.warm import Progress, is_warm, made_from, warm
from hoplon.games import game
from hoplon.server.boards import board_of
from hoplon.server.bots import settings_of

RULES, BOTS = "rules", "bots"
LEAST = {"nodes": 60, "samples": 2, "turns": 2}  # the least a bot can think and still run all of its code
CLOCK = 0.2


def parts_made_from(found: Game, part: str) -> list[Any]:
    """The functions and classes whose files decide what is compiled for a part."""
    if part == BOTS:
        return [*made_from(found), *(bot_class(name, found.name) for name in bots_for(found.name))]
    return [*made_from(found), *vars(board_of(found.name)).values()]


def is_ready(found: Game, part: str) -> bool:
    """Has everything been compiled from exactly these sources, or need not be?"""
    return not is_compiled() or (
        is_warm(found) and is_marked(f"{found.name}.{part}", *parts_made_from(found, part))
    )


def make_ready(found: Game, part: str, progress: Progress | None = None) -> None:
    """Compile or load a part of what a game needs; `progress(what, done, of)` is called before each step."""
    tell: Progress = progress or (lambda _what, _done, _of: None)
    if part == RULES:
        warm(found, tell)
        tell("what is asked at the board", 8, 9)
        rehearse(found.name)
    else:
        names = bots_for(found.name)
        for done, name in enumerate(rehearse_bots(found)):
            tell(f"the bot {name}", done, len(names))
    tell("ready", 1, 1)
    if is_compiled():
        mark(f"{found.name}.{part}", *parts_made_from(found, part))


def rehearse(name: str) -> None:
    """Call everything once on a first position."""
    match, board = Match(game(name), 0), board_of(name)
    tried = {offer.tool: offer.text for offer in board.offers(match)}
    for text in tried.values():
        board.preview(match, text, 0)
    board.threats(match, 0, 0)
    match.play(next(iter(tried.values())))
    board.position(match, 1, 0)
    board.log(match, 1, 0)
    board.rehearse()


def rehearse_bots(found: Game) -> Iterator[str]:
    """Let each bot choose once; its name comes before that."""
    match = Match(found, 0)
    for name in bots_for(found.name):
        yield name
        known = settings_of(name, found.name)
        little = ",".join(f"{setting}={least}" for setting, least in LEAST.items() if setting in known)
        seat = match.to_move or 0
        with suppress(Exception):  # a bot that fails is blamed in its match; the others are made ready
            player = bot(f"{name}:{little}" if little else name, found.name)
            player.choose(match.view(seat), match.legal(), SeatDice(0, seat), CLOCK)


def main() -> None:
    """One part of one game."""
    name, part = sys.argv[1:]
    progress, sys.stdout = sys.stdout, sys.stderr  # a foreign bot may print; only progress is read
    make_ready(
        game(name), part, lambda what, done, of: print(f"{done} {of} {what}", file=progress, flush=True)
    )


if __name__ == "__main__":
    main()
