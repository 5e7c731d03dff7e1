"""Ladders: identities, rated matches of people and programs elsewhere, and results that are counted once."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from served import Server, bearer
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hoplon.core.proof import new_secret
from hoplon.league.store import Store as Leagues
from hoplon.league.tables import attempts, bots, pairings, results, versions
from hoplon.protocols.ladder_seat import LadderSeat, ladders_of, read_site
from hoplon.protocols.remote import Refusal
from hoplon.server.ladder_leagues import make_ladder
from tests.processes import end, start
from tests.waiting import patience, until

FAST = {"turns": "1"}


class Arena(Server):
    """A server with ladders."""

    @property
    def url(self) -> str:
        """Its database."""
        return f"sqlite:///{self.database}"

    def person(self, name: str) -> str:
        """A new person; their secret."""
        secret = new_secret()[:32]
        self.post("/api/me", {"secret": secret, "name": name}, expect=201)
        return secret

    def bot(self, owner: str, name: str) -> str:
        """A new bot; its token."""
        return str(self.post("/api/me/bots", {"name": name}, owner, expect=201)["token"])

    def rows(self, table: Any) -> int:
        """How many rows a table has."""
        with Leagues(self.url) as leagues, leagues.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)

    def settled(self, count: int) -> None:
        """Wait until so many pairings are decided."""
        until(lambda: self.rows(attempts) >= count, "the matches are counted", self.process)


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """An arena with a ladder of a game of two, and of one that is played alone."""
    database = tmp_path_factory.mktemp("ladder") / "arena.sqlite"
    with Arena(database, "--limit", "people=1000") as running:
        with Leagues(running.url) as leagues:
            make_ladder(leagues, "hexabomb", FAST, "1m+1s")
            make_ladder(leagues, "codekeeper", {}, "2m")
        yield running


class Guest:
    """Somebody who waits at a ladder."""

    def __init__(self, arena: Arena, game: str, token: str, **more: Any) -> None:
        self.arena, self.token = arena, token
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(f"ws://{arena.base}/api/ladders/{game}/socket"))
        self.socket.send(json.dumps({"type": "hello", "token": token, **more}))

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def hear(self, kind: str) -> Any:
        """The next message of a kind."""
        while True:
            message = json.loads(self.socket.recv(timeout=patience()))
            if message["type"] == kind:
                return message
            assert message["type"] != "error", message


def play_out(arena: Arena, match: str, tokens: list[str]) -> Any:
    """Everybody chooses the first that is offered, until the end."""
    for token in tokens:
        arena.post(f"/api/matches/{match}/share", {"share": ""}, token)
    boards = [arena.board(match, token) for token in tokens]
    held = {seat: board for board in boards for seat in board.welcome["held"]}
    while not boards[0].state["outcome"]:
        mover = boards[0].state["to_move"]
        board = held[mover]
        while board.state["number"] < boards[0].state["number"]:
            board.hear()
        number = board.state["number"]
        board.say({"type": "choose", "choice": board.state["choices"][0]["text"], "number": number})
        while boards[0].state["number"] <= number:
            boards[0].hear()
    state = boards[0].state
    for board in boards:
        board.close()
    return state


def test_who_has_the_secret_is_the_same_person_everywhere(arena: Arena) -> None:
    secret = arena.person("Ada")
    told = arena.get("/api/me", secret)
    assert (told["name"], told["kind"], told["bots"]) == ("Ada", "person", [])
    again = arena.http.post("/api/me", json={"secret": secret})
    assert (again.status_code, again.json()["id"]) == (200, told["id"])
    wrong = arena.get("/api/me", new_secret()[:32], expect=401)
    assert "nobody here has this token or recovery phrase" in wrong["error"]["text"]
    assert arena.get("/api/me", expect=401)["error"]["code"] == "token"
    for bad in ("short", "G" * 32, secret.upper() + "00"):
        answer = arena.http.post("/api/me", json={"secret": bad})
        assert answer.status_code == 400, answer.text
    stored = arena.database.read_bytes()
    assert secret.encode() not in stored


def test_no_two_have_the_same_name_and_the_host_may_forbid_one(arena: Arena) -> None:
    secret = arena.person("Grace")
    taken = arena.http.post("/api/me", json={"secret": new_secret()[:32], "name": "gràce"})
    assert taken.status_code == 409
    assert "called 'gràce' here already" in taken.json()["error"]["text"]
    assert arena.post("/api/me/name", {"name": "Hopper"}, secret)["name"] == "Hopper"
    assert arena.get(f"/api/people/{arena.get('/api/me', secret)['id']}")["name"] == "Hopper"
    moderation = [sys.executable, "-m", "hoplon.cli", "arena", "mute", "hopper", "--database", arena.url]
    assert start(moderation, stdout=subprocess.DEVNULL).wait(patience()) == 0
    hidden = arena.get("/api/me", secret)
    assert hidden["name"] == f"Player {hidden['id']}"
    again = arena.http.post("/api/me/name", json={"name": "Hopper"}, headers=bearer(secret))
    assert (again.status_code, again.json()["error"]["code"]) == (403, "forbidden")
    empty = arena.http.post(
        "/api/me/name", json={"name": "  "}, headers={"Authorization": f"Bearer {secret}"}
    )
    assert empty.status_code == 400


def test_a_rated_match_of_two_is_counted_once_and_freezes_names_and_choices(arena: Arena) -> None:
    one, two = arena.person("Euler"), arena.person("Gauss")
    before = arena.rows(attempts)
    with Guest(arena, "hexabomb", one) as first, Guest(arena, "hexabomb", two) as second:
        assert first.hear("welcome")["rating"] == 1500
        second.hear("welcome")
        offer = first.hear("offer")
        assert second.hear("offer")["match"] == offer["match"]
        match = offer["match"]
        told = arena.get(f"/api/matches/{match}")
        assert (told["rated"], told["clock"]) == (True, "1m+1s")
        assert {seat["name"] for seat in told["seats"]} == {"Euler", "Gauss"}
        assert match in [one["match"] for one in live_at(arena)]
        with arena.board(match, one) as board, arena.board(match, two) as other:
            while board.state["waits"]:
                board.hear()
            while other.state["waits"]:
                other.hear()
            mover = board if board.welcome["held"] == [board.state["to_move"]] else other
            mover.choose()
            assert not mover.state["undo"]
            for refused in ("undo", "redo", "claim", "name"):
                answer = mover.ask(refused, number=1, seat=0, name="Me")
                assert answer["type"] == "error", answer
        play_out(arena, match, [one, two])
        assert first.hear("over")["match"] == match
    arena.settled(before + 1)
    with Leagues(arena.url) as leagues, leagues.reading() as connection:
        wanted = select(results).join(attempts, attempts.c.pairing == results.c.pairing)
        rows = connection.execute(wanted.where(attempts.c.arena == match)).all()
    assert len(rows) == 2
    history = arena.get("/api/me", one)["matches"]
    assert [found["match"]["id"] for found in history] == [match]
    assert history[0]["counts"]
    assert match not in [one["match"] for one in live_at(arena)]


def live_at(arena: Arena) -> list[dict[str, Any]]:
    """What a projector would show of the ladder."""
    found = [one["id"] for one in arena.get("/api/leagues") if one["game"] == "hexabomb"]
    return [match for league in found for match in arena.get(f"/api/leagues/{league}/live")]


def test_who_resigns_has_lost(arena: Arena) -> None:
    one, two = arena.person("Noether"), arena.person("Hilbert")
    done = arena.rows(attempts)
    with Guest(arena, "hexabomb", one) as first, Guest(arena, "hexabomb", two) as second:
        match = first.hear("offer")["match"]
        second.hear("offer")
        for token in (one, two):
            arena.post(f"/api/matches/{match}/share", {"share": ""}, token)
        arena.post(f"/api/matches/{match}/resign", token=one)
        told = arena.get(f"/api/matches/{match}")
        assert told["says"] == "Noether resigned"
        arena.settled(done + 1)


def test_alone_two_play_the_same_seed_and_are_compared(arena: Arena) -> None:
    """Nobody sees the other's match before both have ended; each has a result on the same seed."""
    one, two = arena.person("Curie"), arena.person("Meitner")
    done = arena.rows(attempts)
    with Guest(arena, "codekeeper", one) as first, Guest(arena, "codekeeper", two) as second:
        matches = [guest.hear("offer")["match"] for guest in (first, second)]
        assert len(set(matches)) == 2
        for match, token in zip(matches, (one, two), strict=True):
            arena.post(f"/api/matches/{match}/share", {"share": ""}, token)
        arena.post(f"/api/matches/{matches[0]}/resign", token=one)
        sealed = arena.get(f"/api/matches/{matches[0]}/file", two, expect=401)
        assert sealed["error"]["code"] == "token"
        arena.post(f"/api/matches/{matches[1]}/resign", token=two)
        arena.settled(done + 2)
    files = [arena.get(f"/api/matches/{match}/file") for match in matches]
    seeds = {line for file in files for line in file.splitlines() if line.startswith(("seed", "key"))}
    assert len(seeds) == 1


def stay(arena: Arena, token: str, **more: Any) -> tuple[LadderSeat, threading.Thread, list[str]]:
    """A bot of Hoplon stays at the ladder, in a thread."""
    said: list[str] = []
    seat = LadderSeat(f"http://{arena.base}", "hexabomb", token, "painter", said.append, **more)
    thread = threading.Thread(target=seat.play, daemon=True)
    thread.start()
    return seat, thread, said


@contextmanager
def staying(arena: Arena, *tokens: str, **more: Any) -> Iterator[list[list[str]]]:
    """Bots that stay, and what they say."""
    found = [stay(arena, token, **more) for token in tokens]
    try:
        yield [said for _, _, said in found]
    finally:
        for seat, _, _ in found:
            seat.stop()
        for _, thread, _ in found:
            thread.join(patience())


def test_remote_bots_play_again_and_again_and_a_new_version_starts_clean(arena: Arena) -> None:
    tokens = [arena.bot(arena.person(name), f"bot of {name}") for name in ("Turing", "Church")]
    assert sorted(ladders_of(f"http://{arena.base}")) == ["codekeeper", "hexabomb"]
    done = arena.rows(attempts)
    with staying(arena, *tokens, games=2, digest="one"):
        arena.settled(done + 3)
    with Guest(arena, "hexabomb", tokens[0], digest="two") as guest:
        assert guest.hear("welcome")["version"] == 2
    with Guest(arena, "hexabomb", tokens[0], digest="two") as guest:
        assert guest.hear("welcome")["version"] == 2
    with Leagues(arena.url) as leagues:
        league = leagues.league("ladder-hexabomb")
        found = [one for one in leagues.versions(league) if one.name == "bot of Turing"]
    assert [(one.number, one.state, one.kind) for one in found] == [
        (1, "replaced", "remote"),
        (2, "playing", "remote"),
    ]


def test_a_revoked_token_is_worth_nothing(arena: Arena) -> None:
    owner = arena.person("Knuth")
    token = arena.bot(owner, "tex")
    bot = arena.get("/api/me", owner)["bots"][0]["id"]
    with Guest(arena, "hexabomb", token) as guest:
        guest.hear("welcome")
        answer = arena.http.delete(f"/api/me/bots/{bot}", headers={"Authorization": f"Bearer {owner}"})
        assert answer.status_code == 200
        with pytest.raises((AssertionError, ConnectionClosed)):
            guest.hear("offer")
    seat = LadderSeat(f"http://{arena.base}", "hexabomb", token, "painter", print)
    with pytest.raises(Refusal, match="nobody here has this token"):
        seat.play()
    assert (
        arena.http.delete("/api/me/bots/x", headers={"Authorization": f"Bearer {owner}"}).status_code == 404
    )
    assert arena.get("/api/me", owner)["bots"] == []


def test_who_is_deleted_leaves_no_name(arena: Arena) -> None:
    one, two = arena.person("Zermelo"), arena.person("Fraenkel")
    done = arena.rows(attempts)
    with Guest(arena, "hexabomb", one) as first, Guest(arena, "hexabomb", two) as second:
        match = first.hear("offer")["match"]
        second.hear("offer")
        for token in (one, two):
            arena.post(f"/api/matches/{match}/share", {"share": ""}, token)
        answer = arena.http.delete("/api/me", headers={"Authorization": f"Bearer {one}"})
        assert answer.status_code == 200, answer.text
    arena.settled(done + 1)
    assert arena.get("/api/me", one, expect=401)

    def is_gone() -> bool:
        return all(seat["name"] != "Zermelo" for seat in arena.get(f"/api/matches/{match}")["seats"])

    until(is_gone, "the name is gone", arena.process)
    with Leagues(arena.url) as leagues, leagues.reading() as connection:
        known = [str(name) for (name,) in connection.execute(select(bots.c.name))]
    assert "Zermelo" not in known
    assert "Fraenkel" in known


def test_bad_addresses_and_games_are_refused_in_a_sentence(arena: Arena) -> None:
    token = arena.bot(arena.person("Gödel"), "incomplete")
    answer = arena.http.post(
        "/api/ladders/chess/enter", json={}, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 404
    assert "no ladder of 'chess'" in answer.json()["error"]["text"]
    with Guest(arena, "hexabomb", "nonsense") as guest, pytest.raises(AssertionError, match="token"):
        guest.hear("welcome")
    with pytest.raises(Exception, match="no address of an arena"):
        read_site("arena.example")


def test_whoever_has_played_enough_today_is_told_how_long_to_wait(tmp_path: Path) -> None:
    """The server is killed in the middle of a match, which is finished and counted once afterwards."""
    with Arena(tmp_path / "arena.sqlite", "--limit", "rated=1") as arena:
        with Leagues(arena.url) as leagues:
            make_ladder(leagues, "hexabomb", FAST, "10m")
        one, two = arena.person("Kepler"), arena.person("Brahe")
        with Guest(arena, "hexabomb", one) as first, Guest(arena, "hexabomb", two) as second:
            match = first.hear("offer")["match"]
            second.hear("offer")
            for token in (one, two):
                arena.post(f"/api/matches/{match}/share", {"share": ""}, token)
        arena.kill()
        arena.start()
        with Guest(arena, "hexabomb", two) as guest, pytest.raises(AssertionError, match="often"):
            guest.hear("welcome")
        answer = arena.http.post(
            "/api/ladders/hexabomb/enter", json={}, headers={"Authorization": f"Bearer {one}"}
        )
        assert answer.status_code == 429
        assert 80_000 < int(answer.headers["retry-after"]) <= 86_400
        assert "has begun 1 rated matches within a day" in answer.json()["error"]["text"]
        assert arena.get(f"/api/matches/{match}")["ended"] is None
        arena.post(f"/api/matches/{match}/resign", token=one)
        arena.kill()  # perhaps before it is counted
        arena.start()
        arena.settled(1)
        assert (arena.rows(attempts), arena.rows(results), arena.rows(pairings)) == (1, 2, 1)
        assert arena.rows(versions) >= 2


def test_who_accepts_and_vanishes_is_not_counted_and_has_to_rest(tmp_path: Path) -> None:
    with Arena(tmp_path / "arena.sqlite", "--limit", "coming=1") as arena:
        with Leagues(arena.url) as leagues:
            make_ladder(leagues, "hexabomb", FAST, "10m")
        one, two = arena.person("Castor"), arena.person("Pollux")
        with Guest(arena, "hexabomb", one) as first, Guest(arena, "hexabomb", two) as second:
            match = first.hear("offer")["match"]
            second.hear("offer")
            arena.http.post(f"/api/matches/{match}/share", json={"share": ""}, headers=bearer(one))
            rest = second.hear("rest")
            assert (rest["seconds"], rest["why"]) == (60.0, "you did not come")
            assert first.hear("over")["match"] == match
        with Guest(arena, "hexabomb", two) as again:  # connecting again ends no rest
            assert 0 < again.hear("rest")["seconds"] <= 60
        assert arena.get(f"/api/matches/{match}")["ended"] == "void"
        with Leagues(arena.url) as leagues, leagues.reading() as connection:
            assert [state for (state,) in connection.execute(select(pairings.c.state))] == ["void"]
        assert arena.rows(results) == 0


def test_a_bot_stays_at_the_ladder_while_the_arena_restarts(tmp_path: Path) -> None:
    """By the command, against a bot of the server; what it was playing goes on, and more follows."""
    with Arena(tmp_path / "arena.sqlite") as arena:
        with Leagues(arena.url) as leagues:
            make_ladder(leagues, "hexabomb", {"turns": "3"}, "10m")
        tokens = [arena.bot(arena.person(name), f"{name}'s") for name in ("Romulus", "Remus")]
        command = [sys.executable, "-m", "hoplon.cli", "seat", "--arena", f"http://{arena.base}", "painter"]
        seats = [
            start(
                [*command, "--token", token, "--games", "2", "--clock", "60"],
                stderr=subprocess.PIPE,
                text=True,
            )
            for token in tokens
        ]
        try:
            arena.settled(2)
            arena.kill()
            arena.start()
            played = arena.rows(attempts)
            arena.settled(played + 2)
            assert [seat.poll() for seat in seats] == [None, None]
        finally:
            for seat in seats:
                end(seat)
        with Leagues(arena.url) as leagues, leagues.reading() as connection:
            counted = connection.execute(select(results.c.pairing)).all()
        assert len(counted) == 2 * arena.rows(attempts)
