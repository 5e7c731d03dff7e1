"""What people who play with one another ask and say: takebacks, draws, hints and ready-made phrases."""

from __future__ import annotations

from hoplon.server import departures
from hoplon.server.asking import DRAW, HINTS, KINDS, TAKEBACK
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.room import Room
from hoplon.server.shielded import shielded

PHRASES = ("hello", "luck", "nice", "oops", "think", "wait", "thanks", "game")
TITLES = {TAKEBACK: "to take a choice back", DRAW: "for a draw", HINTS: "for hints"}


@shielded
async def ask_others(room: Room, viewer: Viewer, kind: str, number: int) -> None:
    """Ask everybody else who plays for something."""
    if kind not in KINDS:
        raise Refused("malformed", f"nobody can ask for {kind[:40]!r}; expected {' or '.join(KINDS)}")
    async with room.changing():
        room.check(viewer, kind)
        room.check_number(number)
        asked = room.card.asked.at(number)
        if asked.kind:
            raise Refused("turn", f"somebody asks {TITLES[asked.kind]} already; that is answered first")
        seat = next(n for n in viewer.held if not room.card.seats[n].left)
        if asked.has_declined(kind, seat):
            raise Refused(
                "turn", f"you have asked {TITLES[kind]} here before; ask again after another choice"
            )
        if kind == HINTS and asked.hints:
            raise Refused("turn", "everybody has agreed to hints already")
        if not room.may_ask(viewer, kind):
            raise Refused("illegal", "there is no choice of yours that can be taken back")
        await room.note_asked(asked.by(kind, seat))


@shielded
async def answer(room: Room, viewer: Viewer, agrees: bool, number: int) -> None:
    """Agree to what somebody else asks for, or decline it; who asks may withdraw it."""
    async with room.changing():
        asked = room.card.asked.at(number)
        room.check_number(number)
        if not asked.kind or room.card.seats[asked.seat].left:
            raise Refused("turn", "nobody asks for anything here, or no longer")
        room.check(viewer, asked.kind)
        is_own = asked.seat in viewer.held
        if not agrees:
            await room.note_asked(asked.end())
            return
        if is_own:
            raise Refused("turn", "you ask this yourself; the others agree to it or not")
        asked = asked.agree(viewer.held)
        if not set(departures.of_others(room.card, asked.seat)) <= set(asked.agreed):
            await room.note_asked(asked)
        elif asked.kind == DRAW:
            await room.end_drawn()
        elif asked.kind == HINTS:
            await room.note_asked(asked.allow_hints())
        else:
            back = room.takes_back_to(asked.seat)
            assert back is not None  # or it could not have been asked for
            await room.take_back(back)
    room.wake()


def speak(room: Room, viewer: Viewer, phrase: str) -> None:
    """Say a phrase to those at the table."""
    room.check(viewer, "speak")
    if phrase not in PHRASES:
        raise Refused(
            "malformed", f"there is no phrase {phrase[:40]!r}; expected one of {', '.join(PHRASES)}"
        )
    seat = viewer.held[0]
    if wait := room.phrases.take(str(seat)):
        raise Refused("often", "you have said much in a short time", wait)
    room.tell_players({"type": "phrase", "seat": seat, "phrase": phrase})
