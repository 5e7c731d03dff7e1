"""The schemas of the protocol hold for every recorded game of the original, and for nothing else."""

from __future__ import annotations

import copy
import gzip
import json
import random
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from hoplon.games.hexabomb.maps import named
from hoplon.protocols.netorcai import Client, dialogue
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from tests.games.hexabomb.recordings import GAMES, SCENARIOS
from tests.protocols.netorcai.hexabomb.networked import PATIENCE, game_logic, player, settings, side_by_side

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference" / "schemas"
PAGE = (ROOT / "docs" / "reference" / "netorcai.md").read_text(encoding="utf-8")


def schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))


STATE, MESSAGE, ACTIONS = (
    jsonschema_rs.validator_for(schema(name))
    for name in ("hexabomb-state", "netorcai-message", "hexabomb-actions")
)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_every_state_of_the_original_is_as_the_schema_says(path: Path) -> None:
    game = json.loads(gzip.decompress(path.read_bytes()))
    for state in (game["initial_state"], *(turn["state"] for turn in game["turns"])):
        STATE.validate(state)


def spots(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every field of a document stands; one element stands for all of an array."""
    found = [at] if at else []
    inside = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    return found + [spot for key, part in inside for spot in spots(part, (*at, key))]


def put(document: Any, at: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at a spot; without it if there is none."""
    document = copy.deepcopy(document)
    holder = document
    for key in at[:-1]:
        holder = holder[key]
    if value is ...:
        del holder[at[-1]]
    else:
        holder[at[-1]] = value
    return document


def rich_state() -> Any:
    """A recorded state with bombs, explosions, and both living and dead characters."""
    for scenario in SCENARIOS:
        for turn in scenario["turns"]:
            state = turn["state"]
            if state["bombs"] and state["explosions"] and not all(c["alive"] for c in state["characters"]):
                return state
    raise AssertionError


def test_a_state_with_any_field_changed_missing_or_renamed_is_refused() -> None:
    state = rich_state()
    STATE.validate(state)
    tried = 0
    for at in spots(state):
        wrong: list[Any] = ["1", None, 1.5, -2147483649]
        named_key = isinstance(at[-1], str) and not at[-1].isdecimal()
        changed = [put(state, at, value) for value in wrong] + ([put(state, at, ...)] if named_key else [])
        for document in changed:
            tried += 1
            assert not STATE.is_valid(document), at
    assert tried > 100
    assert not STATE.is_valid(state | {"turn": 3})
    dead = next(n for n, c in enumerate(state["characters"]) if not c["alive"])
    assert not STATE.is_valid(put(state, ("characters", dead, "revive_delay"), -1))


class Listening(Client):
    """A client that keeps what it hears as it came."""

    def receive(self) -> Any:
        while not self._waiting:
            self._waiting += self._frames.feed(self._socket.recv(65536))
        self.heard.append(json.loads(self._waiting[0]))
        return dialogue.hear(self._waiting.pop(0))


def test_every_message_of_a_game_is_as_the_schema_says() -> None:
    heard: list[Any] = []
    with LocalServer(settings(nb_players_max=2, nb_splayers_max=1, nb_visus_max=1, nb_turns_max=4)) as room:

        def viewer() -> None:
            with Listening(HOST, room.port, PATIENCE) as client:
                client.heard = heard
                client.login("viewer", "visualization")
                for _ in client.watch():
                    pass
                with pytest.raises(dialogue.Kicked):
                    client.receive()

        def hunter() -> None:
            with Listening(HOST, room.port, PATIENCE) as client:
                client.heard = heard
                client.login("ghost", "special player")
                client.play(lambda _start, _turn: [])

        ends: list[Any] = []
        jobs = [player(room, "ada", ends), player(room, "bob", ends), viewer, hunter]
        side_by_side(game_logic(room, named("delta"), []), *jobs)
    kinds = {message["message_type"] for message in heard}
    assert kinds == {"LOGIN_ACK", "GAME_STARTS", "TURN", "GAME_ENDS", "KICK"}
    for message in heard:
        MESSAGE.validate(message)
        STATE.validate(message.get("initial_game_state") or message.get("game_state") or rich_state())
    start = next(m for m in heard if m["message_type"] == "GAME_STARTS" and m["players_info"])
    for at in (spot for spot in spots(start) if "initial_game_state" not in spot[:-1]):
        if isinstance(at[-1], str):
            assert not MESSAGE.is_valid(put(start, at, ...)), at
        assert not MESSAGE.is_valid(put(start, at, [None])), at


def test_what_clients_and_the_game_logic_say_is_as_the_schema_says() -> None:
    said = [
        dialogue.login("viewer", "visualization"),
        dialogue.turn_ack(3, []),
        dialogue.do_init_ack({"all_clients": rich_state()}),
        dialogue.do_turn_ack({"all_clients": rich_state()}, -1),
    ]
    for octets in said:
        message = json.loads(octets[4:])
        MESSAGE.validate(message)
        for key in message:
            assert not MESSAGE.is_valid({name: value for name, value in message.items() if name != key})
    entry = {"player_id": 0, "turn_number": 0, "actions": []}
    MESSAGE.validate({"message_type": "DO_INIT", "nb_players": 2, "nb_special_players": 0, "nb_turns_max": 9})
    MESSAGE.validate({"message_type": "DO_TURN", "player_actions": [entry]})
    assert not MESSAGE.is_valid({"message_type": "DO_TURN", "player_actions": [{}]})
    assert not MESSAGE.is_valid({"message_type": "HELLO"})


def test_orders_are_as_the_schema_says() -> None:
    good = [
        {"id": 0, "movement": "move", "direction": "x+"},
        {"id": 1, "movement": "bomb", "bomb_delay": 3, "bomb_range": 3},
        {"id": 2, "movement": "revive"},
    ]
    ACTIONS.validate(good)
    dice = random.Random(1)
    for order in good:
        for key in order:
            assert not ACTIONS.is_valid([{name: value for name, value in order.items() if name != key}])
            assert not ACTIONS.is_valid([order | {key: dice.choice(["jump", 1.5, None, True])}])
    assert not ACTIONS.is_valid([good[1] | {"bomb_range": 1}])


def test_the_page_names_every_message_and_every_field() -> None:
    def names(part: Any) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(names, part))
        if not isinstance(part, dict):
            return set()
        own = set(part.get("properties", {})) if isinstance(part.get("properties"), dict) else set()
        return own.union(*map(names, part.values()))

    message, state, actions = map(schema, ("netorcai-message", "hexabomb-state", "hexabomb-actions"))
    kinds = set(message["properties"]["message_type"]["enum"])
    wanted = kinds | names(message) | names(state) | names(actions)
    assert sorted(name for name in wanted if f"`{name}`" not in PAGE) == []
    for path in FOLDER.iterdir():
        assert f"(schemas/{path.name})" in PAGE


def test_the_example_messages_of_the_page_are_as_the_schemas_say() -> None:
    blocks = [part.split("```")[0] for part in PAGE.split("```json\n")[1:]]
    assert len(blocks) >= 6
    for block in blocks:
        document = json.loads(block)
        which = ACTIONS if isinstance(document, list) else MESSAGE if "message_type" in document else STATE
        which.validate(document)
