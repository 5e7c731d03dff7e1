"""The example bots in six languages play whole games; each is skipped where its compiler is missing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from networked import PATIENCE, game_logic, player, settings, side_by_side

from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.tables import WAY_NAMES, WAY_STEPS
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.netorcai import Client
from hoplon.protocols.netorcai.hexabomb import logic
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from tests.needed import lacking, runs
from tests.waiting import patience

EXAMPLES = Path(__file__).parents[4] / "examples" / "netorcai"
TURNS = 15


class Language:
    """How a bot is built, in a folder, and started."""

    def __init__(self, name: str, title: str, needs: str, build: str, start: str) -> None:
        self.name, self.title, self.needs, self.build, self.start = name, title, needs, build, start

    def __repr__(self) -> str:
        return self.name


LANGUAGES = [
    Language("python", "Python", sys.executable, "", sys.executable + " {source}/bot.py"),
    Language("javascript", "Node", "node", "", "node {source}/bot.js"),
    Language(
        "cpp",
        "a C compiler",
        "g++",
        "g++ -std=c++17 -Wall -Wextra -Werror -o {out}/bot {source}/bot.cpp",
        "{out}/bot",
    ),
    Language(
        "java", "Java", "javac", "javac -Xlint:all -Werror -d {out} {source}/Bot.java", "java -cp {out} Bot"
    ),
    Language("rust", "Rust", "rustc", "rustc -D warnings -o {out}/bot {source}/bot.rs", "{out}/bot"),
    Language("go", "Go", "go", "go build -o {out}/bot {source}/bot.go", "{out}/bot"),
]


@pytest.fixture(scope="module", params=LANGUAGES, ids=repr)
def command(request, tmp_path_factory) -> list[str]:
    """The command that starts a bot."""
    language = request.param
    if shutil.which(language.needs) is None or (language.needs == "rustc" and not runs("rustc")):
        pytest.skip(lacking(language.title))
    if language.name == "python":
        pytest.importorskip("netorcai.client", reason=lacking("the package netorcai"))
    places = {"source": EXAMPLES / language.name, "out": tmp_path_factory.mktemp(language.name)}
    if language.build:
        words = [word.format(**places) for word in language.build.split()]
        environment = os.environ | {"GOCACHE": str(places["out"] / "cache")}
        built = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=patience(600))
        assert built.returncode == 0, built.stderr
    return [word.format(**places) for word in language.start.split()]


def run(command: list[str], *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=PATIENCE)


def check_orders(state: dict, seat: int, actions: list) -> None:
    """What the bots promise: every live character steps to a free cell, of another colour if there is one."""
    colours = {(cell["q"], cell["r"]): cell["color"] for cell in state["cells"]}
    taken = {(c["q"], c["r"]) for c in state["characters"] if c["alive"]}
    own = [c for c in state["characters"] if c["color"] == seat + 1]
    orders = {order["id"]: order for order in actions}
    assert len(orders) == len(actions)
    assert set(orders) <= {c["id"] for c in own}
    for c in own:
        ways = {name: (c["q"] + dq, c["r"] + dr) for name, (dq, dr) in zip(WAY_NAMES, WAY_STEPS, strict=True)}
        free = {way for way, cell in ways.items() if cell in colours and cell not in taken}
        fresh = {way for way in free if colours[ways[way]] != seat + 1}
        assert bool(free) == (c["id"] in orders)
        if free:
            order = orders[c["id"]]
            assert order["movement"] == "move"
            assert order["direction"] in (fresh or free)
            taken.add(ways[order["direction"]])


def test_every_order_is_one_that_the_readme_promises(command, monkeypatch) -> None:
    board = maps.named("duel")
    found: list = []
    complaints: list = []
    plays: list = []
    asked: list = []
    take_turn = Play.turn

    def turn(play: Play, entries: list) -> int:
        asked.append((json.loads(play.state()), entries))
        return take_turn(play, entries)

    monkeypatch.setattr(Play, "turn", turn)

    def officiate() -> None:
        with Client(HOST, room.port, PATIENCE) as client:
            logic.log_in(client)
            plays.append(logic.officiate(client, board, report=complaints.append))

    with LocalServer(settings(nb_turns_max=TURNS, nb_players_max=2)) as room:
        bot = lambda: found.append(run(command, HOST, str(room.port)))  # noqa: E731
        side_by_side(officiate, bot, bot)
    assert [(done.returncode, done.stderr) for done in found] == [(0, "")] * 2
    assert {done.stdout.strip() for done in found} == {f"winner: {plays[0].leader}"}
    assert complaints == []
    assert [len(entries) for _, entries in asked] == [0] + [2] * (TURNS - 1)
    for state, entries in asked:
        for entry in entries:
            check_orders(state, entry["player_id"], entry["actions"])


def test_the_special_player_among_bombs(command) -> None:
    """A bot in the special role, while others drop bombs."""
    found: list = []
    ends: list = []
    with LocalServer(settings(nb_turns_max=TURNS, nb_players_max=1, nb_splayers_max=1)) as room:
        side_by_side(
            game_logic(room, maps.named("duel"), []),
            lambda: found.append(run(command, HOST, str(room.port), "special player")),
            player(room, "bomber", ends),
        )
    assert found[0].returncode == 0, found[0].stderr
    assert found[0].stdout == f"winner: {ends[0].winner_player_id}\n"


def test_a_full_house(command) -> None:
    with LocalServer(settings(nb_players_max=0)) as room:
        found = run(command, HOST, str(room.port))
    assert found.returncode == 1
    assert "kicked: LOGIN denied: Maximum number of players reached" in found.stderr
