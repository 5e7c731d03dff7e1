"""Whatever text comes from outside is read or refused in one sentence: no parser ends in anything else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from random import Random

import pytest

import hoplon
from hoplon.core import replay
from hoplon.core.errors import HoplonError
from hoplon.core.options import write_value
from hoplon.games import game
from hoplon.protocols.netorcai import messages
from hoplon.protocols.netorcai.gojson import NotJson
from hoplon.protocols.netorcai.messages import BadMessage
from hoplon.protocols.pbem import letter
from hoplon.referee.record_file import read_record
from hoplon.server import sockets
from tests.fuzzing import Parse, share, try_parser
from tests.strategies import strategies

USUAL = 40
LETTER = """hoplon pbem 1
game duel 1
rules {0}
hoplon 0.1.0
judge first
option hearts 9
invitation
key {0}
anchor {0}
sign {0}{0}
acceptance
key {0}
anchor {0}
secret {0}
sign {0}{0}
turn 1
secret {0}
begin 5f3a22c1
1 @0 strike 8a4b11c0
2 @1 parry 99aa0011
close 2 open
sign {0}{0}
end 3
""".format("ab" * 32)
MESSAGES = (
    '{"message_type":"LOGIN","nickname":"foe","role":"player","metaprotocol_version":"2.0.0"}',
    '{"message_type":"TURN_ACK","turn_number":3,"actions":[{"id":0,"movement":"move","direction":"x+"}]}',
    '{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{}}}',
    '{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{"cells":[]}}}',
)
HEARD = tuple(
    json.dumps({"type": kind, "choice": "walk n", "number": 3, "cell": "4,3", "see": "all", "ref": 7})
    for kind in sockets.SERVED
)


def read_message(text: str) -> None:
    """A message of netorcai, as each of its kinds."""
    content = text.encode("utf-8", "surrogatepass")
    for read in (
        messages.read_login,
        lambda document: messages.read_turn_ack(document, 3),
        messages.read_do_init_ack,
        lambda document: messages.read_do_turn_ack(document, 4),
    ):
        try:
            read(messages.digest(content))
        except (BadMessage, NotJson) as refusal:
            last = refusal
        else:
            return
    raise HoplonError(repr(str(last)))  # as JSON, netorcai says the words of others as they are


def played(name: str, turns: int = 12) -> hoplon.Match:
    """A match that has gone on for a while."""
    dice = Random(7)
    match = hoplon.new(name, seed=7)
    for _ in range(turns):
        if not match.is_over:
            match.play(dice.choice(match.legal()))
    return match


def parsers_of(name: str) -> Iterator[tuple[str, Parse, Sequence[str]]]:
    """Everything that reads texts about a game, with texts that it reads."""
    found, match = game(name), played(name)
    short = played(name, 3)
    yield f"{name} choices", hoplon.new(name, seed=7).read, [*map(str, played(name, 0).legal()[:40])]
    lines = [line.strip() for turn in match.turns for line in turn.lines()]
    if lines:
        yield f"{name} logs", lambda text: found.phrases.read_turn(text), lines
    yield f"{name} match files", lambda text: file_of(name, text), [replay.write(short)]
    records = {"hoplon record": 1, "seats": [{}] * found.seat_count(match.options)}
    yield f"{name} records", lambda text: read_record(text, match), [json.dumps(records)]
    if found.position_option:
        positions = [found.notation(match.states_at(n), 0) for n in (0, len(match.choices))]
        yield f"{name} positions", lambda text: begun(name, found.position_option, text), positions
    options = [f"{field.name}={write_value(field.default)}" for field in fields(found.options)]
    yield f"{name} options", lambda text: begun(name, *text.partition("=")[::2]), options
    yield from ((f"{name} {what}", *how) for what, how in strategies(name).PARSERS.items())


def file_of(name: str, text: str) -> None:
    """Read and replay a match file."""
    file = replay.read(text)
    if file.game == name:
        replay.verify(file, game(name))


def begun(name: str, option: str, text: str) -> None:
    """Begin a match with one option."""
    found = game(name)
    hoplon.Match(found, 7, found.options.from_text({option: text}))


@pytest.mark.parametrize("name", hoplon.game_names())
def test_fuzz_texts_of_games(name: str) -> None:
    parsers = list(parsers_of(name))
    count = share(0.6 / len(hoplon.game_names()) / len(parsers), USUAL)
    for what, parse, examples in parsers:
        try_parser(what, parse, examples, count)


@pytest.mark.parametrize(
    ("what", "parse", "examples", "part"),
    [
        ("letters", letter.read, [LETTER], 0.05),
        ("messages of netorcai", read_message, MESSAGES, 0.1),
        ("messages of boards", sockets.read, HEARD, 0.05),
    ],
)
def test_fuzz_texts_of_protocols(what: str, parse: Parse, examples: Sequence[str], part: float) -> None:
    try_parser(what, parse, examples, share(part, 5 * USUAL))
