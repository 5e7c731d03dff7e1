"""Leagues that are really played: in one process or several, interrupted by force, on either database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from hoplon.core.replay import load
from hoplon.games import game
from hoplon.league.counted import rated
from hoplon.league.entries import ASIDE
from hoplon.league.queue import Queue
from hoplon.league.running import running_here
from hoplon.league.sources import entrant_of
from hoplon.league.store import Store
from hoplon.league.tables import attempts
from hoplon.league.until import Until, read_until
from hoplon.referee.record_file import read_record
from tests.league.leagues import MORE_SEATS, ONE_SEAT, league_in, rows_of
from tests.processes import end, start
from tests.waiting import patience, until

KILLS = int(os.environ.get("HOPLON_KILLS", "1"))
CRASHER = """\
import sys
for line in sys.stdin:
    print("oh no", file=sys.stderr)
    sys.exit(3)
"""
TALKER = """\
import sys
for line in sys.stdin:
    x, y, *_ = line.split()
    for _ in range(int(input())):
        input()
    print("I think", file=sys.stderr, flush=True)
    print("MOVE", x, y, flush=True)
"""


def make(where: str, of: str, bots: dict[str, str], **settings: object) -> None:
    """A league with real bots."""
    with Store(where, is_new=True) as store:
        league = league_in(store, game=of, **settings)
        for name, source in bots.items():
            store.add_version(league, name, entrant_of(source, league.found, store.files))


def result(where: str) -> list[tuple[object, ...]]:
    """What a league has come to."""
    with Store(where) as store:
        return rows_of(store, store.league())


def play(where: str, jobs: int = 1, wanted: Until | None = None) -> int:
    """Play a league in this process; how many matches were played."""
    with Store(where) as store:
        return running_here(store, store.league(), jobs, wanted).run().played


def runner(where: str, *words: str) -> subprocess.Popen[bytes]:
    """`hoplon league run` as a process of its own."""
    command = [sys.executable, "-m", "hoplon.cli", "league", "run", where, *words]
    return start(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


BOTS = {"a": "builtin:wanderer", "b": "builtin:explorer", "c": "builtin:wanderer"}


@pytest.fixture
def undisturbed(tmp_path: Path) -> list[tuple[object, ...]]:
    """What a small league comes to if nobody disturbs it."""
    where = str(tmp_path / "undisturbed.db")
    make(where, ONE_SEAT, BOTS, seeds="1-25")
    assert play(where) == 3 * 2 + 3 * 25
    return result(where)


def test_killed_again_and_again_a_league_is_the_same_in_the_end(
    where: str, undisturbed: list[tuple[object, ...]]
) -> None:
    make(where, ONE_SEAT, BOTS, seeds="1-25")
    dice = Random(KILLS)
    for _ in range(KILLS):
        process = runner(where, "--jobs", "2")
        until_done(where, done_in(where) + dice.randrange(1, 20), process)
        os.kill(process.pid, signal.SIGKILL)
        end(process)
    process = runner(where, "--jobs", "2")
    assert process.wait(patience()) == 0, process.communicate()
    end(process)
    assert result(where) == undisturbed


def until_done(where: str, enough: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until so many pairings have been decided, or all."""
    until(lambda: done_in(where) >= enough or process.poll() is not None, "some was played")


def done_in(where: str) -> int:
    """How many pairings have been decided."""
    return sum(row[3] == "done" for row in result(where))


def test_several_play_one_league_and_each_pairing_is_played_once(
    where: str, undisturbed: list[tuple[object, ...]]
) -> None:
    make(where, ONE_SEAT, BOTS, seeds="1-25")
    both = [runner(where), runner(where)]
    for process in both:
        assert process.wait(patience()) == 0, process.communicate()
        end(process)
    assert result(where) == undisturbed


@pytest.mark.parametrize(("of", "bots"), [(MORE_SEATS, 5)])
def test_one_process_or_two_make_no_difference(tmp_path: Path, of: str, bots: int) -> None:
    found = []
    for jobs in (1, 2):
        where = str(tmp_path / f"{jobs}.db")
        make(where, of, {f"bot {n}": "builtin:random" for n in range(bots)}, seeds="1-2", longest=60)
        play(where, jobs)
        found.append(result(where))
    assert found[0] == found[1]
    assert {row[3] for row in found[0]} == {"done"}


def test_a_program_that_crashes_is_set_aside_with_its_errors(tmp_path: Path) -> None:
    folder = tmp_path / "crasher"
    folder.mkdir()
    (folder / "bot.py").write_text(CRASHER)
    where = str(tmp_path / "cup.db")
    make(where, ONE_SEAT, {"a": "builtin:wanderer", "bad": str(folder)}, seeds="1-3")
    assert play(where) == 4 + 3
    with Store(where) as store:
        bad = store.versions(store.league())[1]
        assert (bad.state, bad.played, bad.faults) == (ASIDE, 2, 2)


def test_what_was_played_is_kept_with_its_clocks_and_stderr(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    where = str(tmp_path / "cup.db")
    make(where, ONE_SEAT, {"talker": f"{sys.executable} {tmp_path / 'talker.py'}"}, seeds="7", longest=5)
    play(where)
    with Store(where) as store, store.reading() as connection:
        row = connection.execute(select(attempts).order_by(attempts.c.id.desc())).first()
    match = load(zlib.decompress(row.file).decode(), game)
    assert match.seed == 7
    assert match.names == {0: "talker"}
    (record,) = read_record(zlib.decompress(row.record).decode(), match)
    assert len(record.spent) == 5
    assert record.errors == [(number, "I think\n") for number in range(1, 6)]


def test_it_stops_when_enough_was_played(tmp_path: Path) -> None:
    where = str(tmp_path / "cup.db")
    make(where, ONE_SEAT, BOTS, seeds="1-25")
    assert play(where, wanted=read_until(["games=10"])) == 6 + 10
    assert play(where, wanted=read_until(["games=10"])) == 0
    assert play(where, wanted=read_until(["time=1s"])) < 200
    with Store(where) as store:
        queue = Queue(store, store.league())
        assert queue.progress().leased == 0


def test_a_ladder_goes_on_until_ratings_are_known(tmp_path: Path) -> None:
    where = str(tmp_path / "cup.db")
    make(where, ONE_SEAT, BOTS, format="ladder", trial=0)
    assert play(where, wanted=read_until(["games=20"])) == 20
    play(where, wanted=read_until(["interval=400", "games=2000"]))
    with Store(where) as store, store.reading() as connection:
        found = rated(connection, store.league(), store.versions(store.league()))
    assert max(one.high - one.low for one in found) < 400
