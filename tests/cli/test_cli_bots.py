"""`hoplon bot check` and `hoplon match` with programs."""

from __future__ import annotations

import json
import shlex
import sys
import zipfile
from math import inf
from pathlib import Path

import pytest

from hoplon.referee.run import run as run_match
from hoplon.sandbox.clock import Clock, Spent
from hoplon.sandbox.starter import end_server

HERE = Path(__file__).parent
STARTER = HERE.parents[1] / "examples" / "bots" / "python" / "anygame.py"
HOSTILE = HERE.parent / "sandbox" / "hostile.py"
PYTHON = f"{sys.executable} -I -S"


def script(folder: Path, body: str) -> str:
    path = folder / "mybot.py"
    path.write_text(f"#!{sys.executable} -IS\nimport sys, json, time, random\n{body}")
    path.chmod(0o755)
    return str(path)


LOOP = """
for line in sys.stdin:
    if line.startswith('{"end"'):
        break
    if line.startswith('{"legal"'):
        legal = json.loads(line)["legal"]
"""


def check(run, command: str, *more: str):
    return run("bot", "check", command, "--game", "hoplite", "--sandbox", "none", *more)


def test_a_good_bot_is_fine(run) -> None:
    done = check(run, f"{PYTHON} {STARTER}", "--seeds", "1-2")
    assert done.exit_code == 0, done.output
    assert "fine: played 2 matches without a fault" in done.output
    assert "fine: in time" in done.output
    assert "wrong" not in done.output


def test_a_bot_of_a_game_for_several_has_all_seats(run) -> None:
    words = ("--game", "hexabomb", "-o", "turns=5", "--seeds", "1", "--sandbox", "none")
    done = run("bot", "check", f"{PYTHON} {STARTER}", *words)
    assert done.exit_code == 0, done.output
    assert "fine: played 1 matches without a fault" in done.output


def test_a_check_ends_in_the_time_it_states(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine, the clock of an endless loop is that of the wall."""
    monkeypatch.setattr("hoplon.referee.check.PATIENCE", 0.5)
    clocks: list[Clock] = []
    judge = Clock.judge

    def noted(clock: Clock, spent: Spent) -> str:
        clocks.append(clock)
        return judge(clock, spent)

    monkeypatch.setattr(Clock, "judge", noted)
    done = check(run, script(tmp_path, LOOP + "        while True: pass"))
    assert done.exit_code == 1
    assert "did not answer within 500 ms" in done.output
    assert all(clock.strict for clock in clocks)


def test_a_check_of_a_slow_bot_ends_too(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplon.referee.check.WHOLE", 0.3)
    body = LOOP + "        time.sleep(0.05)\n        print(json.dumps({'choice': legal[0]}), flush=True)"
    done = check(run, script(tmp_path, body))
    assert "stopped after 0.3 s in match 1 of 3" in done.output


def test_the_match_that_is_played_twice_has_no_time_of_its_own(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadlines: list[float] = []

    def noted(game, bots, seed, options, longest, deadline=inf):
        deadlines.append(deadline)
        return run_match(game, bots, seed, options, longest=longest, deadline=deadline)

    monkeypatch.setattr("hoplon.referee.check.run", noted)
    check(run, script(tmp_path, LOOP + "        print(json.dumps({'choice': legal[0]}), flush=True)"))
    assert len(deadlines) > 1
    assert deadlines == [min(deadlines)] * len(deadlines)
    assert min(deadlines) < inf


RUDE = "\x1b]0;mine\x07\x9b2J\u202e\ud800"


def test_what_a_bot_says_does_not_control_the_terminal(run, tmp_path: Path) -> None:
    body = (
        f"rude = {RUDE!r}\n"
        + LOOP
        + "        sys.stderr.buffer.write((rude[:-1] + '\\n').encode()); sys.stderr.flush()\n"
        + "        print(json.dumps({'choice': legal[0], 'message': rude}), flush=True)\n"
    )
    bot = script(tmp_path, body)
    words = ("--seeds", "3", "--longest", "3", "--sandbox", "none", "--out", str(tmp_path / "out"))
    done = run("match", "hoplite", "--bot", bot, *words, "--verbose")
    assert done.exit_code == 0, done.output
    assert "\\x1b]0;mine\\x07\\x9b2J\\u202e" in done.output
    (file,) = (tmp_path / "out").glob("*.hoplon")
    shown = run("replay", str(file), "--bots").output + run("replay", str(file), "--bots", "--json").output
    crash = script(tmp_path, f"sys.stderr.buffer.write({RUDE[:-1]!r}.encode()); sys.exit(1)")
    shown += check(run, crash).output + run("match", "hoplite", "--bot", crash, *words[:-1], "o").output
    for sign in RUDE:
        assert sign.isprintable() or sign not in done.output + shown
    assert "\\x9b2J" in shown


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("", "ended by itself with exit code 0"),
        ("raise ValueError('oh dear')", "ValueError: oh dear"),
        (LOOP + "        print(legal[0], flush=True)", 'its line is no JSON; expected {"choice":"..."}'),
        (LOOP + "        print(json.dumps({'choice': 'fly'}), flush=True)", "letter by letter"),
        (LOOP + "        print(json.dumps({'choice': 'idle'}), flush=True)", "Legal now: walk"),
    ],
)
def test_a_bad_bot_is_told_what_is_wrong(run, tmp_path: Path, body: str, text: str) -> None:
    done = check(run, script(tmp_path, body), "--seeds", "1")
    assert done.exit_code == 1
    assert "wrong: " in done.output
    assert text in done.output
    (advised,) = [
        line.partition("hoplon ")[2] for line in done.output.splitlines() if "hoplon replay" in line
    ]
    looked = run(*shlex.split(advised))
    assert looked.exit_code == 0
    assert "1 (no choice)" in looked.output
    assert '    told      {"hello"' in looked.output


def test_a_bot_that_forgets_to_flush_is_told(run, tmp_path: Path) -> None:
    silent = LOOP + "        print(json.dumps({'choice': legal[0]}))"
    done = check(run, script(tmp_path, silent), "--seeds", "1", "--time-scale", "0.03")
    assert done.exit_code == 1
    assert "flush the output" in done.output
    assert "Not a single line came" in done.output


def test_slow_choices_are_counted_by_the_real_clock(run, tmp_path: Path) -> None:
    slow = LOOP + "        time.sleep(0.06); print(json.dumps({'choice': legal[-1]}), flush=True)"
    done = check(run, script(tmp_path, slow), "--seeds", "1", "--time-scale", "0.05")
    assert done.exit_code == 1
    assert "wrong: too slow: choice 1 took" in done.output
    assert "50 are allowed" in done.output


def test_odd_manners_are_advice(run, tmp_path: Path) -> None:
    odd = LOOP.replace("break", "time.sleep(9)")
    odd += "        print(json.dumps({'choice': random.choice(legal), 'message': 'hm'}), flush=True)\n"
    odd += "        print('debug', file=sys.stderr, flush=True)\n"
    done = check(run, script(tmp_path, odd), "--seeds", "1")
    assert done.exit_code == 0, done.output
    assert "advice: it does not end by itself after the 'end' line" in done.output
    assert "advice: the same seed gave another match" in done.output
    assert "bytes to stderr" in done.output
    assert "messages" in done.output


def test_surplus_lines_are_advice_where_they_do_not_end_the_match(run) -> None:
    words = ("bot", "check", f"{PYTHON} {HOSTILE} answers_twice", "--game", "codekeeper", "--sandbox", "none")
    done = run(*words, "--seeds", "0")
    assert done.exit_code == 0, done.output
    assert "answers were there before the question" in done.output
    assert "it speaks the original lines" in done.output


def test_a_bot_is_tried_out_where_the_game_has_trials(run) -> None:
    hero = Path(__file__).parents[2] / "examples" / "bots" / "python" / "hero.py"
    words = ("bot", "check", f"{PYTHON} {hero}", "--game", "codekeeper", "--sandbox", "none", "--seeds", "0")
    done = run(*words, "--time-scale", "20")
    assert done.exit_code == 0, done.output
    told = [line for line in done.output.splitlines() if line.startswith(("fine: ", "advice: "))]
    for name in ("first-steps", "one-vampire", "everything", "walled-in"):
        assert len([line for line in told if f": {name}: " in line]) == 1
    assert any("fine: first-steps: " in line and "10000" in line for line in told)
    assert "first-steps: " not in run(*words, "--maze", "trap").output  # what was asked for, and nothing else


def test_match_plays_programs_and_keeps_what_they_say(run, tmp_path: Path) -> None:
    talk = LOOP + "        print(json.dumps({'choice': legal[0], 'message': 'onward'}), flush=True)\n"
    talk += "        print('thinking hard', file=sys.stderr, flush=True)\n"
    bot = script(tmp_path, talk)
    words = ("match", "hoplite", "--bot", bot, "--bot", "random", "--seeds", "1-2", "--sandbox", "none")
    done = run(*words, "--longest", "8", "--out", "runs", "--verbose")
    assert done.exit_code == 0, done.output
    for text in (
        "ends",
        "time a choice",
        "choice 1 says 'onward'",
        "thinking hard",
        "4 match files",
    ):
        assert text in done.output
    told = [json.loads(path.read_text())["seats"][0] for path in sorted(Path("runs").glob("*.record.json"))]
    told = [one for one in told if one["player"] == bot]
    assert len(told) == 2
    assert told[0]["fault"] == {"kind": "", "text": "", "line": ""}
    assert len(told[0]["wall_ms"]) == len(told[0]["own_cpu_ms"]) == len(told[0]["messages"]) == 8
    assert "".join(one["text"] for one in told[0]["errors"]) == "thinking hard\n" * 8
    again = run(*words, "--longest", "8", "--out", "runs")
    assert "4 of 4 matches are done already" in again.stderr
    changed = Path(bot)
    changed.write_text(changed.read_text() + "\n")
    played = run(*words, "--longest", "8", "--out", "runs")
    assert "2 other matches in runs" in played.stderr
    assert "2 of 4 matches are done already" in played.stderr


def test_a_fault_is_told_with_its_line(run, tmp_path: Path) -> None:
    bot = script(tmp_path, LOOP + "        print('north, please', flush=True)")
    done = run("match", "hoplite", "--bot", bot, "--seeds", "3", "--sandbox", "none")
    assert done.exit_code == 0
    assert "fault 1" in done.output
    assert "seed 3:" in done.output
    assert "'north, please'" in done.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--bot", "./missing.py"], "there is no bot file './missing.py'"),
        (["--bot", "./plain.sh"], "may not be run; allow it with: chmod +x ./plain.sh"),
        (["--bot", "./broken"], "neither a program for this machine nor a script"),
        (["--bot", "nothing-of-the-kind"], "there is no bot 'nothing-of-the-kind' for hoplite"),
        (["--bot", "random", "--seeds", "5-1"], "run backwards"),
        (["--bot", "random", "--seeds", "x"], "the seeds are 'x'"),
        (["--bot", "random", "--time-scale", "0"], "the time scale is 0"),
        (["--bot", "random", "--sandbox", "loose"], "there is no sandbox 'loose'"),
    ],
)
def test_bad_input_is_one_sentence(run, tmp_path: Path, words: list[str], text: str) -> None:
    (tmp_path / "plain.sh").write_text("")
    (tmp_path / "broken").write_text("no script")
    (tmp_path / "broken").chmod(0o755)
    done = run("match", "hoplite", *words)
    assert done.exit_code == 2
    assert text in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_matches_and_checks_take_zip_files(run, tmp_path: Path) -> None:
    path = tmp_path / "any.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("any/bot.py", STARTER.read_text())
    try:
        done = run("match", "hoplite", "--bot", str(path), "--seeds", "1-2", "--longest", "9", "--json")
        assert done.exit_code == 0, done.output
        assert [result["fault"] for result in json.loads(done.stdout)["results"]] == ["", ""]
        done = run("bot", "check", str(path), "--game", "hoplite", "--seeds", "1")
        assert "fine: played 1 matches without a fault" in done.output
    finally:
        end_server()


WHY_NOT = "namespaces: Operation not permitted"


@pytest.mark.parametrize("sandbox", ["auto", "none", "strict"])
def test_what_is_not_shut_is_said_once(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: str
) -> None:
    monkeypatch.setattr("hoplon.sandbox.limits.why_no_jail", lambda: WHY_NOT)
    bot = script(tmp_path, LOOP + "        print(json.dumps({'choice': legal[0]}), flush=True)")
    out = tmp_path / "out"
    words = ("--bot", bot, "--bot", f"{bot} again", "--seeds", "1-2", "--longest", "3", "--out", str(out))
    done = run("match", "hoplite", *words, "--sandbox", sandbox)
    if sandbox == "strict":
        assert done.exit_code == 2
        assert done.stderr == f"hoplon: the sandbox is strict, but this system allows no jail: {WHY_NOT}\n"
        return
    why = (
        "as asked for"
        if sandbox == "none"
        else "this system allows no jail: namespaces: Operation not permitted"
    )
    said = f"not shut ({why}): it has the network and "
    assert done.exit_code == 0
    assert done.stderr.count(said) == 1
    records = [json.loads(path.read_text()) for path in out.glob("*.record.json")]
    assert len(records) == 4
    assert all(record["seats"][0]["sandbox"].startswith(said) for record in records)


def test_only_programs_are_said_not_to_be_shut(run) -> None:
    assert (
        "shut" not in run("match", "hoplite", "--bot", "random", "--seeds", "1", "--sandbox", "none").stderr
    )
