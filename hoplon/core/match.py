"""A match: its position, its turn logs and its history."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np

from hoplon.core.actions import FINE, LOG_FULL, NOBODY, QUEUE_FULL
from hoplon.core.errors import BadText, HoplonError, IllegalChoice, RunawayChain
from hoplon.core.game import Game
from hoplon.core.outcome import Outcome
from hoplon.core.text import Turn, turn_of

MOST_NAMED = 300
SOME_NAMED = 5
FAULTS = {LOG_FULL: "its log", QUEUE_FULL: "the reactions of one action"}


class Choice(str):
    """A choice as it is typed; `code` is its number in the rules."""

    code: int

    def __new__(cls, text: str, code: int) -> Choice:
        choice = super().__new__(cls, text)
        choice.code = code
        return choice


class Choices(Sequence[Choice]):
    """The legal choices, in the fixed order of the rules."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = tuple(choices)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Choices: ...
    def __getitem__(self, index: int | slice) -> Choice | Choices:
        if isinstance(index, slice):
            return Choices(self._choices[index])
        return self._choices[index]

    def __len__(self) -> int:
        return len(self._choices)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._choices)

    def __repr__(self) -> str:
        return "[" + ", ".join(self._choices) + "]"


class State:
    """A position of a game: a copy, safe to keep. Equal positions compare and hash equal."""

    def __init__(self, game: Game, states: Any, i: int = 0) -> None:
        self.game = game
        self.array = states[i : i + 1].copy()

    @property
    def record(self) -> Any:
        """The position as a record."""
        return self.array[0]

    def __str__(self) -> str:
        return self.game.draw(self.array, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.array.tobytes() == other.array.tobytes()

    def __hash__(self) -> int:
        return hash(self.array.tobytes())

    @property
    def notation(self) -> str:
        """The position in one line."""
        return self.game.notation(self.array, 0)

    def _repr_svg_(self) -> str:
        return self.game.picture(self.array, 0)

    def _repr_html_(self) -> str:
        return self._repr_svg_()

    def copy(self) -> State:
        """An independent copy."""
        return State(self.game, self.array)


def any_seed() -> int:
    """A random seed."""
    return secrets.randbelow(1_000_000_000)


class Match:
    """A match being played. `play` is the only way forward, `undo` the only way back."""

    def __init__(self, game: Game, seed: int | None = None, options: Any = None) -> None:
        self.options = game.options() if options is None else options
        self.options.check()
        self.game = game = game.fit(self.options)
        self.seed = any_seed() if seed is None else seed
        if not isinstance(self.seed, int) or not game.least_seed <= self.seed < 2**63:
            least = "-2**63" if game.least_seed == -(2**63) else "0"
            raise HoplonError(f"seed {seed!r} is no whole number from {least} to 2**63 - 1")
        self._states = game.new_states(1)
        self._turn = game.new_turns(1)
        game.start(self._states, 0, self.options, self.seed)
        self.choices: list[Choice] = []
        self.seats: list[int] = []
        self.turns: list[Turn] = []
        self._checks: list[int] = []
        self._past: list[Any] = []
        self._undone: list[Choice] = []

    @property
    def state(self) -> State:
        """A copy of the current position."""
        return State(self.game, self._states)

    def states_at(self, number: int) -> Any:
        """The position after this many choices, as an array of one record that must not be changed."""
        return self._past[number] if number < len(self._past) else self._states

    @property
    def checks(self) -> list[int]:
        """A check number for the start and one for each turn: a CRC of its log and the position after it.

        It is computed from text, so that it does not depend on how a state is stored, and only on demand,
        because most matches are never saved.
        """
        for number in range(len(self._checks), len(self.choices) + 1):
            states = self.states_at(number)
            log = str(self.turns[number - 1]) if number else ""
            text = f"{log}\n{self.game.notation(states, 0)}\n"
            self._checks.append(zlib.crc32(text.encode(), self._checks[-1] if number else 0))
        return self._checks

    @property
    def to_move(self) -> int | None:
        """The seat whose choice is next; None after the end."""
        seat = int(self.game.entries.mover(self._states, 0))
        return None if seat == NOBODY else seat

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""
        return self.game.outcome(self._states, 0)

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self.to_move is None

    def legal(self) -> Choices:
        """What the seat to move may choose."""
        codes = np.zeros(self.game.most_choices, np.int64)
        n = self.game.entries.legal(self._states, 0, codes)
        write = self.game.write_choice
        return Choices([Choice(write(self._states, 0, c), c) for c in codes[:n].tolist()])

    def read(self, text: str) -> Choice:
        """The legal choice that a text means; IllegalChoice says why it is not one."""
        if self.is_over:
            raise IllegalChoice(f"{str(text)!r} comes after the end: {self.outcome}")
        try:
            code = self.game.read_choice(self._states, 0, text)
        except BadText as error:
            raise IllegalChoice(f"{error}. {self.legal_now()}") from None
        if not self.game.entries.allows(self._states, 0, code):
            why = self.game.why_illegal(self._states, 0, code)
            raise IllegalChoice(f"{str(text)!r} is not legal: {why}. {self.legal_now()}")
        return Choice(self.game.write_choice(self._states, 0, code), code)

    def legal_now(self) -> str:
        """The legal choices as a sentence."""
        legal = self.legal()
        if len(legal) <= MOST_NAMED:
            return f"Legal now: {', '.join(legal)}"
        return f"Legal now: {', '.join(legal[:SOME_NAMED])} and {len(legal) - SOME_NAMED} more"

    def play(self, text: str) -> Turn:
        """Play a choice and return what happened."""
        choice = self.read(text)
        self._undone.clear()
        return self._advance(choice)

    def _advance(self, choice: Choice) -> Turn:
        seat = int(self.game.entries.mover(self._states, 0))
        after = self._states.copy()  # history and copies share arrays, so they are never changed in place
        turn = self._run(after, choice.code)
        self._past.append(self._states)
        self._states = after
        self.choices.append(choice)
        self.seats.append(seat)
        self.turns.append(turn)
        return turn

    def _run(self, states: Any, code: int, fixed: Sequence[int] = ()) -> Turn:
        """Carry out a choice in place, the first draws prescribed."""
        self._turn["fixed"][0] = len(fixed)
        self._turn["face"][0, : len(fixed)] = fixed
        self.game.entries.play(states, 0, self._turn, 0, code)
        self._turn["fixed"][0] = 0
        fault = int(self._turn["fault"][0])
        if fault != FINE:
            what = FAULTS.get(fault, "waiting actions")
            raise RunawayChain(
                f"turn {len(self.choices) + 1} of {self.game.name} (seed {self.seed}) did not come to an "
                f"end: the room for {what} is full"
            )
        return turn_of(self._turn[0], self.game.phrases)

    def undo(self) -> Choice:
        """Take the last choice back."""
        if not self._past:
            raise HoplonError("there is nothing to undo: this is the start of the match")
        self._states = self._past.pop()
        self.turns.pop()
        del self._checks[len(self.choices) :]
        self.seats.pop()
        choice = self.choices.pop()
        self._undone.append(choice)
        return choice

    def redo(self) -> Turn:
        """Play the choice again that was undone last, with the same dice."""
        if not self._undone:
            raise HoplonError("there is nothing to redo")
        turn = self._advance(self._undone[-1])
        self._undone.pop()
        return turn

    def use_dice(self, seed: int) -> None:
        """Continue with other dice: in a match by e-mail, both sides contribute to those of each turn.

        Match files do not record this, so such a match has a file format of its own.
        """
        _ = self.checks  # computed first: check numbers refer to the position with its old dice
        self._states = self._states.copy()
        self._undone.clear()
        self.game.entries.forget_dice(self._states, 0, seed)

    def view(self, seat: int = 0) -> Any:
        """What a seat may see."""
        return self.game.view(self._states, 0, seat)

    def preview(self, text: str) -> Turn:
        """The log that a choice would give, up to the first draw; nothing is played."""
        choice = self.read(text)
        full = self._run(self._states.copy(), choice.code)
        first = int(self._turn["first_draw"][0])
        if first >= 0:
            return turn_of(self._turn[0], self.game.phrases, first)
        return full

    def copy(self) -> Match:
        """An independent copy, history included."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._states = self._states.copy()
        twin._turn = self._turn.copy()
        for name in ("choices", "seats", "turns", "_checks", "_past", "_undone"):
            setattr(twin, name, list(getattr(self, name)))
        return twin

    def save(self, path: str | Path) -> Path:
        """Write the match file."""
        from hoplon.core.replay import write

        path = Path(path)
        path.write_text(write(self), encoding="utf-8", newline="\n")
        return path

    def __str__(self) -> str:
        return str(self.state)

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()

    def _repr_html_(self) -> str:
        return self._repr_svg_()
