"""A networked game of hexabomb shown in the arena while it goes on: every turn is sent there."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from hoplon.core.errors import BadOption, HoplonError
from hoplon.games.hexabomb.legal import STAY
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.wire import Play
from hoplon.games.hexabomb.words import write_choice
from hoplon.protocols.netorcai.messages import PlayerInfo

PATIENCE = 10.0
ENDING = 30.0  # seconds for what is still to be sent when the game is over


class Broadcast:
    """Sends the turns of a game to an arena from a thread of its own, so that the game never waits for it."""

    def __init__(self, arena: str, options: HexabombOptions, say: Callable[[str], None]) -> None:
        parts = urlsplit(arena)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadOption(f"the arena {arena!r} is no address; expected for example http://127.0.0.1:8000")
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._http = kind(parts.hostname, parts.port, timeout=PATIENCE)
        self._arena = f"{parts.scheme}://{parts.netloc}"
        self._options = options
        self._say = say
        self._turns: queue.SimpleQueue[tuple[list[str], list[str]] | None] = queue.SimpleQueue()
        self._match = ""
        self._token = ""
        self._sent = 0
        self._has_begun = False
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        self._thread.start()

    def follow(self, play: Play, players: list[PlayerInfo]) -> None:
        """Take in the turn that was just played; the first time there is none yet."""
        names = [p.nickname for p in sorted(players, key=lambda p: p.player_id)]
        orders = self._orders(play) if self._has_begun else []
        self._has_begun = True
        self._turns.put((orders, names))

    def close(self) -> None:
        """Send what is left."""
        self._turns.put(None)
        self._thread.join(ENDING)

    @staticmethod
    def _orders(play: Play) -> list[str]:
        """The orders of a turn in the sequence of a table (8.1)."""
        done = play.carried_out()
        (s,) = play.states
        characters = int(s["characters"])
        begins = int(s["first"][(play.turn_number - 1) % int(s["seats"])])
        asked = [(begins + k) % characters for k in range(characters)]
        return [write_choice(None, 0, done.get(character, STAY)) for character in asked]

    def _run(self) -> None:
        try:
            while (turn := self._turns.get()) is not None:
                orders, names = turn
                if not self._match:
                    self._begin(names)
                if orders:
                    body = {"choices": orders, "number": self._sent}
                    self._post(f"/api/matches/{self._match}/choices", body)
                    self._sent += len(orders)
        except (HoplonError, OSError, HTTPException, ValueError) as error:
            self._say(f"the arena shows no more of this game: {error}")

    def _begin(self, names: list[str]) -> None:
        given = {
            "game": "hexabomb",
            "options": self._options.as_text(),
            "open": True,
            "seats": [{"player": "me", "name": name[:40]} for name in names],
        }
        made = self._post("/api/matches", given)
        self._match, self._token = made["id"], made["tokens"][0]["token"]
        self._say(f"watch it at {self._arena}/match/{self._match}")

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        self._http.request("POST", path, json.dumps(body), headers)
        answer = self._http.getresponse()
        said = json.loads(answer.read())
        if answer.status >= 400:
            raise HoplonError(said["error"]["text"])
        return said
