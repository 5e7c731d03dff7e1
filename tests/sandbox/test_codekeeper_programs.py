"""Programs at CodeKeeper: the original's lines, its clock and its verdicts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hoplon.games import game
from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
from hoplon.referee.run import Run, run

HERE = Path(__file__).parent
CODEKEEPER = game("codekeeper")
HOUSE = ProcessSettings(scale=1000, sandbox="none")
STRICTER = ProcessSettings(scale=3, sandbox="none")  # for those who are late on purpose

# The first block of seed 0, as the rulebook gives it.
BLOCK = """1 10 20 0 5 5 5
13
0 8 1 -1
0 9 1 -1
0 10 4 1
0 11 2 100
2 7 1 -1
2 8 1 -1
2 11 1 -1
4 7 1 -1
4 9 1 -1
4 10 10 8
1 11 1 -1
3 7 1 -1
3 11 1 -1
"""


def script(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(text)
    return f"{sys.executable} -I -S {path}"


def play(command: str, process_settings: ProcessSettings = HOUSE, longest: int = 10) -> Run:
    return run(CODEKEEPER, [ProcessBot(command, CODEKEEPER, process_settings)], 0, longest=longest)


def test_a_bot_reads_the_original_block_and_nothing_else(tmp_path: Path) -> None:
    command = script(
        tmp_path,
        "import sys\n"
        "block = [sys.stdin.readline() for _ in range(15)]\n"
        "sys.stderr.write(''.join(block)); sys.stderr.flush()\n"
        "print('MOVE 1 10 hello\\\\nthere', flush=True)\n"
        "sys.stderr.write(sys.stdin.readline()); sys.stderr.flush()\n"
        "print('WAIT', flush=True)\n"
        "sys.stderr.write(sys.stdin.read())\n",
    )
    played = play(command)
    bot_log = played.records[0]
    assert bot_log.stderr.startswith(BLOCK + "1 10 ")
    assert bot_log.messages == [(1, "hello\nthere")]
    assert played.match.choices == ["MOVE 1 10", "error"]
    assert played.verdict == "error"
    assert "'WAIT'" in bot_log.fault


@pytest.mark.parametrize(
    ("name", "verdict", "text"),
    [
        ("silent", "timeout", "did not answer within 150 ms"),
        ("crashes", "timeout", "exit code 1"),
        ("exits_early", "timeout", "exit code 0"),
        ("closes_stdout", "timeout", "closed its output"),
        ("endless_line", "timeout", "more than 10000 bytes"),
        ("no_newline", "timeout", "its last line has no end: b'MOVE 1 10'"),
        ("binary_noise", "error", "does not begin with MOVE or ATTACK"),
        ("empty_line", "error", "does not begin with MOVE or ATTACK"),
        ("wrong_case", "error", "'move 1 10"),
        ("nul_bytes", "error", "does not begin with MOVE or ATTACK"),
        ("long_choice", "error", "MMMM"),
        ("too_long_choice", "timeout", "more than 10000 bytes"),
    ],
)
def test_a_fault_becomes_the_games_verdict(name: str, verdict: str, text: str) -> None:
    house = STRICTER if name in ("silent", "no_newline") else HOUSE
    played = play(f"{sys.executable} -I -S {HERE / 'hostile.py'} {name}", house)
    assert played.fault is None
    assert played.verdict == verdict
    assert played.match.choices[-1] == verdict
    assert played.match.outcome is not None
    assert played.match.outcome.scores == (-10000,)
    bot_log = played.records[0]
    assert text in bot_log.fault


@pytest.mark.parametrize("name", ["crlf", "cr", "answers_twice", "speaks_early", "floods", "closes_stdin"])
def test_the_transport_is_as_lenient_as_the_original(name: str) -> None:
    played = play(f"{sys.executable} -I -S {HERE / 'hostile.py'} {name}")
    assert played.verdict in ("stopped", "dead")
    assert set(played.match.choices) == {"MOVE 1 10"}


def test_the_clock_has_a_second_and_then_fifty_milliseconds(tmp_path: Path) -> None:
    sleepy = (
        "import sys, time\n"
        "for pause in (0.6, {pause}, 0):\n"
        "    for _ in range(int([sys.stdin.readline(), sys.stdin.readline()][1])): sys.stdin.readline()\n"
        "    time.sleep(pause); print('MOVE 1 10', flush=True)\n"
    )
    late = play(script(tmp_path, sleepy.format(pause=30)), ProcessSettings(sandbox="none"))
    assert late.verdict == "timeout"
    assert len(late.match.choices) <= 3
    scaled = play(script(tmp_path, sleepy.format(pause=0.12)), HOUSE, longest=3)
    assert scaled.verdict == "stopped"
