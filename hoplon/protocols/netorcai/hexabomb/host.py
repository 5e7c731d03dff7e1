"""A networked game of hexabomb from one process: server, game logic, and bots as programs.

No player can hold up the others: who does not answer in time is kicked, and the game goes on.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

from hoplon.bots import bot as bot_of
from hoplon.bots import bots_for, is_network
from hoplon.core.errors import BadOption, HoplonError
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.netorcai import Client, ProtocolError
from hoplon.protocols.netorcai.boxed import BoxedProgram
from hoplon.protocols.netorcai.hexabomb import logic
from hoplon.protocols.netorcai.hexabomb.player import SPECIAL, nickname_of
from hoplon.protocols.netorcai.hexabomb.recorder import MatchRecorder
from hoplon.protocols.netorcai.hexabomb.result import Ended, Result
from hoplon.protocols.netorcai.local_server import HOST, Kick, LocalServer
from hoplon.protocols.netorcai.messages import PlayerInfo, Role
from hoplon.protocols.netorcai.programs import ENDING, OwnProgram, Program, end_all
from hoplon.protocols.netorcai.settings import Settings
from hoplon.protocols.shown import not_shut, secrets_of
from hoplon.sandbox.limits import is_jailed

GAME = "hexabomb"
LOOK = 0.02  # seconds between two checks who has connected
LEAST_PATIENCE, MOST_PATIENCE = 0.1, 86400.0  # seconds
LEAST_DELAY, MOST_DELAY = 50.0, 10000.0  # milliseconds
SLACK = 30.0  # seconds for the server, which is in this process, beyond those for a player

Follow = Callable[[Play, list[PlayerInfo]], None]


class BrokenOff(HoplonError):
    """A game that ended before its last turn; the turns played can be saved."""

    def __init__(self, text: str, result: Result | None = None) -> None:
        super().__init__(text)
        self.result = result


class Interrupted(BrokenOff):
    """A game that a signal ended."""

    def __init__(self, sign: int, result: Result | None) -> None:
        super().__init__("interrupted", result)
        self.sign = sign


@dataclass(frozen=True)
class Plan:
    """What is to be played. Places without a bot are for players who connect from elsewhere.

    With `delay` (milliseconds) turns are timed, else they follow as soon as everybody has answered;
    `patience` (seconds) is the longest wait for a player's answer, and for a program to log in if it is more
    than LOGIN_SECONDS.
    """

    options: HexabombOptions
    bots: tuple[str, ...] = ()
    special_bot: str = ""
    port: int = 4242
    delay: float | None = None
    viewers: int = 0
    patience: float = 60.0
    seed: int | None = None
    sandbox: str = "auto"

    def check(self) -> None:
        """Refuse times that are none, more bots than places, and a sandbox that cannot be had."""
        for name, value, least, most in (
            ("patience", self.patience, LEAST_PATIENCE, MOST_PATIENCE),
            ("delay", self.delay or LEAST_DELAY, LEAST_DELAY, MOST_DELAY),
        ):
            if not least <= value <= most:
                raise BadOption(f"the {name} is {value:g}; expected a number from {least:g} to {most:g}")
        if sys.platform == "linux":
            is_jailed(self.sandbox)
        elif self.sandbox == "strict":
            raise BadOption(f"the sandbox is strict, but there is none on {sys.platform}")
        places = self.options.player_count
        if not places + self.options.special >= 1:
            raise BadOption("option players is 0; a game needs somebody to play it")
        if len(self.bots) > places:
            raise BadOption(f"{len(self.bots)} bots are too many for {places} players")
        if self.special_bot and not self.options.special:
            raise BadOption("a special bot needs sudden death; give --special")
        for text, special in self.wanted:
            command_of(text, 0, special, 0) if is_built_in(text) else read_command(text, bots_for(GAME))

    @property
    def wanted(self) -> list[tuple[str, bool]]:
        """Every bot, and whether it plays the special role."""
        return [
            *((text, False) for text in self.bots),
            *([(self.special_bot, True)] if self.special_bot else []),
        ]

    @property
    def free(self) -> int:
        """How many places are for players from elsewhere."""
        return self.options.player_count + self.options.special - len(self.wanted)

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
            patience=self.patience,
            everywhere=bool(self.free or self.viewers),
        )


def is_built_in(text: str) -> bool:
    """Whether a bot is one of ours, and not a program of somebody's."""
    return is_network(text) or text.partition(":")[0] in bots_for(GAME)


def command_of(text: str, port: int, special: bool, seed: int) -> list[str]:
    """The program of a built-in bot; it is told the host, the port and the role."""
    bot_of(text, GAME)
    words = [sys.executable, "-m", "hoplon.cli", "join", GAME, "--bot", text]
    words += ["--nickname", nickname_of(text), "--host", HOST, "--port", str(port), "--seed", str(seed)]
    return words + (["--special"] if special else [])


def started(
    plan: Plan, text: str, special: bool, seed: int, room: LocalServer, say: Callable[[str], None]
) -> Program:
    """A bot as a program: ours as it is, others in the sandbox, where there is one."""
    if is_built_in(text):
        return OwnProgram(text, command_of(text, room.port, special, seed))
    words = read_command(text, bots_for(GAME))
    if sys.platform != "linux":
        return OwnProgram(text, [*words, HOST, str(room.port), *([SPECIAL] if special else [])])
    role = Role.SPECIAL if special else Role.PLAYER
    nickname = nickname_of(text.rpartition("/")[2])
    others = secrets_of([bot for bot in (*plan.bots, plan.special_bot) if bot and not is_built_in(bot)], [])
    budget = plan.patience if plan.delay is None else plan.delay / 1000
    return BoxedProgram(text, words, room, role, nickname, plan.patience, budget, say, plan.sandbox, others)


def what_is_open(programs: Sequence[str], sandbox: str) -> str:
    """What a sandbox does not shut here, in words; empty if there is nothing to say."""
    if sys.platform != "linux":
        return "programs run as your own, without a sandbox, which there is on Linux only"
    return not_shut(programs, sandbox)


def invitation(plan: Plan, port: int) -> str:
    """Where the game is, whom it waits for, and what they have to know."""
    guests = [
        f"{number} {who}"
        for number, who in ((plan.free, "more player(s)"), (plan.viewers, "viewer(s)"))
        if number
    ]
    waiting = f", waiting for {' and '.join(guests)}" if guests else ""
    warning = f"; who does not answer a TURN for {plan.patience:g} s is kicked" if plan.free else ""
    return f"listening on port {port}{waiting}{warning}"


def host(plan: Plan, follow: Follow | None = None, say: Callable[[str], None] | None = None) -> Result:
    """Play a whole game; every program that was started has ended when this returns."""
    plan.check()
    tell = say or (lambda _text: None)
    seed = int.from_bytes(os.urandom(4), "little") if plan.seed is None else plan.seed
    wanted = plan.wanted
    foreign = [text for text, _ in wanted if not is_built_in(text)]
    if foreign and (warning := what_is_open(foreign, plan.sandbox)):
        tell(warning)
    board = plan.options.board
    logic.make_ready(board)
    chronicle = MatchRecorder(plan.options)
    bots: list[Program] = []

    def kicked(kick: Kick) -> None:
        tell(str(kick))

    with LocalServer(plan.settings(), plan.seed, kicked) as room:
        tell(invitation(plan, room.port))

        def seen(play: Play) -> None:
            chronicle.note(play)
            if follow is not None:
                follow(play, room.players())

        def result() -> Result:
            ended = [Ended(bot, bot.end()) for bot in bots]
            return Result(chronicle.match(), room.players(), room.kicks(), ended)

        with ended_by_signals(room) as caught:
            try:
                with Client(HOST, room.port, plan.patience + SLACK) as client:
                    logic.log_in(client)  # before anybody else could
                    for number, (text, special) in enumerate(wanted):
                        bots.append(started(plan, text, special, seed + number, room, tell))
                    logic.officiate(client, board, _waiting(room, bots, caught), seen=seen)
                room.wait()
                end_all(bots, ENDING)
            except (HoplonError, ProtocolError, OSError) as error:
                if caught:
                    end_all(bots, ENDING)  # they are told, too
                    raise Interrupted(caught[0], result()) from None
                if isinstance(error, ProtocolError | TimeoutError):
                    raise BrokenOff(f"the game broke off: {error}", result()) from None
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


def _waiting(room: LocalServer, bots: list[Program], caught: list[int]) -> logic.Step:
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
