"""A view that was sent is the same object on the other side."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

import hoplon
from hoplon.core.errors import BadText, HoplonError
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.protocols.remote_view import read_view, write_view

CHOICES = 120
EAGER = ("attack", "fire", "play", "target")  # so that a battle comes to arithmetic


@pytest.mark.parametrize("name", hoplon.game_names())
def test_a_view_that_was_sent_is_the_same_again(name: str) -> None:
    match, other = Match(game(name), 7), Match(game(name), 0)
    for number in range(CHOICES):
        if match.is_over:
            break
        for seat in range(match.game.seats[0]):
            view = match.view(seat)
            again = read_view(json.loads(json.dumps(write_view(view, match.game))), other)
            assert again == view
            known = getattr(view, "known", None)
            if known is not None:
                assert again.known.tobytes() == known.tobytes()
                assert again.known.dtype == known.dtype
        legal = match.legal()
        acts = [choice for choice in legal if choice.split()[0] in EAGER] or legal
        match.play(acts[(7 * number) % len(acts)])


@pytest.mark.parametrize(
    "content", [{}, {"view": 3}, {"view": {"turn": "x"}}, {"view": {}}, {"view": {"turn": 1, "entities": 5}}]
)
def test_what_is_no_view_is_refused(content: object) -> None:
    with pytest.raises(BadText, match="cannot be read"):
        read_view(content, Match(game("codekeeper"), 0))


@pytest.mark.parametrize(
    ("field", "value"),
    [("field", 30_000), ("hand", 99), ("deck_n", 9_999), ("units", 9_999), ("attacker", 500), ("kind", 200),
     ("place", 77), ("terrain", 99), ("shots", 400), ("hand_n", -5)],
)  # fmt: skip
def test_a_record_whose_numbers_name_nothing_is_refused(field: str, value: int) -> None:
    match = Match(game("cardbattle"), 7)
    content = write_view(match.view(0), match.game)
    record = match.view(0).known
    record[field][0] = value
    content["known"] = b64encode(record.tobytes()).decode()
    with pytest.raises(HoplonError):
        read_view(content, match)
