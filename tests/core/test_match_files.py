"""Match files: what is written reads back; every damage is one sentence that names the line or the turn."""

from __future__ import annotations

import re

import pytest

import hoplon
from hoplon.core.errors import BadMatchFile, HoplonError
from hoplon.core.match import Match
from hoplon.core.replay import load, read, verify, write
from tests.core.duel import GAME, DuelOptions


def sample() -> Match:
    """A short match with options."""
    match = hoplon.new("hoplite", seed=7, depth=3, hearts=5, prayers=("patience", "surge"), endless=True)
    for choice in ("walk n", "idle", "bash n", "walk s"):
        match.play(choice)
    return match


@pytest.mark.representative
def test_a_match_file_reads_back_as_the_same_match(tmp_path):
    match = sample()
    path = match.save(tmp_path / "a.match")
    again = hoplon.load(path)
    assert (again.checks, again.choices, again.options) == (match.checks, match.choices, match.options)
    assert again.state == match.state
    assert write(again) == path.read_text(encoding="utf-8")
    verdict = hoplon.verify(path)
    assert verdict.agrees
    assert str(verdict) == "agrees with the rules: 4 turns, open"


def test_the_file_is_small_plain_text():
    lines = write(sample()).splitlines()
    assert lines[:7] == [
        "hoplon match 1",
        "game hoplite 1",
        "seed 7",
        "option depth 3",
        "option hearts 5",
        "option prayers patience,surge",
        "option endless yes",
    ]
    assert re.fullmatch(r"begin [0-9a-f]{8}", lines[7])
    assert re.fullmatch(r"1 walk n [0-9a-f]{8}", lines[8])
    assert lines[-1] == "end 4 open"


def test_a_file_of_two_seats_names_the_seat_of_each_choice():
    match = Match(GAME, 5, DuelOptions(hearts=1, names=("a", "b"), title="a b c", quick=True))
    match.play("strike")
    match.play("take")
    text = write(match)
    assert "\n1 @0 strike " in text
    assert "\n2 @1 take " in text
    assert text.endswith("end 2 touched\n")
    again = load(text, lambda _name: GAME)
    assert again.options == match.options
    assert again.checks == match.checks
    verdict = verify(read(text.replace("2 @1", "2 @0")), GAME)
    assert str(verdict) == "departs from the rules at turn 2: seat 1 is to move, not 0"


def test_lines_may_end_as_on_other_systems(tmp_path):
    path = tmp_path / "crlf.match"
    path.write_bytes(write(sample()).replace("\n", "\r\n").encode())
    assert hoplon.verify(path).agrees


def damaged(old: str, new: str) -> str:
    text = write(sample())
    assert re.search(old, text), old
    return re.sub(old, new, text, count=1)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("hoplon match 1", "chess game", "this is no Hoplon match file: line 1 is not 'hoplon match 1'"),
        (
            "hoplon match 1",
            "hoplon match 9",
            "line 1 says 'hoplon match 9'; this Hoplon reads 'hoplon match 1'",
        ),
        ("game hoplite 1", "game hoplite", "line 2: expected 2 word(s) after 'game'"),
        ("game hoplite 1", "gone", "line 2: expected 'game', found 'gone'"),
        ("game hoplite 1", "game hoplite one", "line 2: 'one' is no whole number"),
        ("game hoplite 1", "game hoplite 2", "the file was played by version 2 of the rules of hoplite"),
        ("game hoplite 1", "game chess 1", "there is no game 'chess'"),
        ("seed 7", "seed seven", "line 3: 'seven' is no whole number"),
        ("seed 7", "seed --7", "line 3: '--7' is no whole number"),
        ("seed 7", "seed " + "9" * 30, "line 3: '" + "9" * 30 + "' is no whole number"),
        ("seed 7", "seed " + "9" * 20, "the match cannot be set up: seed 9"),
        ("seed 7", "seed 7 8", "line 3: expected 1 word(s) after 'seed'"),
        ("seed 7\n", "", "line 3: expected 'seed', found 'option depth 3'"),
        ("option depth 3", "option speed 3", "the match cannot be set up: there is no option 'speed'"),
        ("option depth 3", "option depth x", "the match cannot be set up: option depth is 'x'"),
        ("option depth 3", "option depth 300", "the match cannot be set up: option depth is 300"),
        ("option depth 3", "option hearts 5", "line 5: option hearts is said twice"),
        (
            "endless yes",
            "endless perhaps",
            "the match cannot be set up: option endless is 'perhaps'; expected yes or no",
        ),
        ("begin [0-9a-f]{8}", "begin 12", "line 8: '12' is no check number (8 hexadecimal digits)"),
        ("begin [0-9a-f]{8}\n", "", "line 8: expected 'begin', found '1 walk n"),
        ("begin [0-9a-f]{8}", "begin 00000000", "departs from the rules at turn 0: the start has check"),
        ("seed 7", "seed 8", "departs from the rules at turn 0: the start has check"),
        ("option depth 3", "option depth 4", "departs from the rules at turn 0"),
        (
            "1 walk n [0-9a-f]{8}\n",
            "",
            "line 9: expected turn 1 with a choice and a check number, found '2 idle",
        ),
        (
            "2 idle [0-9a-f]{8}",
            "2 idle",
            "line 10: expected turn 2 with a choice and a check number, found '2 idle'",
        ),
        ("2 idle [0-9a-f]{8}", "2 idle 0123456g", "line 10: '0123456g' is no check number"),
        (
            "2 idle [0-9a-f]{8}",
            "2 idle 00000000",
            "departs from the rules at turn 2: after 'idle' the check is",
        ),
        ("2 idle", "2 walk n", "departs from the rules at turn 2: after 'walk n' the check is"),
        ("2 idle", "2 dance", "departs from the rules at turn 2: 'dance' is no choice"),
        ("2 idle", "2 leap 4,11", "departs from the rules at turn 2: 'leap 4,11' is not legal: "),
        ("2 idle", "2 @1 idle", "departs from the rules at turn 2: seat 0 is to move, not 1"),
        ("2 idle", "2 @x idle", "line 10: 'x' is no whole number"),
        ("end 4 open", "end 5 open", "line 13: it says 5 turns, but 4 are here"),
        ("end 4 open", "end four open", "line 13: 'four' is no whole number"),
        ("end 4 open", "end 4 won", "departs from the rules at turn 4: it ends 'open', not 'won'"),
        ("end 4 open\n", "", "the file is cut off after line 12: its 'end' line is missing"),
        ("end 4 open\n", "end 4 open\nmore\n", "line 13: there is more text after the end"),
    ],
)
def test_every_damage_is_one_sentence(old, new, why):
    from hoplon.games import game

    with pytest.raises(HoplonError) as error:
        load(damaged(old, new), game)
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_every_cut_of_a_file_is_noticed():
    from hoplon.games import game

    text = write(sample())
    lines = text.splitlines(keepends=True)
    for n in range(len(lines)):
        with pytest.raises(BadMatchFile):
            load("".join(lines[:n]), game)


def test_choices_after_the_end_are_noticed():
    match = hoplon.new("hoplite", seed=1)
    match.play("resign")
    text = write(match).replace("end 1", "2 walk n 00000000\nend 2")
    verdict = verify(read(text), match.game)
    assert (verdict.agrees, verdict.turn) == (False, 2)
    assert "comes after the end: resigned, score 0" in verdict.reason


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00binary", b"PK\x03\x04"])
def test_a_file_that_is_no_text_or_no_match_is_refused(tmp_path, content):
    path = tmp_path / "x.match"
    path.write_bytes(content)
    with pytest.raises(BadMatchFile, match=r"no match file|no Hoplon match file"):
        hoplon.load(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadMatchFile, match="cannot be read: No such file"):
        hoplon.verify(tmp_path / "gone.match")


def test_a_very_long_file_is_refused():
    with pytest.raises(BadMatchFile, match="lines; expected at most 1000000"):
        read("hoplon match 1\n" + "x\n" * 1_000_001)


def test_progress_is_told_turn_by_turn():
    seen: list[int] = []
    match = sample()
    verify(read(write(match)), match.game, seen.append)
    assert seen == [1, 2, 3, 4]
