"""Match files: what is written reads back; every damage is one sentence that names the line or the turn."""

from __future__ import annotations

import re

import pytest

import hoplon
from hoplon.core.errors import BadMatchFile, HoplonError
from hoplon.core.match import Match
from hoplon.core.proof import Proof
from hoplon.core.replay import load, read, verify, write, written_seed
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
        "hoplon match 2",
        "game hoplite 3",
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


def test_names_of_players_are_kept_and_no_rule_depends_on_them():
    match = sample()
    plain = write(match)
    match.names = {0: "\x1b[2Jé\u2028" + "x" * 99}
    text = write(match)
    assert r"name 0 \x1b[2Jé\u2028xxx" in text
    assert [line for line in text.splitlines() if not line.startswith("name ")] == plain.splitlines()
    again = load(text, lambda _name: match.game)
    assert write(again) == write(again.copy()) == text
    assert verify(read(text), match.game).agrees


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("name 0 a\nname 0 b", r"line \d+: seat 0 is named twice"),
        ("name x a", r"line \d+: 'x' is no whole number"),
        ("name -1 a", r"line \d+: there is no seat -1"),
        ("name 0 ", r"line \d+: '' is no name"),
        ("name 0 \x1b", r"line \d+: '\\x1b' is no name"),
        ("name 0 " + "x" * 81, r"line \d+: 'x{30}' is no name"),
    ],
)
def test_bad_names_are_refused(lines, why):
    with pytest.raises(BadMatchFile, match=why):
        read(write(sample()).replace("begin", f"{lines}\nbegin"))


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
        ("hoplon match 2", "chess game", "this is no Hoplon match file: line 1 is not 'hoplon match 2'"),
        (
            "hoplon match 2",
            "hoplon match 9",
            "line 1 says 'hoplon match 9'; this Hoplon reads 'hoplon match 2'",
        ),
        ("game hoplite 3", "game hoplite", "line 2: expected 2 word(s) after 'game'"),
        ("game hoplite 3", "gone", "line 2: expected 'game', found 'gone'"),
        ("game hoplite 3", "game hoplite one", "line 2: 'one' is no whole number"),
        (
            "game hoplite 3",
            "game hoplite 1",
            "the file was played by version 1 of the rules of hoplite; Hoplon 0.1.0 has it, "
            "this Hoplon has version 3",
        ),
        ("game hoplite 3", "game chess 1", "there is no game 'chess'"),
        ("seed 7", "seed seven", "line 3: 'seven' is no whole number"),
        ("seed 7", "seed --7", "line 3: '--7' is no whole number"),
        ("seed 7", "seed " + "9" * 30, "line 3: '" + "9" * 30 + "' is no whole number"),
        ("seed 7", "seed " + "9" * 20, "line 3: the seed 9"),
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
        ("end 4 open\n", "end 4 open\nmore\n", "line 14: there is more text after the end"),
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
        read("hoplon match 2\n" + "x\n" * 1_000_001)


def test_progress_is_told_turn_by_turn():
    seen: list[int] = []
    match = sample()
    verify(read(write(match)), match.game, seen.append)
    assert seen == [1, 2, 3, 4]


def secret_match() -> Match:
    """A match whose dice nobody chose."""
    proof = Proof("1a2b3c", "5e" * 32, {0: "aa" * 16, 1: "bb" * 16}, (0, 1))
    match = Match(GAME, proof.seed)
    match.proof = proof
    match.play("strike")
    return match


@pytest.mark.representative
def test_the_file_of_a_secret_seed_proves_that_nobody_chose_it():
    text = write(secret_match())
    assert re.search(r"^key [0-9a-f]{32}$", text, re.MULTILINE)
    verdict = verify(read(text), GAME)
    assert verdict.agrees
    assert verdict.dice == (
        "the key is made of a secret and shares of the seats 0, 1; "
        f"the secret was committed to as {secret_match().proof.commitment}"
    )
    assert write(verdict.match) == text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("share 0 aa", "share 0 ab", "not made of the secret and the shares"),
        ("share 1 " + "bb" * 16 + "\n", "", "not made of the secret and the shares"),
        ("proof 1a2b3c 5e", "proof 1a2b3c 5f", "not made of the secret and the shares"),
        ("proof 1a2b3c", "proof 1a2b3d", "not made of the secret and the shares"),
        ("share 0 aa", "share 0 aaa", "is no share"),
        ("share 1 bb", "share 0 bb", "seat 0 gives a share twice"),
        ("share 1 bb", "share 5 bb", "seat 5 gives a share, but only 0,1 may"),
        (f"{'5e' * 32} 0,1", f"{'5e' * 32} 0,1,5", "a seat that the match does not have"),
        ("1 @0 strike", "dice seed 7\n1 @0 strike", "not made of the secret and the shares"),
        ("proof 1a2b3c 5e", "proof 1a2b3c 5", "is no secret"),
        ("key ", "key 0", "is no key"),
        ("key ", "seed 7\nkey ", "expected 'begin'"),
    ],
)
def test_a_forged_proof_is_found(old, new, reason):
    text = write(secret_match())
    assert old in text
    with pytest.raises(BadMatchFile, match=reason):
        load(text.replace(old, new, 1), lambda _: GAME)


@pytest.mark.representative
def test_other_dice_from_some_choice_on_are_part_of_the_file():
    match = hoplon.new("hoplite", seed=7, depth=3, hearts=8, prayers=("patience",))
    for choice in ("walk n", "idle"):
        match.play(choice)
    match.use_dice(2**124 + 5)
    for choice in list(match.legal())[:1] * 2:
        match.play(choice)
    text = write(match)
    assert "\ndice key 1" in text
    again = load(text, hoplon.game)
    assert (write(again), again.state) == (text, match.state)
    again.undo()
    again.undo()
    again.undo()
    assert again.other_dice == {}


def test_every_named_seed_that_fits_63_bits_is_a_line_that_can_be_typed():
    assert written_seed(2**63 - 1) == f"seed {2**63 - 1}"
    assert written_seed(2**63).startswith("key ")


def test_a_proof_says_from_which_choice_on_it_holds():
    proof = Proof("1a2b3c", "5e" * 32, {0: "aa" * 16}, (0, 1))
    match = Match(GAME, 7)
    match.play("strike")
    match.use_dice(proof.seed)
    match.proof = proof
    match.play("take")
    verdict = verify(read(write(match)), GAME)
    assert verdict.agrees
    assert verdict.dice.startswith("from choice 2 on the key is made of a secret and shares of seat 0;")
    assert verdict.dice.endswith("; nothing proves the dice before that")


def test_a_deal_before_the_proven_dice_is_not_proven():
    """Other dice from the first choice on say nothing about who chose what was dealt."""
    proof = Proof("1a2b3c", "5e" * 32, {0: "aa" * 16}, (0, 1))
    match = Match(GAME, 7)
    match.use_dice(proof.seed)
    match.proof = proof
    match.play("strike")
    verdict = verify(read(write(match)), GAME)
    assert verdict.agrees
    assert verdict.proven_since == 0
    assert verdict.dice.startswith("from choice 1 on the key is made of")
    assert verdict.dice.endswith("; nothing proves what was dealt")


def test_a_chosen_position_is_said_beside_the_proof():
    proof = Proof("1a2b3c", "5e" * 32, {0: "aa" * 16}, (0,))
    placed = hoplon.new("hoplite", seed=7).state.notation
    game = hoplon.game("hoplite")
    for position, is_said in ((placed, True), ("", False)):
        match = Match(game, proof.seed, game.options.from_text({"position": position} if position else {}))
        match.proof = proof
        verdict = verify(read(write(match)), game)
        assert verdict.dice.endswith("; somebody chose the position") == is_said


def test_other_dice_after_the_end_prove_nothing():
    proof = Proof("1a2b3c", "5e" * 32, {}, ())
    match = Match(GAME, 7, DuelOptions(hearts=1))
    match.play("strike")
    match.play("take")
    assert match.is_over
    match.use_dice(proof.seed)
    match.proof = proof
    verdict = verify(read(write(match)), GAME)
    assert str(verdict).endswith("other dice are said after the end")


def test_the_commitment_fixes_who_gives_shares():
    one, other = (Proof("1a2b3c", "5e" * 32, {}, seats) for seats in ((0, 1), (0, 1, 2)))
    assert one.commitment != other.commitment
