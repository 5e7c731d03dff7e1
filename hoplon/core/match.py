"""A match: its position, its turn logs and its history."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn
from weakref import ref

import numpy as np

from hoplon.core.actions import FINE, ILLEGAL, LOG_FULL, NOBODY, QUEUE_FULL
from hoplon.core.choices import Choice, Choices, LegalChoices
from hoplon.core.dice import BEYOND, NAMED, any_seed
from hoplon.core.errors import BadText, HoplonError, IllegalChoice, RunawayChain
from hoplon.core.game import Game
from hoplon.core.kernel import copied, room
from hoplon.core.leaving import AGREED, LEFT, Leaving, is_left
from hoplon.core.outcome import Outcome
from hoplon.core.past import STRETCH, Kept, Past
from hoplon.core.proof import Proof
from hoplon.core.states import State
from hoplon.core.text import ENTRY_BYTES, Turn, turn_of
from hoplon.core.variations import Variations

MOST_NAMED = 300
SOME_NAMED = 5
STORED = (
    "game",
    "options",
    "seed",
    "names",
    "left",
    "is_drawn",
    "proof",
    "other_dice",
    "choices",
    "seats",
    "turns",
    "_checks",
    "_undone",
    "_by_choices",
    "variations",
)
FAULTS = {LOG_FULL: "its log", QUEUE_FULL: "the reactions of one action"}


class Match:
    """A match being played. `play` is the only way forward, `undo` the only way back."""

    # The position after `_first + i` choices is `_stretch[i]`, that of today `_stretch[_at]`. Positions are
    # never changed, because copies and lists of choices share them: from `_last` on, somebody else's may
    # follow, so the next one goes to another array.

    def __init__(self, game: Game, seed: int | None = None, options: Any = None) -> None:
        self.options, self.game = game.ready(options)
        game = self.game
        self.seed = self._checked(any_seed() if seed is None else seed)
        self.proof: Proof | None = None  # that nobody chose the dice, once it may be told
        self.other_dice: dict[int, int] = {}  # the seeds used from so many choices on
        self.names: dict[int, str] = {}  # what players called themselves, by seat, if a file says
        self.left: dict[int, Leaving] = {}  # who left before the end, by seat
        self.is_drawn = False  # did all who played agree to a draw?
        self.variations = Variations()  # what else could have been played, if a file says
        self.choices: list[Choice] = []
        self.seats: list[int] = []
        self.turns: list[Turn] = []
        self._checks: list[int] = []
        self._undone: list[Choice] = []
        self._past = Past(game)
        self._make_room()
        self._lay_out()
        game.start(self._stretch, 0, self.options, self.seed)
        self._stand(0, 0)

    def _checked(self, seed: int) -> int:
        """A seed, if the game may have it."""
        if not isinstance(seed, int) or not self.game.least_seed <= seed < BEYOND:
            least = "-2**63" if self.game.least_seed == -(2**63) else "0"
            raise HoplonError(f"seed {seed!r} is no whole number from {least} to 2**125 - 1")
        return seed

    def _make_room(self) -> None:
        """A turn to play with, which nobody else uses."""
        game = self.game
        content = bytearray(game.turn.itemsize)
        self._turn = np.frombuffer(content, game.turn)
        self._log = memoryview(content)[game.log_offset :]
        self._step = game.entries.step
        self._fixed = game.fixed_choices
        self._here = ref(self)  # for what shows more of itself where it belongs

    def _lay_out(self, content: bytes = b"") -> None:
        """A new stretch, which begins with this position."""
        self._stretch, self._last = room(self.game.state, STRETCH + 1, content), STRETCH

    def _stand(self, first: int, at: int, by_choices: bool = True) -> None:
        """Be at a position of the stretch. Did choices alone lead to its beginning?"""
        self._first, self._at, self._by_choices = first, at, by_choices
        self._legal: LegalChoices | None = None
        self._mover, self._count = self.game.entries.standing(self._stretch, at)

    def _place(self, states: Any) -> None:
        """Continue from another position than the choices led to."""
        self._keep()
        self._stretch, self._last = states, 0
        self._stand(len(self.choices), 0, by_choices=False)

    def _turn_over(self) -> None:
        """Continue in a new stretch."""
        self._keep()
        self._lay_out(self._states.tobytes())
        if self._at:
            self._first, self._at, self._by_choices = self._first + self._at, 0, True

    def _keep(self) -> None:
        """Keep the beginning of this stretch if there are choices after it."""
        if self._at:
            start = Kept(self._first, self._stretch[:1].tobytes(), self._by_choices)
            self._past.keep(start, self._first + self._at)

    @property
    def _states(self) -> Any:
        """The current position, as an array of one record that must not be changed."""
        return self._stretch[self._at : self._at + 1]

    @property
    def state(self) -> State:
        """A copy of the current position."""
        return State(self.game, self._stretch, self._at)

    def states_at(self, number: int) -> Any:
        """The position after this many choices, as an array of one record that must not be changed."""
        number = min(number, len(self.choices))
        first, states = self._first, self._stretch
        if number < first:
            first, states = self._past.stretch(number, first, self.choices)
        return states[number - first : number - first + 1]

    @property
    def nbytes(self) -> int:
        """How many bytes its positions take; room that is still empty does not count."""
        return (self._at + 1) * self.game.state.itemsize + self._past.nbytes

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
        return None if self._mover == NOBODY else self._mover

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""
        return self.game.outcome(self._stretch, self._at)

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self._mover == NOBODY

    @property
    def standing(self) -> str:
        """How it ended by the rules, `left` if only one player stayed, `agreed` as a draw, or `open`."""
        if (outcome := self.outcome) is not None:
            return outcome.reason
        if is_left(self.game.seat_count(self.options), self.left):
            return LEFT
        return AGREED if self.is_drawn else "open"

    def legal(self) -> Choices:
        """What the seat to move may choose."""
        found = self._legal
        if found is None:
            found = self._legal = LegalChoices(self.game, self._stretch, self._at, self._count, self._here)
        return found

    def read(self, text: str) -> Choice:
        """The legal choice that a text means; IllegalChoice says why it is not one."""
        if self.is_over:
            raise IllegalChoice(f"{str(text)!r} comes after the end: {self.outcome}")
        found = self._fixed.by_text.get(text)
        try:
            code = self.game.read_choice(self._stretch, self._at, text) if found is None else found.code
        except BadText as error:
            raise IllegalChoice(f"{error}. {self.legal_now()}") from None
        if not self.game.entries.allows(self._stretch, self._at, code):
            why = self.game.why_illegal(self._stretch, self._at, code)
            raise IllegalChoice(f"{str(text)!r} is not legal: {why}. {self.legal_now()}")
        return (
            found or self._fixed[code] or Choice(self.game.write_choice(self._stretch, self._at, code), code)
        )

    def legal_now(self) -> str:
        """The legal choices as a sentence."""
        legal = self.legal()
        if len(legal) <= MOST_NAMED:
            return f"Legal now: {', '.join(legal)}"
        return f"Legal now: {', '.join(legal[:SOME_NAMED])} and {len(legal) - SOME_NAMED} more"

    def play(self, text: str) -> Turn:
        """Play a choice and return what happened."""
        legal = self._legal
        if type(text) is Choice and (
            text.source is self._fixed or (legal is not None and text.source is legal.source)
        ):
            turn = self._advance(text)  # what its text means here is known
        else:
            turn = self._advance(self._fixed.by_text.get(text) or self.read(text))
        self._undone.clear()
        return turn

    def _advance(self, choice: Choice) -> Turn:
        if self._at >= self._last:
            self._turn_over()
        at = self._at
        fault, logged, mover, count = self._step(self._stretch, at, at + 1, self._turn, 0, choice.code)
        if fault == ILLEGAL:
            self.read(choice)  # which says why
        if fault != FINE:
            self._run_away(fault)
        turn = Turn(self._log[: logged * ENTRY_BYTES].tobytes(), self.game.phrases, True, self._here)
        self.choices.append(choice)
        self.seats.append(self._mover)
        self.turns.append(turn)
        self._at = at + 1
        self._mover = mover
        self._count = count
        self._legal = None
        return turn

    def _run_away(self, fault: int) -> NoReturn:
        what = FAULTS.get(fault, "waiting actions")
        raise RunawayChain(
            f"turn {len(self.choices) + 1} of {self.game.name}{self._named()} did not come to an end: "
            f"the room for {what} is full"
        )

    def _named(self) -> str:
        """The seed in a message, unless it is secret."""
        return f" (seed {self.seed})" if self.seed < NAMED else ""

    def _run(self, states: Any, code: int, fixed: Sequence[int] = ()) -> Turn:
        """Carry out a choice in place, the first draws prescribed."""
        self._turn["fixed"][0] = len(fixed)
        self._turn["face"][0, : len(fixed)] = fixed
        self.game.entries.play(states, 0, self._turn, 0, code)
        self._turn["fixed"][0] = 0
        fault = int(self._turn["fault"][0])
        if fault != FINE:
            self._run_away(fault)
        return turn_of(self._turn[0], self.game.phrases)

    def undo(self) -> Choice:
        """Take the last choice back."""
        if not self.choices:
            raise HoplonError("there is nothing to undo: this is the start of the match")
        number, first, by_choices = len(self.choices) - 1, self._first, self._by_choices
        if number < first:
            first, self._stretch = self._past.stretch(number, first, self.choices)
            by_choices = self._past.take_last().by_choices
        self._last = number - first
        self._stand(first, number - first, by_choices)
        self.turns.pop()
        del self._checks[len(self.choices) :]
        self.seats.pop()
        choice = self.choices.pop()
        if self.other_dice.pop(number + 1, None) is None:
            self._undone.append(choice)
        else:
            self._undone.clear()  # with the dice of before, what followed means something else
        return choice

    def redo(self) -> Turn:
        """Play the choice again that was undone last, with the same dice."""
        if not self._undone:
            raise HoplonError("there is nothing to redo")
        turn = self._advance(self._undone[-1])
        self._undone.pop()
        return turn

    def use_dice(self, seed: int) -> None:
        """Continue with other dice: in a match by e-mail, both sides contribute to those of each turn."""
        _ = self.checks  # computed first: check numbers refer to the position with its old dice
        states = copied(self._stretch, self._at)
        self._undone.clear()
        self.other_dice[len(self.choices)] = self._checked(seed)
        self.game.entries.forget_dice(states, 0, seed)
        self._place(states)

    def view(self, seat: int = 0) -> Any:
        """What a seat may see."""
        return self.game.view(self._stretch, self._at, seat)

    def preview(self, text: str) -> Turn:
        """The log that a choice would give, up to the first draw; nothing is played."""
        choice = self.read(text)
        full = self._run(copied(self._stretch, self._at), choice.code)
        first = int(self._turn["first_draw"][0])
        if first >= 0:
            return turn_of(self._turn[0], self.game.phrases, first)
        return full

    def copy(self) -> Match:
        """An independent copy, history included."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._make_room()
        twin._stretch, twin._last = self._stretch, self._at
        twin._past = self._past.copy()
        twin.other_dice = dict(self.other_dice)
        for name in ("choices", "seats", "turns", "_checks", "_undone"):
            setattr(twin, name, list(getattr(self, name)))
        twin.names = dict(self.names)
        twin.left = dict(self.left)
        return twin

    def __deepcopy__(self, _memo: Any) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: positions as bytes, without what the game knows."""
        twin = self.copy()
        twin._turn_over()
        stored = {name: vars(twin)[name] for name in STORED}
        return stored | {"now": twin._stretch[:1].tobytes(), "kept": twin._past.kept}

    def __setstate__(self, stored: dict[str, Any]) -> None:
        now, kept = stored.pop("now"), stored.pop("kept")
        self.__dict__.update(stored)
        self._make_room()
        self._past = Past(self.game, kept)
        self._lay_out(now)
        self._stand(len(self.choices), 0, self._by_choices)

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
        from hoplon.core.notebook import picture

        mover, names = self.to_move, self.game.seat_names(self.options)
        stands = f"over: {self.outcome}" if mover is None else f"{self._count} legal choices"
        if mover is not None and len(names) > 1:
            stands = f"{self.names.get(mover) or names[mover]} to choose, {stands}"
        made = f"{len(self.choices)} choice{'s' * (len(self.choices) != 1)}"
        return picture(self._repr_svg_(), f"{self.game.title}, after {made}; {stands}")
