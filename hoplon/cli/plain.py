"""A match by lines of text: the board is printed, choices are typed.

In a game of several seats a bot has the others, or people share the keyboard. Nothing is printed that the
seat which is asked may not know.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.cli.autosave import Autosave
from hoplon.cli.terminal import Start, Terminal
from hoplon.core.errors import BadOption, HoplonError, IllegalChoice
from hoplon.core.printable import printable
from hoplon.core.talents import Flag

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match
    from hoplon.protocols.player import Player

WORDS = "a choice such as those in 'legal'; legal, board, undo, redo, save FILE, help or quit"
CLEAR_SCREEN = "\033[2J\033[H"
SOME_LINES = "\n" * 40
THINKING = 1.0  # seconds a choice
LONGEST_WORDS = 200
RANDOM = "random"

FLAGS = (
    Flag(
        "--opponent",
        "The bot at the other seats, or a program such as ./mybot.py.",
        metavar="BOT",
    ),
    Flag("--hotseat", "People at all seats share the keyboard."),
    Flag("--seat", "Your seat: its number, from 1, or its name.", metavar="SEAT"),
)


def terminal_for(game: Game) -> Terminal:
    """Lines of text for any game; seats can be chosen where there are several."""

    def play(start: Start, flags: Mapping[str, str], _light: bool) -> int:
        match = start()
        play_lines(match, read_seats(match, flags))
        return 0

    return Terminal(play, FLAGS if game.seats[1] > 1 else (), lines=True)


def read_seats(match: Match, flags: Mapping[str, str]) -> dict[int, Player]:
    """The bots by their seats: at all seats but the person's, unless people have them all."""
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.protocols.players import make_player
    from hoplon.protocols.seated_bot import CLOCK, FIRST_CLOCK
    from hoplon.protocols.shown import not_shut

    names = match.game.seat_names(match.options)
    kept = match.game.bots_kept(match.options)
    free = [seat for seat in range(len(names)) if seat not in kept] or [0]
    wanted = flags.get("--seat", str(free[0] + 1))
    known = {name.lower(): seat for seat, name in enumerate(names)}
    known |= {str(seat + 1): seat for seat in range(len(names))}
    if wanted.lower() not in known:
        raise BadOption(
            f"there is no seat {wanted!r}; expected 1 to {len(names)}, or one of {', '.join(names)}"
        )
    if "--hotseat" in flags:
        if set(flags) & {"--opponent", "--seat"}:
            raise BadOption("--hotseat has people at all seats; leave out --opponent and --seat")
        return {}
    usual = next((rung.bot for rung in match.game.ladder if rung.usual), RANDOM)
    opponent = flags.get("--opponent", usual)
    settings = ProcessSettings(first=FIRST_CLOCK, later=CLOCK)
    if warning := not_shut([opponent], settings.sandbox):
        print(f"hoplon: {warning}", file=sys.stderr)
    bots = {
        seat: make_player(kept.get(seat, opponent), match.game, settings)
        for seat in range(len(names))
        if seat != known[wanted.lower()]
    }
    if any(player.is_person for player in bots.values()):
        raise BadOption(f"the opponent is a {opponent}; people share the keyboard with --hotseat")
    return bots


def play_lines(match: Match, bots: Mapping[int, Player] | None = None) -> None:
    """Ask for choices until the match, the input or the player's patience ends."""
    from hoplon.protocols.player import Place

    with ExitStack() as leaving:
        names = match.game.seat_names(match.options)
        for seat, player in (bots or {}).items():
            leaving.callback(player.leave)
            player.begin(Place(match.game, seat, len(names), match.options, match.seed, THINKING))
        Session(match, bots or {}).play()


@dataclass
class Session:
    """People at the keyboard and bots at the other seats."""

    match: Match
    bots: Mapping[int, Player]
    autosave: Autosave = field(default_factory=Autosave)

    def __post_init__(self) -> None:
        self.names = self.match.game.seat_names(self.match.options)
        self.people = [seat for seat in range(len(self.names)) if seat not in self.bots]
        self.has_secrets = self.match.game.hides and len(self.names) > 1
        self.viewer = self.people[0]  # who looks at the screen

    def play(self) -> None:
        """Until the end."""
        seed = "" if self.match.game.deals else f", seed {self.match.seed}"  # it would tell the cards
        print(f"{self.match.game.title}{seed}. Type {WORDS}.")
        if len(self.people) == 1:
            self.show_board()
        self.let_bots_choose()
        for line in typed(self.next_prompt):
            before = len(self.match.choices)
            try:
                print(self.answer(line))
            except (HoplonError, OSError) as error:
                print(printable(str(error)))
            if len(self.match.choices) != before:
                self.autosave.keep(self.match)
                self.let_bots_choose()
        if self.match.is_over:
            print(f"\n{self.match.outcome}")
            for seat, player in self.bots.items():
                player.end(self.match.outcome, "", partial(self.match.view, seat))

    def let_bots_choose(self) -> None:
        """The bots choose until a person must."""
        while (seat := self.match.to_move) is not None and seat in self.bots:
            name = self.bots[seat].name
            self.match.play(self.choice_of(seat))
            told = self.last_turn()
            who = f"{self.names[seat]} ({name})"
            print(f"\n{who}:\n{told}" if told else f"\n{who} has chosen.")
        if self.bots and self.match.choices:
            self.autosave.keep(self.match)
            self.show_board()

    def choice_of(self, seat: int) -> str:
        """What the bot at a seat chooses; HoplonError if it fails."""
        from hoplon.protocols.player import Question
        from hoplon.sandbox.faults import BotFault

        match, player = self.match, self.bots[seat]
        try:
            player.ask(Question(match.view(seat), match.legal(), len(match.choices) + 1))
            return match.read(player.answer())
        except IllegalChoice as error:
            raise HoplonError(f"the bot {player.name} failed: {error}") from None
        except BotFault as fault:
            said = player.end(None, "fault").stderr.strip().splitlines()
            words = f"; its stderr ends with {said[-1][:LONGEST_WORDS]!r}" if said else ""
            raise HoplonError(f"the bot {player.name} {fault}{words}") from None

    def next_prompt(self) -> str | None:
        """What is written before a choice is typed; the screen changes hands first."""
        seat = self.match.to_move
        if seat is None:
            return None
        if len(self.people) > 1 and (seat != self.viewer or not self.match.choices):
            if self.has_secrets:
                print(CLEAR_SCREEN if sys.stdout.isatty() else SOME_LINES)
                print(f"{self.names[seat]}, press Enter when you alone look at the screen.")
                if not sys.stdin.readline():
                    return None
            self.viewer = seat
            if self.match.choices and self.has_secrets:
                print(self.last_turn())
            self.show_board()
        who = f" {self.names[seat]}" if len(self.people) > 1 else ""
        return f"{len(self.match.choices) + 1}{who}"

    def board(self) -> str:
        """The position as the one may see it who looks."""
        from hoplon.grids.plain import draw_for

        return draw_for(self.match.game, self.match.states_at(len(self.match.choices)), 0, self.viewer)

    def show_board(self) -> None:
        """Print it."""
        print(f"\n{self.board()}")

    def last_turn(self) -> str:
        """What happened last, as far as the one may know who looks."""
        from hoplon.grids.plain import plain_board

        match = self.match
        if not match.game.hides:
            return str(match.turns[-1])
        board = match.game.board or plain_board(match.game)
        log = board.log(match, len(match.choices), self.viewer)
        return "\n".join("  " * entry.depth + entry.text for entry in log)

    def answer(self, line: str) -> str:
        """Do what a line says and tell what came of it."""
        match = self.match
        word, _, rest = line.partition(" ")
        if not line:
            return ""
        if word == "help":
            return self.help_on(rest)
        if word == "legal":
            return ", ".join(match.legal())
        if word == "board":
            return self.board()
        if word == "save":
            return save(match, rest)
        if word == "undo":
            return self.undo()
        if word == "redo":
            match.redo()
        else:
            match.play(line)
        shown = match.is_over or (match.to_move == self.viewer and not self.bots)
        return f"{self.last_turn()}\n\n{self.board()}" if shown else self.last_turn()

    def help_on(self, word: str) -> str:
        """What can be typed, or what a word of the game means."""
        explain, story = self.match.game.help_on, self.match.game.story
        typed = f"{story}\n\nType {WORDS}.".lstrip()
        if explain is None:
            return typed
        return explain(word) if word else f"{typed}\n{explain('')}"

    def undo(self) -> str:
        """Take the last choice of a person back, with what bots answered."""
        from hoplon.protocols.in_process import InProcess

        if self.has_secrets:
            raise BadOption("nothing can be undone: it may have shown what was hidden")
        for player in self.bots.values():
            if not isinstance(player, InProcess):
                raise BadOption(f"nothing can be undone: {player.name} would remember it")
        self.match.undo()
        while self.match.to_move in self.bots and self.match.choices:
            self.match.undo()
        return self.board()


def typed(prompt: Callable[[], str | int | None]) -> Iterator[str]:
    """Lines as they are typed, each after a prompt such as the number of the choice it makes.

    They end when there is no prompt, with the input, or when the player quits.
    """
    while (wanted := prompt()) is not None:
        print(f"\n{wanted}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() in ("quit", "q"):
            print()
            return
        yield line.strip()


def save(match: Match, name: str) -> str:
    """Write a new match file."""
    if not name:
        return "save needs a file name"
    if Path(name).exists():
        return f"{name} exists; choose another name"
    return f"saved as {match.save(name)}"
