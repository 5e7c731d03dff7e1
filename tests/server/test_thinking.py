"""Thinking: a fair share for everybody, an end for who leaves, and nothing that a seat may not know."""

from __future__ import annotations

import asyncio
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

import hoplon
from hoplon.core.board import Json
from hoplon.core.match import Match
from hoplon.server import thinking
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.study import guessed
from hoplon.server.study_talk import check_is_analysed
from hoplon.server.thinking import Desk, Question, Round, Thinking, _thoughts
from tests.waiting import patience


def rounds_of(match: Match, seat: int) -> list[Json]:
    """What the first rounds find, without how long they took."""
    return [found | {"seconds": 0} for found in islice(_thoughts(Question(match, seat, seat)), 2)]


@pytest.mark.parametrize("name", ["cardbattle", "codekeeper", "hexabomb"])
def test_an_analysis_for_a_seat_is_the_same_whatever_is_hidden_from_it(name: str) -> None:
    match = hoplon.new(name, seed=5)
    seat = match.to_move
    assert seat is not None
    found = [rounds_of(guessed(match, seat, seed), seat) for seed in (1, 2)]
    assert found[0] == found[1]
    assert found[0][0]["choices"]


def test_a_guess_is_a_position_that_the_seat_cannot_tell_from_the_real_one() -> None:
    match = hoplon.new("cardbattle", seed=5)
    game, seat = match.game, match.to_move
    assert seat is not None
    guess = guessed(match, seat, 9)
    assert guess._states.tobytes() != match._states.tobytes()
    known = [game.concealed(one._states, 0, seat).tobytes() for one in (match, guess)]
    assert known[0] == known[1]


class Slow:
    """Instead of a process: answers when it is told to, and notes who was thought for."""

    def __init__(self, _context: Any) -> None:
        self.asked: list[int] = []
        self.left: list[int] = []
        self.used = 0.0
        self.is_ended = False
        Slow.last = self

    last: Slow

    async def ask(self, asked: Round, _seconds: float) -> Json:
        await asyncio.sleep(0)
        self.asked.append(asked.key)
        self.left += asked.left
        return {"nodes": 100 * self.asked.count(asked.key)}

    def end(self) -> None:
        self.is_ended = True


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    monkeypatch.setattr(thinking, "Thinker", Slow)
    monkeypatch.setattr(thinking, "ENOUGH", 300)
    return Slow


async def until(wanted: Any) -> None:
    async with asyncio.timeout(patience()):
        while not wanted():
            await asyncio.sleep(0.01)


def question() -> Question:
    return Question(None)  # type: ignore[arg-type]


def test_clients_take_turns_however_many_boards_they_have(slow: type[Slow]) -> None:
    async def play() -> None:
        thinks = Thinking(1)
        told: list[str] = []
        keys = {}
        for n in range(5):
            keys[thinks.think("many", question(), lambda _: told.append("many"))] = n
        single = thinks.think("one", question(), lambda _: told.append("one"))
        await until(lambda: told.count("one") == 3)
        order = slow.last.asked[:6]
        assert order.count(single) == 3  # every other round is for the client with one board
        thinks.close()

    asyncio.run(play())


def test_who_leaves_is_not_thought_for_any_longer(slow: type[Slow]) -> None:
    async def play() -> None:
        thinks = Thinking(1)
        told: list[Json] = []
        staying: list[Json] = []
        key = thinks.think("a", question(), told.append)
        await until(lambda: told)
        thinks.stop(key)
        heard = len(told)
        thinks.think("b", question(), staying.append)
        await until(lambda: staying and staying[-1]["done"])
        assert len(told) == heard
        assert len(thinks) == 0
        assert key in slow.last.left  # the process has forgotten it, too
        thinks.close()
        assert slow.last.is_ended

    asyncio.run(play())


def test_there_is_an_end_to_how_many_are_thought_for(
    slow: type[Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "MOST", 3)
    monkeypatch.setattr(thinking, "MOST_EACH", 2)

    async def play() -> None:
        thinks = Thinking(1)
        for _ in range(2):
            thinks.think("a", question(), lambda _: None)
        with pytest.raises(Refused, match="for one address"):
            thinks.think("a", question(), lambda _: None)
        thinks.think("b", question(), lambda _: None)
        with pytest.raises(Refused, match="3 positions"):
            thinks.think("c", question(), lambda _: None)
        thinks.close()

    asyncio.run(play())


def test_a_process_that_ends_is_told_to_those_who_waited(
    slow: type[Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_slow: Slow, _asked: Round, _seconds: float) -> Json:
        raise EOFError

    async def play() -> None:
        desk = Desk(None)
        told: list[Json] = []
        with monkeypatch.context() as patched:
            patched.setattr(slow, "ask", broken)
            desk.add(thinking.Viewing(1, "a", question(), told.append))
            await until(lambda: told)
        assert "interrupted" in told[0]["problem"]
        again: list[Json] = []
        desk.add(thinking.Viewing(2, "a", question(), again.append))
        await until(lambda: again)
        assert again[0]["nodes"] == 100
        desk.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("terms", "says"),
    [({"rated": 3}, "before its end"), ({"race": "r", "sealed": True}, "people still play in this race")],
)
def test_a_rated_match_and_an_open_race_are_not_analysed(terms: dict[str, Any], says: str) -> None:
    card = StoredMatch("m", "hoplite", 1, 7, 0, {}, [Seat("me", "Ada")], **terms)
    room = SimpleNamespace(card=card)
    with pytest.raises(Refused, match=says) as refused:
        check_is_analysed(room)  # type: ignore[arg-type]
    assert refused.value.status == 403
    card.ended, card.sealed = "won", False
    check_is_analysed(room)  # type: ignore[arg-type]
