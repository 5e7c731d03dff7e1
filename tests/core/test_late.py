"""Data that is made when somebody looks at it."""

from __future__ import annotations

import copy
import pickle
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np
import pytest

from hoplon.core.json_line import values_of
from hoplon.core.late import WAITING, late, later, plain
from hoplon.core.match import Match
from hoplon.games import game

MADE: list[int] = []


@late
@dataclass(frozen=True)
class Pair:
    first: int
    second: tuple[int, ...] = ()
    third: Any = None


def pair(n: int) -> Pair:
    MADE.append(n)
    return Pair(n, (n, n))


def test_it_is_made_once_when_a_field_is_looked_at() -> None:
    MADE.clear()
    found = later(Pair, pair, 3, third=9)
    assert found.third == 9
    assert MADE == []
    assert (found.first, found.second, found.third) == (3, (3, 3), 9)
    assert MADE == [3]


def test_it_is_the_same_as_one_made_at_once() -> None:
    at_once = Pair(3, (3, 3))
    for use in (repr, hash, asdict, values_of, pickle.dumps, lambda one: replace(one, third=4)):
        assert use(later(Pair, pair, 3)) == use(at_once) or use is pickle.dumps
    for way in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        assert way(later(Pair, pair, 3)) == at_once
    assert later(Pair, pair, 3) == at_once
    assert later(Pair, pair, 4) != at_once
    assert Pair(3) == Pair(3, ())
    with pytest.raises(TypeError):
        Pair()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        later(Pair, pair, 3).first = 4  # type: ignore[misc]


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="Pair has no first yet"):
        _ = object.__new__(Pair).first


@pytest.mark.parametrize("name", ["hoplite", "cardbattle", "hexabomb"])
def test_a_view_shows_the_position_it_was_made_in_without_holding_more(name: str) -> None:
    match, other = Match(game(name), 7), Match(game(name), 7)
    for seat in range(match.game.seats[0]):
        now, unseen = match.view(seat), other.view(seat)
        shown = values_of(now)
        held = [part for part in vars(unseen)[WAITING][1] if isinstance(part, np.ndarray)]
        assert [part.tobytes() for part in held] == [
            match.game.concealed(match.state.array, 0, seat).tobytes()
        ]
        other.play(other.legal()[0])
        assert unseen == now
        assert [field.name for field in fields(unseen)] == list(shown)
        other = Match(game(name), 7)


def test_a_record_as_plain_values() -> None:
    states = Match(game("hoplite"), 7).state.array
    found = plain(states)
    assert type(found.depth) is int
    for name in states.dtype.names:
        assert np.array_equal(getattr(found, name), states[name][0])
