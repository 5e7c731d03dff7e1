"""`hoplon army`: list, show and check."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoplon.games.cardbattle.armies import find, from_inline, load, supplied, supplied_files

GOOD = Path(supplied_files()["gauls"]).read_text(encoding="utf-8").replace('id = "gauls"', 'id = "mine"')


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of armies, with one army in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "hoplon" / "armies"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(
        GOOD.replace('name = "Gauls"', 'name = "My [bold] Gauls"'), encoding="utf-8"
    )
    return folder


def test_list_has_every_army(run, own: Path) -> None:
    result = run("army", "list")
    assert result.exit_code == 0
    assert all(army.id in result.stdout for army in supplied())
    assert "My [bold] Gauls (yours)" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_list_of_one_module(run) -> None:
    result = run("army", "list", "--module", "samurai")
    assert "takeda" in result.stdout
    assert "carthage" not in result.stdout
    result = run("army", "list", "--module", "samuray")
    assert result.exit_code == 2
    assert (
        "there is no module 'samuray' (did you mean samurai?); expected one of antiquity, " in result.stderr
    )


def test_list_says_what_is_wrong_with_the_users_files(run, tmp_path: Path) -> None:
    folder = tmp_path / "armies"
    folder.mkdir()
    (folder / "bad.toml").write_text("schema = 1\n[army\n", encoding="utf-8")
    (folder / "gauls.toml").write_text(GOOD, encoding="utf-8")
    result = run("army", "list", "--armies", str(folder))
    assert result.exit_code == 0
    assert "carthage" in result.stdout
    assert f"{folder}/bad.toml:2: no TOML" in result.stderr
    assert f"{folder}/gauls.toml: a supplied army has this id; expected another name" in result.stderr


def test_a_folder_that_is_named_must_be_there(run) -> None:
    for args in (("army", "list"), ("army", "show", "carthage"), ("serve",)):
        result = run(*args, "--armies", "nowhere")
        assert result.exit_code == 2
        assert "there is no folder 'nowhere'; expected one with army files" in result.stderr


@pytest.mark.parametrize("name", [*supplied_files(), "Republican Rome"])
def test_show_every_army(run, name: str) -> None:
    result = run("army", "show", name)
    assert result.exit_code == 0
    assert "unit cards" in result.stdout
    assert "…" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", ["carthage", "takeda", "lion_kingdom", "spartans_300"])
def test_a_shown_army_is_a_file_without_faults(run, name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run("army", "show", name, "--toml", str(file)).exit_code == 0
    assert "no faults" in run("army", "check", str(file)).stdout
    assert replace(load(file), id=name) == find(name)


def test_an_army_is_written_to_a_new_file_with_a_good_name_only(run, tmp_path: Path) -> None:
    for name, why in {
        "mine.txt": "expected a file NAME.toml",
        "My army.toml": "expected small letters, digits and underscores",
        "old.toml": "is there already; expected a new one",
    }.items():
        (tmp_path / "old.toml").write_text("mine", encoding="utf-8")
        result = run("army", "show", "carthage", "--toml", str(tmp_path / name))
        assert result.exit_code == 2
        assert why in result.stderr
    assert (tmp_path / "old.toml").read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["old.toml"]


def test_show_the_users_army(run, own: Path) -> None:
    assert "My [bold] Gauls" in run("army", "show", "mine").stdout
    assert "My [bold] Gauls" in run("army", "show", str(own / "mine.toml")).stdout
    line = run("army", "show", "mine", "--inline").stdout
    assert from_inline(line.strip()).name == "My [bold] Gauls"


def test_show_an_unknown_army(run) -> None:
    result = run("army", "show", "cartage")
    assert result.exit_code == 2
    assert "there is no army 'cartage' (did you mean carthage?); expected one of athens" in result.stderr


def test_check_good_files(run, own: Path) -> None:
    result = run("army", "check", str(own / "mine.toml"), *map(str, supplied_files().values()))
    assert result.exit_code == 0
    assert "mine.toml: My [bold] Gauls, 37 unit cards, 373 points, no faults" in result.stdout
    assert len(result.stdout.splitlines()) == 31


def test_check_gives_a_line_for_each_fault(run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD.replace("tq = 7", "tq = 11"), encoding="utf-8")
    result = run("army", "check", "mine.toml")
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert lines[0] == "mine.toml:51: tq is 11; expected a whole number from 1 to 10"


def test_check_notes_unusual_points(run, tmp_path: Path) -> None:
    text = GOOD.split("# Computed")[0] + "[leader]" + GOOD.split("[leader]")[1]
    (tmp_path / "mine.toml").write_text(text.replace("count = 8", "count = 1"), encoding="utf-8")
    result = run("army", "check", "mine.toml")
    assert result.exit_code == 0
    assert "mine.toml: note: the army costs 310 points; a standard battle has 352 to 448" in result.stdout


def test_check_a_file_that_is_not_there(run) -> None:
    result = run("army", "check", "nothing.toml")
    assert result.exit_code == 2
    assert result.stderr == "hoplon: nothing.toml: No such file or directory\n"


@pytest.mark.parametrize("command", [(), ("list",), ("show",), ("check",)])
def test_help_gives_examples(run, command: tuple[str, ...]) -> None:
    assert "Examples:" in run("army", *command, "--help").stdout


def test_ones_own_army_is_played_at_the_keyboard_and_by_e_mail(run, own: Path, tmp_path: Path) -> None:
    line = run("army", "show", "mine", "--inline").stdout.strip()
    battle = run("play", "cardbattle", "--plain", "--hotseat", "-o", f"army_a={line}", stdin="quit\n")
    assert battle.exit_code == 0
    assert "My [bold] Gauls under Vercingetorix" in battle.stdout
    letter, answer = tmp_path / "battle.pbem", tmp_path / "answer.pbem"
    keys = [("--keys", str(tmp_path / side)) for side in ("inviter", "guest")]
    invited = run("pbem", "new", "cardbattle", "-o", f"army_a={line}", "--name", str(letter), *keys[0])
    assert invited.exit_code == 0
    taken = run("pbem", "open", str(letter), *keys[1])
    assert "army_a My [bold] Gauls (no supplied one: 37 unit cards, 373 points)" in taken.stdout
    assert run("pbem", "export", str(letter), "-o", str(answer), *keys[1]).exit_code == 0
    assert "My [bold] Gauls under Vercingetorix" in run("pbem", "open", str(answer), *keys[0]).stdout
