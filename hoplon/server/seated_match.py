"""A match with its players, and what each of them may see of it. Nothing here changes the match."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hoplon.core.board import ALL, Board, Entry, Json, Note, as_said, no_threats
from hoplon.core.board import SPECTATOR as EVERYBODY
from hoplon.core.leaving import AGREED, LEFT, Leaving, is_left, winners_of
from hoplon.core.match import Match
from hoplon.core.proof import MOST_ANEW
from hoplon.core.replay import write
from hoplon.core.sentences import addressed, begin
from hoplon.core.words import say
from hoplon.protocols.lines.command import is_command
from hoplon.protocols.seated_bot import BotQuestion
from hoplon.server import asking, clocks, fair_dice
from hoplon.server.calls import note_calls
from hoplon.server.headings import (
    FAULT,
    LONG,
    STOPPED,
    VOID,
    by_name,
    called,
    ended_of,
    options_of,
    states_of,
    summary_of,
    told_options,
)
from hoplon.server.programs import told_fault
from hoplon.server.refusals import Refused
from hoplon.server.rights import (
    CLOSED,
    OVER,
    PEOPLE,
    SPECTATOR,
    Viewer,
    is_allowed,
    is_alone,
    kinds_of,
    refusal_of,
)
from hoplon.server.shares import A_CHOICE
from hoplon.server.stored_match import Seat, StoredMatch

WAITING = (
    "choose",
    "preview",
    "question",
    "undo",
    "redo",
    "resign",
    "claim",
    "takeback",
    "draw",
    "hints",
    "file",
)  # only once everybody has come in
TELLS_DICE = ("seed", "file")
SEALED = ("all", "seed", "file", "records", "faults", "again")  # while people play in the same race
UNRACED = ("undo", "redo", "hint", "hints", "takeback", "draw", "speak")  # who knows what comes does not race
UNRATED = (
    "undo",
    "redo",
    "hint",
    "hints",
    "claim",
    "name",
    "retry",
    "give up",
    "takeback",
    "draw",
    "speak",
)  # where clocks decide
UNDAILY = (
    "undo",
    "redo",
    "hint",
    "hints",
    "takeback",
    "draw",
    "claim",
    "name",
    "give up",
)  # in the challenge of a day
UNTOLD = ("seed", "file", "again")  # while a rated match goes on, not even to who plays with bots alone
MOST_TURNS = 200  # that are told at once
MOST_BRIEF = 1000  # without positions
EXACT = 2**53  # beyond it JavaScript rounds whole numbers


def hash_of(token: str) -> str:
    """The hash of a token, which is what is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_link_of(seat: Seat, token: str) -> bool:
    """Is this the token in the link of a seat that was given to a friend?"""
    return seat.player == "friend" and _is_same(seat.token, hash_of(token))


def _is_same(stored: str, given: str) -> bool:
    return bool(stored) and hmac.compare_digest(stored, given)


def to_json(value: Any) -> str:
    """As it is sent: dataclasses become objects, in the language that is spoken here."""
    return json.dumps(value, default=as_said, separators=(",", ":"), ensure_ascii=False)


class SeatedMatch:
    """One match and its players."""

    def __init__(self, card: StoredMatch, match: Match, board: Board, undone: int = 0) -> None:
        self.card = card
        self.match = match
        self.board = board
        self.trouble = ""  # why the bot does not play
        self.undone = undone  # choices that can be redone
        self.thinking: int | None = None
        self.preparing = False

    def twin(self) -> SeatedMatch:
        """A copy that does not change while the match continues."""
        return SeatedMatch(replace(self.card), self.match.copy(), self.board, self.undone)

    def weight(self) -> int:
        """How many bytes its positions, choices and logs take."""
        return self.match.nbytes + A_CHOICE * len(self.match.choices)

    # Who may what.

    def viewer_of(self, token: str | None) -> Viewer | None:
        """Whoever has this token; None if it is not one of this match."""
        if not token:
            return SPECTATOR
        given = hash_of(token)
        seats = self.card.seats
        known = [n for n, seat in enumerate(seats) if _is_same(seat.token, given)]
        held = tuple(n for n in known if seats[n].player in PEOPLE)
        if known and not held:
            return SPECTATOR  # a bot plays there now
        began = _is_same(self.card.began, given) or any(seats[n].player == "me" for n in held)
        return Viewer(held, began) if held or began else None

    def may(self, viewer: Viewer, right: str) -> bool:
        """May this viewer do or see this now?"""
        match, card = self.match, self.card
        last = match.seats[-1] if match.choices else None
        kinds = kinds_of(viewer, card.seats, match.game.deals, match.to_move, last, card.asked.hints)
        if right in WAITING and fair_dice.absent(card):
            return False
        if (card.sealed and right in SEALED) or (card.race and right in UNRACED):
            return False
        if card.day and right in UNDAILY:
            return False
        if card.rated and (right in UNRATED or (right in UNTOLD and card.ended is None)):
            return False
        if right in TELLS_DICE and fair_dice.keeps_dice(card) and not self._has_dice_alone(viewer):
            return False
        return is_allowed(right, kinds, self._states()) and (right != "records" or has_records(card))

    def _has_dice_alone(self, viewer: Viewer) -> bool:
        """Does it harm nobody else if this viewer knows the dice to come?"""
        people = any(seat.player in PEOPLE for seat in self.card.seats)
        return not people or is_alone(self.card.seats, viewer)

    def check(self, viewer: Viewer, right: str) -> None:
        """Refuse what this viewer may not do or see now."""
        if not self.may(viewer, right):
            raise refusal_of(right)

    def _states(self) -> set[str]:
        if self.card.ended is not None and not self.card.sealed:
            return {OVER if self.match.is_over else CLOSED}
        return states_of(self.card, bool(self.trouble))

    def is_bare(self) -> bool:
        """Is nothing secret: an open match, one without people, or one that is over?"""
        return self.may(SPECTATOR, "all")

    def view_of(self, viewer: Viewer, wants_all: bool, number: int | None = None) -> int:
        """Whose view a client gets: of seats that share a screen, the one to move, or the last to move."""
        if fair_dice.absent(self.card):
            return EVERYBODY  # what will be dealt is not there yet
        if wants_all and self.may(viewer, "all"):
            return ALL
        held = viewer.held
        if not self.may(viewer, "own view"):
            return EVERYBODY
        number = len(self.match.choices) if number is None else number
        mover = self.match.to_move if number == len(self.match.choices) else self.match.seats[number]
        if mover in held:
            return int(mover)
        return next((seat for seat in reversed(self.match.seats[:number]) if seat in held), held[0])

    def reader(self, viewer: Viewer, wants_all: bool, number: int) -> int:
        """Whose view a client gets of the past: seats that share a screen see what everybody may know."""
        view = self.view_of(viewer, wants_all, number)
        return EVERYBODY if len(viewer.held) > 1 and view != ALL else view

    # Clocks.

    def now(self) -> float:
        """The time by which clocks run."""
        return time.time()

    def clocked(self) -> int | None:
        """The seat whose clock runs, if there is one."""
        card, seat = self.card, self.match.to_move
        if not card.clock or card.ended is not None or seat is None or fair_dice.absent(card):
            return None
        return seat if card.seats[seat].player in PEOPLE and not card.seats[seat].left else None

    # What is told.

    def summary(self, viewer: Viewer) -> Json:
        """The match for headings, without secrets."""
        card = self.card
        seed = card.seed if abs(card.seed) < EXACT else str(card.seed)
        return summary_of(card, viewer) | {
            "number": len(self.match.choices),
            "seed": seed if self.may(viewer, "seed") and not fair_dice.keeps_dice(card) else None,
            "dice": fair_dice.told_dice(card),
            "chosen": options_of(self.board, card.options if self.may(viewer, "all") else told_options(card)),
        }

    def welcome(self, viewer: Viewer, _wants_all: bool = False) -> Json:
        """What a viewer is told first: what does not change from turn to turn."""
        match, board = self.match, self.board
        return {
            "type": "welcome",
            "match": self.summary(viewer),
            "held": viewer.held,
            "ground": board.ground(match),
            "tools": board.tools,
            "hides": match.game.hides,
            "threats": board.threats is not no_threats,
            "beats": self.beats(),
        }

    def picture(self, number: int | None = None) -> str:
        """How it stands, or stood after so many choices, as SVG, as a board shows it to spectators."""
        match, game = self.match, self.match.game
        if number is not None and number > len(match.choices):
            raise Refused("unknown", f"there is no picture {number}: {len(match.choices)} choices were made")
        states = match.states_at(len(match.choices) if number is None else number)
        is_secret = game.hides and self.view_of(SPECTATOR, wants_all=True) != ALL
        return game.picture(game.concealed(states, 0, EVERYBODY) if is_secret else states, 0)

    def state(self, viewer: Viewer, wants_all: bool) -> Json:
        """The current state, for a viewer."""
        match, board = self.match, self.board
        view = self.view_of(viewer, wants_all)
        mover = match.to_move
        mine = self.may(viewer, "choose")
        return {
            "type": "state",
            "number": len(match.choices),
            "turn": board.turn(match, len(match.choices)),
            "to_move": mover,
            "seat": view if view >= 0 else None,
            "sees_all": view == ALL,
            "may_see_all": self.may(viewer, "all"),
            "waits": fair_dice.absent(self.card),
            "position": board.position(match, len(match.choices), view),
            "choices": board.offers(match) if mine else [],
            "undo": self.can_undo(viewer),
            "redo": bool(self.undone) and self.may(viewer, "redo"),
            "file": self.may(viewer, "file"),
            "again": self.may(viewer, "again"),
            "hint": self.may(viewer, "hint"),
            "records": self.may(viewer, "records"),
            "decides": self.may(viewer, "retry"),
            "resign": self.may(viewer, "resign"),
            "asks": self.card.asked.at(len(match.choices)).told() if viewer.held else None,
            "may_ask": [kind for kind in asking.KINDS if self.may_ask(viewer, kind)],
            "speaks": self.may(viewer, "speak") and not is_alone(self.card.seats, viewer),
            "clock": clocks.told(self.card, self.clocked(), self.now()),
            "outcome": self._outcome(bool(viewer.held)),
            "scores": board.scores(match, len(match.choices)),
            "counts": board.counts(match, len(match.choices)),
            "thinking": self.thinking,
            "preparing": self.preparing,
            "trouble": self._told_fault(viewer, self.card.seats[mover], self.trouble)
            if mover is not None
            else "",
            "faults": [
                told for seat in self.card.seats if (told := self._told_fault(viewer, seat, seat.fault))
            ],
        }

    def _told_fault(self, viewer: Viewer, seat: Seat, fault: str) -> str:
        return told_fault(seat, fault, self.may(viewer, "faults"), self.may(viewer, "commands"))

    def is_given_up(self) -> bool:
        """Did it end early: by a bot's fault, because others left, by who stopped racing, long or void?"""
        return self.card.ended in (FAULT, LONG, LEFT, AGREED, STOPPED, VOID) and not self.match.is_over

    def left(self) -> dict[int, Leaving]:
        """Who left before the end, by seat."""
        return {n: Leaving(seat.left, seat.left_after) for n, seat in enumerate(self.card.seats) if seat.left}

    def _outcome(self, is_own: bool) -> Json | None:
        """How it ended, told to a player or to others; after a fault, all other seats have won."""
        outcome, card = self.match.outcome, self.card
        if outcome is not None:
            says = self.board.ended(outcome.reason, [called(seat) for seat in card.seats])
            winners = winners_of(outcome, len(card.seats), self.left())
            return vars(outcome) | {"winners": winners, "says": addressed(says, is_own)}
        if not self.is_given_up():
            return None
        return {"scores": card.scores, "winners": card.winners, "reason": card.ended, "says": ended_of(card)}

    def turn_at(self, number: int, viewer: Viewer, wants_all: bool, brief: bool = False) -> Json:
        """What one choice led to, for a viewer; number 0 is the start."""
        match, board = self.match, self.board
        view = self.reader(viewer, wants_all, number)
        settled = number if view == ALL else board.settled(match)
        open_choice = 0 < number <= settled or (number > 0 and match.seats[number - 1] in viewer.held)
        return {
            "number": number,
            "turn": board.turn(match, number),
            "seat": match.seats[number - 1] if number else None,
            "choice": board.told(match, number, view) if open_choice else None,
            "log": self._by_names(board.log(match, number, view)) if number else [],
            "position": None if brief else board.position(match, number, view),
            "scores": board.scores(match, number),
            "counts": board.counts(match, number),
        }

    def past(self, viewer: Viewer, wants_all: bool, start: int, limit: int, brief: bool) -> Json:
        """What happened in the turns from `start` on; turn 0 is the beginning."""
        beats = self.beats()
        told = [self.turn_at(n, viewer, wants_all, brief) for n in beats[start : start + limit]]
        return {"turns": told, "of": len(beats)}

    def threats(self, viewer: Viewer, wants_all: bool, number: int | None) -> Json:
        """What is threatened now or, with a number, after this many choices."""
        self.check(viewer, "threats")
        number, view = self._moment(viewer, wants_all, number)
        marks = self.board.threats(self.match, number, view)
        return {"number": number, "marks": [replace(mark, text=self._by_name(mark.text)) for mark in marks]}

    def explain(self, viewer: Viewer, wants_all: bool, number: int | None, cell: str) -> Json:
        """What is on a cell, who threatens it and how far it reaches, now or after this many choices."""
        self.check(viewer, "explain")
        match, board = self.match, self.board
        number, view = self._moment(viewer, wants_all, number)
        notes = [
            Note(self._by_name(note.title), self._by_name(note.text))
            for note in board.explain(match, number, view, cell)
        ]
        texts = [
            self._by_name(mark.text)
            for mark in board.threats(match, number, view)
            if mark.cell == cell and mark.text
        ]
        return {
            "cell": cell,
            "number": number,
            "notes": [*notes, *(Note(say("Threat"), f"{begin(text)}.") for text in texts)],
            "marks": board.reach(match, number, view, cell),
        }

    def _by_name(self, text: str) -> str:
        return by_name(text, self.card.seats)

    def _by_names(self, log: Sequence[Entry]) -> list[Entry]:
        """Sentences with the players' names; the notation of logs is unchanged."""
        return [replace(entry, says=self._by_name(entry.says)) for entry in log]

    def _moment(self, viewer: Viewer, wants_all: bool, number: int | None) -> tuple[int, int]:
        """The number of choices that a question is about, and whose view is given."""
        last = len(self.match.choices)
        if number is None:
            return last, self.view_of(viewer, wants_all)
        if not 0 <= number <= last:
            raise Refused(
                "malformed", f"number is {str(number)[:20]}; expected 0 to {last}, the choices so far"
            )
        return number, self.reader(viewer, wants_all, number)

    def beats(self) -> list[int]:
        """The numbers after which a turn is complete; 0 is the start."""
        match, turn = self.match, self.board.turn
        found = [0]
        before = turn(match, 0)
        for number in range(1, len(match.choices) + 1):
            now = turn(match, number)
            if now != before:
                found.append(number)
                before = now
        return found

    def file(self) -> str:
        """The match file, up to where everybody knows the choices."""
        settled = len(self.match.choices) if self.is_bare() else self.board.settled(self.match)
        match = self.match.copy()
        while len(match.choices) > settled:
            match.undo()
        if not fair_dice.keeps_dice(self.card):
            match.proof = fair_dice.proof_of(self.card) or match.proof
        match.is_drawn = self.card.ended == AGREED
        match.left = {seat: one for seat, one in self.left().items() if one.number <= len(match.choices)}
        return write(match)

    def can_undo(self, viewer: Viewer) -> bool:
        """May this viewer undo the last choice, by right and by the rules of the game?"""
        match, card = self.match, self.card
        fixed = max(fair_dice.fixed_until(card), *(seat.left_after for seat in card.seats))
        if not self.may(viewer, "undo") or len(match.choices) <= fixed:
            return False
        return self.board.can_undo(match, match.seats[-1], len(viewer.held) == len(self.card.seats))

    def takes_back_to(self, seat: int) -> int | None:
        """After how many choices the last of a seat came that may still be taken back, if there is one."""
        match, card = self.match, self.card
        fixed = max(fair_dice.begun_at(card), *(one.left_after for one in card.seats))
        return next((n for n in reversed(range(fixed, len(match.choices))) if match.seats[n] == seat), None)

    def may_ask(self, viewer: Viewer, kind: str) -> bool:
        """May this viewer ask the others for this now?"""
        asked, card = self.card.asked.at(len(self.match.choices)), self.card
        if asked.kind or not self.may(viewer, kind):
            return False
        seat = next(n for n in viewer.held if not card.seats[n].left)
        if asked.has_declined(kind, seat):
            return False
        if kind == asking.HINTS:
            return not asked.hints
        return kind == asking.DRAW or (asked.anew < MOST_ANEW and self.takes_back_to(seat) is not None)

    def told_options(self) -> dict[str, str]:
        """The options that a player may know: not a position or a maze that is partly hidden."""
        return told_options(self.card)

    def question(self, seat: int) -> BotQuestion:
        """The question for the seat to move, if it is a bot."""
        match = self.match
        number = len(match.choices)
        past: tuple[Any, ...] = ()
        if match.game.views_add_up:
            mine = [n for n in range(number) if match.seats[n] == seat]
            past = tuple(match.game.view(match.states_at(n), 0, seat) for n in mine)
        legal = tuple((str(choice), choice.code) for choice in match.legal())
        return BotQuestion(match.view(seat), legal, self.card.dice + number, seat, past)

    def note_standing(self) -> None:
        """Note the standing, for lists and for the store."""
        match, card = self.match, self.card
        number = len(match.choices)
        outcome = match.outcome
        card.turn = self.board.turn(match, number)
        card.scores = list(self.board.scores(match, number))
        left = self.left()
        card.ended = outcome.reason if outcome else LEFT if is_left(len(card.seats), left) else None
        card.winners = list(winners_of(outcome, len(card.seats), left))
        card.changed = time.time()
        card.asked = card.asked.at(number)
        note_calls(card, match)


def asks_for_all(see: object, viewer: Viewer) -> bool:
    """Does a viewer want to see everything? Without a seat yes, unless they ask for what seats see."""
    return see == "all" or (see != "seat" and not viewer.held)


def has_records(card: StoredMatch) -> bool:
    """May something be kept about the players of a match? About programs, and what came with a file."""
    return any(seat.bot and (seat.player == "nobody" or is_command(seat.bot)) for seat in card.seats)
