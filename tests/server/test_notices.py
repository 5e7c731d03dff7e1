"""Who is told when it is their turn: feeds, webhooks, and what a server never connects to."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from served import Begun, Server

from hoplon.core.leaving import AGREED
from hoplon.server import posting, webhooks
from hoplon.server.posting import Address, PostFailed, check_answer, look_up, post, read_address
from hoplon.server.refusals import Refused
from hoplon.server.store import Store
from hoplon.server.stored_match import Call, Seat, StoredMatch
from hoplon.server.webhooks import Hooks, Webhook, Webhooks
from tests.waiting import until, until_async

ME, FRIEND = {"player": "me", "name": "Ada"}, {"player": "friend", "name": "Bo & <Co>"}
ATOM = "{http://www.w3.org/2005/Atom}"


class Receiver:
    """Somebody who is called, on this machine."""

    def __init__(self, *answers: int) -> None:
        self.heard: list[Any] = []
        answered = list(answers)
        heard = self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heard.append(json.loads(body))
                self.send_response(answered.pop(0) if answered else 204)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/hook?who=ada"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def receiver(*answers: int) -> Iterator[Receiver]:
    """Somebody who is called, and answers with these numbers first."""
    found = Receiver(*answers)
    try:
        yield found
    finally:
        found.close()


def entries_of(server: Server, feed: str) -> list[dict[str, str]]:
    """The entries of a feed, which has what Atom asks for."""
    answer = server.http.get(feed)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert len(root.findall(f"{ATOM}{name}")) == 1
    found = [
        {name: str(entry.findtext(f"{ATOM}{name}")) for name in ("id", "title", "updated", "summary")}
        for entry in root.findall(f"{ATOM}entry")
    ]
    assert len({entry["id"] for entry in found}) == len(found)
    assert sorted((entry["updated"] for entry in found), reverse=True) == [one["updated"] for one in found]
    return found


def play(server: Server, match: Begun, seat: int) -> None:
    """Let the characters of a seat stay, until the other is to move."""
    number = server.get(match.path)["number"]
    while True:
        state = match.choose("stay", number, token=match.tokens[seat])
        number = state["number"]
        if state["to_move"] != seat:
            return


def restart(server: Server) -> None:
    """Stop a server and start it again."""
    server.stop()
    server.start(wait=False)

    def answers() -> bool:
        try:
            return bool(server.http.get("/api/games").is_success)
        except httpx.TransportError:
            return False

    until(answers, "the server answers", server.process)


def test_a_match_by_correspondence_is_told_over_two_restarts_by_feed_and_webhook(tmp_path: Path) -> None:
    with receiver() as called, Server(tmp_path / "arena.sqlite", "--local-webhooks") as server:
        match = server.begin("hexabomb", seats=[ME, FRIEND], clock="3d")
        for token in match.tokens:
            server.post(f"{match.path}/share", {"share": ""}, token)
        ada, bo = (server.get(f"{match.path}/notices", token) for token in match.tokens)
        assert (bo["webhooks"], bo["webhook"]) == (True, "")
        told = server.post(f"{match.path}/webhook", {"url": called.url}, match.tokens[1])
        assert told["webhook"] == called.url
        assert [one["title"] for one in entries_of(server, ada["feed"])] == [
            "It is your turn: hexabomb with Bo & <Co>."
        ]
        assert entries_of(server, bo["feed"]) == []
        assert called.heard == []  # it is not Bo's turn
        for turn in range(2):
            restart(server)
            play(server, match, 0)
            until(lambda turn=turn: len(called.heard) == turn + 1, "Bo is called", server.process)
            page = f"http://{server.base}/match/{match.id}" if turn == 0 else called.heard[-1]["page"]
            assert called.heard[-1] | {"at": 0} == {
                "type": "turn",
                "text": "It is your turn: hexabomb with Ada.",
                "match": match.id,
                "game": "hexabomb",
                "seat": 1,
                "name": "Bo & <Co>",
                "number": 8 * turn + 2,
                "at": 0,
                "page": page,
            }
            assert len(entries_of(server, bo["feed"])) == turn + 1
            play(server, match, 1)
        titles = [one["summary"] for one in entries_of(server, bo["feed"])]
        assert titles == ["After 10 choices.", "After 2 choices."]
        server.post(f"{match.path}/resign", token=match.tokens[0])
        until(lambda: len(called.heard) == 3, "Bo hears of the end", server.process)
        assert called.heard[-1]["type"] == "over"
        assert called.heard[-1]["text"] == "hexabomb with Ada is over: Ada resigned."
        assert entries_of(server, bo["feed"])[0]["title"] == called.heard[-1]["text"]
        until(
            lambda: server.get(f"{match.path}/notices", match.tokens[1])["webhook"] == "", "it is forgotten"
        )
        assert server.http.get(bo["feed"][:-1] + "x").status_code == 401
        assert server.http.get(bo["feed"].replace("seat=1", "seat=0")).status_code == 401
        assert server.http.get(bo["feed"].replace("seat=1", "seat=9")).status_code == 401
        assert server.http.get(f"{match.path}/feed?seat=1&key=é").status_code == 401
        assert server.http.get("/api/matches/none/feed?seat=1&key=x").status_code == 404
        server.get(f"{match.path}/notices", expect=403)


def test_a_server_calls_nobody_unless_its_host_says_so(server: Server) -> None:
    match = server.begin("hexabomb", seats=[ME, FRIEND])
    assert server.get(f"{match.path}/notices", match.tokens[0])["webhooks"] is False
    refused = server.post(
        f"{match.path}/webhook", {"url": "https://example.org/"}, match.tokens[0], expect=403
    )
    assert "--webhooks" in refused["error"]["text"]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://ada@example.org/",
        "https://example.org:99999/",
        "https://example.org:0/",
        "https://example.org/a b",
        "https://example.org/\r\nX: y",
        "https://exämple.org/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[fec0::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/",
        f"https://example.org/{'x' * 500}",
    ],
)
def test_an_address_that_is_not_public_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="the address"):
        read_address(url)


def test_a_public_address_is_read_and_this_machine_only_where_it_is_allowed() -> None:
    assert read_address("https://example.org/a?b=c") == Address("https", "example.org", 443, "/a?b=c")
    assert read_address("https://[2a00:1450::1]:8443").place == "[2a00:1450::1]:8443"
    assert read_address("https://93.184.216.34/").host == "93.184.216.34"
    assert read_address("http://127.0.0.1:80/x", is_local=True).place == "127.0.0.1"
    with pytest.raises(Refused):
        read_address("http://10.0.0.1/", is_local=True)
    with pytest.raises(Refused):
        read_address("http://93.184.216.34/", is_local=True)  # only https leaves this machine


async def test_a_name_that_leads_to_this_machine_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PostFailed, match="not a public address"):
        await look_up(read_address("https://localhost/"), is_local=False)

    # A name may have a public address at first, or one beside others.
    def found(*_: object, **__: object) -> list[Any]:
        return [(2, 1, 6, "", (host, 443)) for host in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(posting.socket, "getaddrinfo", found)
    with pytest.raises(PostFailed, match="not a public address"):
        await look_up(read_address("https://example.org/"), is_local=False)


async def test_what_is_connected_to_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def found(*_: object) -> str:
        return "127.0.0.1"

    with receiver() as called:
        address = read_address(called.url, is_local=True)
        monkeypatch.setattr(posting, "look_up", found)
        with pytest.raises(PostFailed, match="not a public address"):
            await post(address, {}, is_local=False)
        assert called.heard == []


async def test_redirects_are_not_followed_and_slow_answers_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with receiver(302, 500) as called:
        address = read_address(called.url, is_local=True)
        for why in ("redirects are not followed", "answered 500"):
            with pytest.raises(PostFailed, match=why):
                await post(address, {"a": 1}, is_local=True)
        await post(address, {"a": 2}, is_local=True)
        assert called.heard == [{"a": 1}, {"a": 1}, {"a": 2}]
    with pytest.raises(PostFailed, match="cannot be reached"):
        await post(address, {}, is_local=True)
    with pytest.raises(PostFailed, match="not HTTP"):
        check_answer(address, b"SSH-2.0\r\n")
    monkeypatch.setattr(posting, "SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # which takes connections and says nothing
        port = silent.getsockname()[1]
        with pytest.raises(PostFailed, match="did not answer"):
            await post(Address("http", "127.0.0.1", port, "/"), {}, is_local=True)


def a_card(*calls: Call) -> StoredMatch:
    """A match of two."""
    seats = [Seat("me", "Ada", token="a"), Seat("friend", "Bo", token="b")]
    return StoredMatch("one", "hexabomb", 1, 7, 5, {}, seats, calls=list(calls))


async def test_who_does_not_answer_is_called_a_few_times_and_then_given_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "PAUSES", (0.01, 0.01))
    await store.add_match(a_card(Call(1, 2, 1000.0)))
    with receiver(500, 500, 500, 500) as called:
        store.webhooks.put(Webhook("one", 1, called.url, "page", "b"))
        calling = Webhooks(store.webhooks, Hooks.LOCAL)
        calling.start()
        await until_async(lambda: "given up" in store.webhooks.one("one", 1).fault, "it is given up")
        await calling.close()
        assert len(called.heard) == 3
        assert store.webhooks.one("one", 1).sent == 1000.0


async def test_of_two_servers_one_calls_and_each_turn_is_told_once(store: Store) -> None:
    await store.add_match(a_card(Call(1, 2, 1000.0)))
    with receiver() as called:
        store.webhooks.put(Webhook("one", 1, called.url, "page", "b"))
        servers = [Webhooks(store.webhooks, Hooks.LOCAL) for _ in range(2)]
        for one in servers:
            one.start()
        await until_async(lambda: store.webhooks.one("one", 1).sent == 1000.0, "it is told")
        for one in servers:
            one.wake()
            await one.close()
        assert len(called.heard) == 1


async def test_what_was_told_since_somebody_looked_cannot_be_claimed(store: Store) -> None:
    await store.add_match(a_card(Call(1, 2, 1000.0)))
    store.webhooks.put(Webhook("one", 1, "http://127.0.0.1:9/", "page", "b"))
    seen = store.webhooks.one("one", 1)
    assert store.webhooks.claim(seen, 5.0)
    store.webhooks.settle(seen, 1000.0, "")
    assert not store.webhooks.claim(seen, 5.0)


def test_whose_seat_was_handed_over_is_not_called_any_longer() -> None:
    card = a_card(Call(1, 2, 1000.0))
    assert webhooks.due_of(Webhook("one", 1, "u", "p", "b"), card) is not None
    assert webhooks.due_of(Webhook("one", 1, "u", "p", "b", sent=1000.0), card) is None
    assert webhooks.due_of(Webhook("one", 1, "u", "p", "other"), card) is None
    assert webhooks.due_of(Webhook("one", 0, "u", "p", "a"), card) is None  # it is Bo's turn
    card.ended = AGREED
    card.calls.append(Call(-1, 5, 1001.0))
    assert webhooks.due_of(Webhook("one", 0, "u", "p", "a"), card) is not None
