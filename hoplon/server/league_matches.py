"""Matches of leagues at the arena's board: each is replayed from its match file, and nothing is stored again.

At `/match/league-17` is the match of a league whose attempt has number 17. It is over, so everybody may see
all of it; what its bots were told, answered and wrote to stderr is beside it.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from hoplon.core import replay
from hoplon.core.errors import HoplonError
from hoplon.games import game, game_names
from hoplon.league.report.leagues import NotThere
from hoplon.league.report.matches import KeptMatch
from hoplon.server.boards import board_of
from hoplon.server.bot_records import rows_of
from hoplon.server.headings import ENDS
from hoplon.server.refusals import Refused
from hoplon.server.room import Room
from hoplon.server.stored_match import BotRow, Seat, StoredMatch

if TYPE_CHECKING:
    from hoplon.server.rooms import Rooms

KEY = re.compile(r"league-([1-9][0-9]{0,17})")
UNFINISHED = "unfinished"


def key_of(attempt: int) -> str:
    """What a match of a league is called at the board."""
    return f"league-{attempt}"


def attempt_of(key: str) -> int | None:
    """The attempt that a match of the arena is; None if it is no match of a league."""
    found = KEY.fullmatch(key)
    return int(found[1]) if found else None


async def open_league_match(rooms: Rooms, key: str, attempt: int) -> Room:
    """The room of a match of a league."""
    try:
        kept = await asyncio.to_thread(rooms.store.leagues.kept, attempt)
    except NotThere as error:
        raise Refused("unknown", str(error)) from None
    try:
        file = await rooms.uploads.run(lambda: replay.read(kept.file))
        if file.game not in game_names():
            raise Refused("frozen", f"the match is one of {file.game[:40]!r}, which is not installed here")
        found = game(file.game)
        if file.version != found.version:
            raise Refused("frozen", f"the match was played by {found.other_version(file.version)}")
        await rooms.preparations.rules(file.game)
        async with rooms.uploads.turns.turn(""):
            verdict = await rooms.uploads.replayed(file, found)
    except Refused:
        raise
    except HoplonError as error:
        raise Refused("frozen", f"the match of the league cannot be replayed: {error}"[:600]) from None
    if not verdict.agrees:
        raise Refused("frozen", f"the match of the league {verdict}"[:600])
    match = verdict.match
    titles = found.seat_names(match.options)
    if any(one.seat >= len(titles) for one in kept.line.seats):
        raise Refused("frozen", f"the match file has {len(titles)} seats, too few for the league")
    bots: list[str] = []
    said: list[BotRow] = []
    if kept.record:
        with suppress(Refused):  # a record that cannot be read, or none that was small enough to be sent
            bots, said = await asyncio.to_thread(rows_of, kept.record, match)
    card = _card(key, kept, file, titles, bots)
    room = Room(card, match, board_of(file.game), rooms.store, rooms.bot_processes, rooms.preparations)
    room.note_standing()
    if card.ended is None:
        card.ended = kept.line.reason if kept.line.reason in ENDS else UNFINISHED
    card.changed = kept.line.ended
    room.recorded = said
    return room


def _card(
    key: str, kept: KeptMatch, file: replay.MatchFile, titles: tuple[str, ...], bots: list[str]
) -> StoredMatch:
    line = kept.line
    seats = [Seat("nobody", title, title=title) for title in titles]
    for seat, bot in zip(seats, bots, strict=False):
        seat.bot = bot
    for one in line.seats:
        seat = seats[one.seat]
        seat.name, seat.fault = one.name, one.fault
    for number, leaving in file.left.items():
        seats[number].left, seats[number].left_after = leaving.why, leaving.number
    names = [seat.name for seat in seats]
    for seat in seats:  # a bot may play against itself
        if names.count(seat.name) > 1:
            seat.name = f"{seat.name} ({seat.title})"
    return StoredMatch(
        id=key,
        game=file.game,
        version=file.version,
        seed=file.seed,
        dice=0,
        options=dict(file.options),
        seats=seats,
        open=True,
        listed=False,
        made=line.began,
        changed=line.ended,
        other_dice=sorted(file.other_dice.items()),
        terms=[f"This is match {line.number} of the league {kept.league}."],
    )
