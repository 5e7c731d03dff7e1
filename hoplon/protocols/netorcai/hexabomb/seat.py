"""A program that speaks netorcai at a seat of a match of hexabomb, beside players of any other kind.

It meets a server that plays one game, with one difference: every TURN is answered before its turn is played,
also the first, so TURN 0 shows the board before anything has happened, and nobody misses a turn.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hoplon.core.game import Game
from hoplon.core.outcome import Outcome
from hoplon.games.hexabomb.legal import STAY
from hoplon.games.hexabomb.statetext import StateText
from hoplon.games.hexabomb.view import Position, put
from hoplon.games.hexabomb.wire import choice_of, read_orders, why_refused
from hoplon.games.hexabomb.words import write_choice
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.lines.line_bot import (
    FAREWELL,
    LONGEST_MESSAGE,
    MOST_MESSAGES,
    close_record,
)
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.netorcai import messages
from hoplon.protocols.netorcai.dialogue import FINISHED
from hoplon.protocols.netorcai.fields import BadMessage
from hoplon.protocols.netorcai.frames import NOT_JSON, FrameCutter, frame
from hoplon.protocols.netorcai.gojson import Document, NotJson, Reader, decode
from hoplon.protocols.netorcai.messages import NO_PLAYERS_INFO, NOBODY, GameStarts, Role
from hoplon.protocols.player import LastView, Place, Player, Question, SeatRecord, dice_for
from hoplon.sandbox import bridge
from hoplon.sandbox.asking import await_all
from hoplon.sandbox.clock import Clock, Spent
from hoplon.sandbox.faults import GARBAGE, BotFault
from hoplon.sandbox.limits import isolation
from hoplon.sandbox.process import Process

LOGIN_SECONDS = 10.0  # for a program to start, connect and log in
ABORTED = "netorcai abort"
NO_TIME = Spent(0.0, 0.0, 0.0)


class NetorcaiSeat(Player):
    """A player that is a netorcai client, started for each match and asked once a turn."""

    def __init__(self, text: str, game: Game, process_settings: ProcessSettings | None = None) -> None:
        self.name = f"netorcai:{text}"
        self.process_settings = process_settings or ProcessSettings()
        self.process_settings.check()
        self.login_seconds = LOGIN_SECONDS * self.process_settings.scale
        self.record = SeatRecord(self.name)
        self._command = read_command(text)
        self._bridge = [sys.executable, "-I", "-S", str(Path(bridge.__file__))]
        self._sight = self.process_settings.sight_of(self._command, self._bridge)
        self._clock = self.process_settings.clock(dialect_of(game))
        self._reader = Reader()
        self._process: Process | None = None
        self._question: Question | None = None
        self._refusal: BotFault | None = None
        self._is_asked = False
        self._said = b""

    def begin(self, place: Place) -> None:
        """Start the program; it has until the first question to log in."""
        clock = self._clock = Clock(self._clock.first, self._clock.later, self._clock.strict)
        self.record = SeatRecord(self.name, dice_for(place.dice, place.seat), clock.first, clock.later)
        self.record.sandbox = isolation(self.process_settings.sandbox)
        self._seat = place.seat
        self._states = place.game.new_states(1)
        place.game.start(self._states, 0, place.options, 0)  # without dice, every seed begins alike
        self._text = StateText(self._states)
        start: Position = place.game.view(self._states, 0, place.seat)
        self._role = Role.SPECIAL if start.special and place.seat == 0 else Role.PLAYER
        self._begins = self._turn = NOBODY
        self._choices: dict[int, int] = {}
        more = [self._role.value] if self._role is Role.SPECIAL else []
        words = [json.dumps(self._command), json.dumps(more)]
        self._process = self.process_settings.start(
            [*self._bridge, *words],
            self._sight,
            place,
            Clock(self.login_seconds, clock.later, clock.strict),
            FrameCutter,
        )

    def ask(self, question: Question) -> None:
        """At the first question of a turn, send the TURN; a program that has just begun logs in before."""
        process, view = self._process, question.view
        assert process is not None, "begin() comes first"
        self._question, self._is_asked, self._refusal = question, view.turn != self._turn, None
        if not self._is_asked:
            return
        try:
            if self._turn == NOBODY:
                self._log_in(process)
        except BotFault as fault:
            self._is_asked, self._refusal = False, fault
            return
        process.question(self._turn_block(view, is_first=self._turn == NOBODY))
        self._turn = view.turn

    @property
    def waits_for(self) -> Process | None:
        """The program, if it has been sent a turn."""
        return self._process if self._is_asked else None

    def answer(self) -> str:
        """The order for the next character: the program is asked for those of all its characters at once."""
        if self._is_asked:
            assert self._process is not None, "begin() comes first"
            (said,) = await_all([self._process])
            return self.understand(said)
        return self._choose(NO_TIME)

    def understand(self, said: bytes | BotFault) -> str:
        """The order for the next character, after the answer of a turn."""
        process = self._process
        assert process is not None, "begin() comes first"
        self._is_asked = False
        try:
            if isinstance(said, BotFault):
                raise said
            self._take_orders(process, said)
        except BotFault as fault:
            self._refusal = fault
        return self._choose(process.clock.taken[-1])

    def _choose(self, spent: Spent) -> str:
        question, record = self._question, self.record
        assert question is not None, "ask() comes first"
        record.numbers.append(question.number)
        record.spent.append(spent)
        choice = ""
        if self._refusal is None:
            choice = write_choice(self._states, 0, self._choices.get(question.view.to_order.id, STAY))
        record.answers.append(choice)
        if self._refusal is not None:
            raise self._refusal
        return choice

    def end(self, outcome: Outcome | None, reason: str, last: LastView | None = None) -> SeatRecord:  # noqa: ARG002
        """Say how it ended, and end the program."""
        process, self._process = self._process, None
        if process is None:
            return self.record
        try:
            if self._turn != NOBODY and not self.record.fault:
                farewell = frame(messages.kick(ABORTED))
                if outcome is not None and last is not None:
                    winner = outcome.winners[0] if outcome.winners else NOBODY
                    farewell = frame(messages.game_ends(winner, self._write(last())))
                    farewell += frame(messages.kick(FINISHED))
                self.record.lingered = not process.tell(farewell, FAREWELL)
        finally:
            process.stop()
        close_record(self.record, process)
        return self.record

    def leave(self) -> None:
        """End the program at once, if it is still running."""
        process, self._process = self._process, None
        if process is not None:
            process.stop()

    def _log_in(self, process: Process) -> None:
        """Take the LOGIN, for which the program has a time of its own."""
        try:
            login = messages.read_login(self._hear(process, b""))
            if login.role is not self._role:
                raise BadMessage(f"role '{login.role}' where '{self._role}' was expected")
        except (BadMessage, NotJson) as problem:
            text = NOT_JSON if isinstance(problem, NotJson) else str(problem)
            raise self._kick(process, f"Invalid first message: {text}") from None
        except BotFault as fault:
            raise BotFault(fault.kind, f"did not log in: it {fault.args[0]}", fault.line) from None
        self.record.nickname = login.nickname
        process.clock = self._clock

    def _turn_block(self, view: Position, is_first: bool) -> bytes:
        """A TURN as it is sent."""
        state = self._write(view)
        block = b""
        if is_first:
            self._begins = view.turn
            block = frame(messages.login_ack()) + frame(self._start(view, state))
        return block + frame(messages.turn(view.turn - self._begins, state, NO_PLAYERS_INFO))

    def _take_orders(self, process: Process, said: bytes) -> None:
        """Keep the orders of an answer."""
        self._said = said
        try:
            ack = messages.read_turn_ack(self._reader.read(said), self._turn - self._begins)
        except NotJson:
            raise self._kick(process, f"Cannot read TURN_ACK. {NOT_JSON}") from None
        except BadMessage as problem:
            raise self._kick(process, f"Invalid TURN_ACK received. {problem}") from None
        actions = decode(ack.actions.encode())
        assert isinstance(actions, list)
        self._choices.clear()
        for order in read_orders(actions, self._seat, self._note):
            why = why_refused(self._states, order)
            if why:
                self._note(f"an order of player {self._seat} is illegal: {why}")
            else:
                self._choices[order[3]] = choice_of(order)

    def _start(self, view: Position, state: str) -> str:
        players = view.seats - view.special
        times = (self._clock.first * 1000, self._clock.later * 1000)
        told = GameStarts(players, int(view.special), view.turns - view.turn, *times, state)
        return told.told_to(self._seat, NO_PLAYERS_INFO)

    def _write(self, view: Position) -> str:
        """The state as everybody is told it: orders that were given are no part of it."""
        put(view, self._states, 0)
        return self._text.write(self._states, 0).decode()

    def _hear(self, process: Process, block: bytes) -> Document:
        self._said = b""
        self._said = process.ask(block)
        return self._reader.read(self._said)

    def _kick(self, process: Process, reason: str) -> BotFault:
        """Tell the program why it is no longer listened to."""
        process.tell(frame(messages.kick(reason)), FAREWELL)
        return BotFault(GARBAGE, f"was kicked ({reason})", self._said)

    def _note(self, text: str) -> None:
        """An order that is not carried out, for the author of the program."""
        if self._question is not None and len(self.record.messages) < MOST_MESSAGES:
            self.record.messages.append((self._question.number, text[:LONGEST_MESSAGE]))
