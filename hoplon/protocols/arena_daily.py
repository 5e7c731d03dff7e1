"""The challenge of the day in an arena elsewhere: asked for, begun, played by a person, and checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from hoplon.core.daily import challenge_of, proof_of_day
from hoplon.core.errors import HoplonError
from hoplon.core.printable import printable
from hoplon.core.proof import SIZE, is_hex
from hoplon.games import game, game_names
from hoplon.grids.plain import draw_view
from hoplon.protocols.players import PERSON
from hoplon.protocols.remote import LARGEST, PATIENCE, Refusal, RemoteSeat, SeatLink

Json = dict[str, Any]


def ask(site: str, path: str, secret: str = "", body: Json | None = None, method: str = "GET") -> Json:
    """What an arena answers; Refusal in its own words."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{site}{path}", data, method=method)
    request.add_header("Content-Type", "application/json")
    if secret:
        request.add_header("Authorization", f"Bearer {secret}")
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            found = json.loads(answer.read(LARGEST))
    except HTTPError as error:
        raise Refusal(printable(f"{site}: {_said(error)}", lines=False)) from None
    except (OSError, ValueError) as error:
        raise Refusal(f"no arena answers at {site}: {error}") from None
    if not isinstance(found, dict):
        raise Refusal(f"{site} sends what cannot be read: a {type(found).__name__}")
    return found


def _said(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(LARGEST))["error"]["text"])
    except (OSError, ValueError, LookupError, TypeError):
        return f"it answered {error.code}"


def be(site: str, secret: str, name: str) -> Json:
    """Be somebody in an arena: whoever has this secret, or somebody new."""
    return ask(site, "/api/me", body={"secret": secret, "name": name}, method="POST")


def day_at(site: str, day: str | None, secret: str) -> Json:
    """The challenges of a day, today unless given."""
    return ask(site, "/api/daily" + ("" if day is None else f"?day={quote(day)}"), secret)


def begin(site: str, name: str, secret: str) -> str:
    """Begin today's attempt, or go on with it; the match."""
    return str(ask(site, f"/api/daily/{quote(name)}", secret, {}, "POST").get("id", ""))


class RemotePerson(RemoteSeat):
    """A person at this terminal, at a seat in an arena."""

    def draw(self, view: Any) -> Callable[[], str] | None:
        """What the seat sees, as text."""
        assert self._match is not None
        fitted = self._match.game
        return lambda: draw_view(fitted, view)


def play(site: str, match: str, secret: str, say: Callable[[str], None]) -> str:
    """Play a match until its end; how it ended. BotGivesUp if the person leaves."""
    return RemotePerson(SeatLink(site, match, secret), PERSON, say).play()


def check(challenge: Json, day: str) -> str:
    """Whether the challenge of a day gone by is the one that was committed to; HoplonError if it is not."""
    name, secret = str(challenge["game"]), str(challenge["secret"])
    if not is_hex(secret, SIZE, SIZE):
        raise HoplonError(f"the secret of {name} on {day} is not {2 * SIZE} hexadecimal digits")
    proof = proof_of_day(day, name, secret)
    for what, said, made in (
        ("hash", challenge["commitment"], proof.commitment),
        ("seed", challenge["seed"], str(proof.seed)),
    ):
        if said != made:
            raise HoplonError(
                f"the challenge of {name} on {day} is not what was committed to: "
                f"its secret makes the {what} {made}, not {str(said)[:80]}"
            )
    if name not in game_names() or game(name).version != challenge["version"]:
        return "the hash agrees; these rules are not installed here"
    made_of = challenge_of(game(name), day, proof.seed)
    if dict(made_of.options) != challenge["options"]:
        return "the hash agrees; this Hoplon would have chosen other options"
    return "the hash agrees, and the options are those that the seed makes"
