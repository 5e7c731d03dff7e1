"""Who may do and see what: every row of the table, tried over HTTP and sockets by all in all states."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from served import Begun, Board, Server
from websockets.exceptions import ConnectionClosed

from hoplon.server.rights import KINDS, RIGHTS, STATES, as_markdown
from tests.waiting import until

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "arena.md"
FAILS = "import sys", "sys.exit('my plan is in /srv/hidden/plan.txt')"

# In each scene: who is there. `began` has begun the match and holds no seat.
SCENES = {
    "people": "me friend spectator host",  # goes on; me is to move, and has chosen
    "alone": "me spectator host",  # the same, but the other seat is a program's
    "lone": "friend began spectator host",  # who was invited plays with a program of who began it
    "hand": "me spectator host",  # cards, against a bot
    "failed": "me friend spectator host",  # a program has failed
    "bots": "began spectator host",  # a program has failed, and nobody plays
    "open": "me friend spectator host",  # as people, but open
    "over": "me friend spectator host",
    "closed": "me friend spectator host",  # ended because of a program
}
EVERYBODY = {f"{scene} {who}" for scene, viewers in SCENES.items() for who in viewers.split()}
SEATED = {one for one in EVERYBODY if one.split()[1] in ("me", "friend")}
NOTHING_SECRET = {one for one in EVERYBODY if one.split()[0] in ("bots", "open", "over", "closed")}
MOVERS = {"people me", "alone me", "lone friend", "hand me", "open me"}
DECIDERS = {"failed me", "failed friend", "failed host", "bots began", "bots host"}
HOSTS = {one for one in EVERYBODY if one.endswith(" host")}
MAY: dict[str, set[str]] = {
    "watch": EVERYBODY,
    "own view": SEATED,
    "all": NOTHING_SECRET,
    "threats": EVERYBODY,
    "explain": EVERYBODY,
    "choose": MOVERS,
    "preview": MOVERS,
    "question": MOVERS,
    "undo": {"people me", "alone me", "lone friend", "open me", "failed friend"},
    "redo": {"people me", "alone me", "lone friend", "open me", "failed friend"},
    "retry": DECIDERS,
    "give up": DECIDERS,
    "resign": {f"{scene} {who}" for scene in ("people", "failed", "open") for who in ("me", "friend")}
    | {"alone me", "lone friend", "hand me"},
    "claim": {f"{scene} {who}" for scene in ("people", "open") for who in ("me", "friend")},
    "takeback": {f"{scene} {who}" for scene in ("people", "open") for who in ("me", "friend")},
    "draw": {f"{scene} {who}" for scene in ("people", "open") for who in ("me", "friend")},
    "hints": {f"{scene} {who}" for scene in ("people", "open") for who in ("me", "friend")},
    "speak": SEATED,
    "notices": SEATED,
    "name": {one for one in SEATED if one.split()[0] not in ("over", "closed")},
    "again": (SEATED & NOTHING_SECRET) | {"alone me", "lone friend", "hand me", "bots began"},
    "hint": {"alone me", "lone friend", "hand me"},
    "seed": (NOTHING_SECRET - {"bots spectator", "bots began", "bots host"}) | {"alone me", "lone friend"},
    "file": NOTHING_SECRET | {"alone me", "lone friend", "hand me"},
    "records": {one for one in NOTHING_SECRET if one.split()[0] in ("bots", "open", "closed")} | {"alone me"},
    "faults": {one for one in NOTHING_SECRET if one.split()[0] in ("bots", "closed")}
    | {"failed me", "failed host"},
    "commands": {
        *("people me", "alone me", "lone began", "failed me", "bots began", "open me", "closed me"),
        *("people host", "alone host", "lone host", "failed host", "bots host", "open host", "closed host"),
    },
    "rename": HOSTS,
    "mute": HOSTS,
    "ban": HOSTS,
    "delete": HOSTS,
}
LASTING = ("give up", "resign")  # changes a match for good, so everybody gets one of their own


class Scenes:
    """The matches, begun when they are needed."""

    def __init__(self, folder: Path, server: Server, host: str) -> None:
        self.folder, self.server, self.host = folder, server, host
        self.bot = folder / "planner.py"
        self.bot.write_text("\n".join((f"#!{sys.executable}", *FAILS)))
        self.bot.chmod(0o755)
        self._begun: dict[str, Begun] = {}

    def find(self, scene: str, is_new: bool = False) -> Begun:
        """A match."""
        if is_new:
            return self._begin(scene)
        if scene not in self._begun:
            self._begun[scene] = self._begin(scene)
        elif scene in ("bots", "failed"):
            failed(self._begun[scene])  # again, if its program was asked anew
        return self._begun[scene]

    def _begin(self, scene: str) -> Begun:
        me, friend = {"player": "me"}, {"player": "friend"}
        bot = {"player": "bot", "bot": str(self.bot)}
        delta: dict[str, Any] = {"options": {"map": "delta"}}
        if scene == "bots":
            return failed(self.server.begin("hoplite", seats=[bot]))
        if scene == "hand":
            return self._first(seats=[me, {"player": "bot", "bot": "easy"}])
        if scene in ("alone", "lone"):
            match = self.server.begin("hexabomb", seats=[me if scene == "alone" else friend, bot])
            match.choose("stay", 0)
            return match
        if scene in ("people", "open"):
            match = self.server.begin("hexabomb", seats=[me, friend, bot], open=scene == "open", **delta)
            for token in match.tokens:  # an open match waits until all have read that it is one
                self.server.post(f"{match.path}/share", {"share": ""}, token)
            match.choose("stay", 0)
            return match
        if scene == "over":
            match = self.server.begin("hexabomb", seats=[me, friend], options={"turns": "1"})
            orders = (0, 0, 1, 1)
        else:
            match = self.server.begin("hexabomb", seats=[me, friend, bot], **delta)
            orders = (0, 0, 0, 1, 1, 1)
        for number, seat in enumerate(orders):
            match.choose("stay", number, token=match.tokens[seat])
        if scene in ("failed", "closed"):
            failed(match)
        if scene == "closed":
            with self.server.board(match.id, match.tokens[0]) as board:
                board.say({"type": "give up"})
                while not board.state["outcome"]:
                    board.hear()
        return match

    def _first(self, **given: Any) -> Begun:
        """A battle in which whoever began it is the first to move, whatever the dice."""
        for seed in range(40):
            match = self.server.begin("cardbattle", seed=seed, **given)
            with self.server.board(match.id, match.tokens[0]) as board:
                if board.state["choices"]:
                    return match
        raise AssertionError("the bot always begins")

    def token(self, scene: str, who: str, match: Begun) -> str | None:
        """The token of a viewer."""
        if who == "spectator":
            return None
        if who == "host":
            return self.host
        if scene == "lone":
            return match.tokens[0 if who == "friend" else 1]
        return match.tokens[1 if who == "friend" else 0]


def failed(match: Begun) -> Begun:
    """Wait until its program has failed."""
    with match.server.board(match.id) as board:
        while not board.state["trouble"]:
            board.hear()
    return match


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenes]:
    """A server that starts programs, with a host."""
    folder = tmp_path_factory.mktemp("rights")
    with (
        mock.patch.dict(os.environ, {"XDG_STATE_HOME": str(folder)}),
        Server(folder / "arena.sqlite", "--programs") as server,
    ):
        token = folder / "hoplon" / "host-token"
        assert stat.S_IMODE(token.stat().st_mode) == 0o600
        yield Scenes(folder, server, token.read_text().strip())


def was_allowed(answer: Any) -> bool:
    """Was a message served, or refused for another reason than who sent it?"""
    if answer["type"] != "error":
        return True
    assert answer["error"]["code"] in ("forbidden", "turn", "over", "illegal"), answer
    return answer["error"]["code"] == "illegal"


def asked(kind: str, **values: Any) -> Callable[[Board], bool]:
    """Is this answered?"""
    return lambda board: was_allowed(board.ask(kind, number=board.state["number"], **values))


def is_done(kind: str, ends: Callable[[Board, Any], bool], **values: Any) -> Callable[[Board], bool]:
    """Does this happen?"""

    def tried(board: Board) -> bool:
        board.say({"type": kind, "ref": 7, "number": board.state["number"], **values})
        while True:
            heard = board.hear()
            if heard["type"] == "error":
                assert heard["ref"] == 7
                return (
                    heard["error"]["code"] == "malformed"
                    and "no bot has failed" not in heard["error"]["text"]
                )
            if ends(board, heard):
                return True

    return tried


def undo(board: Board) -> bool:
    """Is the last choice taken back? It is played again."""
    number = board.state["number"]
    if not is_done("undo", lambda board, _: board.state["number"] < number)(board):
        assert not board.state["undo"]
        return False
    return is_done("redo", lambda board, _: board.state["number"] == number)(board)


def claim(board: Board) -> bool:
    """May one claim? Nobody is gone here."""
    code = board.ask("claim", seat=1)["error"]["code"]
    assert code in ("turn", "forbidden")
    return bool(code == "turn")


def ask_for(kind: str) -> Callable[[Board], bool]:
    """May one ask for this? It is withdrawn at once; there may be nothing to take back, or it was asked."""

    def tried(board: Board) -> bool:
        board.say({"type": "ask", "for": kind, "ref": 7, "number": board.state["number"]})
        while True:
            heard = board.hear()
            if heard["type"] == "error":
                assert heard["error"]["code"] in ("forbidden", "turn", "illegal"), heard
                return bool(heard["error"]["code"] != "forbidden")
            if board.state["asks"]:
                board.say({"type": "answer", "agrees": False, "number": board.state["number"]})
                while board.state["asks"]:
                    board.hear()
                return True

    return tried


AT_A_BOARD: dict[str, Callable[[Board], bool]] = {
    "own view": lambda board: board.state["seat"] is not None,
    "threats": asked("threats"),
    "explain": asked("explain", cell="0,0"),
    "choose": asked("choose", choice="fly"),
    "preview": asked("preview", choice="fly"),
    "question": asked("question"),
    "undo": undo,
    "redo": undo,
    "retry": is_done("retry", lambda board, _: bool(board.state["trouble"])),
    "give up": is_done("give up", lambda board, _: bool(board.state["outcome"])),
    "resign": is_done("resign", lambda _, heard: heard["type"] == "seats"),
    "claim": claim,
    "takeback": ask_for("takeback"),
    "draw": ask_for("draw"),
    "hints": ask_for("hints"),
    "speak": asked("speak", phrase="hello"),
    "name": asked("name", name="Zoe"),
    "hint": lambda board: bool(board.state["hint"]),
}


def is_given(scenes: Scenes, right: str, match: Begun, token: str | None) -> bool:
    """Does the server grant it?"""
    server = scenes.server
    if right in AT_A_BOARD:
        with server.board(match.id, token, "seat") as board:
            return AT_A_BOARD[right](board)
    if right == "all":
        with server.board(match.id, token, "all") as board:
            assert board.state["sees_all"] == board.state["may_see_all"]
            return bool(board.state["sees_all"])
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    if right in ("rename", "mute", "ban", "delete"):
        acts = {"mute": ("mute", "unmute"), "ban": ("ban", "unban")}.get(right, (right,))
        bodies = [{"act": act, "name": "Nobody at all", "to": "x"} for act in acts]
        codes = {server.http.post("/api/names", json=body, headers=headers).status_code for body in bodies}
        assert codes in ({200}, {403})
        return codes == {200}
    if right == "again":
        code = server.http.post(f"{match.path}/again", headers=headers).status_code
        assert code in (201, 403)
        return code == 201
    paths = {"file": "/file", "records": "/bots", "notices": "/notices"}
    answer = server.http.get(match.path + paths.get(right, ""), headers=headers)
    assert answer.status_code in (200, 403)
    if answer.status_code == 403 or right in paths:
        return answer.status_code == 200
    told = answer.json()
    return {
        "watch": "scores" in told,
        "seed": told.get("seed") is not None,
        "faults": any("my plan" in seat["fault"] for seat in told["seats"]),
        "commands": any("/" in seat["bot"] for seat in told["seats"]),
    }[right]


@pytest.mark.parametrize("right", list(RIGHTS))
def test_every_row(scenes: Scenes, right: str) -> None:
    given = set()
    for scene, viewers in SCENES.items():
        for who in viewers.split():
            match = scenes.find(scene, is_new=right in LASTING and f"{scene} {who}" in MAY[right])
            if is_given(scenes, right, match, scenes.token(scene, who, match)):
                given.add(f"{scene} {who}")
    assert given == MAY[right]


def test_the_table_in_the_documentation_is_this_one() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert as_markdown() in text
    for kind, what in (KINDS | STATES).items():
        assert f"| **{kind}** | {what} |" in text


@pytest.mark.parametrize("scene", ["bots", "failed", "closed"])
def test_nobody_else_is_told_a_path(scenes: Scenes, scene: str) -> None:
    server, match = scenes.server, scenes.find(scene)
    folder = str(scenes.folder)

    def told(token: str | None) -> str:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        paths = ("", "/turns", "/bots", "/record", "/file", "/bots/1")
        texts = [server.http.get(match.path + path, headers=headers).text for path in paths]
        with server.board(match.id, token) as board:
            texts += [json.dumps(board.welcome), json.dumps(board.state)]
        return "\n".join(texts)

    others = [None, match.tokens[1]] if scene == "failed" else [None]
    lists = "".join(server.http.get(f"/api/matches?state={state}").text for state in ("live", "over"))
    for text in (*(told(token) for token in others), lists):
        assert "planner" in text
        assert folder not in text
        assert "/srv/hidden" not in text
    assert folder in told(match.tokens[0])


def test_who_has_won_is_in_the_list(scenes: Scenes) -> None:
    ids = {scene: scenes.find(scene).id for scene in ("closed", "over", "people")}
    found = scenes.server.get("/api/matches?" + "&".join(f"id={one}" for one in ids.values()))
    winners = {match["id"]: match["winners"] for match in found}
    assert winners[ids["closed"]] == [0, 1]
    assert winners[ids["people"]] == []
    with scenes.server.board(ids["over"]) as board:
        assert winners[ids["over"]] == board.state["outcome"]["winners"]


def test_a_program_is_called_as_it_is_named(scenes: Scenes) -> None:
    for bot, name in ((f"Deep={scenes.bot}", "Deep"), (str(scenes.bot), "planner")):
        match = scenes.server.begin("hoplite", seats=[{"player": "bot", "bot": bot}])
        assert scenes.server.get(match.path)["seats"][0]["name"] == name


def test_names_are_changed_in_matches_that_go_on(scenes: Scenes) -> None:
    server = scenes.server
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Bo"}]
    match = server.begin("hexabomb", seats=seats)

    def name(act: str, name: str, to: str = "") -> Any:
        return server.post("/api/names", {"act": act, "name": name, "to": to}, scenes.host)["matches"]

    def is_called(wanted: str) -> None:
        until(lambda: server.get(match.path)["seats"][0]["name"] == wanted, wanted, server.process)

    with server.board(match.id, match.tokens[1]) as watching:
        assert name("rename", "ＡＤＡ", "Eve") == 1
        is_called("Eve")
        with suppress(ConnectionClosed):  # whoever watches comes again
            while watching.hear()["type"] != "error":
                pass
            watching.hear()
            pytest.fail("the old board goes on")
    match.choose("stay", 0)
    is_called("Eve")
    name("mute", "eve")
    is_called("Player 1")
    other = server.begin("hexabomb", seats=[{"player": "me", "name": "EVE"}, {"player": "friend"}])
    assert server.get(other.path)["seats"][0]["name"] == "Player 1"
    name("unmute", "Eve")
    is_called("Eve")
    name("delete", "Eve")
    is_called("Player 1")
    assert match.choose("stay", 1)["number"] == 2
    name("ban", "Mallory")
    bad = {"game": "hoplite", "seats": [{"player": "me", "name": "m a l l o r y"}]}
    assert "banned" in server.post("/api/matches", bad, expect=403)["error"]["text"]
    with server.board(match.id, match.tokens[0]) as board:
        assert board.ask("name", name="MALLORY")["error"]["code"] == "forbidden"
        assert board.ask("name", name="a\u202eb")["error"]["code"] == "malformed"
    name("unban", "Mallory")
    server.post("/api/matches", bad, expect=201)
    bad["seats"] = [{"player": "me", "name": "x\x1b[2J"}]
    assert "U+001B" in server.post("/api/matches", bad, expect=400)["error"]["text"]
