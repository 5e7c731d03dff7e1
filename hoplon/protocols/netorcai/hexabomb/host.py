"""A networked game of hexabomb from one process: server, game logic, and bots as programs."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from hoplon.bots import bot as bot_of
from hoplon.bots import bots_for
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.match import Match
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.netorcai import Client, ProtocolError
from hoplon.protocols.netorcai.hexabomb import logic
from hoplon.protocols.netorcai.hexabomb.player import SPECIAL, nickname_of
from hoplon.protocols.netorcai.hexabomb.recorder import MatchRecorder
from hoplon.protocols.netorcai.local_server import (
    ENDING,
    HOST,
    BotProgram,
    Kick,
    LocalServer,
    end_all,
)
from hoplon.protocols.netorcai.messages import PlayerInfo
from hoplon.protocols.netorcai.settings import Settings
from hoplon.protocols.player import SeatRecord
from hoplon.sandbox.report import HeadAndTail

GAME = "hexabomb"
LOOK = 0.02  # seconds between two checks who has connected

Follow = Callable[[Play, list[PlayerInfo]], None]


class BrokenOff(HoplonError):
    """A game that ended before its last turn; the turns played can be saved."""

    def __init__(self, text: str, result: Result | None = None) -> None:
        super().__init__(text)
        self.result = result


class Stalled(BrokenOff):
    """A game that has stalled."""


class Interrupted(BrokenOff):
    """A game that a signal ended."""

    def __init__(self, sign: int, result: Result | None) -> None:
        super().__init__("interrupted", result)
        self.sign = sign


@dataclass(frozen=True)
class Plan:
    """What is to be played. Places without a bot are for players who connect from elsewhere.

    With `delay` (milliseconds) turns are timed, else they follow as soon as everybody has answered;
    then `patience` (seconds) bounds the wait.
    """

    options: HexabombOptions
    bots: tuple[str, ...] = ()
    special_bot: str = ""
    port: int = 4242
    delay: float | None = None
    viewers: int = 0
    patience: float = 60.0
    seed: int | None = None

    def check(self) -> None:
        """Refuse more bots than places."""
        places = self.options.player_count
        if not places + self.options.special >= 1:
            raise BadOption("option players is 0; a game needs somebody to play it")
        if len(self.bots) > places:
            raise BadOption(f"{len(self.bots)} bots are too many for {places} players")
        if self.special_bot and not self.options.special:
            raise BadOption("a special bot needs sudden death; give --special")

    def settings(self) -> Settings:
        """The server that this takes."""
        return Settings(
            port=self.port,
            nb_turns_max=self.options.turns,
            nb_players_max=self.options.player_count,
            nb_splayers_max=int(self.options.special),
            nb_visus_max=self.viewers,
            delay_first_turn=self.delay or 1000.0,
            delay_turns=self.delay or 1000.0,
            autostart=True,
            fast=self.delay is None,
        )


@dataclass(frozen=True)
class Program:
    """What is left of a program that was started: its command, how it ended, and what it printed."""

    command: str
    code: int
    printed: HeadAndTail


@dataclass(frozen=True)
class Result:
    """How it went; the match can be saved, with a record of who played."""

    match: Match
    players: list[PlayerInfo]
    kicks: list[Kick]
    programs: list[Program]

    def as_json(self) -> dict[str, Any]:
        """The record of the players, by seat, as it is kept beside a match file.

        Which program has which seat is not known: they connect as they please.
        """
        reasons = {kick.remote_address: kick.reason for kick in self.kicks}
        seats = []
        for player in sorted(self.players, key=lambda one: one.player_id):
            record = SeatRecord(player.nickname, nickname=player.nickname)
            if player.remote_address in reasons:
                record.blame("kicked", reasons[player.remote_address])
            seats.append(record.as_json())
        programs = [
            {"command": one.command, "exit": one.code, "printed": str(one.printed)} for one in self.programs
        ]
        return {"hoplon record": 1, "seats": seats, "programs": programs}


def command_of(text: str, port: int, special: bool, seed: int) -> list[str]:
    """The program of a bot, built in or an executable; it is told the host, the port and the role."""
    if text.partition(":")[0] in bots_for(GAME):
        bot_of(text, GAME)
        words = [
            sys.executable,
            "-m",
            "hoplon.cli",
            "join",
            GAME,
            "--bot",
            text,
            "--nickname",
            nickname_of(text),
        ]
        words += ["--host", HOST, "--port", str(port), "--seed", str(seed)]
        return words + (["--special"] if special else [])
    return [*read_command(text, bots_for(GAME)), HOST, str(port), *([SPECIAL] if special else [])]


def host(plan: Plan, follow: Follow | None = None, say: Callable[[str], None] | None = None) -> Result:
    """Play a whole game; every program that was started has ended when this returns."""
    plan.check()
    seed = int.from_bytes(os.urandom(4), "little") if plan.seed is None else plan.seed
    wanted = [(text, False) for text in plan.bots]
    wanted += [(plan.special_bot, True)] if plan.special_bot else []
    commands = [(text, command_of(text, 0, special, 0)) for text, special in wanted]
    board = plan.options.board
    logic.make_ready(board)
    chronicle = MatchRecorder(plan.options)
    bots: list[BotProgram] = []
    with LocalServer(plan.settings(), plan.seed) as room:
        if say is not None:
            free = plan.options.player_count + plan.options.special - len(commands)
            say(f"listening on port {room.port}" + (f", waiting for {free} more player(s)" if free else ""))

        def seen(play: Play) -> None:
            chronicle.note(play)
            if follow is not None:
                follow(play, room.players())

        def result() -> Result:
            ended = [Program(bot.name, bot.end(), bot.printed) for bot in bots]
            return Result(chronicle.match(), room.players(), _early(room.kicks()), ended)

        with ended_by_signals(room) as caught:
            try:
                for number, (text, special) in enumerate(wanted):
                    bots.append(BotProgram(text, command_of(text, room.port, special, seed + number)))
                with Client(HOST, room.port, plan.patience) as client:
                    logic.log_in(client)
                    logic.officiate(client, board, _waiting(room, bots, caught), seen=seen)
                room.wait()
                end_all(bots, ENDING)
            except (HoplonError, ProtocolError, OSError) as error:
                if caught:
                    end_all(bots, ENDING)  # they are told, too
                    raise Interrupted(caught[0], result()) from None
                if isinstance(error, TimeoutError):
                    late = f"no turn within {plan.patience:g} s: a player does not answer"
                    raise Stalled(late, result()) from None
                if isinstance(error, ProtocolError):
                    raise Stalled(f"the game broke off: {error}", result()) from None
                raise
            finally:
                end_all(bots)
        return result()


@contextmanager
def ended_by_signals(room: LocalServer) -> Iterator[list[int]]:
    """While a game is on, Ctrl-C and SIGTERM make the server say goodbye to all, the game logic included.

    So a game ends between two turns. A second signal interrupts at once. Only the main thread gets signals.
    """
    caught: list[int] = []

    def end(sign: int, _frame: object) -> None:
        if caught:
            raise KeyboardInterrupt
        caught.append(sign)
        room.stop()

    if threading.current_thread() is not threading.main_thread():
        yield caught
        return
    heeded = [s for s in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(s) is not signal.SIG_IGN]
    before = {sign: signal.signal(sign, end) for sign in heeded}
    try:
        yield caught
    finally:
        for sign, usual in before.items():
            signal.signal(sign, usual)


def _waiting(room: LocalServer, bots: list[BotProgram], caught: list[int]) -> logic.Step:
    """Waits for everybody before DO_INIT, and notices a bot that will never come."""

    @contextmanager
    def until_all_are_here() -> Iterator[None]:
        while not room.players() and not caught:
            for bot in bots:
                bot.check()
            time.sleep(LOOK)
        yield

    def step(name: str) -> AbstractContextManager[None]:
        return until_all_are_here() if name.endswith("DO_INIT") else nullcontext()

    return step


def _early(kicks: list[Kick]) -> list[Kick]:
    """Kicks other than the farewell that everybody gets."""
    return [kick for kick in kicks if kick.reason not in ("Game is finished", "netorcai abort")]
