"""Whatever is sent to an arena, it does or refuses: no 500, no traceback, and it goes on."""

from __future__ import annotations

import http.client
import json
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from served import Board, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hoplon.server.sockets import SERVED
from tests.fuzzing import ODD_TEXTS, SEED, as_text, odd_object, odd_text, odd_value, share
from tests.waiting import patience

PATHS = (
    "/api/games", "/api/games/hexabomb/rules", "/api/games/hexabomb/seats", "/api/matches", "/api/matches/{}",
    "/api/matches/{}/turns", "/api/matches/{}/curves", "/api/matches/{}/file", "/api/matches/{}/bots",
    "/api/matches/{}/record", "/api/matches/{}/bots/1", "/api/matches/{}/choices", "/api/matches/{}/again",
    "/api/files", "/api/files/recorded", "/api/armies", "/api/armies/rome", "/api/armies/check",
    "/api/modules", "/api/letters", "/api/letters/name", "/api/letters/open", "/api/letters/export",
    "/api/letters/verify", "/api/letters/socket", "/letters",
    "/api/matches/{}/socket", "/", "/match/{}", "/api/openapi.json", "/assets/none.js",
)  # fmt: skip
TAKING = (
    "/api/matches", "/api/matches", "/api/games/hexabomb/seats", "/api/matches/{}/choices", "/api/files",
    "/api/files/recorded", "/api/armies/check", "/api/letters", "/api/letters/name", "/api/letters/open",
    "/api/letters/export", "/api/letters/verify",
)  # fmt: skip
QUERIES = (
    "state",
    "game",
    "limit",
    "before",
    "id",
    "start",
    "see",
    "brief",
    "after",
    "go_on",
    "seat",
    "other",
)
HEADERS = ("Authorization", "Content-Type", "Origin", "Accept", "Range", "Expect", "Cookie", "If-None-Match")


class Kept(Server):
    """A server whose stderr is kept, and which counts nobody's requests."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "arena.sqlite", "--limit", "messages=1000000")
        self.log = folder / "log"

    def start(self, wait: bool = True) -> None:
        """Start it."""
        with self.log.open("w") as log:
            self.settings = {"stderr": log}
            super().start(wait)

    def check(self) -> None:
        """It goes on, and has not been surprised."""
        said = self.log.read_text()
        for word in ("Traceback", "Exception"):
            assert word not in said, said[said.index(word) :][:6000]
        assert said.count("\n") < 100, "anybody can fill the log"
        assert self.process.poll() is None
        assert self.get("/api/games")


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """A server to be treated badly."""
    with Kept(tmp_path_factory.mktemp("fuzzed")) as running:
        yield running


class Line(http.client.HTTPConnection):
    """A connection that does not wait to send."""

    def connect(self) -> None:
        """Connect."""
        super().connect()
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Bodies:
    """Bodies that would do something, for each path that takes one."""

    def __init__(self, arena: Kept) -> None:
        options = {"map": "duel", "turns": "3"}
        seats = [{"player": "me", "name": "Ada"}, {"player": "bot", "bot": "random"}]
        match = arena.begin("hexabomb", options=options, seats=seats)
        file = arena.get(f"{match.path}/file", match.tokens[0])
        self.match = match
        begun = arena.post("/api/letters", {"game": "cardbattle"}, expect=201)
        key, kept = begun["key"], begun["kept"]
        self.good: dict[str, Any] = {
            "/api/games/hexabomb/seats": {"options": options},
            "/api/matches": {
                "game": "hexabomb", "options": options, "seed": 7, "seats": seats, "open": False,
                "listed": True, "pace": 0.5,
            },
            f"{match.path}/choices": {"choice": "move x+", "number": 0, "choices": ["stay"]},
            f"{match.path}/again": {},
            "/api/files": file,
            "/api/files/recorded": {"file": file, "record": '{"hoplon record": 1, "seats": []}'},
            "/api/armies/check": {"text": "schema = 1\n[army]\nid = 'x'\n", "table": {"schema": 1}},
            "/api/letters": {"game": "cardbattle", "options": {"pbem": "yes"}, "key": key},
            "/api/letters/name": {"file": kept["last"]},
            "/api/letters/open": {"file": kept["last"], "key": key, "kept": kept},
            "/api/letters/export": {"key": key, "kept": kept},
            "/api/letters/verify": {"file": kept["last"]},
        }  # fmt: skip

    def odd(self, path: str, dice: Random) -> bytes:
        """A body for a path, with something odd in it."""
        good = self.good.get(path, {})
        text = odd_text(dice, [good]) if isinstance(good, str) else as_text(odd_object(dice, good), dice)
        return text.encode("utf-8", "surrogatepass")


def address(dice: Random, match: str) -> tuple[str, str]:
    """A path, and the same with something odd in it and in its query."""
    path = dice.choice(PATHS if dice.random() < 0.6 else TAKING).format(match)
    asked = path
    if dice.random() < 0.2:
        parts = path.split("/")
        parts[dice.randrange(len(parts))] = quote(dice.choice(ODD_TEXTS)[:300].encode("utf-8", "replace"))
        asked = "/".join(parts) or "/"
    if dice.random() < 0.4:
        values = (str(odd_value(dice, 0))[:300].encode("utf-8", "replace") for _ in range(2))
        asked += "?" + "&".join(f"{dice.choice(QUERIES)}={quote(value)}" for value in values)
    return path, asked if asked.startswith("/") else f"/{asked}"


def test_fuzz_requests(arena: Kept) -> None:
    dice, answers = Random(f"requests {SEED}"), Counter[int]()
    bodies = Bodies(arena)
    line = Line("127.0.0.1", arena.port, timeout=patience())
    for number in range(share(0.08, 400)):
        path, asked = address(dice, bodies.match.id)
        usual = "POST" if path in bodies.good else "GET"
        method = usual if dice.random() < 0.9 else dice.choice(("GET", "POST", "HEAD", "PUT", "OPTIONS"))
        body = bodies.odd(path, dice) if method == "POST" else None
        headers = {"Authorization": f"Bearer {bodies.match.tokens[0]}", "Content-Type": "application/json"}
        if dice.random() < 0.2:
            odd = "".join(sign for sign in dice.choice(ODD_TEXTS) if sign.isprintable() and ord(sign) < 256)
            headers[dice.choice(HEADERS)] = odd
        try:
            line.request(method, asked, body, headers)
            answer = line.getresponse()
            said = answer.read()
        except (http.client.HTTPException, ConnectionError):
            line.close()
            answers[0] += 1
            continue
        answers[answer.status] += 1
        assert answer.status < 500 or answer.status == 503, (number, method, asked[:300], body, said)
        if answer.status >= 400 and asked.startswith("/api") and method != "HEAD":
            assert json.loads(said)["error"]["text"], (method, asked[:300], said)
    line.close()
    print(f"requests: {dict(sorted(answers.items()))}")
    arena.check()
    assert answers.total() > 10 * answers[0]


RAW = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{\"game\": \"hoplite\"}\n",
    b"POST /api/files HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"5\r\nhello\r\n0\r\n\r\n",
    b"GET /api/matches/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\x05hello",
)  # fmt: skip


def test_fuzz_bytes(arena: Kept) -> None:
    dice, answers = Random(f"bytes {SEED}"), Counter[str]()
    texts = [raw.decode("latin-1") for raw in RAW]
    for _ in range(share(0.02, 150)):
        said = odd_text(dice, texts).encode("latin-1", "replace")
        with socket.create_connection(("127.0.0.1", arena.port), patience()) as one:
            try:
                one.sendall(said)
                one.shutdown(socket.SHUT_WR)
                heard = one.recv(65536)
            except ConnectionError:
                heard = b""
        answers[heard[9:12].decode("latin-1") or "closed"] += 1
        assert heard[9:10] != b"5", (said, heard)
    print(f"bytes: {dict(sorted(answers.items()))}")
    arena.check()


def test_fuzz_boards(arena: Kept) -> None:
    dice, kinds = Random(f"boards {SEED}"), Counter[str]()
    bodies = Bodies(arena)
    address = f"ws://{arena.base}/api/matches/{bodies.match.id}/socket"
    count = share(0.1, 500)
    sent = 0
    while sent < count:
        with connect(address, max_size=None) as board:
            hello = {"type": "hello", "token": bodies.match.tokens[0], "see": "seat"}
            odd_hello = dice.random() < 0.3
            board.send(as_text(odd_object(dice, hello) if odd_hello else hello, dice))
            asked = 0
            try:
                while sent < count and asked < 200 and not (odd_hello and asked > 5):
                    good = {"type": dice.choice([*SERVED]), "choice": "stay", "number": dice.randrange(3)}
                    good |= {"cell": "0,0", "see": "all", "ref": 1, "past": True}
                    text = as_text(odd_object(dice, good), dice)
                    content = text.encode("utf-8", "surrogatepass")
                    board.send(content if dice.random() < 0.05 else text.encode("utf-8", "replace").decode())
                    sent += 1
                    asked += 1
                board.send('{"type": "ping", "ref": "last"}')
                while (message := json.loads(board.recv(patience()))).get("ref") != "last":
                    kinds[message["type"]] += 1
            except ConnectionClosed:
                kinds["closed"] += 1
                sent += not asked
    print(f"boards: {sent} messages, {dict(sorted(kinds.items()))}")
    arena.check()
    with Board(arena, bodies.match.id, bodies.match.tokens[0], None) as board:
        assert board.welcome["type"] == "welcome"
