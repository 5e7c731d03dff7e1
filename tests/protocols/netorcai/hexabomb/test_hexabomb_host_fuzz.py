"""A hosted game among honest players goes on whatever programs and strangers do, and nothing of ours fails.

A few seconds in the normal suite; HOPLON_FUZZ_SECONDS makes it as long as wanted, and HOPLON_FUZZ_SEED
repeats a failure.
"""

import json
import os
import queue
import random
import threading
import time
from pathlib import Path

import pytest
from hosted import OPENING, QUIET
from networked import PATIENCE, side_by_side
from test_netorcai_fuzz import hostile

from hoplon.core import replay
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.protocols.netorcai import Client, ProtocolError
from hoplon.protocols.netorcai.hexabomb import host as hosting
from hoplon.protocols.netorcai.hexabomb.host import Plan, host
from hoplon.protocols.netorcai.local_server import HOST, LocalServer
from hoplon.protocols.netorcai.programs import ProgramFailed
from hoplon.referee.record_file import read_record
from tests.waiting import patience

SECONDS = float(os.environ.get("HOPLON_FUZZ_SECONDS", "4"))
SEED = int(os.environ.get("HOPLON_FUZZ_SEED", time.time_ns()))
HANG = round(min(patience(1.0), 5.0), 1)
TURNS = 5
BAD = (
    OPENING
    + """\
import os, random
dice = random.Random(SEED)
if dice.random() < 0.1:
    time.sleep(dice.choice([0.1, 600]))
login(dice.choice(["bad", "b\\x1b[2J", "\\u202ebad", "\\u0085", "0123456789"]))
turn = -1
def ack(number, actions):
    say({"message_type": "TURN_ACK", "turn_number": number, "actions": actions})
while True:
    kind = dice.randrange(12)
    if kind < 7:
        heard = hear()
        turn = heard.get("turn_number", turn)
        if heard["message_type"] == "TURN":
            ack(turn, dice.choice([[], [1], [{"id": 0}], [None] * 999, [{"movement": "bomb", "id": 10**99}]]))
    elif turn < 0 or dice.random() < 0.5:
        os.write(2, dice.choice([b"x" * 99999, b"\\x1b[2J", b"\\xff", b"hello\\n"]))
    elif kind == 7:
        say(os.urandom(dice.randrange(99)))
    elif kind == 8:
        line.sendall(os.urandom(dice.randrange(9)))
    elif kind == 9:
        time.sleep(600)
    elif kind == 10:
        [ack(dice.randrange(9), []) for _ in range(dice.randrange(50))]
    elif dice.random() < 0.5:
        line.close()
        time.sleep(dice.choice([0, 600]))
    else:
        os._exit(dice.randrange(9))
"""
)


class Watched(LocalServer):
    """Remembers itself."""

    made: list[LocalServer] = []  # noqa: RUF012

    def __init__(self, *given) -> None:
        super().__init__(*given)
        self.made.append(self)


def come_and_play(port: int) -> None:
    """An honest guest, who plays unless somebody else has the place and the game has begun."""
    while True:
        try:
            with Client(HOST, port, PATIENCE) as client:
                client.login("guest", "player")
                client.play(lambda _start, _turn: [])
                return
        except (OSError, ProtocolError) as refusal:
            if "Maximum" not in str(refusal):
                return
            time.sleep(0.01)


def play_round(dice: random.Random, folder: Path, note: str) -> int:
    """One game; returns the number of strangers who meant no good."""
    (folder / "quiet.py").write_text(QUIET)
    (folder / "bad.py").write_text(BAD.replace("SEED", repr(note)))
    foes = [(random.Random(dice.random()), dice.random()) for _ in range(dice.randrange(8, 24))]
    said: queue.Queue = queue.Queue()
    results: list = []
    options = HexabombOptions("crossroads", 3, False, TURNS)
    plan = Plan(options, ("quiet.py", "bad.py"), port=0, patience=HANG, delay=dice.choice([None, 50]))

    def play() -> None:
        try:
            results.append(host(plan, say=said.put))
        except ProgramFailed as refusal:  # the bad one ended before the game began, which is said
            results.append(refusal)

    def attack() -> None:
        port = int(said.get(timeout=PATIENCE).replace(",", "").split()[3])
        threads = [threading.Thread(target=come_and_play, args=(port,), daemon=True)]
        for foe, pause in foes:
            time.sleep(pause * 0.1)
            threads.append(threading.Thread(target=hostile, args=(foe, port), daemon=True))
            threads[-1].start()
        threads[0].start()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), note

    side_by_side(play, attack)
    (result,) = results
    if isinstance(result, ProgramFailed):
        assert "bad.py" in str(result), note
        return len(foes)
    assert "quiet" not in [kick.nickname for kick in result.kicks], note
    assert len(result.match.turns) == TURNS * int(result.match.state.record.characters), note
    text = replay.write(result.match)
    match = replay.load(text, lambda _name: result.match.game)
    assert len(read_record(json.dumps(result.as_json()), match)) == 3
    assert text.isprintable() or set(filter(lambda sign: not sign.isprintable(), text)) == {"\n"}
    return len(foes)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_fuzz_hosted_games(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(hosting, "LocalServer", Watched)
    monkeypatch.setattr("hoplon.protocols.netorcai.boxed.LOGIN_SECONDS", 2 * HANG)
    deadline, seed, foes = time.monotonic() + SECONDS, SEED, 0
    while time.monotonic() < deadline:
        foes += play_round(random.Random(seed), tmp_path, f"HOPLON_FUZZ_SEED={seed}")
        seed += 1
        assert [defect for room in Watched.made for defect in room.defects] == []
        Watched.made.clear()
    print(f"{seed - SEED} games, {seed - SEED} bad programs, {foes} bad clients")
    assert foes
