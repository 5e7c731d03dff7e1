"""Leagues played on other machines: workers over HTTP, killed under way, come to the same results.

`HOPLON_CLUSTER=1` also plays on a Ray cluster of several processes, one of whose nodes is killed.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoplon.core.errors import BadOption, HoplonError
from hoplon.league.cast import NotHere, kept_file
from hoplon.league.entries import DONE, NETWORK, PACKAGE, League, league_of
from hoplon.league.far_queue import FarQueue, pieces
from hoplon.league.file import Plan
from hoplon.league.file import make as make_league
from hoplon.league.http_client import Client, NoAnswer, Refusal
from hoplon.league.playing import packed
from hoplon.league.queue import Queue
from hoplon.league.ray_pool import check_place
from hoplon.league.report.matches import LARGEST_KEPT
from hoplon.league.running import Players, running_here
from hoplon.league.settings import Settings
from hoplon.league.sources import entrant_of
from hoplon.league.store import Store
from hoplon.league.token import league_for, new_token
from hoplon.server.work_routes import league_json
from tests.league.leagues import ONE_SEAT, entrant, league_in, played, rows_of
from tests.league.machines import RayCluster, worker
from tests.processes import end
from tests.server.served import Server
from tests.waiting import patience, until

TALKER = """\
import sys
for line in sys.stdin:
    x, y, *_ = line.split()
    for _ in range(int(input())):
        input()
    print("I think", file=sys.stderr, flush=True)
    print("MOVE", x, y, flush=True)
"""
BOTS = {"a": "builtin:wanderer", "b": "builtin:random", "c": "package"}
MANY = 5  # seeds


def make(where: Path, seeds: int = MANY) -> None:
    """A league of two built-in bots and a package."""
    folder = where.parent / "talker"
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(TALKER)
    with Store(str(where), is_new=True) as store:
        league = league_in(store, game=ONE_SEAT, seeds=f"1-{seeds}", longest=40)
        for name, source in BOTS.items():
            text = str(folder) if source == "package" else source
            store.add_version(league, name, entrant_of(text, league.found))


def rows(where: Path) -> list[tuple[Any, ...]]:
    """What a league has come to."""
    with Store(str(where)) as store:
        return rows_of(store, store.league("cup"))


def token_of(where: Path) -> str:
    with Store(str(where)) as store:
        return new_token(store, store.league("cup"))


def done(where: Path) -> int:
    return sum(row[3] == DONE for row in rows(where))


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages are kept among the test's files."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An arena with a league, for one test after another."""
    database = tmp_path_factory.mktemp("arena") / "cup.db"
    make(database)
    found = Server(database)
    found.start(wait=False)
    yield found
    found.stop()


def wait_for(server: Server) -> None:
    """Until it answers."""
    with asking(server, "nonsense") as client, pytest.raises(Refusal):
        client.ask("GET", "/api/workers")


def asking(server: Server, token: str) -> AbstractContextManager[Client]:
    return closing(Client(f"http://{server.base}", token))


def test_workers_that_are_killed_and_a_server_that_restarts_come_to_the_same_results(
    server: Server, tmp_path: Path
) -> None:
    cup, alone = server.database, tmp_path / "alone.db"
    make(alone)
    with Store(str(alone)) as store:
        running_here(store, store.league()).run()
    token = token_of(cup)
    doomed = worker(server, token, tmp_path / "one", "--sandbox", "auto")
    until(lambda: done(cup) > 2, "the first worker plays", doomed)
    doomed.kill()
    end(doomed)
    survivor = worker(server, token, tmp_path / "two", "--sandbox", "auto", "--jobs", "2")
    until(lambda: done(cup) > 6, "the second worker plays", survivor)
    server.kill()
    server.start(wait=False)
    assert survivor.stdout is not None
    said, trouble = survivor.communicate(timeout=patience(240))
    assert survivor.returncode == 0, trouble
    assert "matches played for cup" in said
    assert rows(cup) == rows(alone)
    assert done(cup) == 3 * MANY + 6  # and two matches of each bot's trial
    assert len(list((tmp_path / "two" / "hoplon" / "league-bots").glob("*.zip"))) == 1


def test_a_worker_is_refused_in_one_sentence(server: Server) -> None:
    with asking(server, "nonsense") as client, pytest.raises(Refusal, match="that of no league here"):
        FarQueue(client)
    server.get("/api/workers", expect=401)
    token = token_of(server.database)
    with Store(str(server.database)) as store:
        store.set_token(store.league("cup"), "")
    with asking(server, token) as client, pytest.raises(Refusal, match="that of no league here"):
        FarQueue(client)
    token = token_of(server.database)
    refused = server.post("/api/workers/me/finish", {"played": [{"pairing": 1}]}, token, expect=400)
    assert refused["error"]["text"] == "this is no result as 'hoplon work' sends it"
    server.post("/api/workers/me/lease", {"many": 0, "held": []}, token, expect=422)
    with asking(server, token) as client:
        queue = FarQueue(client)
        assert queue.league.name == "cup"
        with pytest.raises(HoplonError, match="version 1 has no file"):
            queue.bundle(1)
        with pytest.raises(HoplonError, match="has no file"):
            queue.bundle(99)
        assert queue.bundle(3)


def test_what_is_lost_on_the_way_is_given_out_again_and_what_comes_twice_counts_once(
    server: Server,
) -> None:
    with Store(str(server.database)) as store:
        league = make_league(store, Plan("", ONE_SEAT, settings=Settings(seeds="1-9")), "other")
        store.add_version(league, "a", entrant("a"))
        token = new_token(store, league)
    with asking(server, token) as client:
        lose_and_repeat(client)


def lose_and_repeat(client: Client) -> None:
    queue = FarQueue(client)
    me = queue.join("tester", 1)
    assert queue.renew(me)
    lost = client.ask("POST", f"/api/workers/{me}/lease", {"many": 1, "held": []})["tasks"]
    tasks = queue.lease(me, 2)
    assert {one["pairing"] for one in lost} <= {task.pairing for task in tasks}
    results = [played(queue.league, task) for task in tasks]
    assert queue.finish(me, results) == 2
    assert queue.finish(me, results) == 0
    assert queue.progress().done == 2
    held = queue.lease(me, 1)
    queue.leave(me)
    assert queue.progress().leased == 0
    assert held
    assert not queue.renew(me)


SPOILED: list[dict[str, Any]] = [
    {"file": b"garbage"},
    {"file": zlib.compress(b"\xff")},
    {"record": b"garbage"},
    {"record": packed("garbage")},
    {"record": packed("[]")},
    {"measure": 2**70},
    {"turns": -1},
    {"began": float("nan")},
    {"ended": 10**400},
    {"reason": "x" * 65},
    {"again": "\0"},
]
SPOILED_SEATS: list[dict[str, Any]] = [
    {"score": 2**70},
    {"rank": 2**31},
    {"choices": 2**31},
    {"late": "many"},
    {"slowest": float("inf")},
    {"wall": None},
    {"verdict": "x" * 33},
    {"fault": "\ud800"},
]


def test_a_result_that_no_worker_would_send_is_refused_and_nothing_of_it_is_kept(server: Server) -> None:
    with Store(str(server.database)) as store:
        league = make_league(store, Plan("", ONE_SEAT, settings=Settings(seeds="1-9")), "spoiled")
        store.add_version(league, "a", entrant("a"))
        token = new_token(store, league)
    wait_for(server)
    with closing(Client(f"http://{server.base}", token, wait=0.0)) as client:
        queue = FarQueue(client)
        me = queue.join("tester", 1)
        (task,) = queue.lease(me, 1)
        sound = played(queue.league, task)
        spoiled = [replace(sound, **fields) for fields in SPOILED]
        spoiled += [replace(sound, seats=(replace(sound.seats[0], **seat),)) for seat in SPOILED_SEATS]
        for one in spoiled:
            with pytest.raises(Refusal, match=r"no result as 'hoplon work' sends it|body.*Invalid JSON"):
                queue.finish(me, [one])
        large = packed(" " * (LARGEST_KEPT + 1))
        with pytest.raises(Refusal, match="16 MB when unpacked"):
            queue.finish(me, [replace(sound, file=large)])
        full = [replace(sound, file=packed(" " * LARGEST_KEPT)).as_json()] * 17
        with pytest.raises(Refusal, match="256 MB in all when unpacked"):
            client.ask("POST", f"/api/workers/{me}/finish", {"played": full})
        assert queue.progress().done == 0
        assert queue.finish(me, [replace(sound, record=large)]) == 1  # without it
    assert server.get("/api/leagues/spoiled/matches") is not None


def test_a_large_body_is_for_results_alone_and_read_after_the_token(server: Server) -> None:
    wait_for(server)
    large = "x" * (2 << 20)
    server.post("/api/workers/me/lease", {"many": 1, "held": large}, "nonsense", expect=413)
    refused = server.post("/api/workers/me/finish", {"played": large}, "nonsense", expect=401)
    assert "that of no league here" in refused["error"]["text"]
    refused = server.post("/api/workers/me/finish", {"played": large}, token_of(server.database), expect=400)
    assert refused["error"]["text"] == "body.played: Input should be a valid array"


def test_a_file_that_is_not_what_its_digest_says_is_not_kept(tmp_path: Path) -> None:
    where = tmp_path / "cup.db"
    make(where)
    with Store(str(where)) as store:
        version = next(one for one in store.versions(store.league("cup")) if one.kind == PACKAGE)
        content = store.bundle(version.id)
    assert content is not None
    folder = tmp_path / "state" / "hoplon" / "league-bots"
    for wrong, given, said in (
        (replace(version, digest="../../outside"), content, "its digest is not one of 64"),
        (replace(version, digest="0" * 64), content, "has another digest"),
        (version, b"garbage", "is a damaged zip file"),
        (replace(version, kind=NETWORK), content, "has another digest"),
    ):
        with pytest.raises(NotHere, match=said):
            kept_file(wrong, {version.id: given}.get)
        assert not list(tmp_path.rglob("outside*"))
        assert not folder.exists() or not list(folder.iterdir())
    assert kept_file(version, lambda _: content).read_bytes() == content


def test_a_server_that_is_gone_is_one_sentence() -> None:
    with pytest.raises(NoAnswer, match=r"http://127.0.0.1:9 does not answer"):
        FarQueue(Client("http://127.0.0.1:9", "token", wait=0.0))


@pytest.mark.parametrize(
    ("address", "token", "said"),
    [
        ("ftp://here", "token", "the address 'ftp://here' is not understood; expected"),
        ("arena.example", "token", "is not understood"),
        ("http://host:port", "token", "is not understood"),
        ("http://host", "", "the token is not understood"),
        ("http://host", "two words", "the token is not understood"),
    ],
)
def test_a_bad_address_or_token_is_refused(address: str, token: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Client(address, token)


def test_a_token_is_kept_as_a_hash_and_opens_its_own_league_only(tmp_path: Path) -> None:
    make(tmp_path / "cup.db")
    with Store(str(tmp_path / "cup.db")) as store:
        league = store.league()
        assert league_for(store, "") is None
        token = new_token(store, league)
        assert token not in store.token(league)
        assert league_for(store, token) == league
        assert league_for(store, new_token(store, league)) == league
        assert league_for(store, token) is None


def test_a_league_of_other_rules_is_refused_by_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.testing import CliRunner

    from hoplon.cli import app
    from hoplon.league import far_queue

    make(tmp_path / "cup.db")
    with Store(str(tmp_path / "cup.db")) as store:
        told = league_json(store.league())
    assert league_of(told).name == "cup"

    def other(queue: FarQueue, client: Client) -> None:
        queue.version, queue.league = "9.9.9", league_of(told | {"rules": 99})

    monkeypatch.setattr(far_queue.FarQueue, "__init__", other)
    result = CliRunner().invoke(app, ["work", "http://127.0.0.1:9", "--token", "token"])
    assert result.exit_code == 2
    assert "http://127.0.0.1:9 has Hoplon 9.9.9" in result.stderr
    assert "Traceback" not in result.stderr


def test_results_are_sent_in_pieces_that_are_not_too_large(tmp_path: Path) -> None:
    make(tmp_path / "cup.db")
    with Store(str(tmp_path / "cup.db")) as store:
        league: League = store.league()
        queue = Queue(store, league)
        tasks = queue.lease(queue.join("me", 1), 6)
    large = packed(os.urandom(2 << 20).hex())
    many = [played(league, task, record=large) for task in tasks]
    groups = list(pieces(many))
    assert [one for group in groups for one in group] == many
    assert [len(group) for group in groups] == [2, 2, 2]
    assert all(len(json.dumps([one.as_json() for one in group])) < 16 << 20 for group in groups)


def test_a_package_is_fetched_once_and_kept_by_its_digest(tmp_path: Path) -> None:
    make(tmp_path / "cup.db")
    with Store(str(tmp_path / "cup.db")) as store:
        league = store.league()
        queue = Queue(store, league)
        tasks = queue.lease(queue.join("me", 1), 6)
        task = next(task for task in tasks if 3 in task.versions)
        asked: list[int] = []

        class Counting:
            def versions(self, of: League) -> Any:
                return store.versions(of)

            def bundle(self, version: int) -> bytes | None:
                asked.append(version)
                return store.bundle(version)

        for _ in range(2):
            assert Players(Counting(), league).seated(task).players[0].endswith(".zip")
        assert asked == [3]


@pytest.mark.parametrize("on", ["spark", "ray:", "ray://", "Ray"])
def test_a_place_that_is_none_is_refused(on: str) -> None:
    with pytest.raises(BadOption, match="is not understood; expected ray"):
        check_place(on)


@pytest.mark.skipif("HOPLON_CLUSTER" not in os.environ, reason="make soak starts a Ray cluster")
def test_a_ray_cluster_one_of_whose_nodes_is_killed_comes_to_the_same_results(tmp_path: Path) -> None:
    cup, alone = tmp_path / "cup.db", tmp_path / "alone.db"
    make(alone, 30)
    make(cup, 30)
    with Store(str(alone)) as store:
        running_here(store, store.league()).run()
    with RayCluster() as cluster:
        driver = cluster.driver(str(cup), tmp_path / "driver")
        for _ in cluster.acts:
            before = done(cup)
            until(lambda before=before: done(cup) > before + 10, "the cluster plays", driver, 600)
            cluster.next_act()
        said, trouble = driver.communicate(timeout=patience(600))
        assert driver.returncode == 0, trouble
        assert "matches played" in said
    assert rows(cup) == rows(alone)
