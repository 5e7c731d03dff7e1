"""`hoplon evaluate` plays the test of a task, and `hoplon verify` believes nothing of what it wrote."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from hoplon.bots import bot
from hoplon.cli import app
from hoplon.core import replay
from hoplon.games import game
from hoplon.learn import results
from hoplon.learn.audit import audit
from hoplon.learn.results import ABOUT, BadResult
from hoplon.referee.run import run as play_match
from tests.outside import packages

SMALL = "hoplite-depth1-v1"
MATCHES = 4


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, " ".join(done.output.split())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result of two bots in a small task."""
    path = tmp_path_factory.mktemp("results") / "small.zip"
    code, said = run(
        "evaluate", SMALL, "--bot", "greedy", "--bot", "random", "--matches", str(MATCHES), "--out", str(path)
    )
    assert code == 0, said
    assert "greedy 4 2.00" in said
    assert f"{path}: {2 * MATCHES} matches" in said
    assert not path.with_name(f"{path.name}.playing").exists()
    return path


def changed(made: Path, folder: Path, change: Callable[[dict[str, str]], None]) -> Path:
    """A copy of a result file in which something is changed."""
    with ZipFile(made) as file:
        texts = {name: file.read(name).decode() for name in file.namelist()}
    change(texts)
    path = folder / "changed.zip"
    with ZipFile(path, "w") as file:
        for name, text in texts.items():
            file.writestr(name, text)
    return path


def test_a_result_is_believed(made: Path) -> None:
    code, said = run("verify", str(made))
    assert code == 0, said
    assert (
        f"agrees with the rules and the task {SMALL}, figures included: 8 matches of greedy, random" in said
    )
    result = audit(made)
    assert [one.player for one in result.sections] == ["greedy", "random"]
    assert result.sections[0].figures["depth"].value == 2


def test_the_same_matches_make_the_same_file(made: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    run("evaluate", SMALL, "--bot", "greedy", "--bot", "random", "--matches", "4", "--out", str(again))
    assert again.read_bytes() == made.read_bytes()


def edit_about(texts: dict[str, str], edit: Callable[[dict], None]) -> None:  # type: ignore[type-arg]
    about = json.loads(texts[ABOUT])
    edit(about)
    texts[ABOUT] = json.dumps(about)


def a_better_figure(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about["sections"][1]["figures"]["depth"].update(value=2.5))


def a_narrower_interval(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about["sections"][1]["figures"]["score"].update(low=None, high=None))


def matches_swapped(texts: dict[str, str]) -> None:
    texts["1/0000.hoplon"], texts["1/0001.hoplon"] = texts["1/0001.hoplon"], texts["1/0000.hoplon"]


def players_swapped(texts: dict[str, str]) -> None:
    for number in range(MATCHES):
        one, other = f"0/{number:04d}.hoplon", f"1/{number:04d}.hoplon"
        texts[one], texts[other] = texts[other], texts[one]


def another_match(texts: dict[str, str], seed: int = 3, more: int = 20, **options: int) -> None:
    """Put another match in the place of the last one of the random player."""
    found = game("hoplite")
    done = play_match(found, [bot("greedy", found)], seed, found.options(**options), longest=more)
    texts["1/0003.hoplon"] = replay.write(done.match)


def a_foreign_seed(texts: dict[str, str]) -> None:
    another_match(texts, seed=77)


def other_options(texts: dict[str, str]) -> None:
    another_match(texts, hearts=8)


def a_match_cut_short(texts: dict[str, str]) -> None:
    another_match(texts, more=3)


def a_match_too_long(texts: dict[str, str]) -> None:
    another_match(texts, more=22)


def a_forged_choice(texts: dict[str, str]) -> None:
    lines = texts["0/0000.hoplon"].splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("5 "))
    lines[at] = lines[at].replace(lines[at].split()[-1], "00000000")
    texts["0/0000.hoplon"] = "\n".join(lines) + "\n"


def a_match_missing(texts: dict[str, str]) -> None:
    del texts["0/0002.hoplon"]


def a_match_too_many(texts: dict[str, str]) -> None:
    texts["2/0000.hoplon"] = texts["0/0000.hoplon"]


def a_section_missing(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about["sections"][0].update(opponent="nobody"))


def fewer_matches(texts: dict[str, str]) -> None:
    del texts["1/0003.hoplon"]
    edit_about(texts, lambda about: about["sections"][1].update(matches=3))


def older_rules(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about.update(rules=1))


def another_task(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about.update(task="hoplite-depth2-v1"))


def another_game(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about.update(game="chess"))


def damage(texts: dict[str, str]) -> None:
    edit_about(texts, lambda about: about["sections"][0].update(matches="four"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (a_better_figure, "the figure 'depth' of random alone is 2.5 (1 to 1), but the matches make it 1"),
        (a_narrower_interval, "the figure 'score' of random alone is"),
        (matches_swapped, "1/0000.hoplon, a match of random: it has the seed 1; the task has 0 there"),
        (players_swapped, "the figure 'depth' of greedy alone is 2"),
        (a_foreign_seed, "1/0003.hoplon, a match of random: it has the seed 77; the task has 3 there"),
        (other_options, "its options are hearts=8; expected the usual ones"),
        (a_match_cut_short, "it stops after 3 choices, and nothing says why"),
        (a_match_too_long, "it has 22 choices; a match of this task has at most 20"),
        (a_forged_choice, "0/0000.hoplon, a match of greedy: departs from the rules at turn 5"),
        (a_match_missing, "0/0002.hoplon is missing"),
        (a_match_too_many, "2/0000.hoplon is no match of this result"),
        (a_section_missing, "its sections are not those of hoplite-depth1-v1"),
        (fewer_matches, "random played 3 matches alone; expected 4, as elsewhere"),
        (older_rules, "it was played by version 1 of the rules of hoplite"),
        (another_task, "there is no task 'hoplite-depth2-v1'"),
        (another_game, "is a task of 'chess', not of hoplite"),
        (damage, "result.json is damaged"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_what_is_not_so_is_found(
    made: Path, tmp_path: Path, change: Callable[[dict[str, str]], None], why: str
) -> None:
    path = changed(made, tmp_path, change)
    code, said = run("verify", str(path))
    assert code == 2
    assert why in said
    assert "Traceback" not in said


def test_a_zip_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "photos.zip"
    with ZipFile(path, "w") as file:
        file.writestr("cat.txt", "meow")
    assert "no result file of Hoplon" in run("verify", str(path))[1]
    path.write_bytes(path.read_bytes()[:40])
    code, said = run("verify", str(path))
    assert code == 2
    assert "no result file of Hoplon" in said


def test_a_result_that_would_fill_the_memory_is_refused(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_BYTES", 1000)
    with pytest.raises(BadResult, match="too large"):
        audit(made)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hoplite-depth99-v1", "--bot", "greedy"), "there is no task 'hoplite-depth99-v1'"),
        ((SMALL, "--bot", "gredy"), "there is no bot 'gredy' for hoplite; did you mean greedy?"),
        ((SMALL, "--bot", "greedy", "--matches", "0"), "expected from 1 to 1000"),
        ((SMALL, "--bot", "greedy", "--matches", "1001"), "expected from 1 to 1000"),
        ((SMALL, "--bot", "greedy", "--bot", "greedy"), "the bot greedy is given twice"),
        ((SMALL, "--bot", "person"), "a person or a program elsewhere cannot be tested"),
        ((SMALL, "--bot", "greedy", "--out", "."), "--out . is a folder"),
        ((SMALL, "--bot", "greedy", "--out", "nowhere/a.zip"), "lies in no folder that exists"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = run("evaluate", *words)
    assert code == 2
    assert why in said
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_fails_has_not_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dancer = tmp_path / "mybot.py"
    dancer.write_text(f"#!{sys.executable} -IS\nfor line in open(0):\n  print('dance', flush=True)\n")
    dancer.chmod(0o755)
    code, said = run("evaluate", SMALL, "--bot", "./mybot.py", "--matches", "2", "--sandbox", "none")
    assert code == 0, said
    result = audit(Path(f"{SMALL}.zip"))
    assert result.sections[0].faults.keys() == {0, 1}
    assert result.sections[0].figures["depth"].value == 1


DUELS = """
from hoplon import Bot
from hoplon.core.encoding import Encoding
from hoplon.learn.tasks import Task
from hoplon.learn.tasks.figures import MARGIN, WON
from tests.core.duel import DuelOptions

class Bold(Bot):
    def choose(self, view, legal, dice, clock):
        return "strike" if "strike" in legal else "parry"

class Timid(Bot):
    def choose(self, view, legal, dice, clock):
        return "wait" if "wait" in legal else "take"

class Broken(Bot):
    def choose(self, view, legal, dice, clock):
        raise ValueError("oh")

def task(name, opponents):
    return Task(
        name=name, game="duel", summary="a bout", encoding="none", encoding_version=1, measure=max, unit=1.0,
        longest=60, gamma=1.0, options=lambda: (DuelOptions(hearts=1), DuelOptions(hearts=2)),
        held_out=lambda: (DuelOptions(hearts=4),), test=range(3), opponents=opponents, figures=(WON, MARGIN),
    )

BOUT = task("duel-bout-v1", ("timid", "bold"))
BAD = task("duel-bad-v1", ("broken",))
"""
ENTRIES = """[hoplon.games]
duel = tests.core.duel:GAME

[hoplon.bots]
duel.bold = bouts:Bold
duel.timid = bouts:Timid
duel.broken = bouts:Broken

[hoplon.tasks]
duel-bout-v1 = bouts:BOUT
duel-bad-v1 = bouts:BAD
"""


@pytest.fixture
def duels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    packages.write_package(tmp_path / "site", "hoplon_bouts", ENTRIES, bouts=DUELS)
    packages.install(monkeypatch, tmp_path / "site")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    monkeypatch.undo()
    packages.forget()


@pytest.mark.usefixtures("duels")
def test_two_seats_against_each_opponent_from_both_sides_and_held_out_options_apart() -> None:
    code, said = run("evaluate", "duel-bout-v1", "--bot", "bold", "--out", "bout.zip")
    assert code == 0, said
    result = audit(Path("bout.zip"))
    sections = {(one.opponent, one.held_out): one for one in result.sections}
    assert sections.keys() == {("timid", False), ("timid", True), ("bold", False), ("bold", True)}
    assert all(one.matches == 6 for one in result.sections)
    assert sections["timid", False].figures["won"].value == 1
    assert sections["timid", True].figures["margin"].value == 4
    assert sections["bold", False].figures["margin"].value == 0  # the same matches from both sides
    assert run("verify", "bout.zip")[0] == 0
    files = results.read(Path("bout.zip"))[1]
    begun = [replay.read(files[f"0/000{number}.hoplon"]) for number in range(6)]
    assert [one.seed for one in begun] == [0, 0, 1, 1, 2, 2]
    assert [one.options["hearts"] for one in begun] == ["1", "1", "2", "2", "1", "1"]
    assert "expected a multiple of 2" in run("evaluate", "duel-bout-v1", "--bot", "bold", "--matches", "3")[1]


def test_what_is_interrupted_goes_on(duels: Path) -> None:
    """The matches of a section that was finished are not played again."""
    code, said = run("evaluate", "duel-bad-v1", "--bot", "bold", "--out", "bad.zip")
    assert code == 2
    assert "the opponent broken failed on seed 0" in said
    (playing,) = (duels / "bad.zip.playing").iterdir()
    rows = (playing / "rows.jsonl").read_text()
    assert run("evaluate", "duel-bad-v1", "--bot", "bold", "--out", "bad.zip")[0] == 2
    assert (playing / "rows.jsonl").read_text() == rows
    shutil.rmtree(playing.parent)
