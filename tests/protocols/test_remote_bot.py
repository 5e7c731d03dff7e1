"""Programs elsewhere: they connect to a seat that listens, and `hoplon connect` does it for them."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from hoplon.core.errors import BadOption, HoplonError
from hoplon.protocols.lines import connector, remote_bot
from hoplon.protocols.lines.connector import play_matches
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.lines.remote_bot import HOST, RemoteBot, read_address, stop_listening
from hoplon.protocols.players import make_player
from hoplon.referee.run import Run, run
from tests.core.duel import GAME as DUEL
from tests.waiting import patience

STARTER = Path(__file__).parents[2] / "examples" / "bots" / "python" / "anygame.py"
SETTINGS = ProcessSettings(first=patience(10), later=patience(5))

WAITS = """
import sys
for line in sys.stdin:
    if line.startswith('{"legal"'):
        print('{"choice":"wait"}', flush=True)
"""


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with socket.create_server((HOST, 0)) as probe:
        free = HOST, probe.getsockname()[1]
    yield free
    stop_listening()


def hosted(address: tuple[str, int], guest: Callable[[], None], matches: int = 1) -> list[Run]:
    """Matches at a seat that listens, while a guest does what it does."""
    bot = RemoteBot(str(address[1]), DUEL, SETTINGS)
    played: list[Run] = []

    def host() -> None:
        played.extend(run(DUEL, [bot, make_player("random", DUEL)], seed) for seed in range(matches))
        stop_listening()

    thread = Thread(target=host, daemon=True)
    thread.start()
    guest()
    thread.join(patience())
    assert len(played) == matches
    return played


def dial(address: tuple[str, int]) -> socket.socket:
    for _ in range(1000):
        try:
            return socket.create_connection(address, patience())
        except ConnectionRefusedError:
            pass
    raise AssertionError("nobody listens")


def test_a_program_plays_match_after_match_from_elsewhere(address, capsys) -> None:
    said: list[str] = []
    counts: list[int] = []
    command = [sys.executable, str(STARTER)]
    played = hosted(
        address, lambda: counts.append(play_matches(address, command, said.append, patience())), matches=2
    )
    assert counts == [2]
    assert said[-1] == "match 2 is over"
    for one in played:
        assert one.faults == ()
        assert one.match.outcome is not None
        record = one.records[0]
        assert len(record.spent) == len(record.numbers) == len(record.answers) > 0
        assert not record.lingered
    assert f"waiting for a bot to connect to {HOST}:{address[1]} (seat 1)" in capsys.readouterr().err


ECHO = "import sys\nwhile more := sys.stdin.buffer.raw.read(65536): sys.stdout.buffer.raw.write(more)"


def test_a_host_that_says_too_much_and_leaves_does_not_keep_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It hears nothing, so the program is stuck with its echo, and whoever writes to it is stuck too."""
    monkeypatch.setattr(connector, "ENDING", 0.1)
    with socket.create_server((HOST, 0)) as host:
        done: list[tuple[int, int]] = []
        line = socket.create_connection(host.getsockname())
        command = [sys.executable, "-I", "-S", "-c", ECHO]
        guest = Thread(target=lambda: done.append(connector.play(line, command)), daemon=True)
        guest.start()
        server, _ = host.accept()
        server.settimeout(0.2)
        with suppress(TimeoutError):
            while True:
                server.sendall(b"x" * 65536)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        server.close()
        guest.join(patience())
    assert done == [(connector.SCRAPS, 0)]


def test_scraps_are_no_match_and_slow_the_next_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    heard = [connector.SCRAPS] * 7 + [connector.LINES, connector.SCRAPS]
    lines = iter([socket.socket() for _ in heard])
    monkeypatch.setattr(connector, "sleep", pauses.append)
    monkeypatch.setattr(connector, "connection", lambda _: next(lines, None))

    def play(line: socket.socket, command: object) -> tuple[int, int]:
        line.close()
        return heard.pop(0), 0

    monkeypatch.setattr(connector, "play", play)
    monkeypatch.setattr(connector, "AFTERWARDS", 0.0)
    monkeypatch.setattr(connector, "monotonic", lambda: 0.0 if heard else 1e9)
    assert play_matches((HOST, 1), ["bot"], lambda _: None, 100.0) == 1
    assert [pause for pause in pauses if pause != connector.LOOK] == [0.25, 0.5, 1, 2, 4, 5, 5, 0.25]


@pytest.mark.parametrize(
    ("says", "kind", "words"),
    [
        (b"", "closed", "lost its connection"),
        (b"what?\n", "garbage", "gave no answer: its line is no JSON"),
        (b"x" * 20_000, "too-long", "said a line of more than 10000 bytes"),
        (b'{"choice":"fly"}\n', "illegal", "chose in turn 1"),
    ],
)
def test_what_a_guest_does_wrong_is_a_fault(address, says: bytes, kind: str, words: str) -> None:
    def guest() -> None:
        with dial(address) as line:
            line.sendall(says)
            line.shutdown(socket.SHUT_WR)
            while line.recv(1 << 16):
                pass

    (played,) = hosted(address, guest)
    assert played.fault is not None
    assert played.fault.kind == kind
    assert words in played.fault.text


def test_a_guest_that_says_nothing(address) -> None:
    bot = RemoteBot(str(address[1]), DUEL, ProcessSettings(first=0.05))
    lines: list[socket.socket] = []
    guest = Thread(target=lambda: lines.append(dial(address)), daemon=True)
    guest.start()
    played = run(DUEL, [bot, make_player("random", DUEL)], 1)
    guest.join(patience())
    lines[0].close()
    assert played.fault is not None
    assert played.fault.kind == "timeout"
    assert "did not answer within 50 ms" in played.fault.text


def test_two_seats_share_a_port(address) -> None:
    seats = [RemoteBot(str(address[1]), DUEL, SETTINGS) for _ in range(2)]
    command = [sys.executable, "-c", WAITS]
    guests = [
        Thread(target=play_matches, args=(address, command, print, patience()), daemon=True) for _ in seats
    ]
    for guest in guests:
        guest.start()
    played = run(DUEL, seats, 1, longest=6)
    stop_listening()
    for guest in guests:
        guest.join(patience())
    assert played.faults == ()
    assert set(played.match.seats) == {0, 1}


def test_nobody_comes(address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_bot, "CONNECTING", 0.05)
    played = run(DUEL, [RemoteBot(str(address[1]), DUEL), make_player("random", DUEL)], 1)
    assert played.fault is not None
    assert "did not connect within 0.05 s" in played.fault.text


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(HoplonError, match=f"cannot listen at {HOST}:{port}: address already in use"):
            run(DUEL, [RemoteBot(str(port), DUEL), make_player("random", DUEL)], 1)


def test_addresses() -> None:
    assert read_address("5000") == (HOST, 5000)
    assert read_address("games.example.org:5000") == ("games.example.org", 5000)
    assert read_address("[::1]:5000") == ("::1", 5000)
    for bad in ("", "x", "0", "host:", "1:70000", "host:-1"):
        with pytest.raises(BadOption, match="is no address; expected PORT or HOST:PORT"):
            read_address(bad)


def test_a_program_that_fails_before_a_match_begins(address) -> None:
    with (
        socket.create_server(address),
        pytest.raises(HoplonError, match="ended with exit code 3 before a match began"),
    ):
        play_matches(address, [sys.executable, "-c", "raise SystemExit(3)"], print, patience())


def test_no_host_is_one_sentence(address) -> None:
    with pytest.raises(HoplonError, match=rf"no match began at {HOST}:{address[1]} within 0 s"):
        play_matches(address, ["true"], print, 0.0)
