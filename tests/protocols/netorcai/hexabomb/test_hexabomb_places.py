"""`hoplon host`: nobody takes a place that is another's, neither strangers nor programs."""

from pathlib import Path

import pytest
from hosted import OPENING, QUIET
from networked import PATIENCE

from hoplon.core.errors import HoplonError
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.protocols.netorcai import Client, Kicked
from hoplon.protocols.netorcai.hexabomb import host as hosting
from hoplon.protocols.netorcai.hexabomb.host import Plan, host
from hoplon.protocols.netorcai.local_server import HOST, LocalServer

TURNS = 2


@pytest.mark.parametrize("role", ["game logic", "special player"])
def test_a_program_that_logs_in_as_another_is_named(tmp_path: Path, role: str) -> None:
    (tmp_path / "thief.py").write_text(f'{OPENING}role = "{role}"\nlogin("thief")\nhear()\nhear()\n')
    (tmp_path / "quiet.py").write_text(QUIET)
    options = HexabombOptions("duel", 1, True, TURNS)
    with pytest.raises(HoplonError) as trouble:
        host(Plan(options, ("thief.py",), "quiet.py", port=0, patience=PATIENCE))
    said = f"the bot thief.py does not play: The program logs in as '{role}', not as 'player'"
    assert said in str(trouble.value)


def test_the_rules_are_there_before_any_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quiet.py").write_text(QUIET)
    begin = hosting.started
    refused = []

    def started(plan: Plan, text: str, special: bool, seed: int, room: LocalServer, say):
        with Client(HOST, room.port, PATIENCE) as stranger, pytest.raises(Kicked) as kicked:
            stranger.login("thief", "game logic")
        refused.append(kicked.value.reason)
        return begin(plan, text, special, seed, room, say)

    monkeypatch.setattr(hosting, "started", started)
    options = HexabombOptions("duel", 2, False, TURNS)
    result = host(Plan(options, ("quiet.py", "quiet.py"), port=0, patience=PATIENCE))
    assert refused == ["LOGIN denied: A game logic is already logged in"] * 2
    assert result.match.outcome is not None


@pytest.mark.parametrize(
    ("bots", "viewers", "is_open"), [(2, 0, False), (1, 0, True), (2, 1, True)], ids=["full", "free", "seen"]
)
def test_a_game_for_nobody_from_elsewhere_listens_on_this_machine_alone(
    bots: int, viewers: int, is_open: bool
) -> None:
    plan = Plan(HexabombOptions("duel", 2, False, TURNS), ("random",) * bots, port=0, viewers=viewers)
    with LocalServer(plan.settings()) as room:
        assert room._server is not None
        at = {line.getsockname()[0] for server in room._server._listeners for line in server.sockets}
    assert at <= ({"0.0.0.0", "::"} if is_open else {"127.0.0.1", "::1"})
