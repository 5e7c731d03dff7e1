"""One match: seats, dice, limits, and bots that do wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hoplon
from hoplon.bots import bot
from hoplon.bots.dice import SeatDice
from hoplon.core.bot import Bot
from hoplon.core.errors import HoplonError, RunawayChain
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.protocols.in_process import InProcess
from hoplon.protocols.player import Place, Player, Question
from hoplon.referee.run import run
from hoplon.sandbox.faults import BUSY, BotFault

HOPLITE = game("hoplite")


class Scripted(Bot):
    """Plays one thing, whatever is asked."""

    def __init__(self, answer: Any) -> None:
        self.name = "scripted"
        self.answer = answer

    def choose(self, *_asked: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        (ValueError("no idea"), "crash", "scripted raised ValueError: no idea (test_run.py, line"),
        ("fly north", "illegal", "scripted chose in turn 1:"),
        ("idle", "illegal", "idling needs the prayer patience"),
        (None, "illegal", "scripted chose in turn 1:"),
    ],
)
def test_a_bot_that_does_wrong_is_a_verdict(answer: Any, kind: str, text: str) -> None:
    played = run(HOPLITE, [Scripted(answer)], 1)
    assert played.verdict == "fault"
    assert played.winners == ()
    assert played.fault is not None
    assert (played.fault.seat, played.fault.turn, played.fault.kind) == (0, 1, kind)
    assert text in played.fault.text
    assert len(played.match.choices) == 0


def test_no_bot_is_blamed_for_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def never_ends(match: Match, text: str) -> Any:
        raise RunawayChain("turn 1 of hoplite did not come to an end")

    monkeypatch.setattr(Match, "play", never_ends)
    fault = run(HOPLITE, [bot("random", "hoplite")], 1).fault
    assert fault is not None
    assert (fault.seat, fault.kind) == (-1, "rules")


def test_nobody_is_blamed_for_a_busy_machine() -> None:
    class Starved(InProcess):
        def answer(self) -> str:
            raise BotFault(BUSY, "had no processor")

    players = [Starved(bot("random", "hexabomb")), InProcess(bot("random", "hexabomb"))]
    played = run(game("hexabomb"), players, 1, game("hexabomb").options.from_text({"map": "duel"}))
    assert played.verdict == "annulled"
    assert played.winners == ()
    assert played.ranks == (1, 1)
    assert [(seat.verdict, seat.rank) for seat in played.seats] == [("annulled", 1)] * 2
    assert played.fault is not None
    assert (played.fault.seat, played.fault.kind) == (-1, "busy")


def test_who_stops_a_bot_by_hand_stops_the_run() -> None:
    class Interrupted(Scripted):
        def choose(self, *_asked: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(HOPLITE, [Interrupted("")], 1)


def test_a_run_ends_at_the_turn_limit() -> None:
    played = run(HOPLITE, [bot("greedy", "hoplite")], 1, longest=5)
    assert played.verdict == "stopped"
    assert len(played.match.choices) == 5
    assert not played.match.is_over


def test_a_run_ends_at_the_deadline() -> None:
    played = run(HOPLITE, [bot("random", "hoplite")], 1, deadline=0.0)
    assert played.verdict == "unfinished"
    assert played.match.choices == []


def test_a_run_to_the_end_has_the_verdict_of_the_rules() -> None:
    played = run(HOPLITE, [bot("random", "hoplite")], 1)
    assert played.match.outcome is not None
    assert played.verdict == played.match.outcome.reason
    (seat,) = played.seats
    assert (seat.player, seat.choices) == ("random", len(played.match.choices))
    assert 0 < seat.slowest <= seat.wall
    assert played.records[0].answers == played.match.choices


def test_slow_choices_are_counted() -> None:
    played = run(HOPLITE, [bot("random", "hoplite")], 1, clock=0.0, longest=3)
    assert played.seats[0].late == len(played.match.choices)


def test_a_run_is_kept_as_a_match_file(tmp_path: Path) -> None:
    played = run(HOPLITE, [bot("greedy", "hoplite")], 2, longest=12)
    path = played.match.save(tmp_path / "run.hoplon")
    assert hoplon.verify(path)
    assert hoplon.load(path).choices == played.match.choices


def test_a_game_has_its_number_of_seats() -> None:
    with pytest.raises(HoplonError, match="hoplite has 1 to 1 seats, not 2"):
        run(HOPLITE, [bot("random", "hoplite"), bot("random", "hoplite")], 1)


def test_each_seat_has_dice_of_its_own() -> None:
    def draws(seed: int, seat: int) -> list[int]:
        dice = SeatDice(seed, seat)
        return [dice.below(100) for _ in range(20)]

    assert draws(1, 0) == draws(1, 0)
    assert len({tuple(draws(seed, seat)) for seed in (1, 2) for seat in (0, 1)}) == 4
    assert all(0 <= face < 100 for face in draws(3, 0))


HEXABOMB = game("hexabomb")
FOUR = HEXABOMB.options.from_text({"map": "crossroads", "turns": "6"})


def test_with_more_than_two_seats_the_others_play_on_after_a_fault() -> None:
    bots = [bot("painter", "hexabomb"), Scripted(ValueError("no idea")), bot("random", "hexabomb")]
    played = run(HEXABOMB, [*bots, bot("random", "hexabomb")], 1, FOUR)
    assert played.match.is_over
    assert [(fault.seat, fault.kind) for fault in played.faults] == [(1, "crash")]
    failed = played.seats[1]
    assert (failed.verdict, failed.rank, failed.choices) == ("fault", 4, 1)
    assert 1 not in played.winners
    assert sorted(seat.rank for seat in played.seats)[-1] == 4


def test_with_two_seats_a_fault_ends_the_match() -> None:
    played = run(HEXABOMB, [bot("painter", "hexabomb"), Scripted("fly")], 1)
    assert played.verdict == "fault"
    assert [(seat.rank, seat.verdict) for seat in played.seats] == [(1, "won"), (2, "fault")]


class Waiting(Player):
    """Chooses what a bot of this process would, but is asked like a program."""

    def __init__(self, name: str, told: list[str]) -> None:
        self.name = name
        self.told = told
        self.inner = InProcess(bot("painter", "hexabomb"))
        self.record = self.inner.record

    def begin(self, place: Place) -> None:
        self.inner.begin(place)
        self.record = self.inner.record

    def ask(self, question: Question) -> None:
        self.told.append(f"ask {self.name}")
        self.inner.ask(question)

    def answer(self) -> str:
        self.told.append(f"answer {self.name}")
        return self.inner.answer()


def test_seats_of_a_simultaneous_game_are_asked_at_once_and_play_the_same() -> None:
    told: list[str] = []
    together = run(HEXABOMB, [Waiting(name, told) for name in "abcd"], 1, FOUR)
    one_by_one = run(HEXABOMB, [bot("painter", "hexabomb") for _ in "abcd"], 1, FOUR)
    assert told[:8] == [f"{do} {name}" for do in ("ask", "answer") for name in "abcd"]
    assert together.match.choices == one_by_one.match.choices
    assert together.match.checks == one_by_one.match.checks


def test_two_who_fail_in_the_same_turn_both_lose() -> None:
    class Failing(Waiting):
        def answer(self) -> str:
            raise BotFault("timeout", "did not answer")

    played = run(HEXABOMB, [Failing("a", []), Failing("b", [])], 1)
    assert [seat.verdict for seat in played.seats] == ["fault", "fault"]
    assert played.winners == ()
    assert [seat.rank for seat in played.seats] == [1, 1]
