"""Who may do and see what: one table, which everything in the arena asks.

A viewer is of several kinds at once, and a match that is not over may be open and waiting for a failed bot
at the same time. Something is allowed if any of these kinds may do it in any of these states. What the table
allows may still be impossible: there is nothing to take back, or the game forbids it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hoplon.server.refusals import Refused
from hoplon.server.stored_match import Seat

PEOPLE = ("me", "friend")

RUNNING, FAILED, OPEN, OVER, CLOSED = "running", "failed", "open", "over", "closed"
STATES = {
    RUNNING: "goes on, and seats have secrets",
    FAILED: "waits because a bot has failed",
    OPEN: "goes on, and nothing is secret: open to all, or without people",
    OVER: "has ended by its rules",
    CLOSED: "was ended by a bot's fault or because others left, or is a file to look at",
}
GOING = (RUNNING, FAILED, OPEN)
BARE = (OPEN, OVER, CLOSED)
ALWAYS = (RUNNING, FAILED, OPEN, OVER, CLOSED)
TURN = (RUNNING, OPEN)

KINDS = {
    "anyone": "everybody, with or without a token",
    "player": "holds a seat",
    "mover": "holds the seat to move",
    "last": "holds the seat that chose last",
    "alone": "holds a seat, and nobody else who plays is a person",
    "seated": "holds a seat and has not left it",
    "staying": "holds a seat and has not left it, and somebody else who plays is a person",
    "whole": "alone, and holds all seats where seats hide things from one another",
    "agreed": "holds a seat and has not left it, and everybody who plays has agreed to hints",
    "began": "began the match",
    "owner": "began the match and is alone",
    "host": "has the server's host token",
}


@dataclass(frozen=True)
class Right:
    """One row: what it is, who has it in which states, and what everybody else is told."""

    what: str
    who: Mapping[str, tuple[str, ...]]
    otherwise: str = ""
    code: str = "forbidden"


FAULT_DECIDERS = {"player": (FAILED,), "began": (FAILED,), "host": (FAILED,)}
DECIDE = "only those who play, who began the match and the host may say what happens to a bot that has failed"
HOST = {"host": ALWAYS}
HOSTS = "only the host of this server may do this"

RIGHTS = {
    "watch": Right(
        "see what every seat may see: positions, logs, scores, names, winners", {"anyone": ALWAYS}
    ),
    "own view": Right("see what the own seat sees", {"player": ALWAYS}),
    "all": Right("see everything, and all options", {"anyone": BARE}),
    "threats": Right("ask for threats, in one's own view", {"anyone": ALWAYS}),
    "explain": Right("ask about a cell, in one's own view", {"anyone": ALWAYS}),
    "choose": Right("choose", {"mover": TURN}, "only the seat that is to move may choose", "turn"),
    "preview": Right(
        "look ahead at a choice", {"mover": TURN}, "only the seat that is to move may look ahead", "turn"
    ),
    "question": Right(
        "get what a bot would be asked", {"mover": TURN}, "only the seat that is to move is asked", "turn"
    ),
    "undo": Right(
        "take the last choice back",
        {"last": (RUNNING, FAILED, OPEN, OVER)},
        "there is no choice here that you may take back",
    ),
    "redo": Right("play it again", {"mover": TURN}, "there is no choice here that you may play again"),
    "retry": Right("start a failed bot again", FAULT_DECIDERS, DECIDE),
    "give up": Right("end the match because of a failed bot", FAULT_DECIDERS, DECIDE),
    "resign": Right(
        "resign, before the end by the rules",
        {"seated": GOING},
        "only who holds a seat resigns, and not after the end",
    ),
    "claim": Right(
        "claim the win over who is gone, or let a bot play there",
        {"staying": TURN},
        "only who plays with other people may claim, and not after the end",
    ),
    "takeback": Right(
        "ask the others to let one take the own last choice back, and answer that",
        {"staying": TURN},
        "only those who play with other people take choices back by asking, and not after the end",
    ),
    "draw": Right(
        "offer the others a draw, and answer that",
        {"staying": TURN},
        "only those who play with other people agree to a draw, and not after the end",
    ),
    "hints": Right(
        "ask the others to let everybody have hints, and answer that",
        {"staying": TURN},
        "only those who play with other people agree to hints, and not after the end",
    ),
    "speak": Right(
        "say one of the ready-made phrases",
        {"player": ALWAYS},
        "only those who play say something to one another",
    ),
    "notices": Right(
        "have a feed and a webhook that tell when it is the turn of the own seat",
        {"player": ALWAYS},
        "only who holds a seat is told when it is its turn",
    ),
    "name": Right(
        "name the own seats",
        {"player": GOING},
        "only who holds a seat names it, and not after the end",
    ),
    "again": Right(
        "begin the same match again",
        {"alone": ALWAYS, "player": BARE, "began": BARE},
        "only those who play or began it may begin again, and not while others play with them",
    ),
    "hint": Right(
        "ask for a hint, unless the match is rated or part of a race",
        {"alone": TURN, "agreed": TURN},
        "hints are for who plays with bots alone or where everybody has agreed, "
        "and neither in a rated match nor in a race",
    ),
    "seed": Right("see the seed", {"whole": ALWAYS, "anyone": BARE}),
    "file": Right(
        "have the match file",
        {"whole": ALWAYS, "owner": ALWAYS, "anyone": BARE},
        "the match file tells what others hide; it is given away when the match is over",
    ),
    "records": Right(
        "see what programs were told and said",
        {"owner": ALWAYS, "anyone": BARE},
        "what the bots were told and said is shown when the match is over",
    ),
    "faults": Right(
        "see what a failed program wrote last", {"began": ALWAYS, "host": ALWAYS, "anyone": BARE}
    ),
    "commands": Right(
        "see the commands of programs, and paths in what they wrote", {"began": ALWAYS, "host": ALWAYS}
    ),
    "rename": Right("rename somebody, in all matches", HOST, HOSTS),
    "mute": Right("show a name as its seat's title, or as it was", HOST, HOSTS),
    "ban": Right("let a name or an address begin no matches, or again", HOST, HOSTS),
    "delete": Right("delete a name from all matches", HOST, HOSTS),
}


@dataclass(frozen=True)
class Viewer:
    """Who asks."""

    held: tuple[int, ...] = ()
    has_begun: bool = False
    is_host: bool = False
    is_rule: bool = False  # chooses for a seat that was left


SPECTATOR = Viewer()


def has_people(seats: Sequence[Seat]) -> bool:
    """Does somebody play who is a person?"""
    return any(seat.player in PEOPLE for seat in seats)


def is_alone(seats: Sequence[Seat], viewer: Viewer) -> bool:
    """Is nobody else a person in this match?"""
    people = {n for n, seat in enumerate(seats) if seat.player in PEOPLE}
    return bool(viewer.held) and people <= set(viewer.held)


def kinds_of(
    viewer: Viewer,
    seats: Sequence[Seat],
    deals: bool,
    to_move: int | None = None,
    last: int | None = None,
    hints: bool = False,
) -> set[str]:
    """The kinds of a viewer.

    `deals`: do seats of this game hide things from one another? `hints`: have all agreed to hints?
    """
    alone = is_alone(seats, viewer)
    plays = [n for n in viewer.held if not seats[n].left or viewer.is_rule]
    found = {
        "anyone": True,
        "player": bool(viewer.held),
        "mover": to_move is not None and to_move in plays,
        "last": last is not None and last in plays,
        "alone": alone,
        "seated": bool(plays),
        "staying": bool(plays) and not alone,
        "whole": alone and (not deals or len(viewer.held) == len(seats)),
        "agreed": bool(plays) and hints,
        "began": viewer.has_begun,
        "owner": viewer.has_begun and alone,
        "host": viewer.is_host,
    }
    return {kind for kind, is_so in found.items() if is_so}


def is_allowed(right: str, kinds: set[str], states: set[str]) -> bool:
    """May a viewer of these kinds do this in these states?"""
    return any(kind in kinds and not states.isdisjoint(when) for kind, when in RIGHTS[right].who.items())


def refusal_of(right: str) -> Refused:
    """What somebody is told who may not."""
    return Refused(RIGHTS[right].code, RIGHTS[right].otherwise)


def no_seat() -> Refused:
    """What somebody is told whose token is none of the match, or no longer."""
    return Refused(
        "token", "this token holds no seat in this match; the link of a seat is for the first who opens it"
    )


def not_yet(day: str = "") -> Refused:
    """What somebody is told who looks at a lane of a race in which people still play, or into a challenge."""
    if day:
        return Refused("forbidden", f"until {day} is over (UTC), nobody looks into attempts at its challenge")
    return Refused(
        "forbidden",
        "people still play in this race; until they have finished, only its player sees this match",
    )


def as_markdown() -> str:
    """The table, as the documentation shows it."""
    lines = ["| | who, and in which states |", "|---|---|"]
    for right in RIGHTS.values():
        cells = "; ".join(f"**{kind}** {_when(states)}".rstrip() for kind, states in right.who.items())
        lines.append(f"| {right.what} | {cells} |")
    return "\n".join(lines)


def _when(states: Sequence[str]) -> str:
    return "" if set(states) == set(STATES) else f"({', '.join(states)})"
