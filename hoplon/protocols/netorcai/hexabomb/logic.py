"""hexabomb over netorcai: the game logic, which plays the turns that a server collects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from hoplon.core.errors import HoplonError
from hoplon.games.hexabomb.maps import BadMap, HexMap
from hoplon.games.hexabomb.options import size_for
from hoplon.games.hexabomb.state import SIZES, Size
from hoplon.games.hexabomb.wire import Play, Report
from hoplon.protocols.netorcai import VERSION, Client, DoTurn

NICKNAME = "hexabomb"
ROLE = "game logic"

Step = Callable[[str], AbstractContextManager[None]]
Seen = Callable[[Play], None]


def quietly(_name: str) -> AbstractContextManager[None]:
    """A step that is not announced."""
    return nullcontext()


def check_size(board: HexMap) -> None:
    """Refuse a map that could not be played by as many as it has room for: later it would be too late.

    How many play is known only when all of them have logged in.
    """
    groups, special = len(board.starts), int(bool(board.special))
    characters = groups * board.characters + len(board.special)
    found, most = Size(len(board.cells), groups + special, characters), SIZES[-1]
    if any(has > may for has, may in zip(found, most, strict=True)):
        raise BadMap(f"the map is too large: it has {found}; there is room for {most}")


def make_ready(board: HexMap) -> None:
    """Compile or load the rules for every game that the map allows: a server waits 3 seconds only."""
    done: set[Size] = set()
    for special in (0, 1) if board.special else (0,):
        for players in range(len(board.starts), -1, -1):
            try:
                size = size_for(board, players, special)
            except HoplonError:
                continue
            if size not in done:
                done.add(size)
                play = Play(board, players, special)
                play.turn([])
                play.state()


def log_in(client: Client) -> str:
    """Log in as the game logic; returns a warning if the server speaks another version, else nothing."""
    version = client.login(NICKNAME, ROLE).metaprotocol_version
    return "" if version == VERSION else f"the server speaks netorcai {version}, this is {VERSION}"


def officiate(
    client: Client,
    board: HexMap,
    step: Step = quietly,
    report: Report | None = None,
    seen: Seen | None = None,
) -> Play:
    """Run a whole game for a client that is logged in; `seen` gets the start and each turn."""
    with step("Waiting for DO_INIT"):
        start = client.read_do_init()
    play = Play(board, start.nb_players, start.nb_special_players, report)
    if seen is not None:
        seen(play)
    client.send_text(
        f'{{"initial_game_state":{{"all_clients":{_state(play)}}},"message_type":"DO_INIT_ACK"}}'
    )
    for number in range(start.nb_turns_max):
        with step(f"Waiting for DO_TURN {number}"):
            asked = client.read_do_turn()
        leader = play.turn(_entries(asked))
        if seen is not None:
            seen(play)
        client.send_text(
            f'{{"game_state":{{"all_clients":{_state(play)}}},'
            f'"message_type":"DO_TURN_ACK","winner_player_id":{leader}}}'
        )
    return play


def _state(play: Play) -> str:
    return play.state().decode()


def _entries(asked: DoTurn) -> list[dict[str, object]]:
    return [{"player_id": entry.player_id, "actions": entry.actions} for entry in asked.player_actions]
