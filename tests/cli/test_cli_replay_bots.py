"""`hoplon replay --bots`: what bots were told and answered, by turn and by seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoplon.bots import bot
from hoplon.games import game
from hoplon.referee.run import run as play
from hoplon.referee.series import keep
from hoplon.sandbox.clock import Spent


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A match of four turns with a record beside it, as a program would have left it."""
    done = play(game("hoplite"), [bot("greedy", "hoplite")], 7, longest=4)
    record = done.records[0]
    record.player = "./mybot.py"
    record.numbers.append(5)
    record.answers.append("fly\x1b[2J")
    record.spent = [Spent(0.010 * n, 0.002, 0.0) for n in (1, 4, 2, 3, 1)]
    record.errors = [(2, "thinking\n" * 40)]
    record.messages = [(3, "for honour")]
    record.blame("illegal", "./mybot.py chose in turn 5: 'fly' is no choice", "fly\x1b[2J")
    keep(done, tmp_path / "four.hoplon")
    return tmp_path / "four.hoplon"


def test_each_turn_says_what_the_bot_was_told_and_answered(run, kept: Path) -> None:
    text = run("replay", str(kept), "--bots").stdout
    assert "5 choices; the first took 10.0 ms; the slowest after" in text
    assert "ms, in turn 2; stderr in turn 2" in text
    assert '    told      {"hello":{"protocol":1,"game":"hoplite"' in text
    assert "    message   for honour" in text
    assert "5 (no choice)" in text
    assert "fault of seat 0 (illegal): ./mybot.py chose in turn 5" in text
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_one_turn_is_shown_in_full(run, kept: Path) -> None:
    short, full = (
        run("replay", str(kept), "--bots", "--turn", "2", *more).stdout for more in ([], ["--full"])
    )
    assert short.count("thinking") == 16
    assert full.count("thinking") == 40
    assert "\n3 " not in full
    assert "… 24 more lines" in short


def test_json_has_the_same(run, kept: Path) -> None:
    lines = [json.loads(line) for line in run("replay", str(kept), "--bots", "--json").stdout.splitlines()]
    first, last, faults = lines[1]["bot"], lines[-2], lines[-1]["faults"]
    assert first["told"].startswith('{"hello"')
    assert first["wall_ms"] == 10
    assert (last["turn"], last["choice"], last["bot"]["answer"]) == (5, None, "fly\x1b[2J")
    assert [fault["kind"] for fault in faults] == ["illegal"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--turn", "6"], "there is no turn 6; the last is 5"),
        (["--turn", "1", "--to", "2"], "--turn is one turn"),
        (["--from", "3", "--to", "2"], "run backwards"),
        (["--seat", "1"], "there is no seat 1"),
        (["--record", "none.json"], "none.json cannot be read"),
    ],
)
def test_bad_wishes_are_refused(run, kept: Path, more: list[str], words: str) -> None:
    result = run("replay", str(kept), "--bots", *more)
    assert result.exit_code != 0
    assert words in str(result.exception or "") + result.output


def test_without_a_record_the_command_says_where_records_come_from(run, saved: Path) -> None:
    result = run("replay", str(saved), "--bots")
    assert "'hoplon match --out' writes one" in str(result.exception or "") + result.output
    assert run("replay", str(saved), "--from", "6").stdout.count("\n6 walk n\n") == 1
