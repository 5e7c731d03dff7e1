"""A server that is killed at any moment loses nothing that it has acknowledged, and every match goes on."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from served import Begun, Server

KILLS = int(os.environ.get("HOPLON_KILLS", "4"))
GAMES: list[dict[str, Any]] = [
    {"game": "hoplite"},
    {"game": "hexabomb", "seats": [{"player": "me"}, {"player": "bot", "bot": "painter"}]},
    {"game": "codekeeper"},
]

WORDS = {
    "hoplite": [f"walk {way}" for way in ("n", "ne", "se", "s", "sw", "nw")],
    "hexabomb": ["stay", "move x+", "move y+", "move z-", "bomb 2 2"],
    "codekeeper": [f"MOVE {x} {y}" for x in range(0, 16, 3) for y in range(0, 12, 3)],
}


class Player(threading.Thread):
    """Plays one match over HTTP until the server is gone, and writes down what was acknowledged."""

    def __init__(self, base: str, match: Begun, seed: int, ready: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self._ready = ready
        self.base, self.match = base, match
        self.acknowledged: list[tuple[int, str]] = []
        self.problem = ""
        self._dice = random.Random(seed)

    def run(self) -> None:
        """Play."""
        with httpx.Client(base_url=self.base, timeout=10, verify=False) as http:
            try:
                self._play(http)
            except httpx.TransportError:
                return
            except AssertionError as error:
                self.problem = str(error)

    def _play(self, http: httpx.Client) -> None:
        headers = {"Authorization": f"Bearer {self.match.tokens[0]}"}
        words = WORDS[http.get(self.match.path).json()["game"]]
        self._ready.wait(30)
        while True:
            now = http.get(self.match.path, headers=headers).json()
            if now["ended"] is not None:
                return
            choice = self._dice.choice(words)
            body = {"choice": choice, "number": now["number"]}
            answer = http.post(f"{self.match.path}/choices", json=body, headers=headers)
            if answer.status_code == 200:
                self.acknowledged.append((now["number"] + 1, choice))
            else:
                assert answer.json()["error"]["code"] in ("stale", "turn", "over", "illegal"), answer.text


def choices_of(server: Server, match: Begun) -> list[str]:
    """The choices of a match as its file says them."""
    lines = server.get(f"{match.path}/file", match.tokens[0]).splitlines()
    found = [line.split(" ")[1:-1] for line in lines if line[:1].isdigit()]
    return [" ".join(words[1:] if words[0].startswith("@") else words) for words in found]


@pytest.mark.slow
def test_killed_at_random_moments_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    dice = random.Random(6)
    server = Server(tmp_path / "arena.sqlite")
    server.start()
    matches: list[Begun] = []
    acknowledged: dict[str, dict[int, str]] = {}
    try:
        for kill in range(KILLS):
            over = [m for m in matches if server.get(m.path)["ended"] is not None]
            matches = [m for m in matches if m not in over]
            while len(matches) < 2 * len(GAMES):
                given = GAMES[len(matches) % len(GAMES)]
                matches.append(server.begin(**given, seed=dice.randrange(1000)))
            ready = threading.Barrier(len(matches) + 1)
            base = f"http://{server.base}"
            players = [Player(base, m, 100 * kill + n, ready) for n, m in enumerate(matches)]
            for player in players:
                player.start()
            ready.wait(30)
            time.sleep(dice.uniform(0.02, 0.6))
            server.kill()
            for player in players:
                player.join(20)
                assert not player.problem, player.problem
                acknowledged.setdefault(player.match.id, {}).update(player.acknowledged)
            server.start()
            for match in matches:
                check_kept(server, match, acknowledged[match.id])
        assert sum(len(kept) for kept in acknowledged.values()) >= KILLS
    finally:
        server.stop()


def check_kept(server: Server, match: Begun, acknowledged: dict[int, str]) -> None:
    """Everything acknowledged is there, and the match is not stuck: it is over, or somebody can move."""
    now = server.get(match.path)
    if now["game"] == "hexabomb":  # the file ends where all orders are known; wait for the others'
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with server.board(match.id, match.tokens[0]) as board:
                if board.state["choices"] or board.state["outcome"]:
                    break
            time.sleep(0.05)
        else:
            raise AssertionError("the match is stuck")
        now = server.get(match.path)
    kept = choices_of(server, match)
    assert now["number"] >= max(acknowledged, default=0)
    for number, choice in acknowledged.items():
        if number <= len(kept):
            assert kept[number - 1] == choice, (match.id, number)
    if now["ended"] is None:
        with server.board(match.id, match.tokens[0]) as board:
            assert board.state["choices"] or board.state["thinking"] is not None
