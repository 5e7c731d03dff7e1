"""Pages of other sites neither begin matches nor choose nor watch, by whatever name they call the server."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from served import Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hoplon.server.guard import Guard, HostNames

FOREIGN = {"Origin": "http://elsewhere.example"}
REBOUND = {"Host": "elsewhere.example:8000", "Origin": "http://elsewhere.example:8000"}


@pytest.mark.parametrize("headers", [FOREIGN, {"Origin": "null"}, REBOUND])
@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_a_page_of_another_site_begins_and_chooses_nothing(
    server: Server, headers: dict[str, str], kind: str
) -> None:
    match = server.begin("hoplite", seed=7)
    bodies: dict[str, Any] = {
        "/api/matches": '{"game": "hoplite"}',
        f"{match.path}/choices": '{"choice": "walk n", "number": 0}',
        f"{match.path}/again": "",
        "/api/files": server.get(f"{match.path}/file", match.tokens[0]),
    }
    for path, body in bodies.items():
        token = {"Authorization": f"Bearer {match.tokens[0]}"}
        answer = server.http.post(path, content=body, headers=headers | token | {"Content-Type": kind})
        assert answer.status_code == 403, path
        assert "elsewhere" in answer.json()["error"]["text"] or headers["Origin"] == "null"
    assert server.get(match.path)["number"] == 0


def test_a_foreign_name_that_points_here_reads_nothing(server: Server) -> None:
    assert server.http.get("/api/matches", headers={"Host": "elsewhere.example"}).status_code == 403
    assert server.http.get("/", headers={"Host": "elsewhere.example"}).status_code == 403
    assert server.http.get("/api/matches", headers={"Host": f"localhost:{server.port}"}).status_code == 200


@pytest.mark.parametrize("headers", [FOREIGN, {"Origin": "null"}, REBOUND])
def test_a_page_of_another_site_gets_no_board(server: Server, headers: dict[str, str]) -> None:
    match = server.begin("hoplite", seed=7)
    address = f"ws://{server.base}/api/matches/{match.id}/socket"
    if "Host" in headers:
        tries = server.http.get(
            f"{match.path}/socket",
            headers=headers
            | {
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            },
        )
        assert tries.status_code == 403
        return
    with pytest.raises(InvalidStatus, match="403"), connect(address, additional_headers=headers):
        pass


def test_our_own_page_may_do_everything(server: Server) -> None:
    for host in (server.base, f"localhost:{server.port}"):
        own = {"Host": host, "Origin": f"http://{host}"}
        answer = httpx.post(f"http://{server.base}/api/matches", json={"game": "hoplite"}, headers=own)
        assert answer.status_code == 201


def test_a_server_answers_to_its_own_names() -> None:
    alone, everywhere, with_programs = (
        HostNames("127.0.0.1"),
        HostNames("0.0.0.0"),
        HostNames("0.0.0.0", programs=True),
    )
    for name in ("127.0.0.1:8000", "localhost", "[::1]:8000", "LOCALHOST:1", "arena.localhost"):
        assert alone.has(name)
        assert everywhere.has(name)
        assert with_programs.has(name)
    for name in (
        "elsewhere.example",
        "192.168.1.5:8000",
        "127.0.0.1.elsewhere.example",
        "",
        "localhost.example",
    ):
        assert not alone.has(name)
    assert everywhere.has("elsewhere.example")
    assert with_programs.has("192.168.1.5:8000")
    assert not with_programs.has("elsewhere.example")
    assert HostNames("127.0.0.1", ["Arena.Example"]).has("arena.example:443")
    assert not HostNames("0.0.0.0", ["arena.example"]).has("elsewhere.example")
    assert HostNames("arena.process_settings", programs=True).has("arena.process_settings:8000")


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:8000", "https://arena.example", 200),  # a proxy that calls the server by its number
        ("127.0.0.1:8000", "https://Arena.example:8443", 200),
        ("arena.example", "https://arena.example", 200),
        ("127.0.0.1:8000", "https://elsewhere.example", 403),
        ("127.0.0.1:8000", "https://arena.example.elsewhere.example", 403),
        ("127.0.0.1:8000", "null", 403),
        ("127.0.0.1:8000", "http://[", 403),
        ("[", "http://[", 403),
    ],
)
async def test_behind_a_proxy_the_page_is_that_of_the_name_given(host: str, origin: str, status: int) -> None:
    async def inner(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    guarded = Guard(inner, HostNames("127.0.0.1", ["Arena.Example"]))
    transport = httpx.ASGITransport(guarded)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        answer = await client.post("/", headers={"Host": host, "Origin": origin})
    assert answer.status_code == status
