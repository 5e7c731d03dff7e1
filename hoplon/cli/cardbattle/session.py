"""A battle as lines of text, against the computer or with a second player at the same keyboard (17)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hoplon.cli.autosave import SUFFIX
from hoplon.cli.cardbattle.opponents import Opponent
from hoplon.cli.inputs import load
from hoplon.cli.plain import save
from hoplon.core.errors import BadOption, HoplonError, IllegalChoice
from hoplon.core.folders import make_private, state_folder
from hoplon.core.match import Match
from hoplon.core.text import Turn
from hoplon.games.cardbattle.answering import answered_by
from hoplon.games.cardbattle.charts import chart
from hoplon.games.cardbattle.debrief import debrief
from hoplon.games.cardbattle.fitting import names_for
from hoplon.games.cardbattle.guide import help_on
from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.picture import describe, question_line, state_lines
from hoplon.games.cardbattle.seen import turn_for, turns_for
from hoplon.games.cardbattle.state import Do
from hoplon.games.cardbattle.tables import Answer
from hoplon.games.cardbattle.tally import odds_text
from hoplon.games.cardbattle.view import SPECTATOR, View

AUTOSAVE = "Autosave"
WORDS = (
    "Type a choice (legal lists them), or: board, log [NUMBER], charts [NAME], help [WORD], odds, debrief, "
    "prefer NAME on|off, save NAME, load NAME, quit."
)
CLEAR_SCREEN = "\033[2J\033[H"
SOME_LINES = "\n" * 40
DESIGNATING = {Do.ATTACK, Do.ATTACK_FLANK, Do.JOIN, Do.JOIN_FLANK, Do.ALSO, Do.FLANK_CARD, Do.CLOSE, Do.RAID}
LOGGED = 10


def autosave_path() -> Path:
    """Where the battle is kept after each turn of the computer (17.4)."""
    return state_folder() / f"cardbattle-{AUTOSAVE}{SUFFIX}"


def find_save(name: str) -> Path:
    """A match file by its path, or a kept one by its name."""
    if not name:
        raise BadOption("load needs a name, such as Autosave")
    kept = [Path(name), Path(name + SUFFIX), state_folder() / f"cardbattle-{name}{SUFFIX}"]
    for path in kept:
        if path.is_file():
            return path
    raise BadOption(f"there is no saved battle {name!r}")


class Session:
    """One session: who plays which side, and what the screen may show."""

    def __init__(
        self,
        match: Match,
        opponent: str,
        human: int = 0,
        hotseat: bool = False,
        quick: bool = False,
    ) -> None:
        self.match = match
        self.human = human
        self.hotseat = hotseat
        self.quick = quick
        self.prefers: tuple[set[Answer], set[Answer]] = (set(), set())
        self.shown = SPECTATOR if hotseat else human  # whose hand the screen may show
        self.computer = None if hotseat else Opponent(opponent, match.seed, 1 - human)

    # --- the course of a session ---------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the battle or the input ends, or the player quits."""
        print(f"{self.match.game.title}, seed {self.match.seed}. {WORDS}\n")
        print(describe(self.view))
        while not self.match.is_over:
            seat = self.match.to_move
            assert seat is not None
            if self.computer is not None and seat == self.computer.seat:
                self.computer_moves()
            elif self.answers_by_preference(seat):
                continue
            elif not self.ask(seat):
                return
        print(f"\n{self.match.outcome}\n\n{debrief(self.match)}")

    def computer_moves(self) -> None:
        """The computer chooses until somebody else must; then the battle is kept."""
        assert self.computer is not None
        while self.match.to_move == self.computer.seat:
            before = self.match.state.record
            turn = self.match.play(self.computer.choose(self.match))
            self.tell(turn, before)
        self.keep()
        if not self.match.is_over and self.view.question is None:
            print(f"\n{describe(self.view)}")

    def ask(self, seat: int) -> bool:
        """One line from a player; False when he leaves."""
        if self.hotseat and not self.hand_over(seat):
            return False
        asked = question_line(self.view)
        if asked:
            print(asked)
        print(f"\n{self.view.phase}, {SEATS[seat]}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() in ("quit", "q"):
            return False
        try:
            print(self.do(line.strip(), seat))
        except IllegalChoice as error:
            print(str(error).partition(" Legal now: ")[0], "Type legal for what you may do.")
        except (HoplonError, OSError) as error:
            print(error)
        return True

    def hand_over(self, seat: int) -> bool:
        """Hide the hand before the other player looks, and show his own when he confirms (17.3).

        A question in the middle of a turn is answered without any hand on the screen.
        """
        if self.shown == seat:
            return True
        is_asked = self.view.question is not None
        if is_asked and self.shown == SPECTATOR and self.match.choices:
            return True
        self.shown = SPECTATOR
        print(CLEAR_SCREEN if sys.stdout.isatty() else SOME_LINES)
        if is_asked:
            print(describe(self.view))
            return True
        print(f"The hands are hidden. {SEATS[seat]}, press Enter when you alone look at the screen.")
        if not sys.stdin.readline():
            return False
        self.shown = seat
        if self.match.turns:
            print(self.log(LOGGED))
        print(describe(self.view))
        return True

    # --- what is shown -------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The battle as who looks at the screen may see it."""
        found: View = self.match.view(self.shown)
        return found

    def tell(self, turn: Turn, before: object) -> None:
        """What happened, as far as who looks may know; with quick attack no selections (18.1)."""
        seen = turn_for(turn, before, self.shown)
        if self.quick and seen.actions and seen.actions[0].kind in DESIGNATING:
            return
        if seen.actions:
            print(str(seen))

    def log(self, number: int) -> str:
        """The last turns of the battle."""
        if not self.match.turns:
            return "nothing has happened yet"
        return "\n".join(str(turn) for turn in turns_for(self.match, self.shown)[-number:])

    def odds(self) -> str:
        """Arithmetic and exact chances of every attack that is designated."""
        options: Any = self.match.options
        return odds_text(names_for(options), self.match.state.record, self.shown)

    # --- what is typed -------------------------------------------------------------------------------------

    def do(self, line: str, seat: int) -> str:
        """Do what a line says and tell what came of it."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not line:
            return ""
        if word == "help":
            return f"{WORDS}\n{help_on('')}" if not rest else help_on(rest)
        if word in ("charts", "chart"):
            return chart(rest, self.view.module)
        if word == "legal":
            return "\n".join(grouped(self.match.legal()))
        if word == "board":
            return describe(self.view)
        if word == "odds":
            return self.odds()
        if word == "log":
            return self.log(int(rest) if rest.isdecimal() and len(rest) < 6 else LOGGED)
        if word == "debrief":
            return str(debrief(self.match))
        if word == "prefer":
            return self.prefer(rest, seat)
        if word == "save":
            return save(self.match, rest if rest.endswith(SUFFIX) or not rest else rest + SUFFIX)
        if word == "load":
            return self.open(find_save(rest))
        return self.choose(line)

    def choose(self, line: str) -> str:
        """Play a choice."""
        before = self.match.state.record
        turn = self.match.play(line)
        seen = turn_for(turn, before, self.shown)
        if self.match.to_move != self.shown:
            return str(seen)
        if turn.actions[0].kind == Do.END_PHASE:
            return "\n".join([str(seen), *state_lines(self.view)])
        return f"{seen}\n\n{describe(self.view)}"

    def open(self, path: Path) -> str:
        """Go on with a saved battle."""
        match = load(path)
        if match.game.name != self.match.game.name:
            raise BadOption(f"{path} is a match of {match.game.name}, not of {self.match.game.name}")
        self.match = match
        if self.hotseat:
            self.shown = SPECTATOR
            return f"loaded {path}"
        return f"loaded {path}\n{describe(self.view)}"

    def keep(self) -> None:
        """Write the battle to the save Autosave; a full disk is no reason to stop playing."""
        try:
            make_private(state_folder())
            self.match.save(autosave_path())
        except OSError as error:
            print(f"the battle could not be kept: {error}")

    # --- preferences of the topic Play (18.1) --------------------------------------------------------------

    def prefer(self, text: str, seat: int) -> str:
        """Switch a preference that answers questions; possible at any time."""
        name, _, value = text.partition(" ")
        known = {answer.name.lower(): answer for answer in Answer}
        if not name:
            on = sorted(answer.name.lower() for answer in self.prefers[seat])
            return f"on: {', '.join(on) or 'none'}; there are {', '.join(known)}"
        if name not in known or value not in ("on", "off"):
            raise BadOption(f"prefer {text!r}; expected one of {', '.join(known)} and on or off")
        (self.prefers[seat].add if value == "on" else self.prefers[seat].discard)(known[name])
        return f"{name} is {value}"

    def answers_by_preference(self, seat: int) -> bool:
        """Answer a question of this seat as it prefers; False if it must be asked."""
        asked = self.match.view(SPECTATOR).question
        if asked is None or asked.unit is None or not self.prefers[seat]:
            return False
        if not self.prefers[seat].intersection(answered_by(self.match.view(seat))):
            return False
        before = self.match.state.record
        self.tell(self.match.play("withdraw" if asked.asks == "withdraw" else "react"), before)
        return True


def grouped(legal: Sequence[str]) -> list[str]:
    """Choices that differ in their last word on one line: `play Celts-1 3 4 5`."""
    found: dict[str, list[str]] = {}
    for choice in legal:
        first, _, last = choice.rpartition(" ")
        found.setdefault(first or choice, []).append(last if first else "")
    return [" ".join([first, *filter(None, lasts)]) for first, lasts in found.items()]
