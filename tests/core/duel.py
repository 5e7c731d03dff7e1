"""A tiny game for the tests of the engine: two fencers, and a question in the middle of a turn.

`strike` asks the other seat: `parry` (it succeeds on one side of a coin) or `take` it. The striker tires
only after the answer, so that action waits on the stack inside the state. `domino` shows depth-first order,
`volley` a reaction that events overtake; `echo`, `babble` and `flood` overrun log, stack and queue.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from hoplon.core.actions import NOBODY, begin, blank, pending_type, then, turn_type
from hoplon.core.dice import SEED, keep_seed, pick, stream
from hoplon.core.engine import engine, take_answer
from hoplon.core.errors import BadOption, BadText
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import record, rule
from hoplon.core.options import Options
from hoplon.core.outcome import Outcome
from hoplon.core.text import Phrases, Word


class Do(IntEnum):
    """What can happen."""

    WAIT = 0
    STRIKE = 1
    DOMINO = 2
    VOLLEY = 3
    ECHO = 4
    BABBLE = 5
    FLOOD = 6
    PARRY = 7
    TAKE = 8
    ASK = 9
    TIRE = 10
    WOUND = 11
    MAKE_ROOM = 12
    SLIDE = 13
    SHOVE = 14


FIRST_ANSWER = 7
CHOICES = 9
QUEUE = 8
ROW = 3  # how many stand in the way of the first domino

state_t = record(
    [
        SEED,
        ("draws", "i4"),
        ("turn", "i4"),
        ("mover", "i2"),
        ("hearts", "i2", (2,)),
        ("breath", "i2", (2,)),
        ("pending", pending_type(8)),
    ]
)
options_t = record([("hearts", "i2")])
turn_t = turn_type(log=64, queue=QUEUE, stack=8)


@rule
def asks(s, a):
    """A question stops the turn until the seat it names has answered."""
    return a.who if a.kind == Do.ASK else NOBODY


@rule
def perform(s, turn, a):
    """What an action changes."""
    if a.kind == Do.WOUND:
        if s.hearts[a.who] == 0:
            return False
        s.hearts[a.who] -= 1
    elif a.kind == Do.TIRE:
        s.breath[a.who] -= 1
    elif a.kind == Do.PARRY:
        n = int(s.draws)
        s.draws = n + 1
        a.n = pick(turn, stream(s.seed, 0, 0), n, 2)
    return True


@rule
def react(s, turn, a):
    """What follows from it."""
    if a.kind == Do.STRIKE:
        then(turn, Do.ASK, who=1 - a.who)
        then(turn, Do.TIRE, who=a.who)
    elif a.kind == Do.TAKE or (a.kind == Do.PARRY and a.n == 0):
        then(turn, Do.WOUND, who=a.who)
    elif a.kind == Do.DOMINO:
        then(turn, Do.MAKE_ROOM, n=1)
        then(turn, Do.SHOVE, n=0)
    elif a.kind == Do.MAKE_ROOM:
        if a.n + 1 < ROW:
            then(turn, Do.MAKE_ROOM, n=a.n + 1)
        then(turn, Do.SLIDE, n=a.n)
    elif a.kind == Do.VOLLEY:
        for _ in range(5):
            then(turn, Do.WOUND, who=1 - a.who)
    elif a.kind == Do.ECHO:
        then(turn, Do.ECHO, who=a.who)
    elif a.kind == Do.BABBLE:
        then(turn, Do.BABBLE, who=a.who)
        then(turn, Do.TIRE, who=a.who)
    elif a.kind == Do.FLOOD:
        for _ in range(QUEUE + 1):
            then(turn, Do.TIRE, who=a.who)


resolve = engine(perform, react, asks)


@rule
def new(s, options, seed):
    """A new bout."""
    keep_seed(s, seed)
    s.draws = 0
    s.turn = 0
    s.mover = 0
    s.pending.n = 0
    for i in range(len(s.pending.actions)):
        blank(s.pending.actions[i])
    for seat in range(2):
        s.hearts[seat] = options.hearts
        s.breath[seat] = 9


@rule
def to_move(s):
    """The fencer who was asked, else the one whose turn it is."""
    if s.hearts[0] == 0 or s.hearts[1] == 0:
        return NOBODY
    if s.pending.n > 0:
        return int(s.pending.actions[s.pending.n - 1].who)
    return int(s.mover)


@rule
def count_legal(s):
    """Two answers, or the other choices."""
    if to_move(s) == NOBODY:
        return 0
    return CHOICES - FIRST_ANSWER if s.pending.n > 0 else FIRST_ANSWER


@rule
def nth_legal(s, k):
    """Choices in the order of Do."""
    return k + FIRST_ANSWER if s.pending.n > 0 else k


@rule
def is_legal(s, choice):
    """An answer if one is awaited, an action otherwise."""
    if to_move(s) == NOBODY or choice < 0 or choice >= CHOICES:
        return False
    return (choice >= FIRST_ANSWER) == (s.pending.n > 0)


@rule
def take_turn(s, turn, choice):
    """An action or an answer, and what follows until the next question."""
    begin(turn)
    s.turn += 1
    if s.pending.n > 0:
        question = take_answer(turn, s.pending)
        then(turn, choice, who=question.who)
    else:
        then(turn, choice, who=s.mover)
    resolve(s, turn, s.pending)
    if s.pending.n == 0:
        s.mover = 1 - s.mover


@rule
def score(s, seat):
    """Hearts left."""
    return int(s.hearts[seat])


@rule
def forget_dice(s, seed):
    """Other dice."""
    keep_seed(s, seed)
    s.draws = 0


@dataclass(frozen=True)
class DuelOptions(Options):
    """How much a fencer can take."""

    hearts: int = 3
    names: tuple[str, ...] = ()
    title: str = ""
    quick: bool = False

    def check(self) -> None:
        """One to nine hearts."""
        if not 1 <= self.hearts <= 9:
            raise BadOption(f"option hearts is {self.hearts}; expected a whole number from 1 to 9")


@dataclass(frozen=True)
class DuelView:
    """What a fencer sees."""

    hearts: tuple[int, int]
    asked: bool


def write_options(options: Any, i: int, given: DuelOptions) -> None:
    options["hearts"][i] = given.hearts


def outcome(states: Any, i: int) -> Outcome | None:
    hearts = states["hearts"][i].tolist()
    if all(hearts):
        return None
    return Outcome(tuple(hearts), (1 - hearts.index(0),), "touched")


def view(states: Any, i: int, _seat: int) -> DuelView:
    return DuelView(tuple(states["hearts"][i].tolist()), bool(states["pending"]["n"][i]))


def write_choice(_states: Any, _i: int, choice: int) -> str:
    return Do(choice).name.lower()


def why_illegal(_states: Any, _i: int, choice: int) -> str:
    return "a question waits" if choice < FIRST_ANSWER else "nobody asked"


def read_choice(_states: Any, _i: int, text: str) -> int:
    if text.upper() not in Do.__members__ or Do[text.upper()] >= CHOICES:
        raise BadText(f"{text!r} is no choice")
    return Do[text.upper()].value


def notation(states: Any, i: int) -> str:
    s = states[i]
    return f"duel {s.hearts[0]} {s.hearts[1]} {s.mover}"


def read_notation(states: Any, i: int, text: str) -> None:
    raise BadText(f"{text!r} is no position of a duel")


NUMBER = Word(lambda a: str(a.n), lambda text: {"n": int(text)})
SEAT = Word(lambda a: str(a.who), lambda text: {"who": int(text)})
NUMBERED = {Do.MAKE_ROOM, Do.SLIDE, Do.SHOVE}


def _form(do: Do) -> str:
    name = do.name.lower()
    if do == Do.PARRY:
        return f"{name} {{seat}} {{n}}"
    return f"{name} {{n}}" if do in NUMBERED else f"{name} {{seat}}"


GAME = Game(
    name="duel",
    title="Duel",
    summary="two fencers and a question",
    version=1,
    seats=(2, 2),
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=DuelOptions,
    options_record=options_t,
    rules=Rules(
        new=new,
        to_move=to_move,
        count_legal=count_legal,
        nth_legal=nth_legal,
        is_legal=is_legal,
        take_turn=take_turn,
        score=score,
        forget_dice=forget_dice,
    ),
    phrases=Phrases(Do, {do: _form(do) for do in Do}, {"n": NUMBER, "seat": SEAT}),
    most_choices=CHOICES,
    write_options=write_options,
    outcome=outcome,
    view=view,
    draw=notation,
    picture=notation,
    write_choice=write_choice,
    read_choice=read_choice,
    why_illegal=why_illegal,
    notation=notation,
    read_notation=read_notation,
    space=tuple(range(CHOICES)),
)

__all__ = ["GAME", "Do", "DuelOptions"]
