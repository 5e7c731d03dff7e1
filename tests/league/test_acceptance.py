"""A league of twelve bots in every language of this machine, killed and resumed, is what it is undisturbed.

`make soak` plays it: HOPLON_LEAGUE_KILLS says how often each league is killed, HOPLON_LEAGUE_GAMES which
games, HOPLON_DATABASE=postgresql where.
"""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path
from random import Random

import pytest

from hoplon.league.counted import rated
from hoplon.league.file import Plan, make
from hoplon.league.settings import Settings
from hoplon.league.store import Store
from tests.examples.test_starters import KIT, TOOLS, can_run
from tests.league.leagues import rows_of
from tests.league.test_running import done_in, result, runner, until_done
from tests.processes import end
from tests.waiting import patience

KILLS = int(os.environ.get("HOPLON_LEAGUE_KILLS", "0"))
BOTS = 12
BINARY = ("cpp", "rust", "go")
GAMES = {
    "codekeeper": ("hero", (), "1-3"),
    "cardbattle": ("anygame", (), "1-1"),
    "hexabomb": ("anygame", ("map=crossroads", "players=4", "turns=20"), "1-4"),
}
WANTED = os.environ.get("HOPLON_LEAGUE_GAMES", ",".join(GAMES)).split(",")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the kit to build in."""
    folder = tmp_path_factory.mktemp("kit") / "bots"
    shutil.copytree(KIT, folder, ignore=shutil.ignore_patterns("target", "*.class"))
    os.environ.setdefault("GOCACHE", str(folder / ".go-cache"))
    return folder


def package(workshop: Path, language: str, starter: str) -> Path:
    """The folder of a starter, as somebody would hand it in."""
    folder = workshop / f"{language}-{starter}"
    if folder.exists():
        return folder
    command = TOOLS[language][0](workshop / language, starter)
    folder.mkdir()
    if language in BINARY:
        shutil.copy(command, folder / "bot")
    elif language == "java":
        for file in (workshop / language).glob("*.class"):
            shutil.copy(file, folder)
        name = command.split()[-1]
        (folder / "bot.toml").write_text(f'command = "java -Xmx256m -XX:+UseSerialGC -cp . {name}"\n')
    else:
        shutil.copy(command.split()[-1], folder / f"bot{Path(command.split()[-1]).suffix}")
    return folder


@pytest.mark.skipif(not KILLS, reason="make soak plays it")
@pytest.mark.parametrize("name", [name for name in GAMES if name in WANTED])
def test_twelve_bots_in_all_languages_killed_at_random(
    name: str, workshop: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    starter, options, seeds = GAMES[name]
    languages = [language for language, (_, tool, _) in TOOLS.items() if can_run(tool)]
    print("played in", ", ".join(languages), "; not here:", set(TOOLS) - set(languages) or "none")
    chosen = [(f"{languages[n % len(languages)]} {n}", languages[n % len(languages)]) for n in range(BOTS)]
    bots = tuple((bot, str(package(workshop, language, starter))) for bot, language in chosen)
    settings = Settings(seeds=seeds, time_scale=100, trial=1)
    plan = Plan("cup", name, options=options, settings=settings, bots=bots, folder=tmp_path)
    undisturbed = str(tmp_path / "undisturbed.db")
    killed = str(tmp_path / "killed.db")
    if os.environ.get("HOPLON_DATABASE") == "postgresql":
        from postgres import another_database

        killed = another_database(request.getfixturevalue("cluster"))
    for where in (undisturbed, killed):
        with Store(where, is_new=True) as store:
            make(store, plan, "cup")
    process = runner(undisturbed, "--jobs", "2")
    assert process.wait(patience(3600)) == 0, process.communicate()
    end(process)
    whole = len({row[0] for row in result(undisturbed)})
    dice = Random(len(name))
    for kill in range(KILLS):
        process = runner(killed, "--jobs", "2")
        until_done(killed, done_in(killed) + dice.randrange(1, max(2, whole // (KILLS + 2))), process)
        os.kill(process.pid, signal.SIGKILL)
        end(process)
        print(f"kill {kill + 1}: {done_in(killed)} of {whole} rows")
    process = runner(killed, "--jobs", "2")
    assert process.wait(patience(3600)) == 0, process.communicate()
    end(process)
    with Store(undisturbed) as first, Store(killed) as second:
        assert rows_of(first, first.league()) == rows_of(second, second.league())
        tables = []
        for store in (first, second):
            with store.reading() as connection:
                versions = store.versions(store.league())
                names = {version.id: version.label for version in versions}
                found = rated(connection, store.league(), versions)
            tables.append([(names[one.player], one.rating, one.low, one.high, one.games) for one in found])
        assert tables[0] == tables[1]
        assert len(tables[0]) == BOTS
