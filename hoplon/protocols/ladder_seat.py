"""A bot that stays connected to a ladder of an arena and plays the matches that it is offered."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.printable import printable
from hoplon.protocols.remote import (
    LARGEST,
    LONGEST_PAUSE,
    NO_SOCKETS,
    PATIENCE,
    SHORTEST_PAUSE,
    BotGivesUp,
    ConnectionLost,
    Refusal,
    RemoteSeat,
    SeatLink,
)
from hoplon.protocols.seated_bot import CLOCK

PULSE = 20.0  # seconds after which a silent connection is asked whether it is alive
FINAL = ("token", "forbidden", "unknown", "malformed", "frozen")  # refusals that trying again does not change


def read_site(text: str) -> str:
    """The address of an arena, without a path."""
    expected = f"expected one such as http://127.0.0.1:8000, not {text[:80]!r}"
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise BadOption(f"the address of the arena cannot be read: {error}; {expected}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadOption(f"this is no address of an arena; {expected}")
    return f"{parts.scheme}://{parts.netloc}"


@dataclass
class LadderSeat:
    """A bot at the ladder of a game, for up to `games` matches at once, until it is told to stop."""

    site: str
    game: str
    token: str
    bot: str
    say: Callable[[str], None]
    games: int = 1
    version: str = ""  # what this version of the bot is called
    digest: str = ""  # of all that decides how it plays
    clock: float = CLOCK
    patience: float = 300.0
    dice: int = 0
    most: int = 0  # matches after which it ends; 0: it does not
    played: int = 0
    _playing: dict[str, threading.Thread] = field(default_factory=dict)
    _stopping: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Take no more matches; `play` returns when those that go on are over."""
        self._stopping.set()

    def play(self) -> None:
        """Stay connected until told to stop; Refusal if the arena does not want this bot."""
        pause, was_there = SHORTEST_PAUSE, False
        while not self._stopping.is_set():
            try:
                self._visit()
                break
            except ConnectionLost as reason:
                if not was_there and not self._playing and pause > LONGEST_PAUSE:
                    raise Refusal(f"no arena answers at {self.site}: {reason}") from None
                self.say(f"the arena does not answer ({reason}); trying again")
            except Welcomed as welcomed:
                was_there, pause = True, SHORTEST_PAUSE
                self.say(f"the connection is lost ({welcomed}); trying again")
            self._stopping.wait(pause)
            pause = min(2 * pause, 2 * LONGEST_PAUSE)
        for thread in list(self._playing.values()):
            thread.join()

    def _visit(self) -> None:
        try:
            from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
            from websockets.sync.client import connect
        except ModuleNotFoundError:
            raise HoplonError(NO_SOCKETS) from None
        address = f"{self.site.replace('http', 'ws', 1)}/api/ladders/{self.game}/socket"
        try:
            opened = connect(address, open_timeout=PATIENCE, max_size=LARGEST, proxy=None)
        except InvalidURI as error:
            raise Refusal(str(error)) from None
        except (OSError, InvalidHandshake) as error:
            raise ConnectionLost(getattr(error, "strerror", None) or str(error)) from None
        is_known = False
        with opened as socket:
            hello = {"type": "hello", "token": self.token, "games": self.games}
            try:
                socket.send(json.dumps(hello | {"version": self.version, "digest": self.digest}))
                asked = time.monotonic()
                while not self._stopping.is_set():
                    try:
                        text = socket.recv(timeout=1.0)
                    except TimeoutError:
                        if time.monotonic() - asked > PULSE:
                            asked = time.monotonic()
                            socket.send('{"type":"ping"}')
                        continue
                    is_known = self._hear(text) or is_known
            except ConnectionClosed as error:
                why = "it was closed" if error.rcvd else "it broke"
                raise (Welcomed(why) if is_known else ConnectionLost(why)) from None

    def _hear(self, text: str | bytes) -> bool:
        """Do what a message says; is it the welcome?"""
        try:
            message: dict[str, Any] = json.loads(text)
            kind = message["type"]
            if kind == "offer":
                self._begin(str(message["match"]))
            elif kind == "rest":
                self.say(printable(f"no matches for {float(message['seconds']):.0f} s: {message['why']}"))
            elif kind == "error":
                self._refused(message["error"])
            elif kind == "welcome":
                rating, left = int(message["rating"]), int(message["left"])
                name, number = str(message["name"]), int(message["version"])
                about = f"version {number}, rated about {rating}; {left} matches may begin today"
                self.say(printable(f"{name} is on the ladder of {self.game}: {about}"))
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise Refusal(f"{self.site} sends what cannot be read ({error})"[:200]) from None
        return bool(kind == "welcome")

    def _refused(self, error: dict[str, str]) -> None:
        text = printable(str(error["text"]), lines=False)
        if error["code"] in FINAL or (error["code"] == "often" and not self._playing):
            raise Refusal(f"{self.site}: {text}")
        raise ConnectionLost(text)

    def _begin(self, match: str) -> None:
        """Take the seat of a match, in a thread of its own."""
        if match in self._playing and self._playing[match].is_alive():
            return
        thread = threading.Thread(target=self._seat, args=(match,), name=f"match {match}", daemon=True)
        self._playing[match] = thread
        thread.start()

    def _seat(self, match: str) -> None:
        link = SeatLink(self.site, match, self.token)
        seat = RemoteSeat(link, self.bot, self.say, self.clock, self.patience, self.dice)
        try:
            self.say(f"{match}: {seat.play()}")
        except BotGivesUp as failure:
            self.say(printable(f"{match}: {failure}; the seat is resigned", lines=False))
            self._resign(match)
        except HoplonError as error:
            self.say(printable(f"{match}: {error}", lines=False))
        finally:
            self._playing.pop(match, None)
            self.played += 1
            if self.most and self.played >= self.most:
                self.stop()

    def _resign(self, match: str) -> None:
        """A bot that has failed holds nobody up."""
        from urllib.request import Request, urlopen

        request = Request(f"{self.site}/api/matches/{match}/resign", b"", method="POST")
        request.add_header("Authorization", f"Bearer {self.token}")
        with suppress(OSError), urlopen(request, timeout=PATIENCE):
            pass


class Welcomed(Exception):
    """The connection was lost after the arena had welcomed the bot."""


def ladders_of(site: str) -> list[str]:
    """The games that an arena has ladders of."""
    from urllib.request import urlopen

    try:
        with urlopen(f"{site}/api/ladders", timeout=PATIENCE) as answer:
            return [str(one["game"]) for one in json.loads(answer.read(LARGEST))]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise Refusal(f"no arena answers at {site}: {error}") from None
