"""Programs that speak netorcai at the seats of a match, beside players of other kinds."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hosted import OLD, OPENING

from hoplon.core.errors import BadOption
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.netorcai.hexabomb.seat import NetorcaiSeat
from hoplon.protocols.players import make_player
from hoplon.referee.run import Run, run
from hoplon.sandbox.limits import why_no_jail
from tests.waiting import patience

HEXABOMB = game("hexabomb")
EXAMPLES = Path(__file__).parents[4] / "examples"
WALKER = EXAMPLES / "netorcai" / "python" / "bot.py"
ANYGAME = EXAMPLES / "bots" / "python" / "anygame.py"
SETTINGS = ProcessSettings(first=patience(10), later=patience(5), sandbox="none")

# Sends a list of actions in every turn, and prints all it hears.
SAYS = """
login("says")
while (heard := hear())["message_type"] != "KICK":
    print(json.dumps(heard))
    if heard["message_type"] == "TURN":
        say({"message_type": "TURN_ACK", "turn_number": heard["turn_number"], "actions": ACTIONS})
"""


def program(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(OPENING + text)
    return f"netorcai:{sys.executable} {path}"


def saying(folder: Path, actions: list) -> str:
    return program(folder, f"ACTIONS = json.loads('{json.dumps(actions)}')\n{SAYS}")


def play(*players: str, settings: ProcessSettings = SETTINGS, **options: str) -> Run:
    chosen = HEXABOMB.options.from_text({"map": "duel", "turns": "4", **options})
    seated = [make_player(text, HEXABOMB, settings) for text in players]
    return run(HEXABOMB, seated, 1, chosen)


def heard(played: Run, seat: int) -> list[dict]:
    return [json.loads(line) for line in played.records[seat].stderr.splitlines()]


def test_players_of_all_kinds_sit_at_one_table() -> None:
    pytest.importorskip("netorcai")
    walker = f"netorcai:{sys.executable} {WALKER}"
    played = play(walker, f"{sys.executable} {ANYGAME}", "painter", walker, map="crossroads")
    assert played.faults == ()
    assert played.match.outcome is not None
    assert [record.nickname for record in played.records] == ["python", "", "", "python"]
    for record in played.records:
        assert len(record.numbers) == len(record.answers) == len(record.spent) > 0
    moves = [
        choice for choice, seat in zip(played.match.choices, played.match.seats, strict=True) if seat == 3
    ]
    assert any(choice.startswith("move") for choice in moves)


def test_the_program_hears_what_a_game_logic_tells_everybody_and_no_more(tmp_path: Path) -> None:
    played = play(saying(tmp_path, []), "painter")
    assert played.faults == ()
    first, *turns, end = heard(played, 0)[1:]
    expected = states_of(played.match)
    assert (first["message_type"], first["player_id"], first["nb_players"]) == ("GAME_STARTS", 0, 2)
    assert (first["nb_turns_max"], first["players_info"]) == (4, [])
    assert first["initial_game_state"] == expected[0]
    assert [turn["turn_number"] for turn in turns] == [0, 1, 2, 3]
    assert [turn["game_state"] for turn in turns] == expected[:4]
    assert (end["message_type"], end["game_state"]) == ("GAME_ENDS", expected[4])
    assert (end["winner_player_id"],) == played.match.outcome.winners


def states_of(match: Match) -> list[dict]:
    """The states of a game logic that gets the same orders, from the first to the last."""
    logic = Play(maps.named("duel"), 2)
    states = [json.loads(logic.state())]
    again = Match(match.game, match.seed, match.options)
    orders: dict[int, list[dict]] = {0: [], 1: []}
    for choice, seat in zip(match.choices, match.seats, strict=True):
        word, *rest = choice.split()
        order = {"id": again.view(seat).to_order.id, "movement": word}
        if word == "move":
            order |= {"direction": rest[0]}
        elif word == "bomb":
            order |= {"bomb_range": int(rest[0]), "bomb_delay": int(rest[1])}
        orders[seat] += [order] if word != "stay" else []
        if len(again.play(choice)):
            logic.turn([{"player_id": seat, "actions": actions} for seat, actions in orders.items()])
            states.append(json.loads(logic.state()))
            orders = {0: [], 1: []}
    return states


def test_orders_go_to_their_characters_and_bad_ones_to_nobody(tmp_path: Path) -> None:
    bomb = {"id": 1, "movement": "bomb", "bomb_range": 3, "bomb_delay": 2}
    bad = [
        {"id": 1, "movement": "fly"},
        bomb,
        {"id": 1, "movement": "revive"},
        {"id": 2, "movement": "move", "direction": "x+"},
    ]
    played = play(saying(tmp_path, bad), "random", turns="1")
    chosen = dict(zip(played.records[0].numbers, played.records[0].answers, strict=True))
    assert sorted(chosen.values()) == ["bomb 3 2", "stay"]
    assert [text for _, text in played.records[0].messages] == [
        "order 0 of player 0 is ignored: 'movement' is missing or none of move, bomb, revive",
        "order 2 of player 0 is ignored: character 1 has an order already",
        "an order of player 0 is illegal: it has no character 2",
    ]


def test_the_special_player_is_told_its_role(tmp_path: Path) -> None:
    played = play(saying(tmp_path, []), "random", "random", special="true", turns="2")
    assert played.faults == ()
    assert heard(played, 0)[1]["nb_special_players"] == 1


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (OLD.removeprefix(OPENING), "garbage", "was kicked (Invalid first message: Metaprotocol version"),
        ("login('x')\nhear()\nsys.exit(7)\n", "exit", "ended by itself with exit code 7"),
        ("sys.exit('no way')\n", "exit", "did not log in: it ended by itself with exit code 1"),
        (
            "login('x')\nwhile hear()['message_type'] != 'TURN': pass\nsay(b'what?')\nhear()\n",
            "garbage",
            "was kicked (Cannot read TURN_ACK. Non-JSON message received): 'what?'",
        ),
        (
            "login('x')\nhear(), hear(), hear()\n"
            "say({'message_type': 'TURN_ACK', 'turn_number': 9})\nhear()\n",
            "garbage",
            "was kicked (Invalid TURN_ACK received. Invalid value (turn_number=9): expecting 0)",
        ),
        (
            "line.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')\ntime.sleep(60)\n",
            "too-long",
            "did not log in: it said too much: Received message size of first message is too big",
        ),
        ("login('x')\nline.close()\ntime.sleep(60)\n", "closed", "closed its output"),
    ],
)
def test_what_is_wrong_with_a_program_is_a_fault(tmp_path: Path, text: str, kind: str, words: str) -> None:
    played = play(program(tmp_path, text), "random")
    assert played.fault is not None
    assert (played.fault.seat, played.fault.turn, played.fault.kind) == (0, 1, kind)
    assert words in played.fault.text
    assert played.winners == (1,)


def test_a_program_that_never_logs_in(tmp_path: Path) -> None:
    chosen = HEXABOMB.options.from_text({"map": "duel", "turns": "1"})
    silent = NetorcaiSeat(program(tmp_path, "time.sleep(60)\n").partition(":")[2], HEXABOMB, SETTINGS)
    silent.login_seconds = 0.05
    played = run(HEXABOMB, [silent, make_player("random", HEXABOMB)], 1, chosen)
    assert played.fault is not None
    assert played.fault.kind == "timeout"
    assert "did not log in: it did not answer within 50 ms" in played.fault.text


def test_a_program_has_its_loopback_and_no_other_network(tmp_path: Path) -> None:
    if why_no_jail():
        pytest.skip(why_no_jail())
    looks = "print(json.dumps(sorted(name for _, name in socket.if_nameindex())), flush=True)\n"
    settings = ProcessSettings(first=patience(10), later=patience(5), sandbox="strict")
    text = f"ACTIONS = []\n{looks}{SAYS}"
    played = play(program(tmp_path, text), "random", settings=settings)
    assert played.faults == ()
    assert heard(played, 0)[0] == ["lo"]


def test_other_games_are_not_played_over_netorcai() -> None:
    with pytest.raises(BadOption, match="hoplite is not played over netorcai"):
        make_player("netorcai:./bot.py", game("hoplite"))
