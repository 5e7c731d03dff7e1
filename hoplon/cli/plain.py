"""A match by lines of text: the board is printed, choices are typed.

In a game of several seats a bot has the others, or people share the keyboard. Nothing is printed that the
seat which is asked may not know.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.cli.autosave import Autosave
from hoplon.cli.terminal import Start, Terminal
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.talents import Flag

if TYPE_CHECKING:
    from hoplon.bots.dice import SeatDice
    from hoplon.core.bot import Bot
    from hoplon.core.game import Game
    from hoplon.core.match import Match

WORDS = "a choice such as those in 'legal'; legal, board, undo, redo, save FILE, help or quit"
CLEAR_SCREEN = "\033[2J\033[H"
SOME_LINES = "\n" * 40
THINKING = 1.0  # seconds a choice
RANDOM = "random"

FLAGS = (
    Flag("--opponent", "The bot at the other seats.", metavar="BOT"),
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


@dataclass
class Opponent:
    """A bot in a seat, with dice of its own."""

    bot: Bot
    dice: SeatDice


def read_seats(match: Match, flags: Mapping[str, str]) -> dict[int, Opponent]:
    """The bots by their seats: at all seats but the person's, unless people have them all."""
    from hoplon.bots import bot
    from hoplon.bots.dice import SeatDice

    names = match.game.seat_names(match.options)
    wanted = flags.get("--seat", "1")
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
    return {
        seat: Opponent(bot(opponent, match.game.name), SeatDice(match.seed, seat))
        for seat in range(len(names))
        if seat != known[wanted.lower()]
    }


def play_lines(match: Match, bots: Mapping[int, Opponent] | None = None) -> None:
    """Ask for choices until the match, the input or the player's patience ends."""
    Session(match, bots or {}).play()


@dataclass
class Session:
    """People at the keyboard and bots at the other seats."""

    match: Match
    bots: Mapping[int, Opponent]
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
                print(error)
            if len(self.match.choices) != before:
                self.autosave.keep(self.match)
                self.let_bots_choose()
        if self.match.is_over:
            print(f"\n{self.match.outcome}")

    def let_bots_choose(self) -> None:
        """The bots choose until a person must."""
        while (seat := self.match.to_move) is not None and seat in self.bots:
            opponent = self.bots[seat]
            name = opponent.bot.name
            legal = self.match.legal()
            try:
                choice = opponent.bot.choose(self.match.view(seat), legal, opponent.dice, THINKING)
            except Exception as error:
                raise HoplonError(f"the bot {name} failed: {type(error).__name__}: {error}") from None
            self.match.play(choice)
            told = self.last_turn()
            who = f"{self.names[seat]} ({name})"
            print(f"\n{who}:\n{told}" if told else f"\n{who} has chosen.")
        if self.bots and self.match.choices:
            self.autosave.keep(self.match)
            self.show_board()

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
            return f"Type {WORDS}."
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

    def undo(self) -> str:
        """Take the last choice of a person back, with what bots answered."""
        if self.has_secrets:
            raise BadOption("nothing can be undone: it may have shown what was hidden")
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
