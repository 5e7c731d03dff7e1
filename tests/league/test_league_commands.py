"""`hoplon league` as it is typed: what it says, and what it refuses."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import event, update

from hoplon.cli import app
from hoplon.league.bundles import bundle_of, digest_of
from hoplon.league.database import Unwritten
from hoplon.league.queue import Queue
from hoplon.league.store import Store
from hoplon.league.tables import leagues, schema
from tests.league.leagues import league_in, played, rows_of

BOT = """\
import sys
for line in sys.stdin:
    x, y, *_ = line.split()
    for _ in range(int(input())):
        input()
    print("MOVE", x, y, flush=True)
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are typed in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def typed(*words: str) -> int:
    """The exit code of a command."""
    with pytest.raises(SystemExit) as left:
        app(["league", *words])
    return int(left.value.code or 0)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence that a command is refused with."""
    capsys.readouterr()
    assert typed(*words) == 2
    said = capsys.readouterr().err
    assert said.startswith("hoplon: ")
    assert said.count("\n") == 1
    return said


def bot_folder(name: str, text: str = BOT) -> Path:
    """A folder with a bot."""
    folder = Path(name)
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(text)
    return folder


def zipped(folder: Path, name: str, below: str = "") -> Path:
    """A zip file of a folder."""
    with zipfile.ZipFile(name, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, below + file.name)
    return Path(name)


def test_a_league_is_made_joined_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("new", "cup.db", "--game", "codekeeper", "--seeds", "1-2", "--longest", "20") == 0
    bot_folder("anna")
    assert typed("add", "cup.db", "anna", "anna") == 0
    assert typed("add", "cup.db", "Ben's bot", "builtin:wanderer") == 0
    assert typed("run", "cup.db", "--until", "games=3") == 0
    said = capsys.readouterr().out
    assert "anna is in the league cup: package" in said
    assert "7 matches played" in said
    assert typed("disqualify", "cup.db", "anna", "--reason", "copied") == 0
    assert typed("withdraw", "cup.db", "Ben's bot") == 0
    assert typed("close", "cup.db") == 0
    said = capsys.readouterr().out
    assert "anna is disqualified; 0 matches will not be played" in said
    assert "Ben's bot has left; 1 match will not be played" in said
    with Store("cup.db") as store:
        kinds = [event.kind for event in store.events(store.league())]
    assert kinds == ["closed", "withdrawn", "disqualified", "joined", "joined"]


def test_the_same_bot_is_no_new_version_and_a_changed_one_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("new", "cup.db", "--game", "codekeeper") == 0
    folder = bot_folder("anna")
    assert typed("add", "cup.db", "anna", "anna") == 0
    assert typed("add", "cup.db", "anna", str(zipped(folder, "anna.zip"))) == 0
    assert "has not changed" in capsys.readouterr().out
    bot_folder("anna", BOT + "# deeper\n")
    assert typed("add", "cup.db", "anna", "anna", "--prior") == 0
    assert "anna has version 2" in capsys.readouterr().out
    with Store("cup.db") as store:
        first, second = store.versions(store.league())
        assert second.prior == first.id
        assert b"deeper" not in (store.bundle(first.id) or b"")


def test_the_digest_is_that_of_the_files_wherever_they_are() -> None:
    folder = bot_folder("anna")
    bundle = bundle_of(folder)
    assert bundle == bundle_of(folder)
    digest = digest_of(folder, bundle)
    for below in ("", "anna/"):
        path = zipped(folder, "x.zip", below)
        assert digest_of(path, bundle_of(path)) == digest
    (folder / "bot.py").chmod(0o755)
    assert digest_of(folder, bundle_of(folder)) != digest


def test_bad_bots_are_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("new", "cup.db", "--game", "codekeeper") == 0
    Path("broken.zip").write_bytes(b"PK\3\4 and nothing")
    Path("empty").mkdir()
    bot_folder("two")
    (Path("two") / "bot.js").write_text("")
    whole = zipped(bot_folder("anna"), "half.zip").read_bytes()
    Path("half.zip").write_bytes(whole[:-30])
    for source, sentence in {
        "broken.zip": "'broken.zip' is a damaged zip file",
        "half.zip": "'half.zip' is a damaged zip file",
        "empty": "'empty' has no files",
        "two": "has bot.py and bot.js",
        "none.zip": "there is no zip file 'none.zip'",
        "builtin:explorr": "did you mean explorer?",
        "py:nothing:There": "the module 'nothing' cannot be imported",
        "netorcai:./x": "not played over netorcai",
        "./missing.py": "there is no bot file",
        "person": "cannot play in a league",
        "python3 'x.py": "cannot be read",
    }.items():
        assert sentence in refused(capsys, "add", "cup.db", "x", source)
    for name in ("", " x", "a" * 61, "a\nb"):
        assert "is no name for a bot" in refused(capsys, "add", "cup.db", name, "builtin:explorer")
    with Store("cup.db") as store:
        assert store.bots(store.league()) == []


def test_bad_leagues_are_refused_and_nothing_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    for words, sentence in {
        ("--game", "codekeepr"): "did you mean codekeeper?",
        (): "no game is named",
        ("--game", "codekeeper", "--format", "swiss:3"): "one plays codekeeper alone",
        ("--game", "cardbattle", "--format", "knockout"): "there is no format",
        ("--game", "cardbattle", "--seeds", "9-1"): "run backwards",
        ("--game", "codekeeper", "--paired"): "--paired is for matches of several",
        ("--game", "codekeeper", "-o", "colour=red"): "colour",
        ("--game", "codekeeper", "--clock", "0"): "the clock has 0 seconds",
        ("--game", "codekeeper", "--sandbox", "glass"): "glass",
    }.items():
        assert sentence in refused(capsys, "new", "cup.db", *words)
    assert "has no league" in refused(capsys, "run", "cup.db")
    assert typed("new", "cup.db", "--game", "codekeeper") == 0
    assert "has a league 'cup' already" in refused(capsys, "new", "cup.db", "--game", "hoplite")
    assert typed("new", "cup.db", "--game", "hoplite", "--name", "other") == 0
    assert "has 2 leagues; expected --league" in refused(capsys, "run", "cup.db")
    assert "no league 'othr'; did you mean other?" in refused(capsys, "run", "cup.db", "--league", "othr")


def test_bad_databases_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("text.db").write_text("this is no database, but long enough to be looked at as one" * 20)
    assert "there is no database 'cup.db'" in refused(capsys, "run", "cup.db")
    assert "not a database" in refused(capsys, "run", "text.db")
    assert "not a database" in refused(capsys, "new", "text.db", "--game", "hoplite")
    assert "is a folder" in refused(capsys, "new", ".", "--game", "hoplite")
    assert "there is no folder" in refused(capsys, "new", "no/cup.db", "--game", "hoplite")
    said = refused(capsys, "run", "postgresql://user:secret@127.0.0.1:1/x")
    assert "does not answer" in said
    assert "secret" not in said


def test_what_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("new", "cup.db", "--game", "cardbattle", "--format", "gauntlet:anna") == 0
    assert "has no such bot" in refused(capsys, "run", "cup.db")
    assert typed("add", "cup.db", "anna", "builtin:random") == 0
    assert "has 1 bots; expected 2" in refused(capsys, "run", "cup.db")
    for text in ("games=x", "games=0", "interval=-1", "time=8", "time=xh", "never"):
        assert "is not understood" in refused(capsys, "run", "cup.db", "--until", text)
    assert "no bot 'bnna'; did you mean anna" in refused(
        capsys, "disqualify", "cup.db", "bnna", "--reason", "x"
    )
    assert typed("disqualify", "cup.db", "anna", "--reason", "x") == 0
    assert "is disqualified: x" in refused(capsys, "add", "cup.db", "anna", "builtin:judge")


def test_a_league_of_other_rules_is_refused_naming_the_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("new", "cup.db", "--game", "codekeeper") == 0
    assert typed("add", "cup.db", "a", "builtin:explorer") == 0
    with Store("cup.db") as store, store.changing() as connection:
        connection.execute(update(leagues).values(rules=99))
    said = refused(capsys, "run", "cup.db")
    assert "version 99 of the rules of codekeeper" in said
    assert "this Hoplon has version" in said


def test_a_database_of_a_newer_hoplon_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("new", "cup.db", "--game", "codekeeper") == 0
    with Store("cup.db") as store, store.changing() as connection:
        connection.execute(update(schema).values(version=99))
    assert "written by a newer Hoplon" in refused(capsys, "run", "cup.db")


def test_a_bot_that_has_changed_since_is_refused_and_can_be_added_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert typed("new", "cup.db", "--game", "codekeeper", "--seeds", "1", "--longest", "3") == 0
    folder = bot_folder("anna")
    assert typed("add", "cup.db", "anna", "python3 anna/bot.py") == 0
    (folder / "bot.py").write_text(BOT + "# other\n")
    assert "anna is no longer what was added" in refused(capsys, "run", "cup.db")
    assert typed("add", "cup.db", "anna", "python3 anna/bot.py") == 0
    assert typed("run", "cup.db") == 0


def test_a_full_disk_loses_nothing() -> None:
    """SQLite is told that its file may not grow, which it answers as it answers a full disk."""
    with Store("cup.db", is_new=True) as store:
        league = league_in(store, 3, seeds="1-3", trial=0)
        queue = Queue(store, league)
        worker = queue.join("one", 1)
        tasks = queue.lease(worker, 9)
        queue.finish(worker, [played(league, tasks[0])])
        before = rows_of(store, league)

        @event.listens_for(store.engine, "connect")
        def full(connection: object, _record: object) -> None:
            connection.execute("PRAGMA max_page_count=1")  # type: ignore[attr-defined]

        store.engine.dispose()
        large = [played(league, task, file=os.urandom(1 << 20)) for task in tasks[1:]]
        with pytest.raises(Unwritten, match="full"):
            queue.finish(worker, large)
        event.remove(store.engine, "connect", full)
        store.engine.dispose()
        assert rows_of(store, league) == before
        assert queue.finish(worker, large) == 8


LEAGUE = """\
name = "spring"
game = "cardbattle"
format = "gauntlet:anna"
seeds = "1-4"
paired = true
clock = 2

[bots]
anna = "bots/anna"
judge = "builtin:judge"
"""


def test_a_file_says_the_same_and_a_lock_file_holds_the_digests(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bots").mkdir()
    bot_folder("bots/anna")
    Path("league.toml").write_text(LEAGUE)
    assert typed("new", "cup.db", "--from", "league.toml") == 0
    with Store("cup.db") as store:
        league = store.league("spring")
        assert (league.format, league.settings.clock, league.settings.paired) == ("gauntlet:anna", 2, True)
        digests = {version.name: version.digest for version in store.versions(league)}
    lock = Path("league.lock").read_text()
    assert all(f'"{name}" = "{digest}"' in lock for name, digest in digests.items())
    assert typed("new", "again.db", "--from", "league.toml") == 0
    bot_folder("bots/anna", BOT + "# other\n")
    said = refused(capsys, "new", "third.db", "--from", "league.toml")
    assert "the bot 'anna' has digest" in said
    assert typed("new", "third.db", "--from", "league.toml", "--update") == 0
    assert typed("new", "fourth.db", "--from", "league.toml") == 0


def test_bad_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for text, sentence in {
        "game = ": "league.toml cannot be read",
        'gaem = "hoplite"': "there is no 'gaem'; did you mean game?",
        'name = "x"': "it names no game",
        'game = "hoplite"\npaired = "yes"': "paired is 'yes'; expected bool",
        'game = "hoplite"\nclock = true': "clock is True",
        'game = "hoplite"\n[bots]\na = 3': "bots.a is 3; expected a text",
        'game = "hoplite"\n[bots]\na = "none.zip"': "there is no zip file",
        'game = "cardbattle"\nformat = "gauntlet:x"\n[bots]\na = "builtin:judge"': "gauntlet is that of 'x'",
    }.items():
        Path("league.toml").write_text(text)
        assert sentence in refused(capsys, "new", "cup.db", "--from", "league.toml")
    assert "cannot be read" in refused(capsys, "new", "cup.db", "--from", "missing.toml")
    with Store("cup.db") as store:
        assert store.leagues() == []
