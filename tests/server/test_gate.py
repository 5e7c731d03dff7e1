"""Who says nothing keeps nobody out, who takes too much is told so, and the log stays quiet."""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from served import Server
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from hoplon import cli
from hoplon.core.errors import BadOption
from hoplon.server import gate as gate_module
from hoplon.server import limits
from hoplon.server import shares as shares_module
from hoplon.server.gate import Gate, Seldom, gated_server
from hoplon.server.limits import RequestLimits
from hoplon.server.shares import Meter, Meters, Shares, client_at, read_shares
from tests.waiting import patience

FILES = 400  # that a small system has
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files are counted as on Unix")


class Logged(Server):
    """A server whose stderr is kept."""

    def __init__(self, folder: Path, *more: str) -> None:
        super().__init__(folder / "arena.sqlite", *more)
        self.log = folder / "log"

    def start(self, wait: bool = True) -> None:
        """Start it with few files."""
        with self.log.open("w") as log:
            self.started_with(log)
            super().start(wait)

    def started_with(self, log: Any) -> None:
        """What the process gets."""
        self.settings = {"stderr": log, "preexec_fn": few_files}

    def said(self) -> str:
        """What it has written."""
        return self.log.read_text()


def few_files() -> None:
    """In the new process: so many files and no more."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    """A server on a small system."""
    limits = ("--limit", "matches=8", "--limit", "bots=2", "--limit", "uploads=1")
    with Logged(tmp_path_factory.mktemp("small"), *limits) as running:
        yield running


def connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """A connection that says nothing; any address of the loopback network may be its source."""
    return socket.create_connection(("127.0.0.1", server.port), patience(), (source, 0))


def asked(server: Server, source: str, said: bytes = b"GET /api/games/none/rules HTTP/1.1\r\n") -> bytes:
    """What is answered to a request from an address."""
    with connected(server, source) as one:
        one.sendall(said + b"Host: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        try:
            while more := one.recv(65536):
                answer += more
        except ConnectionError:
            pass
        return answer


def test_silent_connections_keep_nobody_out(small: Logged) -> None:
    silent = [connected(small, f"127.0.1.{n % 3 + 1}") for n in range(420)]
    try:
        for source in ("127.0.0.1", "127.0.1.1", "127.0.9.9"):
            assert b" 404 " in asked(small, source)
        assert small.get("/api/games")
    finally:
        for one in silent:
            one.close()
    assert "Traceback" not in small.said()
    assert small.said().count("\n") <= 2


def test_busy_connections_of_one_address_leave_room_for_others(small: Logged) -> None:
    match = small.begin("hoplite", seed=7)
    boards = []
    try:
        for _ in range(120):
            one = connected(small, "127.0.2.1")
            one.sendall(
                f"GET /api/matches/{match.id}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            boards.append(one)
            if not one.recv(100).startswith(b"HTTP/1.1 101"):
                break
        assert 90 <= len(boards) <= 101
        refused = asked(small, "127.0.2.1")
        assert b" 429 " in refused
        assert b"retry-after: 10" in refused
        assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"]["code"] == "often"
        assert b" 404 " in asked(small, "127.0.2.2")
    finally:
        for one in boards:
            one.close()
    assert "Traceback" not in small.said()


class Pipe:
    """A transport that only counts."""

    def __init__(self) -> None:
        self.is_shut = False
        self.unread = 0

    def abort(self) -> None:
        """Shut it."""
        self.is_shut = True

    def get_write_buffer_size(self) -> int:
        """What nobody has read yet."""
        return self.unread


class Caller:
    """A connection from an address."""

    def __init__(self, host: str) -> None:
        self.client, self.transport = (host, 1), Pipe()

    def give_up(self) -> None:
        """Enough."""
        self.transport.abort()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until it is set."""
    now = [1000.0]
    monkeypatch.setattr(gate_module.time, "monotonic", lambda: now[0])
    return now


def test_whoever_is_silent_too_long_leaves(clock: list[float]) -> None:
    gate = Gate(10, 5)
    slow, quick = Caller("10.0.0.1"), Caller("10.0.0.2")
    for one in (slow, quick):
        assert gate.enter(one) is None
    clock[0] += 9
    gate.go_round()
    assert not slow.transport.is_shut
    gate.forget(quick)  # it has asked something
    clock[0] += 2
    gate.go_round()
    assert (slow.transport.is_shut, quick.transport.is_shut) == (True, False)
    gate.wait_for(quick)  # it was answered
    clock[0] += 11
    gate.go_round()
    assert quick.transport.is_shut


def test_whoever_does_not_read_leaves(clock: list[float]) -> None:
    gate = Gate(10, 5)
    deaf, slow = Caller("10.0.0.1"), Caller("10.0.0.2")
    for one in (deaf, slow):
        gate.enter(one)
        gate.forget(one)
        one.transport.unread = 1000
    for _ in range(7):
        gate.go_round()
        clock[0] += 6
        slow.transport.unread -= 1
    gate.go_round()
    assert (deaf.transport.is_shut, slow.transport.is_shut) == (True, False)


def test_a_full_gate_lets_in_whoever_asks_something(clock: list[float]) -> None:
    gate = Gate(4, 2)
    callers = [Caller(f"10.0.0.{n}") for n in (1, 1, 2, 3)]
    for caller in callers:
        assert gate.enter(caller) is None
        clock[0] += 1
    gate.forget(callers[0])
    assert gate.enter(Caller("10.0.0.4")) is None  # in the place of the second
    assert [caller.transport.is_shut for caller in callers] == [False, True, False, False]
    for n in (5, 6, 7):
        busy = Caller(f"10.0.0.{n}")
        assert gate.enter(busy) is None
        gate.forget(busy)
    refusal = gate.enter(Caller("10.0.0.9"))
    assert refusal is not None
    assert (refusal.code, refusal.headers) == ("busy", {"retry-after": "10"})
    assert len(gate) == 4


def test_a_proxy_speaks_for_many() -> None:
    gate = Gate(100, 2, frozenset(("127.0.0.1",)))
    callers = [Caller("127.0.0.1") for _ in range(10)]
    assert [gate.enter(caller) for caller in callers] == [None] * 10


def test_addresses_of_one_network_are_one_client() -> None:
    assert client_at("2001:db8:1:2::1") == client_at("2001:db8:1:2:ffff::9") != client_at("2001:db8:1:3::1")
    assert client_at("::ffff:10.0.0.1") == client_at("10.0.0.1") != client_at("10.0.0.2")
    assert client_at("::1") == "::1"


def test_a_meter_lets_so_many_through_and_says_how_long_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    meter = Meter(0.5, 3, lambda: now[0])
    assert [meter.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert meter.take("b") == 0
    now[0] += 0.5
    assert [meter.take("a"), meter.take("a")] == [0, 0.5]
    monkeypatch.setattr(shares_module, "MOST_KEYS", 4)
    now[0] += 0.1
    for n in range(20):
        meter.take(f"c{n}")
    assert len(meter._until) <= 4


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "arena.example"])
def test_programs_for_strangers_have_to_be_wanted(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.app(["serve", "--host", host, "--port", "0", "--programs"])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--programs-for-everyone" in said


def test_a_proxy_is_named_by_its_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with pytest.raises(SystemExit) as left:
        cli.app(["serve", "--port", "0", "--behind-proxy"])
    assert left.value.code == 2
    assert "whoever is trusted there can say to be anybody" in capsys.readouterr().err


def test_limits_are_named_and_bounded() -> None:
    assert read_shares(["matches=7", "choices=10"]) == Shares(matches=7, choices=10)
    for said in ("matches", "matches=", "matches=0", "matches=-1", "matches=1e3", "matches=" + "9" * 5000):
        with pytest.raises(BadOption, match="the limit matches is"):
            read_shares([said])
    with pytest.raises(BadOption, match="did you mean matches"):
        read_shares(["match=3"])


async def test_requests_by_address_and_by_token_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    async def inner(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(app: Any, who: str, **headers: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(who, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/", headers=headers)

    limited = RequestLimits(inner, Meters(Shares(requests=1)), proxied=False)
    assert [(await ask(limited, "10.0.0.1")).status_code for _ in range(21)] == [200] * 20 + [429]
    refused = await ask(limited, "10.0.0.1")
    assert refused.json()["error"]["code"] == "often"
    assert int(refused.headers["retry-after"]) >= 1
    assert (await ask(limited, "10.0.0.2")).status_code == 200
    for n in range(21):  # one token from many addresses
        last = await ask(limited, f"10.1.0.{n}", Authorization="Bearer t")
    assert last.status_code == 429
    assert "one token" in last.json()["error"]["text"]
    # What a header says counts only where a proxy was announced, and only from that proxy.
    assert (await ask(limited, "10.0.0.1", **{"X-Forwarded-For": "10.0.0.9"})).status_code == 429
    assert (await ask(limited, "10.0.0.3", **{"X-Forwarded-For": "10.0.0.1"})).status_code == 200
    assert caplog.text.count("--behind-proxy") == 1
    proxied = ProxyHeadersMiddleware(limited, "127.0.0.1")
    assert (await ask(proxied, "127.0.0.1", **{"X-Forwarded-For": "10.0.0.9, 10.0.0.1"})).status_code == 429
    assert (await ask(proxied, "127.0.0.1", **{"X-Forwarded-For": "10.0.0.1, 10.0.0.9"})).status_code == 200
    assert (await ask(proxied, "10.0.0.1", **{"X-Forwarded-For": "10.0.0.9"})).status_code == 429


async def test_bodies_come_in_time_and_not_too_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def inner(_scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def send_in_parts(parts: int, waits: float) -> httpx.Response:
        async def body() -> AsyncIterator[bytes]:
            for _ in range(parts):
                await asyncio.sleep(waits)
                yield b"x" * 100

        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post("/", content=body())

    limited = RequestLimits(inner, Meters(Shares()), proxied=False)
    transport = httpx.ASGITransport(limited)
    assert (await send_in_parts(3, 0)).status_code == 200
    monkeypatch.setattr(limits, "MOST_HELD", 250)
    assert (await send_in_parts(3, 0)).status_code == 503
    assert (await send_in_parts(2, 0)).status_code == 200  # what was held is let go
    monkeypatch.setattr(limits, "MOST_HELD", 10**6)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.05)
    late = await send_in_parts(100, 0.01)
    assert late.status_code == 408
    assert late.json()["error"]["code"] == "slow"


def test_a_client_begins_so_many_matches_and_so_many_of_bots(small: Logged) -> None:
    bots = {"game": "hexabomb", "seats": [{"player": "bot", "bot": "random"}] * 2, "pace": 10}
    bots["options"] = {"map": "duel"}
    for _ in range(2):
        small.post("/api/matches", bots, expect=201)
    assert "2 matches among themselves" in small.post("/api/matches", bots, expect=429)["error"]["text"]
    match = small.begin("hoplite", seed=7)
    file = small.get(f"{match.path}/file", match.tokens[0])
    assert small.http.post("/api/files", content=file).status_code == 201
    assert small.http.post("/api/files", content=file).status_code == 429
    for _ in range(8):
        answer = small.http.post("/api/matches", json={"game": "hoplite"})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    told = answer.json()["error"]["text"]
    assert told.startswith("8 matches a minute may be begun from one address; try again in ")


def test_a_request_that_does_not_come_to_an_end_is_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow loris: a byte now and then gives no more time, neither for headers nor after an answer."""

    async def inner(scope: Any, _receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(gate_module, "SILENT_SECONDS", 0.5)
    monkeypatch.setattr(gate_module, "ROUND", 0.1)
    listener = socket.create_server(("127.0.0.1", 0))
    server = gated_server(inner, Gate(10, 5), None, compressed=False)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        with (
            socket.create_connection(listener.getsockname(), patience()) as headers,
            socket.create_connection(listener.getsockname(), patience()) as more,
        ):
            more.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in more.recv(65536)
            open_still = {headers, more}
            end = time.monotonic() + patience()
            while open_still and time.monotonic() < end:
                for one in tuple(open_still):
                    try:
                        one.sendall(b"G")
                        one.settimeout(0.1)
                        if not one.recv(1000):
                            open_still.discard(one)
                    except TimeoutError:
                        continue
                    except ConnectionError:
                        open_still.discard(one)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
    assert not open_still


@pytest.mark.parametrize(("error", "is_said"), [(asyncio.CancelledError(), False), (ValueError(), True)])
def test_questions_that_are_open_when_a_server_ends_are_no_errors(
    error: BaseException, is_said: bool
) -> None:
    fault = (type(error), error, None)
    record = logging.LogRecord(
        "uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application", (), fault
    )
    assert Seldom().filter(record) is is_said
