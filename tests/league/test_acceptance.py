"""A league of twelve bots in every language of this machine is the same in every way of playing it.

Killed and resumed, by workers over HTTP, on a Ray cluster; on SQLite and on PostgreSQL.

`make soak` plays it: HOPLON_LEAGUE_KILLS says how often each league is killed, HOPLON_LEAGUE_GAMES which
games, HOPLON_DATABASE=postgresql where.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoplon.league.counted import rated
from hoplon.league.file import Plan, make
from hoplon.league.settings import Settings
from hoplon.league.store import Store
from hoplon.league.token import new_token
from tests.examples.test_starters import KIT, TOOLS, can_run
from tests.league.leagues import rows_of
from tests.league.machines import RayCluster, worker
from tests.league.test_running import done_in, runner, until_done
from tests.processes import end
from tests.server.served import Server
from tests.waiting import patience, until

Found = tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]
Way = Callable[[str, str, int, Path], None]
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


@pytest.fixture(scope="module")
def undisturbed(workshop: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Found]:
    """What each league comes to on one machine if nobody disturbs it."""
    folder = tmp_path_factory.mktemp("undisturbed")

    @cache
    def played(name: str) -> Found:
        where = str(folder / f"{name}.db")
        new_league(where, name, workshop)
        process = runner(where, "--jobs", "2")
        assert process.wait(patience(3600)) == 0, process.communicate()
        end(process)
        return found_in(where)

    return played


@pytest.fixture(
    params=["sqlite", "postgresql"]
    if "HOPLON_DATABASE" not in os.environ
    else [os.environ["HOPLON_DATABASE"]]
)
def cup(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "cup.db")
    from postgres import another_database

    return another_database(request.getfixturevalue("cluster"))


def new_league(where: str, name: str, workshop: Path) -> None:
    """A league of twelve starters in the languages of this machine, in turn."""
    starter, options, seeds = GAMES[name]
    languages = [language for language, (_, tool, _) in TOOLS.items() if can_run(tool)]
    print("played in", ", ".join(languages), "; not here:", set(TOOLS) - set(languages) or "none")
    chosen = [(f"{languages[n % len(languages)]} {n}", languages[n % len(languages)]) for n in range(BOTS)]
    bots = tuple((bot, str(package(workshop, language, starter))) for bot, language in chosen)
    settings = Settings(seeds=seeds, time_scale=100, trial=1)
    with Store(where, is_new=True) as store:
        make(store, Plan("cup", name, options=options, settings=settings, bots=bots, folder=workshop), "cup")


def found_in(where: str) -> Found:
    """All rows of a league, and its table."""
    with Store(where) as store:
        league = store.league()
        with store.reading() as connection:
            versions = store.versions(league)
            names = {version.id: version.label for version in versions}
            table = [
                (names[one.player], one.rating, one.low, one.high, one.games)
                for one in rated(connection, league, versions)
            ]
        assert len(table) == BOTS
        return rows_of(store, league), table


def moments(name: str, whole: int, many: int) -> list[int]:
    """After how many more matches something happens, so often."""
    dice = Random(len(name))
    return [dice.randrange(1, max(2, whole // (many + 2))) for _ in range(many)]


def by_killed_runs(where: str, name: str, whole: int, _: Path) -> None:
    """`hoplon league run --jobs 2`, killed again and again."""
    for number, more in enumerate(moments(name, whole, KILLS), 1):
        process = runner(where, "--jobs", "2")
        until_done(where, done_in(where) + more, process)
        os.kill(process.pid, signal.SIGKILL)
        end(process)
        print(f"kill {number}: {done_in(where)} of {whole} rows")
    process = runner(where, "--jobs", "2")
    assert process.wait(patience(3600)) == 0, process.communicate()
    end(process)


def by_workers(where: str, name: str, whole: int, folder: Path) -> None:
    """Four workers over HTTP, of which one is killed and replaced, again and again."""
    with Store(where) as store:
        token = new_token(store, store.league())
    arena = Server(folder / "arena.db", "--database", where if "://" in where else f"sqlite:///{where}")
    words = ("--sandbox", "auto", "--jobs", "1")
    with arena:
        workers = [worker(arena, token, folder / f"worker {n}", *words) for n in range(4)]
        for number, more in enumerate(moments(name, whole, KILLS)):
            wanted = done_in(where) + more
            until(lambda wanted=wanted: done_in(where) >= wanted, "the workers play", workers[-1], 900)
            workers[number % 4].kill()
            end(workers[number % 4])
            workers[number % 4] = worker(arena, token, folder / f"worker {number % 4}", *words)
        for one in workers:
            _, trouble = one.communicate(timeout=patience(3600))
            assert one.returncode == 0, trouble


def by_ray(where: str, name: str, whole: int, folder: Path) -> None:
    """A Ray cluster, one of whose nodes is killed and replaced."""
    with RayCluster() as cluster:
        driver = cluster.driver(where, folder / "driver")
        try:
            for more in moments(name, whole, len(cluster.acts)):
                wanted = done_in(where) + more
                until(lambda wanted=wanted: done_in(where) >= wanted, "the cluster plays", driver, 900)
                cluster.next_act()
            _, trouble = driver.communicate(timeout=patience(3600))
            assert driver.returncode == 0, trouble
        finally:
            end(driver)


@pytest.mark.skipif(not KILLS, reason="make soak plays it")
@pytest.mark.parametrize("way", [by_killed_runs, by_workers, by_ray])
@pytest.mark.parametrize("name", [name for name in GAMES if name in WANTED])
def test_twelve_bots_in_all_languages_come_to_the_same_table_in_every_way(
    name: str, way: Way, cup: str, workshop: Path, undisturbed: Callable[[str], Found], tmp_path: Path
) -> None:
    rows, table = undisturbed(name)
    new_league(cup, name, workshop)
    way(cup, name, len({row[0] for row in rows}), tmp_path)
    found = found_in(cup)
    assert found[0] == rows
    assert found[1] == table
    print(
        f"{name}, {way.__name__}: {len({row[0] for row in rows})} matches, the same rows and the same table"
    )
