"""`hoplon pbem` as a player types it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hoplon.cli import app
from hoplon.core.talents import Correspondence
from tests.core import duel
from tests.core.duel import DuelOptions
from tests.outside import packages

COMMANDS = ("new", "open", "move", "export", "status")


@pytest.fixture
def go(run):
    """Run a command that must go well, for a player."""

    def invoke(player: str, *args: object, stdin: str | None = None) -> str:
        result = run(*args, "--keys", player, stdin=stdin)
        assert result.exit_code == 0, result.output
        return result.stdout

    return invoke


@pytest.fixture
def answered(go) -> str:
    """An invitation and its acceptance."""
    go("a", "new", "duel", "-o", "hearts=4", "--name", "invitation.pbem")
    go("b", "open", "invitation.pbem")
    go("b", "export", "invitation.pbem", "-o", "answer.pbem")
    return "answer.pbem"


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_shows_an_example(run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"hoplon pbem {command}" in result.stdout.split("Examples:")[1]


def test_a_match_from_invitation_to_end(go) -> None:
    said = go("a", "new", "duel", "-o", "hearts=4", "--name", "i.pbem")
    name = re.search(r"The match is called ([0-9a-f]{12})\.", said)[1]
    key = re.search(r"Your key: (\S+)", said)[1]
    assert "the acceptance of the other side is awaited" in go("a", "status")
    said = go("b", "open", "i.pbem")
    assert "An invitation to Duel: hearts 4." in said
    assert f"The inviter's key: {key}" in said
    assert "hoplon pbem export i.pbem -o ANSWER" in said
    assert "answer.pbem ends with the acceptance" in go("b", "export", "i.pbem", "-o", "answer.pbem")
    said = go("a", "open", "answer.pbem")
    assert "answer.pbem holds, from its first line to the acceptance" in said
    assert "duel 4 4 0" in said
    assert "Turn 1 is yours. Legal now: wait, strike" in said
    said = go("a", "move", "answer.pbem", "strike")
    assert "parry 1" in said
    assert "hoplon pbem export answer.pbem -o OUT" in said
    assert f"{name}  duel, inviter: turn 1 is yours, 1 of your choices made" in go("a", "status")
    go("a", "export", name, "-o", "t1.pbem")
    said = go("b", "open", "t1.pbem")
    assert "Turn 1, of the other side:\nstrike 0\nparry 1" in said
    go("b", "move", name, "volley")
    go("b", "export", "t1.pbem", "-o", "t2.pbem")
    said = go("a", "open", "t2.pbem")
    assert "The match is over: touched, score 0" in said
    assert "over, touched" in go("a", "status")
    said = go("a", "status", name)
    assert f"Your key: {key}" in said
    assert "The other key: " in said


def test_choices_are_typed_one_by_one(go, answered: str) -> None:
    typed = "help\nlegal\nboard\n\ndance\nundo\nquit\n"
    said = go("a", "move", answered, stdin=typed)
    assert said.count("wait, strike, domino") == 4  # legal, the two refusals, and at the end
    assert "'dance' is no choice" in said
    assert "'undo' is no choice" in said
    said = go("a", "move", answered, stdin="domino\n")
    assert "make_room" in said
    assert "Turn 1 is complete" in said


def test_choices_before_a_bad_one_stand(run, go, answered: str) -> None:
    result = run("move", answered, "wait", "strike", "--keys", "a")
    assert result.exit_code == 2
    assert "'strike' cannot be played: turn 1 is complete" in result.stderr
    assert "1 of your choices made" in go("a", "status")
    assert run("move", answered, "--keys", "a").exit_code == 2


def test_export_can_be_repeated_but_overwrites_nothing(run, go, answered: str) -> None:
    go("b", "export", "invitation.pbem", "-o", "again.pbem")
    assert Path("again.pbem").read_bytes() == Path(answered).read_bytes()
    result = run("export", "invitation.pbem", "-o", "again.pbem", "--keys", "b")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "again.pbem exists; choose another name" in result.stderr
    result = run("new", "duel", "--name", "again.pbem", "--keys", "c")
    assert "again.pbem exists" in result.stderr
    assert not Path("c").exists()


def test_a_letter_that_was_not_opened_is_opened_by_move(go, answered: str) -> None:
    assert "Turn 1 is complete" in go("a", "move", answered, "wait")


def test_keys_are_in_the_data_folder_unless_told(run, tmp_path: Path) -> None:
    assert run("new", "duel", "--name", "i.pbem").exit_code == 0
    assert (tmp_path / "data" / "hoplon" / "pbem" / "key").exists()
    assert "duel, inviter" in run("status").stdout


@dataclass(frozen=True)
class LetterOptions(DuelOptions):
    """A duel that knows of letters, as a game whose first player is rolled for must."""

    pbem: bool = False


def test_the_option_for_letters_is_switched_on_where_a_game_has_it(
    go, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        duel, "GAME", replace(duel.GAME, options=LetterOptions, correspondence=Correspondence(option="pbem"))
    )
    packages.forget()
    go("a", "new", "duel", "--name", "on.pbem")
    go("a", "new", "duel", "-o", "pbem=no", "--name", "off.pbem")
    assert "option pbem yes\n" in Path("on.pbem").read_text()
    assert "option pbem" not in Path("off.pbem").read_text()


def test_anybody_can_verify_a_letter(go, answered: str) -> None:
    go("a", "move", answered, "strike")
    go("a", "export", answered, "-o", "t1.pbem")
    told = CliRunner().invoke(app, ["verify", "invitation.pbem", "t1.pbem"])
    assert told.exit_code == 0
    assert (
        "invitation.pbem: agrees with the rules, the dice and the signatures: 0 turns, not begun"
        in told.stdout
    )
    assert "t1.pbem: agrees with the rules, the dice and the signatures: 1 turn, open" in told.stdout
    Path("t1.pbem").write_text(Path("t1.pbem").read_text().replace("strike", "wait"))
    told = CliRunner().invoke(app, ["verify", "t1.pbem"])
    assert told.exit_code == 2
    assert "t1.pbem: line 19, turn 1: after 'wait' the check number is" in told.stderr


def test_without_a_match_status_says_so(go) -> None:
    assert go("nobody", "status") == "There is no match in nobody.\n"


REFUSALS = {
    "unknown game": (["new", "chess", "--name", "x"], "there is no game 'chess'"),
    "one seat": (["new", "hoplite", "--name", "x"], "hoplite cannot be played by e-mail"),
    "bad option": (["new", "duel", "-o", "hearts=99", "--name", "x"], "option hearts is 99"),
    "unknown judge": (["new", "duel", "--judge", "solomon", "--name", "x"], "there is no bot 'solomon'"),
    "no name": (["new", "duel"], "--name"),
    "nowhere to write": (["new", "duel", "--name", "none/x"], "none/x: No such file"),
    "missing file": (["open", "none.pbem"], "none.pbem: No such file"),
    "a folder": (["open", "."], "Is a directory"),
    "own invitation": (
        ["move", "invitation.pbem", "--keys", "a"],
        "the acceptance of the other side is awaited",
    ),
    "unknown match": (["move", "invitation.pbem", "--keys", "c"], "open the file first"),
    "unknown name": (["export", "abc", "-o", "x"], "neither a file 'abc' nor a match of that name"),
    "nothing to move": (
        ["move", "answer.pbem", "wait", "--keys", "b"],
        "turn 1 of the other side is awaited",
    ),
    "turn not complete": (["export", "answer.pbem", "-o", "x", "--keys", "a"], "turn 1 is not complete"),
    "a match file": (["open", "six.hoplon"], "no file of a match by e-mail"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_bad_input_is_one_sentence(run, answered: str, name: str) -> None:
    Path("six.hoplon").write_text("hoplon match 1\n")
    args, words = REFUSALS[name]
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1, result.stderr
    assert words in result.stderr
    assert not Path("x").exists()
