"""The record of a match: read back, refused when damaged, and what bots were told, made again from it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoplon.bots import bot
from hoplon.core.errors import BadMatchFile
from hoplon.games import game
from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
from hoplon.protocols.player import SeatRecord
from hoplon.referee.bot_turns import Questions, turns_of
from hoplon.referee.record_file import as_json, load_record, read_record
from hoplon.referee.run import Run, run
from hoplon.sandbox.clock import Spent

# Repeats on stderr what it is told, answers with the first legal choice, and fails when it has had enough.
ECHO = """
import sys
answers = 0
for line in sys.stdin:
    sys.stderr.write(line)
    sys.stderr.flush()
    if line.startswith('{{"legal"'):
        answers += 1
        print("nonsense" if answers > {most} else '{{"choice":"' + line.split('"')[3] + '"}}', flush=True)
"""


def echo(tmp_path: Path, name: str, most: int) -> ProcessBot:
    """Such a program, as a player."""
    program = tmp_path / "echo.py"
    program.write_text(ECHO.format(most=most))
    settings = ProcessSettings(first=20, later=20, sandbox="none")
    return ProcessBot(f"{sys.executable} {program}", game(name), settings)


def read_back(played: Run) -> list[SeatRecord]:
    """The records of a match after they were written."""
    return read_record(json.dumps(as_json(played.records)), played.match)


def test_what_a_program_was_told_is_made_again_letter_by_letter(tmp_path: Path) -> None:
    found = game("hexabomb")
    players = [bot("random", "hexabomb"), echo(tmp_path, "hexabomb", most=5)]
    played = run(found, players, 3, found.options(turns=9), clock=20)
    # It fails in the middle of a turn, which is not carried out and asked about all the same.
    assert played.records[1].numbers[-1] > len(played.match.choices) + 1
    records = read_back(played)
    questions, turns = Questions(played.match, records), turns_of(records)
    mine = [turn for turn in turns if turn.seat == 1]
    assert len(mine) == 6
    for turn in [*mine, mine[0]]:  # in any order
        assert questions.text(turn) == turn.errors, turn.number


def test_a_game_with_lines_of_its_own_is_made_again_in_them() -> None:
    found = game("codekeeper")
    played = run(found, [bot("explorer", "codekeeper")], 4, longest=5)
    records = read_back(played)
    text = Questions(played.match, records).text(turns_of(records)[1])
    assert text.splitlines() == found.view(played.match.states_at(1), 0, 0).lines()


def test_a_program_that_was_started_again_is_greeted_again() -> None:
    played = run(game("hoplite"), [bot("random", "hoplite")], 1, longest=3)
    record = played.records[0]
    record.restarts = [3]
    questions = Questions(played.match, [record])
    turns = turns_of([record])
    assert [turn.turn for turn in turns] == [1, 2, 1]
    assert [questions.text(turn).startswith('{"hello"') for turn in turns] == [True, False, True]


@pytest.fixture(scope="module")
def played() -> Run:
    """Three turns of a bot in this process, with words as a program would have said them."""
    done = run(game("hoplite"), [bot("random", "hoplite")], 1, longest=3)
    record = done.records[0]
    record.errors, record.messages = [(0, "ready\n"), (1, "so"), (1, "so"), (3, "late")], [(2, "hm")]
    record.spent = [Spent(0.5, 0.25, 0.125)] * 3
    record.blame("illegal", "it chose wrong", "fly")
    return done


def test_a_record_is_read_back_as_it_was(played: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.record.json"
    path.write_text(json.dumps(as_json(played.records)))
    (record,) = load_record(path, played.match)
    before = played.records[0]
    for name in (
        "player",
        "dice",
        "first",
        "numbers",
        "answers",
        "messages",
        "errors",
        "spent",
        "fault_line",
    ):
        assert getattr(record, name) == getattr(before, name), name
    turns = turns_of([record])
    assert [turn.errors for turn in turns] == ["ready\nsoso", "", "late"]
    assert [turn.message for turn in turns] == ["", "hm", ""]
    assert turns[0].as_json()["waited_ms"] == 125


Spoil = Callable[[dict[str, Any]], object]
DAMAGE: dict[str, tuple[Spoil, str]] = {
    "version": (lambda r: r.update({"hoplon record": 2}), "has version 2"),
    "no mark": (lambda r: r.pop("hoplon record"), "no record of a match"),
    "seats": (lambda r: r["seats"].append({}), "has 2 seats; the match has 1"),
    "no seats": (lambda r: r.update(seats=7), "has no seats"),
    "seat": (lambda r: r.update(seats=[7]), "it is no object"),
    "beyond": (lambda r: r["seats"][0]["numbers"].append(5), "has a choice 5; the match has 3"),
    "order": (lambda r: r["seats"][0]["numbers"].reverse(), "after choice 3 comes 2"),
    "number": (lambda r: r["seats"][0].update(numbers=[True]), "comes true"),
    "answers": (lambda r: r["seats"][0]["answers"].append("x"), "4 entries for 3 choices"),
    "answer": (lambda r: r["seats"][0].update(answers=[7]), "an answer is no text"),
    "time": (lambda r: r["seats"][0].update(wall_ms=["x"]), "no time in milliseconds"),
    "no number": (lambda r: r["seats"][0].update(wall_ms=[float("nan")]), "NaN, which is no time"),
    "endless": (lambda r: r["seats"][0].update(waited_ms=[1e300]), "no time in milliseconds"),
    "list": (lambda r: r["seats"][0].update(errors="all"), 'errors is "all"'),
    "error": (lambda r: r["seats"][0].update(errors=[7]), "one of its errors is 7"),
    "late error": (lambda r: r["seats"][0].update(errors=[{"number": 9, "text": ""}]), "belongs to choice 9"),
    "dice": (lambda r: r["seats"][0].update(dice="x"), 'dice is "x"'),
    "fault": (lambda r: r["seats"][0].update(fault="bad"), 'fault is "bad"'),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_record_is_refused_in_a_sentence(played: Run, what: str) -> None:
    spoil, words = DAMAGE[what]
    content = json.loads(json.dumps(as_json(played.records)))
    spoil(content)
    with pytest.raises(BadMatchFile, match=words):
        read_record(json.dumps(content), played.match)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "7"])
def test_what_is_no_record_is_refused(played: Run, text: str) -> None:
    with pytest.raises(BadMatchFile, match="no record of a match"):
        read_record(text, played.match)


def test_a_record_of_another_match_is_refused() -> None:
    found = game("cardbattle")
    bots = [bot("random", "cardbattle")] * 2
    one, other = (run(found, bots, seed, longest=40) for seed in (1, 2))
    assert one.match.seats != other.match.seats
    with pytest.raises(BadMatchFile, match="was not made by this seat"):
        read_record(json.dumps(as_json(one.records)), other.match)
