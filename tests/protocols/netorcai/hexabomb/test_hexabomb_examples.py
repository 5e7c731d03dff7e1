"""The client libraries in six languages, by the bots built on them; one is skipped without its compiler.

The bots decide alike for a seed, so the one in Python says what the others must order.
"""

import importlib
import json
import os
import shutil
import socket
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from networked import PATIENCE, game_logic, player, settings, side_by_side

from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.legal import kind_of
from hoplon.games.hexabomb.state import Do
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.netorcai import Client
from hoplon.protocols.netorcai.frames import frame
from hoplon.protocols.netorcai.hexabomb import logic
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from tests.needed import lacking, runs
from tests.waiting import patience

EXAMPLES = Path(__file__).parents[4] / "examples" / "netorcai"
NARROW = "-1:0..1;0:-1..1;1:-1..0@-1,0/1,0"  # seven cells: whoever drops a bomb here kills
TURNS = 60
SEED = 7


@dataclass(frozen=True)
class Language:
    """How a bot is built from its own folder, and started."""

    name: str
    title: str
    needs: str
    build: str
    start: str

    def __repr__(self) -> str:
        return self.name


LANGUAGES = [
    Language("python", "Python", sys.executable, "", sys.executable + " {source}/bot.py"),
    Language("javascript", "Node", "node", "", "node {source}/bot.js"),
    Language(
        "cpp", "a C compiler", "g++", "g++ -std=c++17 -Wall -Wextra -Werror -o {out}/bot bot.cpp", "{out}/bot"
    ),
    Language("java", "Java", "javac", "javac -Xlint:all -Werror -d {out} Bot.java", "java -cp {out} Bot"),
    Language("rust", "Rust", "rustc", "rustc -D warnings -o {out}/bot bot.rs", "{out}/bot"),
    Language("go", "Go", "go", "go build -buildvcs=false -o {out}/bot .", "{out}/bot"),
]


@pytest.fixture(scope="module", params=LANGUAGES, ids=repr)
def command(request, tmp_path_factory) -> list[str]:
    """The command that starts a bot."""
    language = request.param
    if shutil.which(language.needs) is None or (language.needs == "rustc" and not runs("rustc")):
        pytest.skip(lacking(language.title))
    places = {"source": EXAMPLES / language.name, "out": tmp_path_factory.mktemp(language.name)}
    if language.build:
        words = [word.format(**places) for word in language.build.split()]
        environment = os.environ | {"GOCACHE": str(places["out"] / "cache")}
        built = subprocess.run(
            words,
            cwd=places["source"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=patience(600),
        )
        assert built.returncode == 0, built.stderr
    return [word.format(**places) for word in language.start.split()]


@pytest.fixture(scope="module")
def model() -> ModuleType:
    """The bot in Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES / "python"))
        return importlib.import_module("bot")


@pytest.fixture(scope="module")
def library(model: ModuleType) -> ModuleType:
    """The library that it is built on."""
    return sys.modules["hexabomb"]


def run(command: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    spoken = os.environ | {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [*command, *arguments], env=spoken, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE
    )


def test_a_whole_game_with_bombs_deaths_and_revivals(command, model, library, monkeypatch) -> None:
    board = maps.read_text(NARROW)
    found: list[subprocess.CompletedProcess[str]] = []
    complaints: list[str] = []
    plays: list[Play] = []
    asked: list[tuple[dict, list]] = []
    done: list[set[int]] = []
    take_turn = Play.turn

    def turn(play: Play, entries: list) -> int:
        asked.append((json.loads(play.state()), entries))
        leader = take_turn(play, entries)
        done.append({kind_of(choice) for choice in play.carried_out().values()})
        return leader

    monkeypatch.setattr(Play, "turn", turn)

    def officiate() -> None:
        with Client(HOST, room.port, PATIENCE) as client:
            logic.log_in(client)
            plays.append(logic.officiate(client, board, report=complaints.append))

    with LocalServer(settings(nb_turns_max=TURNS, nb_players_max=2)) as room:
        bot = lambda: found.append(run(command, HOST, str(room.port), "player", "--seed", str(SEED)))  # noqa: E731
        side_by_side(officiate, bot, bot)
    assert [(ended.returncode, ended.stderr) for ended in found] == [(0, "")] * 2
    assert {ended.stdout.strip() for ended in found} == {f"winner: {plays[0].leader}"}
    assert complaints == []
    assert set().union(*done) == {Do.MOVE.value, Do.BOMB.value, Do.REVIVE.value}
    assert [len(entries) for _, entries in asked] == [0] + [2] * (TURNS - 1)
    dice = defaultdict(lambda: model.Dice(SEED))
    for given, entries in asked:
        state = library.State.read(given)
        for entry in entries:
            seat = entry["player_id"]
            start = library.GameStarts(seat, 2, 0, TURNS, 0, 0, state, [])
            assert entry["actions"] == model.decide(start, library.Turn(0, state, []), dice[seat])


def test_the_bot_of_the_readme_walks_right(tmp_path) -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    source = page.partition("```python\n")[2].partition("```")[0]
    shutil.copy(EXAMPLES / "python" / "hexabomb.py", tmp_path)
    heard: list = []
    found: list[subprocess.CompletedProcess[str]] = []
    with LocalServer(settings(nb_turns_max=3, nb_players_max=1)) as room:
        (tmp_path / "mine.py").write_text(source.replace("4242", str(room.port)), encoding="utf-8")
        bot = lambda: found.append(run([sys.executable, str(tmp_path / "mine.py")]))  # noqa: E731
        side_by_side(game_logic(room, maps.read_text("0:0;1:0;2:0@0,0"), heard), bot)
    assert (found[0].returncode, found[0].stdout, found[0].stderr) == (0, "winner: 0\n", "")
    right = {"id": 0, "movement": "move", "direction": "x+"}
    assert [entry["actions"] for turn in heard for entry in turn] == [[right], [right]]


def test_the_special_player_among_bombs(command) -> None:
    """A bot in the special role, while others drop bombs; the dead stay dead, and it does not try."""
    found: list[subprocess.CompletedProcess[str]] = []
    ends: list = []
    heard: list = []
    with LocalServer(settings(nb_turns_max=15, nb_players_max=1, nb_splayers_max=1)) as room:
        side_by_side(
            game_logic(room, maps.named("duel"), heard),
            lambda: found.append(run(command, HOST, str(room.port), "special player")),
            player(room, "bomber", ends),
        )
    assert found[0].returncode == 0, found[0].stderr
    assert found[0].stdout == f"winner: {ends[0].winner_player_id}\n"
    orders = [
        order for turn in heard for entry in turn if entry["player_id"] == 0 for order in entry["actions"]
    ]
    assert {order["movement"] for order in orders} <= {"move", "bomb"}
    assert len(orders) >= 10


def test_a_kick_is_told_in_the_words_of_the_server(command) -> None:
    role = 'wiz"ard\\ <é😀>'
    with LocalServer(settings(nb_players_max=0)) as room:
        full = run(command, HOST, str(room.port))
        odd = run(command, HOST, str(room.port), role)
    assert (full.returncode, full.stdout) == (1, "")
    assert full.stderr == "kicked: LOGIN denied: Maximum number of players reached\n"
    assert (odd.returncode, odd.stderr) == (1, f"kicked: Invalid first message: Invalid role '{role}'\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((HOST, "door"), "the port is 'door'; expected a whole number from 1 to 65535"),
        (("--seed", "-1"), "the seed is '-1'; expected a whole number from 0 to 4294967295"),
        ((HOST, "4242", "player", "more"), "more"),
    ],
)
def test_a_bad_command_line(command, words, sentence) -> None:
    done = run(command, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "usage" in done.stderr


def test_nobody_listens(command) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
    done = run(command, HOST, str(port))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"cannot connect to {HOST}:{port}: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"", "the server has closed the connection"),
        (frame("{}")[:-1], "the server has closed the connection"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "octets is announced; expected at most 16777216"),
        (frame("hello"), "message"),
        (frame('{"message_type":"TURN"}'), "TURN has come; expected LOGIN_ACK"),
        (
            frame('{"message_type":"LOGIN_ACK"}') + frame('{"message_type":"GAME_STARTS","player_id":"0"}'),
            "message",
        ),
        (
            frame('{"message_type":"KICK","kick_reason":"\\ud83d\\ude00 \\u00e9 \\"x\\" \\u003c"}'),
            'kicked: 😀 é "x" <',
        ),
    ],
    ids=["silence", "half a message", "another protocol", "no JSON", "wrong kind", "wrong field", "escapes"],
)
def test_a_server_that_answers_otherwise(command, answer: bytes, sentence: str) -> None:
    def serve() -> None:
        line, _ = house.accept()
        with line:
            line.settimeout(PATIENCE)
            line.recv(1024)
            line.sendall(answer)
            with suppress(OSError):  # the bot may have hung up already
                line.shutdown(socket.SHUT_WR)
                line.recv(1024)

    found: list[subprocess.CompletedProcess[str]] = []
    with socket.create_server((HOST, 0)) as house:
        house.settimeout(PATIENCE)
        port = str(house.getsockname()[1])
        side_by_side(serve, lambda: found.append(run(command, HOST, port)))
    assert (found[0].returncode, found[0].stdout) == (1, "")
    assert sentence in found[0].stderr
    assert len(found[0].stderr.splitlines()) == 1, "not one sentence"
