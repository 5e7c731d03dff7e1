"""Bad input ends as one sentence on stderr and exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hoplon
from tests.positions import IMPOSSIBLE, sentence

POSITION = "hoplite depth=3 hero=4,5 demons=F4,7;A6,6"

COMMAND_LINES = {
    "no such command": (["dance"], "dance"),
    "no such option": (["games", "--colour"], "--colour"),
    "an argument is missing": (["simulate"], "GAME"),
    "unknown game": (["simulate", "chess"], "there is no game 'chess'; installed: "),
    "unknown game to play": (["play", "chess"], "there is no game 'chess'"),
    "unknown game to trace": (["trace", "chess"], "there is no game 'chess'"),
    "seed is no number": (["simulate", "hoplite", "--seed", "x1"], "seed 'x1' is no whole number"),
    "seed is negative": (["simulate", "hoplite", "--seed", "-9"], "seed -9"),
    "seed is too large": (["simulate", "hoplite", "--seed", str(2**125)], "seed 4253"),
    "option without a value": (["simulate", "hoplite", "-o", "depth"], "option 'depth' has no value"),
    "option twice": (["simulate", "hoplite", "-o", "depth=1", "-o", "depth=2"], "depth is given twice"),
    "unknown option": (["simulate", "hoplite", "-o", "size=3"], "no option 'size'; the game has depth"),
    "option out of range": (["simulate", "hoplite", "-o", "depth=17"], "depth is 17; expected"),
    "option of the wrong type": (["simulate", "hoplite", "-o", "depth=deep"], "expected a whole number"),
    "prayers that exclude each other": (
        ["simulate", "hoplite", "-o", "prayers=surge,regeneration"],
        "exclude each other",
    ),
    "no such format": (["simulate", "hoplite", "--format", "xml"], "there is no format 'xml'"),
    "no record format": (["simulate", "hoplite", "--format", "record"], "hoplite has no record format"),
    "no address of a database": (
        ["serve", "--port", "0", "--database", "here"],
        "the database 'here' cannot",
    ),
    "a database nowhere": (
        ["serve", "--port", "0", "--database", "sqlite:////dev/null/a.sqlite"],
        "'sqlite:////dev/null/a.sqlite' cannot be opened: ",
    ),
    "a database whose password is not told": (
        ["serve", "--port", "0", "--database", "postgresql+psycopg://me:secret@host:door/arena"],
        "the database 'host:door/arena' cannot be used",
    ),
    "missing file": (["replay", "none.hoplon"], "none.hoplon cannot be read: No such file"),
    "folder for a file": (["verify", "."], "cannot be read: Is a directory"),
    "neither file nor position": (["show", "none"], "there is no file 'none'; expected"),
    "impossible position": (["show", "hoplite hero=4,5 magma=4,5"], "the hero is on magma at 4,5"),
    "position off the map": (["show", "hoplite hero=0,1"], "'0,1' is outside the map"),
    "unknown word in a position": (["threats", "hoplite colour=red"], "unknown word"),
    "illegal choice": (["outcomes", POSITION, "leap 0,9"], "'leap 0,9' is not legal: "),
    "unreadable choice": (["outcomes", POSITION, "dance"], "'dance' is no choice"),
    "unwritable picture": (["show", POSITION, "--svg", "none/board.svg"], "none/board.svg: No such file"),
    "unwritable trace": (["trace", "hoplite", "--out", "file/t", "--add", "x"], "file/t: Not a directory"),
    "no trace to make": (["trace", "hoplite", "--out", "none"], "there is no trace in none"),
    "file and seed": (["play", "hoplite", "--load", "a", "--seed", "1"], "has its own seed"),
    "nothing to resume": (["play", "hoplite", "--resume"], "there is no match of hoplite to resume"),
    "file for a folder": (
        ["match", "hoplite", "--bot", "random", "--out", "file"],
        "--out file is a file; expected a folder",
    ),
    "no address": (["connect", "here", "true"], "'here' is no address; expected PORT or HOST:PORT"),
    "no program to connect": (["connect", "here:5000", "./none.py"], "there is no bot file './none.py'"),
    "nobody to connect to": (
        ["connect", "127.0.0.1:1", "true", "--wait", "0"],
        "no match began at 127.0.0.1:1 within 0 s",
    ),
    "no port to listen on": (
        ["match", "hoplite", "--bot", "listen:door"],
        "'door' is no address; expected PORT or HOST:PORT",
    ),
    "a game without netorcai": (
        ["match", "hoplite", "--bot", "netorcai:./bot"],
        "hoplite is not played over netorcai",
    ),
    "no terminal": (["play", "hoplite"], "play needs a terminal"),
}


def check_refused(result, words: str) -> None:
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1, result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", COMMAND_LINES)
def test_a_bad_command_line(run, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    args, words = COMMAND_LINES[name]
    check_refused(run(*args), words)


MISTYPED = {
    "a command": (["plya", "hoplite"], "Did you mean 'play'"),
    "a game": (["play", "hoplit"], "there is no game 'hoplit'; did you mean hoplite?"),
    "an option": (["simulate", "hoplite", "-o", "dept=3"], "no option 'dept'; did you mean depth?"),
    "a flag of the command": (
        ["simulate", "hoplite", "--sead", "3"],
        "hoplite has no flag '--sead'; did you mean --seed?",
    ),
    "a flag of the game": (
        ["simulate", "codekeeper", "--mase", "a"],
        "codekeeper has no flag '--mase'; did you mean --maze?",
    ),
    "a flag before the game": (
        ["simulate", "--sead", "3", "hoplite"],
        "there is no flag '--sead'; did you mean --seed?",
    ),
    "a bot": (["match", "hoplite", "--bot", "greddy"], "no bot 'greddy' for hoplite; did you mean greedy?"),
    "a setting": (
        ["match", "hoplite", "--bot", "search:node=3"],
        "the bot search has no setting 'node'; did you mean nodes?",
    ),
    "a bot to host": (
        ["host", "hexabomb", "--bot", "paintr", "--port", "0"],
        "there is no bot 'paintr'; did you mean painter?",
    ),
}


@pytest.mark.parametrize("name", MISTYPED)
def test_a_mistyped_name_is_answered_by_the_one_that_was_meant(run, name: str) -> None:
    args, words = MISTYPED[name]
    check_refused(run(*args), words)


MATCH_FILES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "no Hoplon match file"),
    "binary": (lambda _: bytes(range(256)), "it is not text"),
    "foreign": (lambda _: b'[Event "?"]\n1. e4 e5\n', "no Hoplon match file"),
    "of another format": (lambda text: text.replace(b"match 2", b"match 9", 1), "this Hoplon reads"),
    "cut off": (lambda text: text[: len(text) // 2], "line"),
    "without its end": (lambda text: text[: text.index(b"end ")], "its 'end' line is missing"),
    "with more after the end": (lambda text: text + b"7 walk n 00000000\n", "more text after the end"),
    "of other rules": (lambda text: text.replace(b"hoplite 3", b"hoplite 99", 1), "version 99 of the rules"),
    "of an unknown game": (lambda text: text.replace(b"hoplite", b"chess", 1), "there is no game 'chess'"),
    "with another seed": (lambda text: text.replace(b"seed 8", b"seed 9"), "turn 0"),
    "with a bad seed": (lambda text: text.replace(b"seed 8", b"seed x"), "no whole number"),
    "with a huge seed": (lambda text: text.replace(b"seed 8", b"seed " + b"9" * 20), "is none below"),
    "with an unknown option": (
        lambda text: text.replace(b"begin", b"option size 3\nbegin"),
        "no option 'size'",
    ),
    "with another choice": (lambda text: text.replace(b"3 bash n", b"3 bash s"), "turn 3"),
    "with an illegal choice": (lambda text: text.replace(b"3 bash n", b"3 leap 0,9"), "turn 3"),
    "with a choice that is none": (lambda text: text.replace(b"3 bash n", b"3 dance"), "turn 3"),
    "with a turn missing": (lambda text: text.replace(b"\n3 ", b"\n4 "), "expected turn 3"),
    "with another ending": (lambda text: text.replace(b"end 6 open", b"end 6 won"), "it ends 'open'"),
}


@pytest.mark.parametrize("name", MATCH_FILES)
def test_a_bad_match_file(run, saved: Path, name: str) -> None:
    change, words = MATCH_FILES[name]
    saved.write_bytes(change(saved.read_bytes()))
    check_refused(run("replay", str(saved)), words)
    verdict = run("verify", str(saved))
    assert verdict.exit_code == 2
    assert str(saved) in verdict.output
    assert words in verdict.output


def test_a_bad_trace(run, tmp_path: Path) -> None:
    (tmp_path / "a.trace").write_text("nothing\n")
    check_refused(run("trace", "hoplite", "--out", "."), "a.trace is no trace")
    (tmp_path / "a.trace").write_text("hoplon trace 1\ngame hoplite 1\nseed x\nturns 5\n")
    check_refused(run("trace", "hoplite", "--out", "."), "its head needs game, seed and turns")


@pytest.mark.parametrize("name", sorted(IMPOSSIBLE))
def test_a_position_is_refused_by_the_same_check_as_option_and_in_a_file(run, tmp_path, name):
    path = tmp_path / "impossible.hoplon"
    version = hoplon.game(name).version
    head = f"hoplon match 1\ngame {name} {version}\nseed 1\noption position {IMPOSSIBLE[name]}"
    path.write_text(f"{head}\nbegin 00000000\nend 0 open\n", encoding="utf-8")
    bots = ["--bot", "random"] * hoplon.game(name).seats[0]
    for words in (
        ["show", IMPOSSIBLE[name]],
        ["match", name, *bots, "--option", f"position={IMPOSSIBLE[name]}"],
        ["replay", str(path)],
    ):
        done = run(*words)
        assert done.exit_code == 2, done.output
        assert sentence(name) in " ".join(done.stderr.split()), words[0]
        assert "Traceback" not in done.stderr
