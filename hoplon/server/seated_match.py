"""A match with its players, and what each of them may see of it. Nothing here changes the match."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hoplon.core.board import ALL, SPECTATOR, Board, Entry, Json, Note
from hoplon.core.match import Match
from hoplon.core.replay import write
from hoplon.core.sentences import begin
from hoplon.games import game, game_names
from hoplon.protocols.lines.command import is_command
from hoplon.protocols.seated_bot import BotQuestion
from hoplon.server.headings import by_name, ended_of, options_of, played_of
from hoplon.server.refusals import Refused
from hoplon.server.store import StoredMatch

PEOPLE = ("me", "friend")
FAULT = "fault"
EXACT = 2**53  # beyond it JavaScript rounds whole numbers


def hash_of(token: str) -> str:
    """The hash of a token, which is what is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def to_json(value: Any) -> str:
    """As it is sent; dataclasses become objects."""
    return json.dumps(value, default=vars, separators=(",", ":"), ensure_ascii=False)


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
        """How many bytes its positions take."""
        return self.match.nbytes

    # Who may what.

    def held_by(self, token: str | None) -> tuple[int, ...]:
        """The seats of a token; none for a spectator."""
        if not token:
            return ()
        given = hash_of(token)
        seats = self.card.seats
        return tuple(
            n for n, seat in enumerate(seats) if seat.token and hmac.compare_digest(seat.token, given)
        )

    def is_bare(self) -> bool:
        """Is nothing secret: an open match, one without people, or one that is over?"""
        return is_bare(self.card)

    def is_alone(self, held: tuple[int, ...]) -> bool:
        """Is nobody else a person in this match?"""
        people = [n for n, seat in enumerate(self.card.seats) if seat.player in PEOPLE]
        return bool(held) and set(people) <= set(held)

    def may_have_file(self, held: tuple[int, ...]) -> bool:
        """May this viewer have the match file? It contains the seed, and so what the other seats hide."""
        if self.is_bare():
            return True
        return self.is_alone(held) and (not self.match.game.deals or len(held) == len(self.card.seats))

    def may_see_records(self, held: tuple[int, ...]) -> bool:
        """May this viewer see what the bots were told and said? It tells what their seats see.

        Until nothing is secret, only who began the match and plays with nobody else: the bots are theirs.
        """
        if not has_records(self.card):
            return False
        began = any(self.card.seats[n].player == "me" for n in held)
        return self.is_bare() or (began and self.is_alone(held))

    def may_begin_again(self, held: tuple[int, ...]) -> bool:
        """May this viewer play the same match again? Not while others play: it would give secrets away."""
        if not any(seat.player in PEOPLE for seat in self.card.seats):
            return True
        return bool(held) and (self.is_bare() or self.is_alone(held))

    def viewer(self, held: tuple[int, ...], wants_all: bool, number: int | None = None) -> int:
        """Whose view a client gets: of seats that share a screen, the one to move, or the last to move."""
        if self.is_bare() and wants_all:
            return ALL
        if not held:
            return SPECTATOR
        number = len(self.match.choices) if number is None else number
        mover = self.match.to_move if number == len(self.match.choices) else self.match.seats[number]
        if mover in held:
            return int(mover)
        return next((seat for seat in reversed(self.match.seats[:number]) if seat in held), held[0])

    def reader(self, held: tuple[int, ...], wants_all: bool, number: int) -> int:
        """Whose view a client gets of the past: seats that share a screen see what everybody may know."""
        viewer = self.viewer(held, wants_all, number)
        return SPECTATOR if len(held) > 1 and viewer != ALL else viewer

    # What is told.

    def summary(self, held: tuple[int, ...]) -> Json:
        """The match for headings, without secrets."""
        card = self.card
        seed = card.seed if abs(card.seed) < EXACT else str(card.seed)
        return summary_of(card, held) | {
            "number": len(self.match.choices),
            "seed": seed if self.may_have_file(held) else None,
            "chosen": options_of(self.board, card.options if self.is_bare() else told_options(card)),
            "title": self.match.game.title,
        }

    def state(self, held: tuple[int, ...], wants_all: bool) -> Json:
        """The current state, for a viewer."""
        match, board = self.match, self.board
        viewer = self.viewer(held, wants_all)
        mover = match.to_move
        mine = mover is not None and mover in held and not self.trouble and not self.is_given_up()
        return {
            "type": "state",
            "number": len(match.choices),
            "turn": board.turn(match, len(match.choices)),
            "to_move": mover,
            "seat": viewer if viewer >= 0 else None,
            "sees_all": viewer == ALL,
            "may_see_all": self.is_bare(),
            "position": board.position(match, len(match.choices), viewer),
            "choices": board.offers(match) if mine else [],
            "undo": self.can_undo(held),
            "redo": bool(self.undone) and mine,
            "file": self.may_have_file(held),
            "again": self.may_begin_again(held),
            "records": self.may_see_records(held),
            "outcome": self._outcome(),
            "scores": board.scores(match, len(match.choices)),
            "counts": board.counts(match, len(match.choices)),
            "thinking": self.thinking,
            "preparing": self.preparing,
            "trouble": told_fault(self.card, mover, held, self.trouble) if mover is not None else "",
            "faults": [told for n in range(len(self.card.seats)) if (told := told_fault(self.card, n, held))],
        }

    def is_given_up(self) -> bool:
        """Was it ended by a bot's fault, before its end by the rules?"""
        return self.card.ended == FAULT and not self.match.is_over

    def _outcome(self) -> Json | None:
        """How it ended; after a fault, all other seats have won."""
        outcome, card = self.match.outcome, self.card
        if outcome is not None:
            says = self.board.ended(outcome.reason, [seat.name for seat in card.seats])
            return vars(outcome) | {"says": says}
        if not self.is_given_up():
            return None
        winners = [n for n, seat in enumerate(card.seats) if not seat.fault]
        return {"scores": card.scores, "winners": winners, "reason": FAULT, "says": ended_of(card)}

    def turn_at(self, number: int, held: tuple[int, ...], wants_all: bool, brief: bool = False) -> Json:
        """What one choice led to, for a viewer; number 0 is the start."""
        match, board = self.match, self.board
        viewer = self.reader(held, wants_all, number)
        settled = number if viewer == ALL else board.settled(match)
        open_choice = 0 < number <= settled or (number > 0 and match.seats[number - 1] in held)
        return {
            "number": number,
            "turn": board.turn(match, number),
            "seat": match.seats[number - 1] if number else None,
            "choice": board.told(match, number, viewer) if open_choice else None,
            "log": self._by_names(board.log(match, number, viewer)) if number else [],
            "position": None if brief else board.position(match, number, viewer),
            "scores": board.scores(match, number),
            "counts": board.counts(match, number),
        }

    def threats(self, held: tuple[int, ...], wants_all: bool, number: int | None) -> Json:
        """What is threatened now or, with a number, after this many choices."""
        number, viewer = self._moment(held, wants_all, number)
        marks = self.board.threats(self.match, number, viewer)
        return {"number": number, "marks": [replace(mark, text=self._by_name(mark.text)) for mark in marks]}

    def explain(self, held: tuple[int, ...], wants_all: bool, number: int | None, cell: str) -> Json:
        """What is on a cell, who threatens it and how far it reaches, now or after this many choices."""
        match, board = self.match, self.board
        number, viewer = self._moment(held, wants_all, number)
        notes = [
            Note(self._by_name(note.title), self._by_name(note.text))
            for note in board.explain(match, number, viewer, cell)
        ]
        texts = [
            self._by_name(mark.text)
            for mark in board.threats(match, number, viewer)
            if mark.cell == cell and mark.text
        ]
        return {
            "cell": cell,
            "number": number,
            "notes": [*notes, *(Note("Threat", f"{begin(text)}.") for text in texts)],
            "marks": board.reach(match, number, viewer, cell),
        }

    def _by_name(self, text: str) -> str:
        return by_name(text, self.card.seats)

    def _by_names(self, log: Sequence[Entry]) -> list[Entry]:
        """Sentences with the players' names; the notation of logs is unchanged."""
        return [replace(entry, says=self._by_name(entry.says)) for entry in log]

    def _moment(self, held: tuple[int, ...], wants_all: bool, number: int | None) -> tuple[int, int]:
        """The number of choices that a question is about, and whose view is given."""
        last = len(self.match.choices)
        if number is None:
            return last, self.viewer(held, wants_all)
        if not 0 <= number <= last:
            raise Refused(
                "malformed", f"number is {str(number)[:20]}; expected 0 to {last}, the choices so far"
            )
        return number, self.reader(held, wants_all, number)

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
        return write(match)

    def can_undo(self, held: tuple[int, ...]) -> bool:
        """May this viewer undo the last choice?"""
        match = self.match
        if not match.choices or match.seats[-1] not in held or self.is_given_up():
            return False
        alone = len(held) == len(self.card.seats)
        return self.board.can_undo(match, match.seats[-1], alone)

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
        card.ended = None if outcome is None else outcome.reason
        card.changed = time.time()


def asks_for_all(see: object, held: tuple[int, ...]) -> bool:
    """Does a viewer want to see everything? Without a seat yes, unless they ask for what seats see."""
    return see == "all" or (see != "seat" and not held)


def is_bare(card: StoredMatch) -> bool:
    """Is nothing of a match secret?"""
    return card.open or card.ended is not None or not any(seat.player in PEOPLE for seat in card.seats)


def has_records(card: StoredMatch) -> bool:
    """May something be kept about the players of a match? About programs, and what came with a file."""
    return any(seat.bot and (seat.player == "nobody" or is_command(seat.bot)) for seat in card.seats)


def told_options(card: StoredMatch) -> dict[str, str]:
    """The options of a match, without those that reveal what its game hides."""
    telling = game(card.game).telling_options if card.game in game_names() else tuple(card.options)
    return {name: text for name, text in card.options.items() if name not in telling}


def told_fault(card: StoredMatch, seat: int, held: tuple[int, ...], fault: str | None = None) -> str:
    """What went wrong with a bot, as a viewer may read it.

    A program's output may reveal what its seat sees, and things about its machine, so it is for whoever
    created the match, and for everybody once nothing is secret.
    """
    found = card.seats[seat]
    fault = found.fault if fault is None else fault
    began = any(card.seats[n].player == "me" for n in held)
    if not fault or began or is_bare(card) or not is_command(found.bot):
        return fault
    return f"the bot {found.bot} has failed"


def summary_of(card: StoredMatch, held: tuple[int, ...] = ()) -> Json:
    """What is public about any match, without opening it."""
    options = card.options if is_bare(card) else told_options(card)
    return {
        "id": card.id,
        "game": card.game,
        "version": card.version,
        "options": {name: text for name, text in options.items() if len(text) <= 200},
        "open": card.open,
        "made": card.made,
        "changed": card.changed,
        "turn": card.turn,
        "ended": card.ended,
        "says": ended_of(card),
        "played": played_of(card, options),
        "scores": card.scores,
        "seats": [
            {
                "seat": n,
                "player": seat.player,
                "name": seat.name,
                "title": seat.title,
                "bot": seat.bot,
                "fault": told_fault(card, n, held),
            }
            for n, seat in enumerate(card.seats)
        ],
    }
