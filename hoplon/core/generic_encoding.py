"""The encoding of a game that brings none: its record bit by bit, and its action space.

What a seat may not know is taken out by the game's own `conceal`, or the dice by `forget_dice`. Both change
the record that they are given, and a rule has no room for a copy: so the numbers of the record are kept in
the agent's memory meanwhile, and put back from there, which leaves zeros.

A field is read as `s[name]`, with a name that a closure holds: compiled code knows no other way to go through
the fields of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hoplon.core.defaults import no_dice
from hoplon.core.dice import SEED
from hoplon.core.encoding import NO_ACTION, Encoding, Part
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import Dtype, rule
from hoplon.core.space import Space, place

if TYPE_CHECKING:
    from hoplon.core.game import Game, Rules

NAME = "record"
VERSION = 1
SEAT_PART = "own seat"  # no field can be called so
GAP = "gap"  # what `record` calls the gaps that it fills

Rule = Callable[..., Any]


def encodings_of(game: Game) -> tuple[Encoding, ...]:
    """The encodings of a game, the usual one first; the generic one if it brings none."""
    return game.encodings() or (generic_encoding(game),)


def generic_encoding(game: Game) -> Encoding:
    """The encoding that is made from a game's record and action space."""
    return _encoding(game.rules, game.state, tuple(game.space), game.seats[1])


@cache  # whatever is compiled for an encoding is found by it
def _encoding(rules: Rules, state: Dtype, space: tuple[int, ...], seats: int) -> Encoding:
    parts = (Part(SEAT_PART, (seats,), 1, "who observes"), *_parts(state))
    mask, choice_of, action_of = _choices(rules, space)
    observe, memory = _observer(rules, state, seats)
    return Encoding(
        name=NAME,
        version=VERSION,
        words="every number of the position that the seat may know, bit by bit; every choice is an action",
        parts=parts,
        actions=len(space),
        observe=observe,
        mask=mask,
        choice_of=choice_of,
        action_of=action_of,
        memory=memory,
    )


# --- the record ---------------------------------------------------------------------------------------------


def _fields(dtype: Dtype, is_state: bool = False) -> Iterator[tuple[str, Dtype]]:
    """The fields of a record that say something: neither gaps nor the seed."""
    fields: Any = dtype.fields
    for name in dtype.names or ():
        if not name.startswith(GAP) and not (is_state and name == SEED[0]):
            yield name, fields[name][0]


def _parts(state: Dtype) -> Iterator[Part]:
    """A part for each field, in the last dimension the bits of a number, or of all numbers of a record."""
    for name, kind in _fields(state, True):
        base, shape = kind.subdtype or (kind, ())
        _check(name, base)
        inside = f", which are {', '.join(dict(_fields(base)))}" if base.names else ""
        yield Part(name, (*shape, 8 * _bytes_in(base)), 1, f"the bits of {name}{inside}")


def _check(name: str, dtype: Dtype) -> None:
    """Refuse a field that is no whole number, nor made of some."""
    for inner, kind in _fields(dtype):
        _check(f"{name}.{inner}", kind.base)
    if dtype.names is None and dtype.kind not in "iub":
        raise HoplonError(
            f"the field {name} of a position is of type {dtype}; expected whole numbers, or a game that "
            "brings an encoding"
        )


def _observer(rules: Rules, state: Dtype, seats: int) -> tuple[Rule, int]:
    """`observe`, and how many bytes of memory it needs."""
    conceal, forget = rules.conceal, rules.forget_dice
    tell, _ = _reader(state, tell_bits, 8, True)
    hides = conceal is not None
    if not hides and forget is no_dice:

        @rule
        def observe_all(s, agent, memory, row):
            """Nothing is hidden."""
            row[agent] = 1
            tell(s, row, seats)

        return observe_all, 0

    keep, memory_bytes = _reader(state, keep_bytes, 1, False)
    put_back = _restorer(state)
    if hides:
        hide = conceal
    else:

        @rule
        def hide(s, seat):
            """Only the dice are hidden."""
            forget(s, (0, 0))

    @rule
    def observe(s, agent, memory, row):
        """What the agent may know; the position is afterwards what it was."""
        row[agent] = 1
        keep(s, memory, 0)
        hide(s, agent)
        tell(s, row, seats)
        put_back(s, memory, 0)

    return observe, memory_bytes


def _reader(dtype: Dtype, number: Rule, unit: int, skips_seed: bool) -> tuple[Rule, int]:
    """A rule (value, out, at) that writes all numbers of a value, and how many bytes that takes.

    A number of n bytes takes n units; `number(value, n, out, at)` writes it.
    """
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        inner, size = _reader(_inside(base, shape), number, unit, False)
        return _every(inner, shape[0], size), shape[0] * size
    if dtype.names is not None:
        readers, size = [], 0
        for name, kind in _fields(dtype, skips_seed):
            inner, width = _reader(kind, number, unit, False)
            readers.append(_field(name, inner, size))
            size += width
        return _all(readers), size
    count = dtype.itemsize

    @rule
    def one(value, out, at):
        """A number."""
        number(int(value), count, out, at)

    return one, count * unit


def _inside(base: Dtype, shape: tuple[int, ...]) -> Dtype:
    """What an array of that shape has in each row."""
    return np.dtype((base, shape[1:])) if shape[1:] else base


def _every(inner: Rule, count: int, size: int) -> Rule:
    """A rule for each of `count` values, which take `size` bytes each."""

    @rule
    def every(values, out, at):
        for k in range(count):
            inner(values[k], out, at + k * size)

    return every


def _field(name: str, inner: Rule, first: int) -> Rule:
    """A rule for a field, whose bytes begin at `first`."""

    @rule
    def field(s, out, at):
        inner(s[name], out, at + first)

    return field


def _all(rules: Sequence[Rule]) -> Rule:
    """One rule after the other; halved again and again, since a long chain would take long to compile."""
    if len(rules) < 2:
        return rules[0] if rules else nothing
    half = len(rules) // 2
    some, others = _all(rules[:half]), _all(rules[half:])

    @rule
    def both(s, out, at):
        some(s, out, at)
        others(s, out, at)

    return both


def _restorer(dtype: Dtype) -> Rule:
    """A rule (holder, memory, at) that puts the numbers of a record or an array back."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        count, inside = shape[0], _inside(base, shape)
        if not _is_number(inside):
            return _every(_restorer(inside), count, _bytes_in(inside))
        size, signed = inside.itemsize, inside.kind == "i"

        @rule
        def numbers(values, memory, at):
            for k in range(count):
                values[k] = taken(memory, at + k * size, size, signed)

        return numbers
    restorers, first = [], 0
    for name, kind in _fields(dtype):
        if _is_number(kind):
            restorers.append(_number(name, first, kind.itemsize, kind.kind == "i"))
        else:
            restorers.append(_field(name, _restorer(kind), first))
        first += _bytes_in(kind)
    return _all(restorers)


def _number(name: str, first: int, size: int, signed: bool) -> Rule:
    """A rule that puts a number back into its field."""

    @rule
    def number(s, memory, at):
        s[name] = taken(memory, at + first, size, signed)

    return number


def _is_number(dtype: Dtype) -> bool:
    return dtype.subdtype is None and dtype.names is None


def _bytes_in(dtype: Dtype) -> int:
    """How many bytes the numbers of a value take, without gaps."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return int(np.prod(shape)) * _bytes_in(base)
    if dtype.names is not None:
        return sum(_bytes_in(kind) for _, kind in _fields(dtype))
    return int(dtype.itemsize)


@rule
def nothing(value, out, at):
    """For a record without fields."""


@rule
def tell_bits(value, count, row, at):
    """A number of `count` bytes, bit by bit."""
    for k in range(8 * count):
        row[at + k] = (value >> k) & 1


@rule
def keep_bytes(value, count, memory, at):
    """A number of `count` bytes, byte by byte."""
    for k in range(count):
        memory[at + k] = (value >> (8 * k)) & 255


@rule
def taken(memory, at, count, signed):
    """The number that was kept; zeros are left."""
    number = 0
    for k in range(count):
        byte = int(memory[at + k]) | 0  # with a sign
        if signed and k == count - 1 and byte > 127:
            byte -= 256
        number |= byte << (8 * k)
        memory[at + k] = 0
    return number


# --- the action space ---------------------------------------------------------------------------------------


def _choices(rules: Rules, space: Sequence[int]) -> tuple[Rule, Rule, Rule]:
    """`mask`, `choice_of` and `action_of`: an action is the index of a choice in the space."""
    to_move, count_legal, nth_legal = rules.to_move, rules.count_legal, rules.nth_legal
    choice_of, action_of = _table(space)

    @rule
    def mask(s, agent, memory, allowed):
        """What the agent may choose, if it is asked."""
        if to_move(s) != agent:
            return
        for k in range(count_legal(s)):
            action = action_of(s, nth_legal(s, k))
            if action != NO_ACTION:
                allowed[action] = 1

    return mask, choice_of, action_of


def _table(space: Sequence[int]) -> tuple[Rule, Rule]:
    """`choice_of` and `action_of`, without tables where choices are numbered one after the other."""
    first, count = space[0], len(space)
    if tuple(space) == tuple(range(first, first + count)):

        @rule
        def shifted_choice(s, action):
            return action + first

        @rule
        def shifted_action(s, choice):
            return choice - first if first <= choice < first + count else NO_ACTION

        return shifted_choice, shifted_action

    known = Space(space)
    narrow = np.int32 if max(map(abs, space)) < 2**31 else np.int64  # a GPU has little room for tables
    choices, numbers, columns = (
        table.astype(narrow) for table in (known.choices, known.numbers, known.columns)
    )

    @rule
    def listed_choice(s, action):
        return int(choices[action])

    @rule
    def listed_action(s, choice):
        at = place(numbers, choice, 0)
        return int(columns[at]) if at >= 0 else NO_ACTION

    return listed_choice, listed_action
