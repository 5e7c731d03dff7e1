"""The CUDA kernels of a vector: one thread steps one match, by the same functions as on the CPU.

Threads write what they observe into columns, so that the bytes of neighbouring matches lie side by side; a
second kernel turns columns into rows and leaves zeros behind. Matches are begun ahead by a kernel of their
own, because a thread that begins one would make the others of its warp wait.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from hoplon.core.gpu_kernels import REGISTERS, cuda, dealt_ahead, word_of
from hoplon.core.kernel import config, rule
from hoplon.learn.plan import Plan
from hoplon.learn.stepping import (
    BEGIN,
    DISABLED,
    FINE,
    LOOK,
    NEXT_STEP,
    PLAY,
    SAME_STEP,
    check,
    next_match,
    stepping_of,
    still,
    tell,
)

TILE = 16 if config.ENABLE_CUDASIM else 128  # bytes on each side of what one block turns
WORD = 4
SQUARES = TILE // WORD
PITCH = SQUARES + 1  # so that threads do not wait for the same bank
TURNERS = 1 if config.ENABLE_CUDASIM else 256  # threads of such a block

_kernels: dict[Any, VectorKernels] = {}


def kernels_of(plan: Plan) -> VectorKernels:
    """The kernels of a plan, compiled once in a process for everything of its kind."""
    key = plan.kind, plan.game.state.itemsize, plan.place_t.itemsize
    if key not in _kernels:
        _kernels[key] = VectorKernels(plan)
    return _kernels[key]


class VectorKernels:
    """The kernels of one kind, each compiled on first use. They take positions as rows of words."""

    def __init__(self, plan: Plan) -> None:
        self.stepping = stepping_of(plan.kind)
        self.state_t, self.turn_t, self.place_t = plan.game.state, plan.game.turn, plan.place_t
        self.word_t = word_of(plan.game)
        self.words = self.state_t.itemsize // self.word_t.itemsize
        self.columns = plan.columns
        self.ahead = 0 if plan.opponents else dealt_ahead(plan.game)
        self.concealed = 1 if plan.opponents else 0

    @cached_property
    def deal(self) -> Any:
        """Begins matches ahead: number m of place i lies at `m % ahead`; `dealt` says up to which."""
        make, ahead, state_t, turn_t, place_t = (
            self.stepping.make,
            self.ahead,
            self.state_t,
            self.turn_t,
            self.place_t,
        )

        def deal(starts, dealt, places, options, seeds, settings):
            i = cuda.grid(1)
            n = len(places)
            if i >= n:
                return
            turns = cuda.local.array(1, turn_t)
            coming = cuda.local.array(1, place_t)
            turn = turns[0]
            turn.fixed = 0
            p = coming[0]
            number = max(dealt[i], places[i].number)
            while number < places[i].number + ahead:
                states = starts[(number % ahead) * n + i].view(state_t)
                next_match(p, i, number, n, len(options), seeds, settings[0])
                make(states[0], turn, p, states, options, settings[0])
                number += 1
            dealt[i] = number

        return cuda.jit(deal)

    @cached_property
    def step(self) -> Any:
        """Begins the matches or plays their actions, and observes into columns."""
        stepping, columns, ahead, words, word_t = (
            self.stepping,
            self.columns,
            self.ahead,
            self.words,
            self.word_t,
        )
        state_t, turn_t, concealed = self.state_t, self.turn_t, self.concealed
        make, enter, play, gain = stepping.make, stepping.enter, stepping.play, stepping.gain
        keep_end, look, allow = stepping.keep_end, stepping.look, stepping.allow

        def step(
            states, places, obs_columns, mask_columns, mask, active, final, gains, ends, marks,
            actions, options, seeds, settings, starts, dealt, what,
        ):  # fmt: skip
            i = cuda.grid(1)
            n = len(states)
            if i >= n:
                return
            o = settings[0]
            p = places[i]
            own = cuda.local.array(words, word_t)
            turns = cuda.local.array(1, turn_t)
            for w in range(words):
                own[w] = states[i, w]
            here = own.view(state_t)
            s = here[0]
            rooms = here
            if concealed == 1:
                rooms = cuda.local.array(words, word_t).view(state_t)
            turn = turns[0]
            turn.fixed = 0
            row = i * columns
            ended = p.terminated == 1 or p.truncated == 1
            starts_anew = what == BEGIN or (what == PLAY and ended and o.mode == NEXT_STEP)
            if what != LOOK:
                still(p)
            if what == BEGIN or (what == PLAY and not (ended and o.mode == DISABLED)):
                p.terminated = 0
                p.truncated = 0
                if not starts_anew:
                    if check(mask, actions, row, row + columns) != FINE:
                        p.refused = 1
                        p.age += 1
                    else:
                        play(s, turn, p, rooms, actions, row, o)
                    gain(s, p, o)
                    if p.terminated == 1 or p.truncated == 1:
                        keep_end(s, p)
                        if o.mode == SAME_STEP:
                            starts_anew = True
                            if o.keeps_final == 1:
                                for each in range(row, row + columns):
                                    for k in range(final.shape[1]):
                                        final[each, k] = 0
                                look(s, p, final, row, o)
                if starts_anew:
                    number = int(p.number)
                    next_match(p, i, number, n, len(options), seeds, o)
                    p.number = number + 1
                    if ahead > 0 and number < dealt[i]:
                        start = (number % ahead) * n + i
                        for w in range(words):
                            own[w] = starts[start, w]
                    else:
                        make(s, turn, p, rooms, options, o)
                    enter(s, p)
            look(s, p, obs_columns.T, row, o)
            allow(s, p, mask_columns.T, active, row, o)
            tell(p, i, gains, ends, marks, o)
            for w in range(words):
                states[i, w] = own[w]

        limits = {} if config.ENABLE_CUDASIM else {"max_registers": 2 * REGISTERS}
        return cuda.jit(step, **limits)


def turn(columns, rows):
    """Turn columns into rows, both as words of four bytes, and leave zeros behind.

    A block turns TILE rows of TILE places. Each thread turns squares of four by four bytes, which come as
    four words of a column each and leave as four words of a row each.
    """
    tile = cuda.shared.array((TILE, PITCH), np.uint32)
    first_place = cuda.blockIdx.x * TILE
    first_row = cuda.blockIdx.y * TILE
    for square in range(cuda.threadIdx.x, SQUARES * SQUARES, TURNERS):
        across = square % SQUARES
        down = square // SQUARES
        at = first_row // WORD + across
        place = first_place + WORD * down
        a = take_word(columns, place, at)
        b = take_word(columns, place + 1, at)
        c = take_word(columns, place + 2, at)
        d = take_word(columns, place + 3, at)
        for k in range(WORD):
            shift = 8 * k
            tile[WORD * across + k, down] = (
                ((a >> shift) & 255)
                | (((b >> shift) & 255) << 8)
                | (((c >> shift) & 255) << 16)
                | (((d >> shift) & 255) << 24)
            )
    cuda.syncthreads()
    for square in range(cuda.threadIdx.x, TILE * SQUARES, TURNERS):
        word = square % SQUARES
        row = square // SQUARES
        at = first_place // WORD + word
        if first_row + row < rows.shape[0] and at < rows.shape[1]:
            rows[first_row + row, at] = tile[row, word]


@rule
def take_word(columns, place, at):
    """Read a word and leave zero behind; there is nothing beyond the last column."""
    if place >= columns.shape[0]:
        return np.uint32(0)
    found = columns[place, at]
    if found != 0:
        columns[place, at] = 0
    return found


_turn: Any = None


def turn_kernel() -> Any:
    """The kernel that turns columns into rows; the same for all games."""
    global _turn
    if _turn is None:
        _turn = cuda.jit(turn)
    return _turn
