"""The encoding of a game that brings none: what is in a row, and how choices are numbered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hoplon.core.encoding import Encoding
from hoplon.core.errors import HoplonError
from hoplon.core.generic_encoding import SEAT_PART, encodings_of, generic_encoding
from hoplon.core.kernel import record
from hoplon.core.match import Match
from hoplon.testing.encodings import looks_of, told
from tests.core.duel import GAME as DUEL
from tests.core.secret_duel import GAME as SECRET_DUEL

pytestmark = pytest.mark.representative


def numbers(encoding: Encoding, row: Any, name: str) -> Any:
    """The numbers of 16 bits in a part."""
    bits = encoding.part(row, name).astype(np.int64)
    return (bits << np.arange(16)).sum(-1).astype(np.int16)


def look(encoding: Encoding, match: Match, agent: int) -> Any:
    """What an agent is told."""
    memory = np.zeros(encoding.memory, np.uint8)
    row, _, after = told(match.game, encoding, match.state.array, agent, memory)
    assert not after.any()
    return row


def test_a_row_has_the_bits_of_every_field_and_who_looks() -> None:
    match = Match(DUEL, 5)
    encoding = generic_encoding(DUEL)
    for agent in range(2):
        row = look(encoding, match, agent)
        assert encoding.part(row, SEAT_PART).tolist() == [1 - agent, agent]
        assert numbers(encoding, row, "hearts").tolist() == match.state.record.hearts.tolist()
        assert numbers(encoding, row, "breath").tolist() == match.state.record.breath.tolist()
    assert "seed" not in [part.name for part in encoding.parts]


def test_what_a_seat_hides_is_not_in_the_row_of_another() -> None:
    match = Match(SECRET_DUEL, 5)
    encoding = generic_encoding(SECRET_DUEL)
    own = match.state.record.breath.tolist()
    for agent in range(2):
        seen = numbers(encoding, look(encoding, match, agent), "breath").tolist()
        assert seen[agent] == own[agent]
        assert seen[1 - agent] == -1


def test_the_position_is_afterwards_what_it_was() -> None:
    match = Match(SECRET_DUEL, 5)
    states = match.state.array
    before = states.tobytes()
    encoding = generic_encoding(SECRET_DUEL)
    told(SECRET_DUEL, encoding, states, 0, np.zeros(encoding.memory, np.uint8))
    assert states.tobytes() == before


def test_an_action_is_the_index_of_a_choice() -> None:
    backwards = replace(DUEL, space=tuple(reversed(DUEL.space)))
    states = Match(DUEL, 5).state.array
    for game in (DUEL, backwards):
        looks = looks_of(generic_encoding(game), game.rules)
        assert [looks.choice(states, 0, action) for action in range(len(game.space))] == list(game.space)
        assert [looks.action(states, 0, choice) for choice in game.space] == list(range(len(game.space)))
        assert looks.action(states, 0, max(game.space) + 1) == -1


def test_a_game_gets_the_generic_encoding_only_if_it_brings_none() -> None:
    (generic,) = encodings_of(DUEL)
    assert generic is generic_encoding(DUEL)
    own = replace(generic, name="own")
    assert encodings_of(replace(DUEL, encodings=lambda: (own,))) == (own,)


def test_a_field_that_is_no_whole_number_is_refused() -> None:
    inner = record([("share", "f4")])
    game = replace(DUEL, state=record([("wounds", inner, (2,))]))
    with pytest.raises(HoplonError, match=r"the field wounds\.share of a position is of type float32"):
        generic_encoding(game)
