"""Headings and lists of matches: who plays, what is played, how it ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from hoplon.core.board import Board, Field
from hoplon.games import game_names
from hoplon.protocols.lines.command import is_command
from hoplon.server.boards import board_of
from hoplon.server.store import Seat, StoredMatch

NUMBERED = re.compile(r"Player (\d+)")
LONGEST_SHOWN = 60
ENDS = {"fault": "ended by a bot's fault", "unfinished": "not played to its end"}


def name_all(seats: Sequence[Seat]) -> None:
    """Give every seat a unique name: "hunter 3", "Carthage (easy)", or what a person chose."""
    for seat in seats:
        if not seat.name:
            seat.name = _name_of_bot(seat, len(seats)) if seat.player == "bot" else seat.title
    for _ in seats:  # such a name may be one that somebody chose
        counts = Counter(seat.name for seat in seats)
        for seat in seats:
            if counts[seat.name] > 1:
                seat.name = _beside(seat.name, seat.title)


def by_name(text: str, seats: Sequence[Seat]) -> str:
    """A sentence about "Player 1" with the name of that player."""
    names = {seat.title: seat.name for seat in seats}
    return NUMBERED.sub(lambda found: names.get(found[0]) or found[0], text)


def _name_of_bot(seat: Seat, count: int) -> str:
    bot = seat.bot if is_command(seat.bot) else seat.bot.partition(":")[0]
    return bot if count == 1 else _beside(bot, seat.title)


def _beside(name: str, title: str) -> str:
    """A name, made unique by the title of the seat."""
    if number := NUMBERED.fullmatch(title):
        return f"{name} {number[1]}"
    return f"{title} ({name})"


def ended_of(card: StoredMatch) -> str | None:
    """How a match ended, with the players' names."""
    if card.ended is None:
        return None
    if card.ended in ENDS or card.game not in game_names():
        return ENDS.get(card.ended, card.ended)
    return board_of(card.game).ended(card.ended, [seat.name for seat in card.seats])


def played_of(card: StoredMatch, options: Mapping[str, str]) -> str:
    """What is played, in a few words: armies, map or depth."""
    if card.game not in game_names():
        return ""
    return board_of(card.game).played(options, [seat.title or seat.name for seat in card.seats])


def options_of(board: Board, options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The options that differ from their defaults, as the form calls them."""
    fields = {field.name: field for field in board.form()}
    return [
        (fields[name].label, _value(fields[name], text))
        for name, text in options.items()
        if name in fields and text != fields[name].default and not fields[name].sorts
    ]


def _value(field: Field, text: str) -> str:
    """A value as the form shows it."""
    labels = dict(field.among)
    if field.kind == "many":
        return ", ".join(labels.get(one, one).partition(":")[0] for one in text.split(","))
    shown = labels.get(text, text)
    return shown if len(shown) <= LONGEST_SHOWN else "given"
