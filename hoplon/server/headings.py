"""Headings and lists of matches: who plays, what is played, how it ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from hoplon.core.board import Board, Field, Json
from hoplon.core.leaving import AGREED, LEFT, WAYS
from hoplon.core.sentences import addressed, listed
from hoplon.core.words import say
from hoplon.games import game, game_names
from hoplon.protocols.program_names import bot_name, short_name
from hoplon.server.boards import board_of
from hoplon.server.programs import told_fault
from hoplon.server.rights import (
    CLOSED,
    FAILED,
    OPEN,
    OVER,
    PEOPLE,
    RUNNING,
    SPECTATOR,
    Viewer,
    is_allowed,
    kinds_of,
)
from hoplon.server.stored_match import Seat, StoredMatch

NUMBERED = re.compile(r"Player (\d+)")
LONGEST_SHOWN = 60
LONGEST_OPTION = 200
ENDED = "ended"  # what is told where how it ended is kept back
FAULT, LONG, STOPPED, VOID = "fault", "long", "stopped", "void"
ENDS = {  # said in the language of who reads
    FAULT: "ended by a bot's fault",
    LONG: "ended undecided: it had as many choices as an arena plays",
    STOPPED: "stopped before the end",
    LEFT: "ended because only one player stayed",
    AGREED: "ended in a draw by agreement",
    VOID: "does not count: somebody did not come, or a bot of the server failed",
    "unfinished": "not played to its end",
}


ALSO_SAID = (*("{name} " + way for way in WAYS.values()), "Hero", "Special player")


def name_all(seats: Sequence[Seat]) -> None:
    """Give every seat a unique name: "hunter", "Carthage (easy)", or what a person chose."""
    for seat in seats:
        if not seat.name:
            seat.name = _name_of_bot(seat, len(seats)) if seat.player == "bot" else seat.title
    for _ in seats:  # such a name may be one that somebody chose
        counts = Counter(seat.name for seat in seats)
        for seat in seats:
            if counts[seat.name] > 1:
                seat.name = beside(seat.name, seat.title)


def by_name(text: str, seats: Sequence[Seat]) -> str:
    """A sentence about "Player 1" with the name of that player."""
    names = {seat.title: called(seat) for seat in seats}
    return NUMBERED.sub(lambda found: names.get(found[0]) or found[0], text)


def called(seat: Seat) -> str:
    """The name of a player, in the language that is spoken here if nobody chose it."""
    return titled(seat.title) if seat.name == seat.title else seat.name


def titled(title: str) -> str:
    """The title of a seat, in the language that is spoken here."""
    number = NUMBERED.fullmatch(title)
    return say("Player {n}", n=number[1]) if number else say(title)


def _name_of_bot(seat: Seat, count: int) -> str:
    bot = short_name(seat.bot)
    return bot if count == 1 or NUMBERED.fullmatch(seat.title) else beside(bot, seat.title)


def beside(name: str, title: str) -> str:
    """A name, made unique by the title of the seat."""
    if number := NUMBERED.fullmatch(title):
        return f"{name} {number[1]}"
    return f"{title} ({name})"


def states_of(card: StoredMatch, has_failed: bool = False) -> set[str]:
    """The states of a match, as the table of rights calls them."""
    if card.ended is not None and not card.sealed:
        return {CLOSED if card.ended in ENDS else OVER}
    states = {FAILED if has_failed else RUNNING}
    if card.sealed:
        return states
    if card.open or not any(seat.player in PEOPLE for seat in card.seats):
        states = (states - {RUNNING}) | {OPEN}
    return states


def may(card: StoredMatch, viewer: Viewer, right: str) -> bool:
    """May this viewer see this? For what does not depend on whose turn it is."""
    return is_allowed(right, kinds_of(viewer, card.seats, deals(card)), states_of(card))


def deals(card: StoredMatch) -> bool:
    """Do seats of this game hide from one another what the seed decides? A game that is not here may."""
    return card.game not in game_names() or game(card.game).deals


def told_options(card: StoredMatch) -> dict[str, str]:
    """The options of a match, without those that reveal what its game hides."""
    telling = game(card.game).telling_options if card.game in game_names() else tuple(card.options)
    return {name: text for name, text in card.options.items() if name not in telling}


def is_kept_back(card: StoredMatch) -> bool:
    """Is this a lane of a rated race in which people still play? How it goes would help them."""
    return bool(card.rated) and card.sealed


def summary_of(card: StoredMatch, viewer: Viewer = SPECTATOR) -> Json:
    """What a viewer may know about any match, without opening it."""
    options = card.options if may(card, viewer, "all") else told_options(card)
    if card.day and card.sealed and not viewer.held:
        options = {}  # who has not tried the challenge yet is told nothing of it
    told = {
        "turn": card.turn,
        "ended": card.ended,
        "says": ended_of(card),
        "scores": card.scores,
        "winners": card.winners,
        "called": called_to(card),
    }
    if is_kept_back(card) and not viewer.held:
        told = {"turn": 0, "ended": card.ended and ENDED, "says": None, "scores": [], "winners": []}
        told["called"] = None
    return {
        "id": card.id,
        "race": card.race,
        "game": card.game,
        "title": say(game(card.game).title) if card.game in game_names() else card.game,
        "version": card.version,
        "options": {name: text for name, text in options.items() if len(text) <= LONGEST_OPTION},
        "open": card.open,
        "made": card.made,
        "changed": card.changed,
        "played": played_of(card, options),
        "clock": card.clock,
        "rated": bool(card.rated),
        "day": card.day,
        "seats": seats_of(card, viewer),
    } | told


def called_to(card: StoredMatch) -> Json | None:
    """Whose turn began last, and after how many choices, where several people play and it is not over."""
    if card.ended is not None or not card.calls or card.calls[-1].seat < 0:
        return None
    return {"seat": card.calls[-1].seat, "number": card.calls[-1].number}


def seats_of(card: StoredMatch, viewer: Viewer) -> list[Json]:
    """Who plays, and what went wrong with them; the commands of programs are for who began the match."""
    tells_paths, tells_all = may(card, viewer, "commands"), may(card, viewer, "faults")
    is_told = bool(viewer.held) or not is_kept_back(card)
    return [
        {
            "seat": n,
            "player": seat.player,
            "name": called(seat),
            "title": titled(seat.title),
            "bot": seat.bot if tells_paths else bot_name(seat.bot),
            "remote": seat.remote,
            "left": seat.left if is_told else "",
            "fault": told_fault(seat, seat.fault, tells_all, tells_paths),
        }
        for n, seat in enumerate(card.seats)
    ]


def ended_of(card: StoredMatch, is_own: bool = False) -> str | None:
    """How a match ended, with the players' names, told to a player or to others."""
    if card.ended is None:
        return None
    if card.ended == LEFT and (left := [seat for seat in card.seats if seat.left]):
        return listed([say("{name} " + WAYS[seat.left], name=called(seat)) for seat in left])
    if card.ended in ENDS or card.game not in game_names():
        return say(ENDS.get(card.ended, card.ended))
    return addressed(board_of(card.game).ended(card.ended, [called(seat) for seat in card.seats]), is_own)


def played_of(card: StoredMatch, options: Mapping[str, str]) -> str:
    """What is played, in a few words: armies, map or depth."""
    if card.game not in game_names():
        return ""
    return board_of(card.game).played(options, [seat.title or seat.name for seat in card.seats])


def options_of(board: Board, options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The options that differ from their defaults, as the form calls them."""
    fields = {field.name: field for field in board.form()}
    return [
        (say(fields[name].label), _value(fields[name], text))
        for name, text in options.items()
        if name in fields and text != fields[name].default and not fields[name].sorts
    ]


def _value(field: Field, text: str) -> str:
    """A value as the form shows it."""
    labels = {name: say(label) for name, label, *_ in field.among}
    if field.kind == "many":
        return ", ".join(labels.get(one, one).partition(":")[0] for one in text.split(","))
    shown = labels.get(text, text)
    return shown if len(shown) <= LONGEST_SHOWN else say("given")
