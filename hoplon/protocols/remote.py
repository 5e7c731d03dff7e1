"""Plays a seat in an arena elsewhere, over a WebSocket, until the match is over."""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.match import Match
from hoplon.core.printable import printable
from hoplon.games import game
from hoplon.protocols.players import PYTHON, kind_of, make_player
from hoplon.protocols.program_names import short_name
from hoplon.protocols.remote_view import read_view
from hoplon.protocols.seated_bot import CLOCK, BotQuestion, SeatedBot, Seating
from hoplon.sandbox.faults import BotFault

EXAMPLE = "http://127.0.0.1:8000/match/1a2b3c#seat=TOKEN"
NO_SOCKETS = "to hold a seat in an arena, WebSockets are needed (pip install 'hoplon[serve]')"
LARGEST = 1 << 24
PATIENCE = 15.0  # seconds for a connection
SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
NAMING = "name"
PASSING = ("stale", "turn")  # refusals of messages that came too late


class BotGivesUp(Exception):
    """The bot failed; the seat can be taken again."""


class Refusal(HoplonError):
    """A refusal by the arena."""


class ConnectionLost(Exception):
    """The connection is lost."""


@dataclass(frozen=True)
class SeatLink:
    """A link that hands over a seat."""

    site: str
    match: str
    token: str

    @property
    def socket(self) -> str:
        """Where the board is."""
        return f"{self.site.replace('http', 'ws', 1)}/api/matches/{self.match}/socket"

    @property
    def page(self) -> str:
        """Where to watch."""
        return f"{self.site}/match/{self.match}"


def read_link(text: str) -> SeatLink:
    """A link as the arena gives it: `http://HOST/match/ID#seat=TOKEN`."""
    expected = f"expected a link as the arena gives it, such as {EXAMPLE}"
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise BadOption(f"the link {text!r} cannot be read: {error}; {expected}") from None
    where = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.hostname or len(where) != 2 or where[0] != "match":
        raise BadOption(f"{text!r} is no link to a match; {expected}")
    token = parse_qs(parts.fragment).get("seat", [""])[0]
    if not token:
        missing = "what follows # is missing (put quotes around the link)"
        raise BadOption(f"the link {text!r} hands over no seat: {missing}; {expected}")
    return SeatLink(f"{parts.scheme}://{parts.netloc}", where[1], token)


@dataclass
class RemoteSeat:
    """A bot for the seats of a link. `say` reports what happens."""

    link: SeatLink
    bot: str
    say: Callable[[str], None]
    clock: float = CLOCK
    patience: float = 300.0  # seconds for a server that is away
    dice: int = 0
    name: str = ""  # by which the arena calls the bot
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(24))  # of whoever seats the bot
    _commitment: str = ""  # of the arena, to its part of the dice
    _seated: dict[int, SeatedBot] = field(default_factory=dict)
    _game: str = ""
    _held: tuple[int, ...] = ()
    _match: Match | None = None
    _seen: int = 0
    _answered: tuple[int, str] | None = None
    _asked: int = -1
    _away: float | None = None  # since when
    _pause: float = SHORTEST_PAUSE
    _ended: str = ""

    @property
    def _own(self) -> str:
        """By what the seat is held once it is taken; with the same secret, the same for the same link."""
        return self._made("seat")

    @property
    def _share(self) -> str:
        """What this side adds to the dice."""
        return self._made("share")[:32]

    def _made(self, purpose: str) -> str:
        said = f"hoplon {purpose}\n{self.link.match}\n{self.link.token}\n"
        return hmac.new(self.secret.encode(), said.encode(), "sha256").hexdigest()

    def play(self) -> str:
        """Play until the match is over; how it ended."""
        try:
            while not self._ended:
                try:
                    self._visit()
                except ConnectionLost as reason:
                    if not self._game:
                        raise Refusal(f"no arena answers at {self.link.site}: {reason}") from None
                    self._wait(str(reason))
            return self._ended
        finally:
            self._leave()

    def _wait(self, reason: str) -> None:
        """Wait a little, longer every time, for an arena that has gone away."""
        self._asked = -1
        if self._away is None:
            self._away, self._pause = time.monotonic(), SHORTEST_PAUSE
            self.say(f"the arena does not answer ({reason}); trying again")
        if time.monotonic() - self._away > self.patience:
            raise Refusal(f"the arena at {self.link.site} has not answered for {self.patience:.0f} seconds")
        time.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _leave(self) -> None:
        for seated in self._seated.values():
            seated.leave()
        self._seated.clear()

    def _visit(self) -> None:
        """One connection; ConnectionLost when it breaks."""
        try:
            from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
            from websockets.sync.client import connect
        except ModuleNotFoundError:
            raise HoplonError(NO_SOCKETS) from None
        try:
            opened = connect(self.link.socket, open_timeout=PATIENCE, max_size=LARGEST, proxy=None)
        except InvalidURI as error:
            raise Refusal(str(error)) from None
        except (OSError, InvalidHandshake) as error:
            raise ConnectionLost(getattr(error, "strerror", None) or str(error)) from None
        with opened as socket:

            def tell(message: dict[str, Any]) -> None:
                with suppress(ConnectionClosed):  # the last message is still to be read
                    socket.send(json.dumps(message))

            try:
                tell({"type": "hello", "token": self.link.token, "own": self._own, "shares": True})
                while not self._ended:
                    self._hear(socket.recv(), tell)
            except ConnectionClosed as error:
                raise ConnectionLost(
                    "it closed the connection" if error.rcvd else "the connection broke"
                ) from None

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn nonsense from the arena into one sentence."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            problem = f"{type(error).__name__}: {error}"[:100]
            raise Refusal(f"{self.link.page} sends what cannot be read ({problem})") from None

    def _hear(self, text: str | bytes, tell: Callable[[dict[str, Any]], None]) -> None:
        with self._reading():
            message = json.loads(text)
            kind = message["type"]
            if kind == "welcome":
                self._sit_down(message)
                self._share_in(message, tell)
                if not self._ended:
                    tell(
                        {
                            "type": "name",
                            "name": self.name or name_of(self.bot),
                            "program": True,
                            "ref": NAMING,
                        }
                    )
            elif kind in ("state", "turn"):
                self._look(message.get("state", message), tell)
            elif kind == "error":
                self._refused(message["error"], message.get("ref") == NAMING)
        if kind == "question":
            number, choice = self._choose(message)
            self._answered = (number, choice)
            tell({"type": "choose", "choice": choice, "number": number})

    def _sit_down(self, welcome: dict[str, Any]) -> None:
        match, held = welcome["match"], welcome["held"]
        found = game(match["game"])
        if match["version"] != found.version:
            raise Refusal(
                f"the arena plays version {match['version']!r} of the rules of {found.title}; "
                f"this Hoplon has version {found.version}"
            )
        if self._game:
            if self._away is not None:
                self.say("the arena is back")
            self._away = None
            return
        make_player(self.bot, found)  # or say now that there is none
        self._game, self._held = found.name, tuple(held)
        if match["ended"] is not None:
            self._ended = f"over: {match['ended']}"
        seats = ", ".join(match["seats"][seat]["name"] for seat in held)
        self.say(f"{found.title}: {self.bot} plays {seats}; watch it at {self.link.page}")
        dice = match.get("dice", {})
        for term in dice.get("terms", []):
            self.say(printable(term))
        if dice.get("commitment") and not match.get("day"):  # whose dice are the same for everybody
            self.say(printable(f"the dice are committed to as {dice['commitment']}; share {self._share}"))

    def _share_in(self, welcome: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
        """Give a share of the dice, now that the arena has committed to its own."""
        dice = welcome["match"].get("dice", {})
        commitment = dice.get("commitment") or ""
        if self._commitment not in ("", commitment):
            raise Refusal(f"{self.link.page} has changed what it committed to: its dice cannot be trusted")
        self._commitment = commitment
        held = welcome["held"] if not welcome["match"].get("day") else []
        if set(dice.get("waits", [])) & set(held):
            tell({"type": "share", "share": self._share})
        elif commitment and held and (said := dice["shares"].get(str(held[0]), "none")) != self._share:
            self.say(
                printable(f"the share of this seat is {said}, not {self._share}: somebody else came in here")
            )

    def _look(self, state: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
        """Look at the state, and ask for the choices if it is our turn."""
        number = int(state["number"])
        if state["outcome"] is not None:
            self._ended = tell_end(state["outcome"])
            return
        if number < self._seen and self._answered is not None and number <= self._answered[0]:
            self._leave()  # our choice was taken back: a bot that remembers starts over
            self._answered = None
        self._seen = number
        if state.get("waits") or state["to_move"] not in self._held or number == self._asked:
            return
        self._asked = number
        if self._answered is not None and self._answered[0] == number:  # sent, but it never arrived
            tell({"type": "choose", "choice": self._answered[1], "number": number})
            return
        is_new = state["to_move"] not in self._seated
        tell({"type": "question", "number": number, "past": is_new})

    def _choose(self, told: dict[str, Any]) -> tuple[int, str]:
        with self._reading():
            number, seat, seats = int(told["number"]), int(told["seat"]), int(told["seats"])
            options = {str(name): str(text) for name, text in told["options"].items()}
            if self._match is None:  # to know what its views look like
                found = game(self._game)
                self._match = Match(found, 0, found.options.from_text(options))
            legal = tuple((str(text), int(code)) for text, code in told["legal"])
            past = tuple(read_view(view, self._match) for view in told["past"])
            view = read_view(told, self._match)
        if seat not in self._seated:
            place = Seating(self.bot, self._game, seat, seats, tuple(options.items()), self.dice)
            self._seated[seat] = SeatedBot(place, self.clock)
        seated = self._seated[seat]
        try:
            choice = seated.choose(BotQuestion(view, legal, self.dice + number, seat, past), self.draw(view))
        except BotFault as fault:
            raise BotGivesUp(f"{self.bot} failed: it {fault}") from None
        if seated.fault:
            self.say(seated.fault)
        return number, choice

    def draw(self, view: Any) -> Callable[[], str] | None:  # noqa: ARG002
        """A picture of a view in text, for people; bots need none."""
        return None

    def _refused(self, error: dict[str, str], is_naming: bool) -> None:
        if error["code"] in PASSING or (is_naming and not self.name):
            return  # a bot without the name that it would have had plays all the same
        if error["code"] == "busy":
            raise ConnectionLost(printable(error["text"], lines=False))
        if error["code"] == "illegal":
            raise BotGivesUp(f"{self.bot} chose what it may not: {error['text']}")
        raise Refusal(printable(f"{self.link.page}: {error['text']}", lines=False))


def name_of(bot: str) -> str:
    """What a bot calls itself: a program by its file, a class by its name."""
    kind, rest = kind_of(bot)
    return rest.split(":")[1] if kind == PYTHON and ":" in rest else short_name(rest)


def tell_end(outcome: dict[str, Any]) -> str:
    """How a match ended, in one line."""
    scores = ":".join(str(score) for score in outcome["scores"])
    return f"over: {outcome['reason']}, {scores}"
