"""Whole games over loopback: what the clients see is what the rules say."""

import json
import random

import pytest
from networked import PATIENCE, game_logic, player, settings, side_by_side, wish, wishes

import hoplon
from hoplon.bots import bot, bots_for
from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.netorcai import Client, GameStarts, Turn
from hoplon.protocols.netorcai.hexabomb.player import Decider, join
from hoplon.protocols.netorcai.hexabomb.recorder import MatchRecorder
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from tests.needed import lacking


def replayed(board, players: int, special: int, heard: list) -> tuple[list, int]:
    """The states of the same game, from the rules alone."""
    play = Play(board, players, special)
    states = [json.loads(play.state())]
    for entries in heard:
        play.turn(entries)
        states.append(json.loads(play.state()))
    return states, play.leader


@pytest.mark.parametrize(("special", "name"), [(0, "crossroads"), (1, "delta")])
def test_everybody_sees_what_the_rules_say(special: int, name: str) -> None:
    board = maps.named(name)
    heard: list = []
    ends: list = []
    watched: list = []

    def viewer() -> None:
        with Client(HOST, room.port, PATIENCE) as client:
            client.login("eye", "visualization")
            watched.extend(client.watch())

    places = settings(nb_turns_max=25, nb_players_max=3, nb_splayers_max=special, nb_visus_max=1)
    with LocalServer(places) as room:
        jobs = [player(room, f"bot{n}", ends) for n in range(3)]
        jobs += [player(room, "boss", ends, "special player")] * special
        side_by_side(game_logic(room, board, heard), viewer, *jobs)
        room.wait()
    states, leader = replayed(board, 3, special, heard)
    assert heard[0] == []
    assert all(len(entries) == 3 + special for entries in heard[1:])
    assert watched[0].initial_game_state == states[0]
    turns = [w for w in watched if isinstance(w, Turn)]
    assert all(turn.game_state == states[turn.turn_number + 1] for turn in turns)
    assert [(end.game_state, end.winner_player_id) for end in ends] == [(states[-1], leader)] * (3 + special)
    assert any(state["explosions"] for state in states)


def test_the_published_client_plays_on() -> None:
    published = pytest.importorskip("netorcai.client", reason=lacking("the package netorcai"))
    board = maps.named("duel")
    heard: list = []
    ends: list = []

    def guest() -> None:
        dice = random.Random(5)
        client = published.Client()
        client.socket.settimeout(PATIENCE)
        client.connect(HOST, room.port)
        client.send_login("guest", "player")
        client.read_login_ack()
        start = client.read_game_starts()
        for _ in range(start.nb_turns_max - 1):
            turn = client.read_turn()
            client.send_turn_ack(turn.turn_number, wishes(dice, turn.game_state, start.player_id))
        end = client.read_game_ends()
        ends.append((end.game_state, end.winner_player_id))
        client.close()

    with LocalServer(settings(nb_turns_max=40, nb_players_max=2)) as room:
        side_by_side(game_logic(room, board, heard), guest, guest)
        room.wait()
    states, leader = replayed(board, 2, 0, heard)
    assert ends == [(states[-1], leader)] * 2


def test_a_timed_game() -> None:
    board = maps.named("duel")
    heard: list = []
    ends: list = []
    with LocalServer(
        settings(nb_turns_max=5, nb_players_max=2, fast=False, delay_first_turn=50, delay_turns=80)
    ) as room:
        side_by_side(game_logic(room, board, heard), player(room, "a", ends), player(room, "b", ends))
        room.wait()
    states, leader = replayed(board, 2, 0, heard)
    assert [(end.game_state, end.winner_player_id) for end in ends] == [(states[-1], leader)] * 2
    assert sum(len(entries) for entries in heard) > 0


@pytest.mark.parametrize("name", ["random", "painter", "hunter", "search:samples=1,turns=2"])
def test_a_built_in_bot_plays(name: str) -> None:
    assert name.partition(":")[0] in bots_for("hexabomb")
    board = maps.named("duel")
    heard: list = []
    ends: list = []

    def guest() -> None:
        with Client(HOST, room.port, PATIENCE) as client:
            ends.append(join(client, bot(name, "hexabomb"), name, seed=3))

    with LocalServer(settings(nb_turns_max=12, nb_players_max=2)) as room:
        side_by_side(game_logic(room, board, heard), guest, player(room, "b", ends))
        room.wait()
    assert replayed(board, 2, 0, heard)[0][-1] == ends[0].game_state


def test_a_bot_orders_its_own_characters() -> None:
    play = Play(maps.named("duel"), 2)
    play.turn([])
    start = GameStarts(1, 2, 0, 10, 50, 50, {}, ())
    sent = Decider(bot("painter", "hexabomb"), 1)(start, Turn(0, json.loads(play.state()), ()))
    assert sent
    assert {order["id"] for order in sent} <= {2, 3}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("special", [0, 1])
def test_a_chronicle_is_a_match_that_agrees(seed: int, special: int, tmp_path) -> None:
    """Crowded, with the orders of all players mixed and sent in any sequence."""
    dice = random.Random(seed)
    options = HexabombOptions("0:0..3;1:0..3;2:0..2@0,0+0,1/1,1+1,2/2,0+2,1@0,3", 3, bool(special), 40)
    chronicle = MatchRecorder(options)
    play = Play(options.board, 3, special)
    chronicle.note(play)
    for _ in range(40):
        seats = list(range(3 + special))
        dice.shuffle(seats)
        owners = play.states["seat"][0].tolist()[: int(play.states["characters"][0])]
        entries = []
        for seat in seats:
            own = [who for who, owner in enumerate(owners) if owner == seat]
            dice.shuffle(own)
            entries.append({"player_id": seat, "actions": [wish(dice, who) for who in own]})
        play.turn(entries)
        chronicle.note(play)
    match = chronicle.match()
    assert match.outcome is not None
    assert match.outcome.scores == tuple(play.states["score"][0, : 3 + special].tolist())
    assert hoplon.verify(match.save(tmp_path / "game.hoplon")).agrees
