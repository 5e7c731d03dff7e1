"""What programs were told and said in the arena: kept within limits, shown to whoever may see it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Begun, Server

from hoplon.core.match import Match
from hoplon.games import game
from hoplon.protocols.player import SeatRecord
from hoplon.protocols.seated_bot import BotSaid
from hoplon.referee.record_file import as_json, read_record
from hoplon.sandbox.clock import Spent
from hoplon.sandbox.limits import isolation, why_no_jail
from hoplon.server.bot_records import LONGEST_ERRORS, MOST_KEPT, records_of, row_of, rows_of
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import BotRow, Seat, StoredMatch
from tests.needed import lacking

ECHO = f"""#!{sys.executable}
import json, sys
answers = 0
for line in sys.stdin:
    sys.stderr.write(line)
    sys.stderr.flush()
    said = json.loads(line)
    if "legal" in said:
        answers += 1
        choice = "fly" if answers > 2 else said["legal"][0]
        print(json.dumps({{"choice": choice, "message": f"my number {{answers}}"}}), flush=True)
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that starts programs."""
    with Server(tmp_path_factory.mktemp("arena") / "arena.sqlite", "--programs") as running:
        yield running


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A program that repeats on stderr what it is told, and fails at its third choice."""
    program = tmp_path_factory.mktemp("bot") / "echo.py"
    program.write_text(ECHO)
    program.chmod(0o755)
    return str(program)


def failed(match: Begun, token: str | None = None) -> None:
    """Wait until the program has failed."""
    with match.server.board(match.id, token) as board:
        while not board.state["trouble"]:
            board.hear()


def test_what_a_program_was_told_and_said_is_kept(programs: Server, echo: str) -> None:
    match = programs.begin("hoplite", seed=7, seats=[{"player": "bot", "bot": echo}])
    failed(match)
    found = programs.get(f"{match.path}/bots")
    assert [turn["number"] for turn in found["turns"]] == [1, 2, 3]
    assert [turn["message"] for turn in found["turns"]] == [f"my number {n}" for n in (1, 2, 3)]
    assert all(turn["wall_ms"] > 0 for turn in found["turns"])
    assert "fly" in found["turns"][-1]["answer"]
    assert "fly" in found["seats"][0]["fault"]
    assert found["seats"][0]["sandbox"] == isolation("auto")
    for turn in found["turns"]:
        told = programs.get(f"{match.path}/bots/{turn['number']}")["told"]
        assert told == turn["errors"]
    assert programs.get(f"{match.path}/bots?after=2")["turns"] == found["turns"][2:]
    programs.get(f"{match.path}/bots/4", expect=404)
    game_so_far = Match(game("hoplite"), 7)
    for turn in programs.get(f"{match.path}/turns?start=1")["turns"]:
        game_so_far.play(turn["choice"])
    (record,) = read_record(json.dumps(programs.get(f"{match.path}/record")), game_so_far)
    assert [text for _, text in record.errors] == [turn["errors"] for turn in found["turns"]]
    with programs.board(match.id, match.tokens[0]) as board:
        assert board.state["records"]
        board.say({"type": "retry"})
        board.hear()
        while not board.state["trouble"]:
            board.hear()
    again = programs.get(f"{match.path}/bots")["turns"]
    assert [(turn["number"], turn["turn"]) for turn in again] == [(1, 1), (2, 2), (3, 1), (4, 2), (5, 3)]
    assert programs.get(f"{match.path}/bots/3")["told"].startswith('{"hello"')


def test_only_who_plays_alone_sees_it_before_the_end(programs: Server, echo: str) -> None:
    seats: list[dict[str, str]] = [{"player": "me"}, {"player": "bot", "bot": echo}]
    alone = programs.begin("hexabomb", options={"turns": "1"}, seats=seats)
    programs.get(f"{alone.path}/bots", alone.tokens[0])
    assert "over" in programs.get(f"{alone.path}/bots", expect=403)["error"]["text"]
    seats = [{"player": "me"}, {"player": "friend"}, {"player": "bot", "bot": echo}]
    shared = programs.begin("hexabomb", options={"map": "delta"}, seats=seats)
    for token in (*shared.tokens, None):
        programs.get(f"{shared.path}/bots", token, expect=403)
        programs.get(f"{shared.path}/bots/1", token, expect=403)
        with programs.board(shared.id, token) as board:
            assert not board.state["records"]


def played() -> tuple[Match, str]:
    """A match file's match, and a record of it."""
    match = Match(game("hoplite"), 7)
    match.play("walk n")
    record = SeatRecord("./mybot.py", 11, 2.0, 1.0, numbers=[1, 2], answers=["walk n", "fly"])
    record.spent, record.errors = [Spent(0.25, 0.125, 0.0)] * 2, [(1, "so so")]
    record.blame("illegal", "it chose wrong", "fly")
    return match, json.dumps(as_json([record]))


def test_a_file_is_opened_with_its_record(server: Server, tmp_path: Path) -> None:
    match, record = played()
    text = match.save(tmp_path / "a.hoplon").read_text()
    made = server.post("/api/files/recorded", {"file": text, "record": record}, expect=201)
    path = f"/api/matches/{made['id']}"
    assert server.get(f"{path}/bots")["seats"][0]["player"] == "mybot"
    found = server.get(f"{path}/bots", made["tokens"][0]["token"])
    assert [turn["errors"] for turn in found["turns"]] == ["so so", ""]
    seat = {"seat": 0, "player": "./mybot.py", "sandbox": "", "fault": "it chose wrong", "line": "fly"}
    assert found["seats"] == [seat | {"stderr": ""}]
    assert '"dice":11,"first_ms":2000' in server.get(f"{path}/bots/1")["told"]
    assert '"turn":2,"ms":1000' in server.get(f"{path}/bots/2")["told"]
    body: dict[str, Any] = {"file": text, "record": record.replace('"numbers": [1, 2]', '"numbers": [7]')}
    said = server.post("/api/files/recorded", body, expect=400)["error"]["text"]
    assert said == "the record of seat 0 is damaged: it has a choice 7; the match has 1"
    server.get(f"{server.begin('hoplite').path}/bots", expect=403)


def test_what_is_kept_is_bounded() -> None:
    said = BotSaid("x" * 9999, "y" * 99_999, "z" * 9999, Spent(1.0, 0.5, 0.0), 1)
    row = row_of(0, 1, said, MOST_KEPT)
    assert len(row.content) < LONGEST_ERRORS + 2000
    small = row_of(0, 1, said, 100)
    assert json.loads(small.content) == {"spent": [1.0, 0.5, 0.0], "turn": 1}
    card = StoredMatch("a", "hoplite", 1, 7, 7, {}, [Seat("bot", "", "./x")])
    (record,) = records_of(card, [row, BotRow(0, 2, small.content)])
    assert record.numbers == [1, 2]
    assert record.restarts == [2]
    assert record.answers[1] == ""


def test_a_record_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="no record of a match"):
        rows_of("{}", played()[0])


READER = f"""#!{sys.executable}
import json, os, sys
for line in sys.stdin:
    if line.startswith('{{"legal"'):
        for where, _, names in os.walk("/"):
            if where.startswith(("/proc", "/usr", "/lib", "/root")): continue
            for name in names:
                if name.startswith("arena.sqlite"): print("found", where, name, file=sys.stderr, flush=True)
        print("looked", file=sys.stderr, flush=True)
        print(json.dumps({{"choice": "fly"}}), flush=True)
"""


@pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))
def test_a_program_beside_the_database_does_not_see_it(programs: Server) -> None:
    program = programs.database.parent / "reader.py"
    program.write_text(READER)
    program.chmod(0o755)
    match = programs.begin("hoplite", seed=7, seats=[{"player": "bot", "bot": str(program)}])
    failed(match)
    (turn,) = programs.get(f"{match.path}/bots")["turns"]
    assert turn["errors"] == "looked\n"


@pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))
def test_a_command_names_only_files_below_the_servers_folder(programs: Server, tmp_path: Path) -> None:
    hidden = tmp_path / ".hidden"
    hidden.write_text("")
    (tmp_path / "link").symlink_to("/etc/hostname")
    for path in ("/etc/hostname", str(hidden), str(tmp_path / "link"), str(Path.home())):
        body = {"game": "hoplite", "seats": [{"player": "bot", "bot": f"/bin/cat {path}"}]}
        said = programs.post("/api/matches", body, expect=400)["error"]["text"]
        assert said == f"a command here may name only files below the server's folder, not {path!r}"
