"""Our client library, blocking and asyncio, against our server and against a liar."""

import asyncio
import re
import socket
import threading
from pathlib import Path

import pytest
from netorcai_harness import PATIENCE

from hoplon.protocols.netorcai import (
    NOBODY,
    AsyncClient,
    Client,
    Disconnected,
    DoInit,
    DoTurn,
    GameEnds,
    GameStarts,
    Kicked,
    ProtocolError,
    Turn,
)
from hoplon.protocols.netorcai.frames import frame


class Adding:
    """A game logic: the state is the sum of all numbers played; the last player leads."""

    def init(self, do_init: DoInit):
        self.total = 0
        self.nb_ids = do_init.nb_players + do_init.nb_special_players
        return {"total": 0}

    def turn(self, do_turn: DoTurn):
        self.total += sum(sum(entry.actions) for entry in do_turn.player_actions)
        return {"total": self.total}, self.nb_ids - 1 if self.nb_ids else NOBODY


def one_plus_id(start: GameStarts, turn: Turn):
    return [start.player_id + 1]


def in_threads(*jobs) -> list:
    results: list = [None] * len(jobs)

    def run(place: int, job) -> None:
        results[place] = job()

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    return results


def test_blocking_clients_play_a_game(house) -> None:
    open_house = house(
        fast=True,
        autostart=True,
        nb_players_max=2,
        nb_splayers_max=1,
        nb_visus_max=1,
        nb_turns_max=4,
    )

    def player(role: str):
        with Client("localhost", open_house.port, timeout=PATIENCE) as client:
            client.login("bot", role)
            return client.play(one_plus_id)

    def visualization():
        with Client("localhost", open_house.port, timeout=PATIENCE) as client:
            client.login("eye", "visualization")
            return list(client.watch())

    def logic():
        with Client("localhost", open_house.port, timeout=PATIENCE) as client:
            client.login("logic", "game logic")
            client.referee(Adding())
            return "done"

    *ends, seen, done = in_threads(
        lambda: player("player"),
        lambda: player("player"),
        lambda: player("special player"),
        visualization,
        logic,
    )
    assert ends == [GameEnds(2, {"total": 18})] * 3
    assert done == "done"
    assert isinstance(seen[0], GameStarts)
    assert [info.player_id for info in seen[0].players_info] == [0, 1, 2]
    assert seen[-1] == GameEnds(2, {"total": 18})
    assert seen[1].game_state == {"total": 0}
    assert open_house.end() == 0


def test_asyncio_clients_play_a_game(house) -> None:
    open_house = house(fast=True, autostart=True, nb_players_max=2, nb_visus_max=1, nb_turns_max=4)

    async def decide(start: GameStarts, turn: Turn):
        return one_plus_id(start, turn)

    async def player():
        async with AsyncClient("localhost", open_house.port) as client:
            await client.login("bot", "player")
            return await client.play(decide)

    async def visualization():
        async with AsyncClient("localhost", open_house.port) as client:
            await client.login("eye", "visualization")
            return [heard async for heard in client.watch()]

    async def logic():
        async with AsyncClient("localhost", open_house.port) as client:
            await client.login("logic", "game logic")
            await client.referee(Adding())

    async def everybody():
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(player(), player(), visualization(), logic())

    first, second, seen, _ = asyncio.run(everybody())
    assert first == second == seen[-1] == GameEnds(1, {"total": 9})
    assert open_house.end() == 0


def test_a_kick_is_raised_with_its_reason(house) -> None:
    port = house(nb_players_max=0).port
    with Client("localhost", port, timeout=PATIENCE) as client, pytest.raises(Kicked) as kicked:
        client.login("bot", "player")
    assert kicked.value.reason == "LOGIN denied: Maximum number of players reached"

    async def visit() -> None:
        async with AsyncClient("localhost", port) as client:
            await client.login("a b", "player")

    with pytest.raises(Kicked, match="Invalid nickname"):
        asyncio.run(visit())


def test_a_failed_referee_learns_why(house) -> None:
    open_house = house(fast=True)

    class Broken(Adding):
        def turn(self, do_turn: DoTurn):
            return super().turn(do_turn)[0], 99

    with Client("localhost", open_house.port, timeout=PATIENCE) as client:
        client.login("logic", "game logic")
        open_house.start()
        with pytest.raises(Kicked, match="Invalid winner_player_id"):
            client.referee(Broken())


def test_a_sender_learns_why_it_was_kicked(house) -> None:
    open_house = house()
    with Client("localhost", open_house.port, timeout=PATIENCE) as client:
        client.login("bot", "player")
        client.send_turn_ack(5, [])
        open_house.lines.expect("Kicking client")
        with pytest.raises(Kicked, match="expecting -1"):  # noqa: PT012
            for _ in range(1000):
                client.send_turn_ack(5, ["x" * 100_000])


def test_a_wait_ends(house) -> None:
    with Client("localhost", house().port, timeout=0.1) as client:
        client.login("bot", "player")
        with pytest.raises(TimeoutError):
            client.read_game_starts()


@pytest.fixture
def liar():
    """A server that answers with given octets and closes."""
    listener = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []

    def say(octets: bytes) -> int:
        def serve() -> None:
            line, _ = listener.accept()
            with line:
                line.recv(4096)
                line.sendall(octets)

        threads.append(threading.Thread(target=serve, daemon=True))
        threads[-1].start()
        return listener.getsockname()[1]

    yield say
    for thread in threads:
        thread.join(PATIENCE)
    listener.close()


@pytest.mark.parametrize(
    ("octets", "problem", "text"),
    [
        (b"", Disconnected, "closed by the server"),
        (frame("{}")[:5], Disconnected, "closed by the server"),
        (frame("[]"), ProtocolError, "not an object"),
        (frame("{"), ProtocolError, "cannot be understood"),
        (frame("[" * 100_000), ProtocolError, "cannot be understood"),
        (frame('{"message_type":"HI"}'), ProtocolError, "'HI' is no message type"),
        (frame('{"message_type":"TURN"}'), ProtocolError, "'turn_number' is missing"),
        (
            frame('{"message_type":"DO_TURN","player_actions":[1]}'),
            ProtocolError,
            "in field 'player_actions'",
        ),
        (
            frame('{"message_type":"TURN","turn_number":0,"game_state":{},"players_info":[1]}'),
            ProtocolError,
            "in field 'players_info'",
        ),
        (
            frame('{"message_type":"DO_INIT","nb_players":1,"nb_special_players":0,"nb_turns_max":1}'),
            ProtocolError,
            "DoInit came, while LoginAck was expected",
        ),
        (b"\xff\xff\xff\xff", ProtocolError, "does not fit"),
    ],
)
def test_a_lying_server_gives_one_clear_problem(liar, octets, problem, text) -> None:
    client = Client("127.0.0.1", liar(octets), timeout=PATIENCE)
    with client, pytest.raises(problem, match=text):
        client.login("bot", "player")


def test_what_is_not_json_is_not_sent(house) -> None:
    with Client("localhost", house().port, timeout=PATIENCE) as client:
        client.login("bot", "player")
        with pytest.raises(ValueError, match="not JSON compliant"):
            client.send_turn_ack(0, [float("nan")])


def test_the_examples_of_the_guide_play_together(house, capsys) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "how-to" / "netorcai.md").read_text()
    examples = [
        block for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "with Client(" in block
    ]
    assert len(examples) == 2
    open_house = house(fast=True, autostart=True, nb_players_max=1, nb_visus_max=0, nb_turns_max=3)

    def run(example: str) -> None:
        exec(example.replace("4242", str(open_house.port)), {"__name__": "example"})

    in_threads(*[lambda example=example: run(example) for example in examples])
    assert "winner: -1" in capsys.readouterr().out
    assert open_house.end() == 0
