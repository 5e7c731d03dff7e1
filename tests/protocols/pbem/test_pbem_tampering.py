"""Every kind of tampering is refused for its own reason, shows nothing and leaves the folder alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pbem_players import (
    Players,
    block,
    body,
    copy_guest,
    duel,
    forge,
    own_secret,
    retell,
    snapshot,
    without,
)

from hoplon.protocols.pbem import keys, letter

TURNS = 5  # the guest has exported turn 4 and gets a false turn 5
Tampering = Callable[[Players, Path], str | bytes]


def last(players: Players) -> str:
    return players.turn(TURNS)


def edit(old: str, new: str) -> Tampering:
    """Replace the first place where a text stands in the file."""

    def change(players: Players, _: Path) -> str:
        assert old in last(players)
        return last(players).replace(old, new, 1)

    return change


def replace_line(number: int, old: str, new: str) -> Tampering:
    """Replace a text within the last turn, which was signed before."""

    def change(players: Players, _: Path) -> str:
        lines = [line.replace(old, new) for line in block(last(players), number)]
        rest = body(last(players))[len(without(last(players), number)) + len(lines) :]
        return letter.whole([*without(last(players), number), *lines, *rest])

    return change


def cheat(change: Callable[[list[str]], list[str]]) -> Tampering:
    """The inviter's own turn, rewritten and signed by himself."""
    return lambda players, _: forge(players, TURNS, change)


def with_blocks(*numbers: int) -> Tampering:
    """The turns in this order."""

    def change(players: Players, _: Path) -> str:
        text = last(players)
        turns = [line for number in numbers for line in block(text, number)]
        return letter.whole([*without(text, 1), *turns])

    return change


def flip(lines: list[str], start: str) -> list[str]:
    """Another hexadecimal digit in the line that begins so."""
    return [
        line[:-1] + ("0" if line[-1] != "0" else "1") if line.startswith(start) else line for line in lines
    ]


def flipped_signature(players: Players, _: Path) -> str:
    text = last(players)
    return letter.whole([*without(text, TURNS), *flip(block(text, TURNS), "sign")])


def edited_with_checks(players: Players, _: Path) -> str:
    text = last(players)
    return letter.whole([*without(text, TURNS), *retell(players, TURNS, "wait"), block(text, TURNS)[-1]])


def guests_turn_rewritten(players: Players, _: Path) -> str:
    """The inviter tells the guest's turn 4 otherwise and his own after it, all check numbers made to fit."""
    text = last(players)
    lines = [*without(text, 4), *retell(players, 4, "wait"), block(text, 4)[-1]]
    return letter.whole([*lines, *one_choice_less(block(text, TURNS))])


def one_choice_less(lines: list[str]) -> list[str]:
    """Turn 5 after a turn 4 that had no question."""
    numbers = {"9 @": "8 @", "10 @": "9 @", "close 10": "close 9"}
    for old, new in numbers.items():
        lines = [new + line.removeprefix(old) if line.startswith(old) else line for line in lines]
    return lines


def rewritten_and_resigned(players: Players, _: Path) -> str:
    text = last(players)
    lines = letter.signed([*without(text, 4), *retell(players, 4, "wait")], players.desks[0].folder.key())
    return letter.whole([*lines, *one_choice_less(block(text, TURNS))])


def two_turns(players: Players, _: Path) -> str:
    more = ["turn 6", f"secret {own_secret(players, 0, 7).hex()}", "11 @1 wait 00000000", "close 11 open"]
    return letter.whole(letter.signed([*body(last(players)), *more], players.desks[0].folder.key()))


def spliced(players: Players, path: Path) -> str:
    other = duel(path / "other", TURNS)
    return letter.whole([*without(last(players), TURNS), *block(last(other), TURNS)])


def of_another_match(_: Players, path: Path) -> str:
    return last(duel(path / "other", TURNS))


def forked(players: Players, _: Path) -> str:
    """The guest has opened turn 5; the inviter changes his mind."""
    players.desks[1].open(last(players))
    return forge(players, TURNS, lambda _: retell(players, TURNS, "wait"))


def not_exported_here(players: Players, path: Path) -> str:
    """Somebody has the guest's keys and plays on in his name."""
    thief = copy_guest(players, path / "thief")
    seat = thief.open(last(players))
    seat.play("wait")
    players.files.append(thief.export(seat))
    return players.play("wait")


def renumbered(players: Players, _: Path) -> str:
    text = last(players)
    third, fourth = block(text, 3), block(text, 4)
    swapped = ["turn 3", *fourth[1:], "turn 4", *third[1:]]
    lines = [line.replace("7 @", "x @").replace("5 @", "7 @").replace("x @", "5 @") for line in swapped]
    lines = [line.replace("8 @", "x @").replace("6 @", "8 @").replace("x @", "6 @") for line in lines]
    lines = [line.replace("close 8", "close x").replace("close 6", "close 8") for line in lines]
    lines = [line.replace("close x", "close 6") for line in lines]
    return letter.whole([*without(text, 3), *lines, *block(text, 5)])


def no_answer(lines: list[str]) -> list[str]:
    return [*lines[:-2], "close 9 open"]


def too_much(lines: list[str]) -> list[str]:
    return [*lines[:-1], "11 @1 wait 00000000", "close 11 open"]


def other_answer(lines: list[str]) -> list[str]:
    return [line.replace("@1 parry", "@1 take") for line in lines]


def illegal(lines: list[str]) -> list[str]:
    return [line.replace("@0 strike", "@0 take") for line in lines]


def no_choice(lines: list[str]) -> list[str]:
    return [line.replace("@0 strike", "@0 dance") for line in lines]


def runaway(lines: list[str]) -> list[str]:
    return [line.replace("@0 strike", "@0 echo") for line in lines]


def other_seat(lines: list[str]) -> list[str]:
    return [line.replace("@0 strike", "@1 strike") for line in lines]


def false_end(lines: list[str]) -> list[str]:
    return [*lines[:-1], "close 10 touched"]


KINDS: dict[str, tuple[Tampering, str]] = {
    # what the file looks like
    "foreign": (lambda *_: '[Event "?"]\n1. e4 e5\n', "no file of a match by e-mail: line 1"),
    "empty": (lambda *_: "", "no file of a match by e-mail: line 1"),
    "of another format": (edit("pbem 1", "pbem 9"), "line 1 says 'hoplon pbem 9'"),
    "bad encoding": (lambda p, _: last(p).encode() + b"\xff\n", "line 48 is not UTF-8 text: byte 0xff"),
    "a control character": (
        edit("hoplon 0", "hoplon \x1b[2J0"),
        "line 4 has a character that cannot be printed",
    ),
    "too large": (lambda p, _: last(p) + "x" * letter.MOST_BYTES, "the file is too large"),
    "cut off in a line": (lambda p, _: last(p)[: len(last(p)) // 2], "the file is cut off in line"),
    "cut off after a line": (lambda p, _: last(p)[: last(p).index("end ")], "its 'end' line is missing"),
    "appended garbage": (lambda p, _: last(p) + "PS: hello\n", "line 48: there is more text after the end"),
    "garbage within": (edit("close 4", "hello\nclose 4"), "expected choice 5, as in '5 @0 CHOICE CHECK'"),
    "a blank line": (edit("turn 2", "\nturn 2"), "line 23: expected 'end', found ''"),
    "wrong number of parts": (edit("end 7", "end 6"), "it says 6 parts, but 7 are here"),
    "wrong number of choices": (edit("close 4", "close 5"), "it says 5 choices, but 4 are here"),
    "a damaged key": (edit("\nkey ", "\nkey 0"), "after 'key' is not 64 hexadecimal digits"),
    "an option twice": (edit("option hearts 9", "option hearts 9\noption hearts 9"), "hearts is said twice"),
    "two words too many": (
        edit("invitation\n", "invitation for you\n"),
        "line 7: expected 'invitation' alone",
    ),
    # what was agreed
    "another game": (
        edit("game duel", "game hoplite"),
        "line 2: it says 'game hoplite 1'; the match was begun",
    ),
    "another rules version": (edit("game duel 1", "game duel 2"), "line 2: it says 'game duel 2'; the match"),
    "another rules mark": (edit("rules ", "rules 0123456789abcdef"), "'rules' is not 64 hexadecimal digits"),
    "other options": (
        edit("hearts 9", "hearts 3"),
        "'option hearts 3'; the match was begun with 'option hearts 9'",
    ),
    "an option removed": (
        edit("option hearts 9\n", ""),
        "line 6: it says 'nothing'; the match was begun with",
    ),
    "another judge": (edit("judge first", "judge random"), "line 5: it says 'judge random'; the match was"),
    # the order of turns
    "a missing turn": (with_blocks(1, 2, 3, 5), "turn 4 is missing: the next one here is turn 5"),
    "turns swapped": (with_blocks(1, 2, 4, 3, 5), "turn 4 stands before turn 3: the turns are out of order"),
    "a turn twice": (with_blocks(1, 2, 3, 4, 4, 5), "turn 4 comes again where turn 5 belongs"),
    "turns swapped and renumbered": (renumbered, "turn 3: the secret is the guest's next one"),
    "two turns by the same side": (
        two_turns,
        "turn 6: the secret is the inviter's next one, but it is the guest's",
    ),
    "a turn of another match": (spliced, "turn 5: the secret is not the one that the inviter committed to"),
    "another match": (of_another_match, "which was neither begun nor accepted in"),
    # the rules and the dice
    "an edited choice": (
        replace_line(5, "strike", "wait"),
        "turn 5: after 'wait' the check number is",
    ),
    "an edited choice of mine": (
        replace_line(4, "strike", "wait"),
        "turn 4: after 'wait' the check number is",
    ),
    "an edited check": (
        cheat(lambda lines: flip(lines, "10 @")),
        "turn 5: after 'parry' the check number is",
    ),
    "an edited start": (
        lambda p, _: letter.whole(flip(body(last(p)), "begin")),
        "line 18, turn 1: the start has check",
    ),
    "an edited secret": (
        lambda p, _: letter.whole([*without(last(p), 5), *flip(block(last(p), 5), "secret")]),
        "turn 5: the secret is not the one that the inviter committed to, so the dice would be other ones",
    ),
    "a secret of his own making": (
        cheat(lambda lines: [lines[0], f"secret {'ab' * 32}", *lines[2:]]),
        "turn 5: the secret is not the one that the inviter committed to",
    ),
    "an edited anchor": (
        lambda p, _: letter.whole(
            [*body(last(p))[:11], *flip(body(last(p))[11:14], "anchor"), *body(last(p))[14:]]
        ),
        "line 14, the acceptance: the secret is not the one that the guest committed to",
    ),
    "an illegal choice": (cheat(illegal), "turn 5: 'take' is not legal: nobody asked"),
    "an unreadable choice": (cheat(no_choice), "turn 5: 'dance' is no choice"),
    "a choice without an end": (cheat(runaway), "turn 5: turn 9 of duel"),
    "a false answer of the absent side": (
        cheat(other_answer),
        "turn 5: the side that is away answers 'parry' by the judge first, not 'take'",
    ),
    "the wrong seat": (cheat(other_seat), "turn 5: seat 0 is to choose, not 1"),
    "a turn that does not end": (cheat(no_answer), "turn 5: the turn of the inviter does not end here"),
    "a turn that goes on": (cheat(too_much), "turn 5: the turn was complete before 'wait'"),
    "a false ending": (cheat(false_end), "turn 5: the match stands 'open', not 'touched'"),
    # the signatures
    "a damaged signature": (
        flipped_signature,
        "line 46, turn 5: the signature is not the inviter's of this text",
    ),
    "an edited choice with its checks": (edited_with_checks, "turn 5: the signature is not the inviter's"),
    "my turn rewritten": (guests_turn_rewritten, "turn 4: the signature is not the guest's of this text"),
    "my turn rewritten and signed by him": (
        rewritten_and_resigned,
        "turn 4: it is signed by the inviter, but is the guest's to write",
    ),
    "another key": (
        lambda p, _: forge(p, TURNS, list, keys.new_key()),
        "turn 5: the signature is not the inviter's of this text: it was made with another key",
    ),
    "my key": (
        lambda p, _: forge(p, TURNS, list, 1),
        "turn 5: it is signed by the guest, but is the inviter's to write",
    ),
    # what was seen before
    "an older turn": (
        lambda p, _: p.turn(3),
        "an older one: it ends with turn 3, but turn 4 was opened or exported",
    ),
    "the invitation again": (lambda p, _: p.files[0], "an older one: it ends with the invitation"),
    "a forked history": (forked, "turn 5: it differs from the file that was opened or exported before"),
    "a turn that I did not make": (
        not_exported_here,
        "turn 6: it is signed with your key, but was not exported",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_tampering_is_refused_for_its_own_reason(run, tmp_path: Path, kind: str) -> None:
    players = duel(tmp_path, TURNS)
    genuine = last(players)
    tamper, words = KINDS[kind]
    content = tamper(players, tmp_path)
    file = tmp_path / "received.pbem"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    before = snapshot(tmp_path / "guest")
    for command in ("open", "move"):
        if command == "move" and content in players.files:
            break  # any known file names its match
        result = run(command, file, "--keys", tmp_path / "guest")
        assert result.exit_code == 2, result.output
        assert words in result.stderr or (command == "move" and "open the file first" in result.stderr)
        assert str(file) in result.stderr
        assert result.stderr.count("\n") == 1
        assert result.stdout == ""
        assert snapshot(tmp_path / "guest") == before
    (tmp_path / "genuine.pbem").write_text(genuine)
    assert run("open", "genuine.pbem", "--keys", tmp_path / "guest").exit_code == 0


INVITATIONS: dict[str, tuple[str, str, str]] = {
    "another game": ("game duel", "game hoplite", "lines 2 to 5: hoplite cannot be played by e-mail"),
    "an unknown game": ("game duel", "game chess", "lines 2 to 5: there is no game 'chess'"),
    "another version": (
        "game duel 1",
        "game duel 2",
        "made by version 2 of the rules of duel; this Hoplon has",
    ),
    "an unknown judge": ("judge first", "judge solomon", "lines 2 to 5: there is no bot 'solomon' for duel"),
    "other options": ("hearts 9", "hearts 3", "line 10, the invitation: the signature is not the inviter's"),
    "an unknown option": (
        "option hearts",
        "option size",
        "the match cannot be set up: there is no option 'size'",
    ),
    "an impossible option": ("hearts 9", "hearts 99", "the match cannot be set up: option hearts is 99"),
    "a turn before the acceptance": ("end 1", "turn 1\nend 1", "line 11: expected 'end', found 'turn 1'"),
}


@pytest.mark.parametrize("kind", INVITATIONS)
def test_an_invitation_is_refused_before_it_is_accepted(run, tmp_path: Path, kind: str) -> None:
    old, new, words = INVITATIONS[kind]
    text = duel(tmp_path, 0).files[0]
    assert old in text
    Path("received.pbem").write_text(text.replace(old, new))
    result = run("open", "received.pbem", "--keys", tmp_path / "new")
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert not (tmp_path / "new").exists()


def test_other_sources_of_the_rules_are_refused(run, tmp_path: Path) -> None:
    lines = body(duel(tmp_path, 0).files[0])
    Path("received.pbem").write_text(letter.whole(flip(lines, "rules")))
    result = run("open", "received.pbem", "--keys", tmp_path / "new")
    assert result.exit_code == 2
    assert "line 3: the file was made by other rules of duel" in result.stderr
    assert "both sides need the same Hoplon" in result.stderr


def test_nobody_plays_against_his_own_key(run, tmp_path: Path) -> None:
    players = duel(tmp_path, 0)
    key = players.desks[0].folder.key()
    lines = body(players.files[1])[:-1]
    lines[11] = f"key {keys.public_of(key).hex()}"
    Path("received.pbem").write_text(letter.whole(letter.signed(lines, key)))
    result = run("open", "received.pbem", "--keys", tmp_path / "inviter")
    assert result.exit_code == 2
    assert "line 12, the acceptance: the guest's key is the inviter's own" in result.stderr


def test_nothing_comes_after_the_end(run, tmp_path: Path) -> None:
    players = duel(tmp_path, 0, hearts=1)
    text = players.play("volley")
    more = ["turn 2", f"secret {own_secret(players, 1, 2).hex()}", "close 1 touched"]
    key = players.desks[1].folder.key()
    Path("received.pbem").write_text(letter.whole(letter.signed([*body(text), *more], key)))
    result = run("open", "received.pbem", "--keys", tmp_path / "inviter")
    assert result.exit_code == 2
    assert "turn 2: it comes after the end of the match (touched, score 1 0)" in result.stderr


def test_a_second_guest_comes_too_late(run, tmp_path: Path) -> None:
    players = duel(tmp_path, 0)
    players.desks[0].open(players.files[1])
    Path("invitation.pbem").write_text(players.files[0])
    assert run("open", "invitation.pbem", "--keys", "second").exit_code == 0
    assert run("export", "invitation.pbem", "-o", "late.pbem", "--keys", "second").exit_code == 0
    result = run("open", "late.pbem", "--keys", tmp_path / "inviter")
    assert result.exit_code == 2
    assert "the acceptance: it differs from the file that was opened or exported before" in result.stderr
