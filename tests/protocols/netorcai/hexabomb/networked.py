"""A server, the game logic and players of hexabomb in one process. Every wait is bounded."""

import random
import threading
from collections.abc import Callable

from hoplon.games.hexabomb.maps import HexMap
from hoplon.protocols.netorcai import Client
from hoplon.protocols.netorcai.hexabomb import logic
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from hoplon.protocols.netorcai.settings import Settings
from tests.waiting import patience

PATIENCE = patience()
WAYS = ("x+", "y+", "z+", "x-", "y-", "z-")


def wish(dice: random.Random, who: int) -> dict:
    """Any order, legal or not."""
    k = dice.randrange(9)
    if k < 6:
        return {"id": who, "movement": "move", "direction": WAYS[k]}
    if k < 8:
        return {"id": who, "movement": "bomb", "bomb_range": dice.randint(2, 4), "bomb_delay": 2}
    return {"id": who, "movement": "revive"}


def wishes(dice: random.Random, state: dict, player_id: int) -> list[dict]:
    """Orders for the characters of a player, and now and then for another's or in a wrong form."""
    own = [c["id"] for c in state["characters"] if c["color"] == player_id + 1]
    dice.shuffle(own)
    found = [wish(dice, who) for who in own]
    if dice.random() < 0.2:
        found.append(wish(dice, dice.randrange(len(state["characters"]))))
    if dice.random() < 0.2:
        found.insert(0, {"id": own[0], "movement": "fly"})
    return found


class Listening(Client):
    """A game logic that remembers what the server collected."""

    def read_do_turn(self):
        turn = super().read_do_turn()
        self.heard.append([{"player_id": e.player_id, "actions": e.actions} for e in turn.player_actions])
        return turn

    def log_in(self) -> "Listening":
        self.heard: list = []
        logic.log_in(self)
        return self


def settings(**chosen: object) -> Settings:
    values = {"port": 0, "nb_visus_max": 0, "autostart": True, "fast": True} | chosen
    return Settings(**values)


def side_by_side(*jobs: Callable[[], None]) -> None:
    """Run jobs in threads; the first failure of one is the test's failure."""
    problems: list[BaseException] = []

    def guarded(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=guarded, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    if problems:
        raise problems[0]


def player(room: LocalServer, name: str, ends: list, role: str = "player") -> Callable[[], None]:
    """A player of ours who plays by chance."""
    dice = random.Random(name)

    def play() -> None:
        with Client(HOST, room.port, PATIENCE) as client:
            client.login(name, role)
            ends.append(client.play(lambda s, turn: wishes(dice, turn.game_state, s.player_id)))

    return play


def game_logic(room: LocalServer, board: HexMap, heard: list, seen=None) -> Callable[[], None]:
    """The rules; what they hear is kept."""

    def officiate() -> None:
        with Listening(HOST, room.port, PATIENCE) as client:
            client.log_in()
            logic.officiate(client, board, seen=seen)
            heard.extend(client.heard)

    return officiate
