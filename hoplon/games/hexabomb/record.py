"""Recorded games as lines of JSON: one turn's actions in, one state out (rulebook 9.3)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hoplon.games.hexabomb.maps import HexMap
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.wire import BadActions, Play, Report


def simulate(options: HexabombOptions, seed: int | None, lines: Iterable[str | bytes]) -> Iterator[str]:
    """A game by its options. Every game takes a `seed`; here are no dice, and `turns` ends no record."""
    return replay(options.board, options.player_count, int(options.special), lines)


def replay(
    board: HexMap, players: int, special: int, lines: Iterable[str | bytes], report: Report | None = None
) -> Iterator[str]:
    """Play a game of `players` on a map, sudden death if `special` is 1.

    Each line is the JSON array of one turn's `player_actions`; for the start and then for each turn one line
    `{"state":…,"winner_player_id":…}` comes back, without its newline. BadActions names the line that cannot
    be read.
    """
    play = Play(board, players, special, report)
    yield _line(play)
    for number, line in enumerate(lines, 1):
        try:
            play.turn(_entries(line))
        except BadActions as error:
            raise BadActions(f"line {number}: {error}") from None
        yield _line(play)


def _line(play: Play) -> str:
    return f'{{"state":{play.state().decode()},"winner_player_id":{play.leader}}}'


def _entries(line: str | bytes) -> list[Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadActions(f"it is not JSON: {error}") from None
    if not isinstance(found, list):
        raise BadActions("it is no array of players' actions")
    return found
