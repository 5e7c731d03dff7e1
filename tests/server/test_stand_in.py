"""On a first start interpreted rules serve until the compiled ones are made, and play goes on."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from served import Server

from hoplon.core.cache import cache_folder
from hoplon.core.kernel import is_compiled
from hoplon.server.stand_in import INHERITED
from tests.waiting import until


@pytest.fixture
def almost_compiled(tmp_path: Path) -> dict[str, str]:
    """Surroundings in which one game is not compiled yet."""
    full = cache_folder()
    if not is_compiled() or full is None:
        pytest.skip("needs compiled rules: there is nothing to stand in for")
    cache = tmp_path / "cache" / "hoplon"
    shutil.copytree(full, cache / full.relative_to(full.parent), copy_function=os.link)
    for one in cache.glob("*/*hexabomb*"):
        shutil.rmtree(one)
    found = os.environ | {"XDG_CACHE_HOME": str(cache.parent)}
    found.pop(INHERITED, None)
    return found


def children(server: Server) -> list[str]:
    """The commands of the processes that a server has started."""
    of = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [Path(f"/proc/{one}/cmdline").read_text().replace("\0", " ") for one in of]


def is_stood_in_for(server: Server) -> bool:
    """Does another process serve for it?"""
    return any("hoplon.cli serve" in one for one in children(server))


def answers(server: Server) -> Any:
    """What a server says about its games; None if it does not answer."""
    try:
        return server.http.get("/api/games").json()
    except httpx.TransportError:
        return None


def test_a_match_begun_with_interpreted_rules_goes_on_with_compiled_ones(
    tmp_path: Path, almost_compiled: dict[str, str]
) -> None:
    server = Server(tmp_path / "matches.db")
    server.settings = {"env": almost_compiled}
    server.start(wait=False)
    try:
        until(lambda: is_stood_in_for(server), "somebody stands in", server.process)
        until(lambda: answers(server), "somebody answers", server.process)
        match = server.begin("hoplite", seed=7)
        match.choose("walk n", 0)
        until(lambda: not is_stood_in_for(server), "the rules are compiled", server.process)
        until(lambda: answers(server), "the server itself answers", server.process)
        until(server.is_ready, "the server itself is ready", server.process)
        assert server.get(match.path, match.tokens[0])["number"] == 1
        assert match.choose("walk s", 1)["number"] == 2
    finally:
        server.kill()


def test_whoever_stands_in_ends_with_the_server(tmp_path: Path, almost_compiled: dict[str, str]) -> None:
    server = Server(tmp_path / "matches.db")
    server.settings = {"env": almost_compiled}
    server.start(wait=False)
    until(lambda: answers(server), "somebody answers", server.process)
    server.kill()

    def is_gone() -> bool:
        with socket.socket() as visitor:
            return visitor.connect_ex(("127.0.0.1", server.port)) != 0

    until(is_gone, "nobody serves any more")
