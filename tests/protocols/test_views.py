"""A view that was sent is the same object on the other side."""

from __future__ import annotations

import json

import pytest

import hoplon
from hoplon.core.errors import BadText
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.protocols.views import read_view, write_view

CHOICES = 30


@pytest.mark.parametrize("name", hoplon.game_names())
def test_a_view_that_was_sent_is_the_same_again(name: str) -> None:
    match, other = Match(game(name), 7), Match(game(name), 0)
    for number in range(CHOICES):
        if match.is_over:
            break
        for seat in range(match.game.seats[0]):
            view = match.view(seat)
            again = read_view(json.loads(json.dumps(write_view(view))), other)
            assert again == view
            known = getattr(view, "known", None)
            if known is not None:
                assert again.known.tobytes() == known.tobytes()
                assert again.known.dtype == known.dtype
        legal = match.legal()
        match.play(legal[(7 * number) % len(legal)])


@pytest.mark.parametrize(
    "content", [{}, {"view": 3}, {"view": {"turn": "x"}}, {"view": {}}, {"view": {"turn": 1, "entities": 5}}]
)
def test_what_is_no_view_is_refused(content: object) -> None:
    with pytest.raises(BadText, match="cannot be read"):
        read_view(content, Match(game("codekeeper"), 0))
