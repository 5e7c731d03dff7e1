"""`hoplon watch`: games of the original and of ours, as a visualization sees them. Every wait is bounded."""

from __future__ import annotations

import gzip
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import hoplon
from hoplon.cli.hexabomb.watch import read_address
from hoplon.core.errors import BadOption
from hoplon.games.hexabomb.client import position_of
from hoplon.games.hexabomb.maps import named
from hoplon.games.hexabomb.view import whole
from hoplon.protocols.netorcai import Client
from hoplon.protocols.netorcai.frames import LIMIT, FrameReader, frame
from hoplon.protocols.netorcai.hexabomb.watch import Seen, begin, log_in, watch
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from tests.games.hexabomb.recordings import GAMES
from tests.protocols.netorcai.hexabomb.networked import PATIENCE, game_logic, player, settings, side_by_side
from tests.waiting import until

SIEGE = next(path for path in GAMES if path.name.startswith("siege4-p1"))
NAMES = ["ghost", "cat"]
END = object()  # the server hangs up


def said(kind: str, **fields: Any) -> dict[str, Any]:
    return {"message_type": kind, **fields}


def recorded() -> dict[str, Any]:
    """A game of the original, in sudden death."""
    found: dict[str, Any] = json.loads(gzip.decompress(SIEGE.read_bytes()))
    return found


def messages(game: dict[str, Any]) -> list[Any]:
    """What the original sends to a visualization: states as recorded, and the envelope around them."""
    players, special, turns = game["nb_players"], game["nb_special_players"], len(game["turns"])
    info = [
        {"player_id": n, "nickname": name, "remote_address": f"127.0.0.1:{5000 + n}", "is_connected": True}
        for n, name in enumerate(NAMES)
    ]
    start = said(
        "GAME_STARTS", player_id=-1, nb_players=players, nb_special_players=special, nb_turns_max=turns,
        milliseconds_before_first_turn=50, milliseconds_between_turns=50,
        initial_game_state=game["initial_state"], players_info=info,
    )  # fmt: skip
    found = [said("LOGIN_ACK", metaprotocol_version="2.0.0"), start]
    found += [
        said("TURN", turn_number=n, game_state=turn["state"], players_info=info)
        for n, turn in enumerate(game["turns"][:-1])
    ]
    last = game["turns"][-1]
    found.append(said("GAME_ENDS", winner_player_id=last["winner_player_id"], game_state=last["state"]))
    return [*found, said("KICK", kick_reason="Game is finished")]


@contextmanager
def server_of(script: list[Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that says what was recorded, and waits for the answer to each TURN; yields its address."""
    heard: list[dict[str, Any]] = []
    listener = socket.create_server((HOST, 0))
    listener.settimeout(PATIENCE)

    def serve() -> None:
        line, _ = listener.accept()
        with line:
            line.settimeout(PATIENCE)
            reader, waiting = FrameReader(first_limit=LIMIT), []

            def hear() -> None:
                while not waiting and (octets := line.recv(65536)):
                    waiting.extend(reader.feed(octets))
                heard.extend(json.loads(content) for content in waiting[:1])
                del waiting[:1]

            hear()
            for message in script:
                if message is END:
                    return
                line.sendall(frame(json.dumps(message, separators=(",", ":"))))
                if message["message_type"] == "TURN":
                    hear()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"{HOST}:{listener.getsockname()[1]}", heard
    finally:
        thread.join(PATIENCE)
        listener.close()


def see(hoplon_command, script: list[Any], tmp_path, *more: str):
    with server_of(script) as (address, heard):
        found = hoplon_command("watch", address, "--terminal", "--out", str(tmp_path / "seen.hoplon"), *more)
    return found, heard


def test_a_game_of_the_original_is_watched_and_kept(hoplon_command, tmp_path) -> None:
    game = recorded()
    found, heard = see(hoplon_command, messages(game), tmp_path)
    assert found.exit_code == 0, found.stderr
    assert heard[0] == said("LOGIN", nickname="viewer", role="visualization", metaprotocol_version="2.0.0")
    assert heard[1:] == [said("TURN_ACK", turn_number=n, actions=[]) for n in range(79)]
    assert "turn 80 of 80: 1 cat" in found.stdout
    assert re.search(r"won by player 1, cat; match file \S+seen.hoplon", found.stdout.replace("\n", ""))
    match = hoplon.load(tmp_path / "seen.hoplon")
    assert whole(match.state.array, 0) == position_of(game["turns"][-1]["state"], 1, 80, 80)
    assert match.names == {0: "ghost", 1: "cat"}


def test_a_lost_connection_keeps_what_was_seen(hoplon_command, tmp_path) -> None:
    found, _ = see(hoplon_command, [*messages(recorded())[:12], END], tmp_path)
    assert found.exit_code == 2
    assert "seen until turn 10 of 80; match file" in found.stdout
    assert "connection closed by the server" in found.stderr
    assert hoplon.load(tmp_path / "seen.hoplon").state.record.turn == 10


def test_turns_that_the_server_left_out_begin_a_new_file(hoplon_command, tmp_path) -> None:
    script = messages(recorded())
    del script[20:25]
    found, _ = see(hoplon_command, script, tmp_path)
    assert found.exit_code == 0, found.stderr
    assert "what happened before turn 24 was not seen" in found.stdout
    assert hoplon.load(tmp_path / "seen.hoplon").state.record.turn == 18
    rest = hoplon.load(tmp_path / "seen-2.hoplon")
    assert rest.state.record.turn == 80
    assert rest.is_over


def test_the_page_of_an_arena_of_its_own_shows_the_game(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with server_of(messages(recorded())) as (address, _):
        words = [sys.executable, "-m", "hoplon.cli", "watch", address, "--out", str(tmp_path / "seen.hoplon")]
        viewer = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        ended = threading.Timer(PATIENCE, viewer.kill)
        ended.start()
        try:
            assert viewer.stdout is not None
            lines: list[str] = []
            while not any("/match/" in line for line in lines):
                lines.append(viewer.stdout.readline())
                assert lines[-1], lines
            arena, _, shown = lines[-1].strip().removeprefix("watch it at ").partition("/match/")

            def seen() -> dict[str, Any]:
                with urllib.request.urlopen(f"{arena}/api/matches/{shown}", timeout=PATIENCE) as answer:
                    found: dict[str, Any] = json.load(answer)
                return found

            until(lambda: seen()["turn"] == 80, "the arena has all turns", viewer)
            assert seen()["ended"] is not None
            assert [seat["name"] for seat in seen()["seats"]] == NAMES
            while "stays open" not in lines[-1]:
                lines.append(viewer.stdout.readline())
                assert lines[-1], lines
            viewer.send_signal(signal.SIGINT)
            assert viewer.wait(PATIENCE) == 0
        finally:
            ended.cancel()
            viewer.kill()
            viewer.communicate()
    with pytest.raises(OSError, match="refused"):
        seen()


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (
            [said("KICK", kick_reason="LOGIN denied: Maximum number of visus reached")],
            "the server refuses a viewer: LOGIN denied: Maximum number of visus reached",
        ),
        (
            [said("LOGIN_ACK", metaprotocol_version="2.0.0"), said("KICK", kick_reason="netorcai abort")],
            "sends us away: netorcai abort; it shows nothing of a game that had begun before",
        ),
        ([said("HELLO")], "'HELLO' is no message type"),
        ([END], "connection closed by the server"),
    ],
)
def test_a_viewer_who_sees_nothing_is_told_why(hoplon_command, tmp_path, script, complaint) -> None:
    found, _ = see(hoplon_command, script, tmp_path)
    assert found.exit_code == 2
    assert complaint in found.stderr
    assert not list(tmp_path.iterdir())


def test_a_game_of_another_kind_is_named_so(hoplon_command, tmp_path) -> None:
    ack, start, *_ = messages(recorded())
    start["initial_game_state"] = {"board": [1, 2, 3]}
    found, _ = see(hoplon_command, [ack, start, END], tmp_path)
    assert found.exit_code == 2
    assert "the game of this server is not hexabomb" in found.stderr


def test_where_there_is_no_server_and_what_is_no_address(hoplon_command) -> None:
    with socket.create_server((HOST, 0)) as probe:
        port = probe.getsockname()[1]
    found = hoplon_command("watch", f"{HOST}:{port}", "--terminal")
    assert found.exit_code == 2
    assert f"no server answers at {HOST}:{port}: Connection refused" in found.stderr
    assert hoplon_command("watch", f"{HOST}:0").exit_code == 2
    both = hoplon_command("watch", "--terminal", "--open")
    assert (both.exit_code, "leave out" in both.stderr) == (2, True)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("games.example.org:5151", ("games.example.org", 5151)),
        ("games.example.org", ("games.example.org", 4242)),
        (":5151", ("127.0.0.1", 5151)),
        ("[::1]:5151", ("::1", 5151)),
        ("[::1]", ("::1", 4242)),
        ("::1", ("::1", 4242)),
    ],
)
def test_an_address_may_leave_out_its_host_or_its_port(said: str, meant: tuple[str, int]) -> None:
    assert read_address(said) == meant


@pytest.mark.parametrize(
    "said", ["host:", "host:port", "host:65536", "host:00000165536", "[::1]:x", "host:-1"]
)
def test_an_address_without_a_port_behind_its_colon_is_refused(said: str) -> None:
    with pytest.raises(BadOption, match="expected a number from 1 to 65535"):
        read_address(said)


def test_a_game_on_our_server_is_watched_as_it_was_played() -> None:
    watched: list[Seen] = []
    heard: list = []
    with LocalServer(
        settings(nb_players_max=2, nb_visus_max=1, nb_turns_max=8, fast=False,
                 delay_first_turn=50.0, delay_turns=50.0)
    ) as room:  # fmt: skip

        def viewer() -> None:
            with Client(HOST, room.port, PATIENCE) as client:
                log_in(client, "viewer")
                watched.append(begin(client))
                watch(client, watched[0], lambda _seen, _is_new: None, heard.append)

        ends: list = []
        jobs = [player(room, "ada", ends), player(room, "bob", ends)]
        side_by_side(game_logic(room, named("duel"), heard), *jobs, viewer)
    (seen,) = watched
    assert seen.end is not None
    assert seen.end.game_state == ends[0].game_state
    match = seen.matches()[-1]
    assert match.is_over
    assert sorted(match.names.values()) == ["ada", "bob"]


def test_a_server_that_sends_turns_without_end_is_left(hoplon_command, tmp_path) -> None:
    script = messages(recorded())
    found, _ = see(hoplon_command, [*script[:2], *[script[2]] * 81, END], tmp_path)
    assert found.exit_code == 2
    assert "the game has 80 turns, but more of them came" in " ".join(found.stderr.split())


def test_a_turn_that_is_no_number_ends_a_game_in_one_sentence(hoplon_command, tmp_path) -> None:
    script = messages(recorded())
    script[3] = script[3] | {"turn_number": float("inf")}
    found, _ = see(hoplon_command, [*script[:4], END], tmp_path)
    assert found.exit_code == 2
    assert "Non-integral value for field 'turn_number'" in " ".join(found.stderr.split())


@pytest.mark.parametrize("number", [2, -1, 2**40])
def test_a_player_who_does_not_play_ends_a_game_in_one_sentence(hoplon_command, tmp_path, number) -> None:
    script = messages(recorded())
    other = [script[2]["players_info"][0] | {"player_id": number}]
    script[2] = script[2] | {"players_info": other}
    found, _ = see(hoplon_command, [*script[:3], END], tmp_path)
    assert found.exit_code == 2
    assert f"the server names player {number}; there are 2" in " ".join(found.stderr.split())
