"""An arena that sends nonsense gets a sentence, not a traceback, and does not steer the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hoplon.core.errors import HoplonError
from hoplon.games import game
from hoplon.protocols.remote import Refusal, RemoteSeat, printable, read_link

LINK = read_link("http://127.0.0.1:8000/match/1a2b3c#seat=TOKEN")
MATCH = {"game": "hoplite", "version": game("hoplite").version, "ended": None, "seats": [{"name": "Hero"}]}


def heard(*messages: Any) -> RemoteSeat:
    """Somebody who has heard these."""
    visitor = RemoteSeat(LINK, "random", lambda _text: None)
    for message in messages:
        text = message if isinstance(message, str) else json.dumps(message)
        visitor._hear(text, lambda _message: None)
    return visitor


@pytest.mark.parametrize(
    "message",
    [
        "no JSON",
        "[" * 100_000,
        "3",
        [],
        {},
        {"type": "welcome"},
        {"type": "welcome", "match": MATCH, "held": [5]},
        {"type": "welcome", "match": MATCH, "held": 3},
        {"type": "welcome", "match": MATCH | {"version": "\x1b[2J"}, "held": [0]},
        {"type": "welcome", "match": MATCH | {"game": "nothing"}, "held": [0]},
        {"type": "state"},
        {"type": "state", "number": "x"},
        {"type": "state", "number": 1, "outcome": 5},
        {"type": "question"},
        {"type": "question", "number": 0, "seat": 0, "seats": 1, "options": 4, "legal": [], "past": []},
        {"type": "error"},
        {"type": "error", "error": {"code": "token", "text": "\x1b[2J"}},
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(message: Any) -> None:
    with pytest.raises(HoplonError) as caught:
        heard(message)
    assert str(caught.value) == printable(str(caught.value))


def test_a_question_is_read_before_the_bot_sits_down() -> None:
    question = {"type": "question", "number": 0, "seat": 0, "seats": 1, "options": {}, "past": []}
    with pytest.raises(HoplonError):
        heard({"type": "welcome", "match": MATCH, "held": [0]}, question | {"legal": [["x"]], "view": {}})
    with pytest.raises(Refusal, match="cannot be read"):
        heard({"type": "welcome", "match": MATCH, "held": [0]}, question | {"legal": 7, "view": {}})
