"""What the page about hexabomb over netorcai says of `hoplon host` is what the command says and does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hoplon.cli import app
from hoplon.games.hexabomb.maps import named
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.protocols.netorcai.boxed import LOGIN_SECONDS
from hoplon.protocols.netorcai.hexabomb.host import Plan, invitation

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "reference" / "netorcai.md").read_text("utf-8").split())
USUAL = Plan(HexabombOptions("duel", 2, False, 100))


def test_the_page_and_the_help_of_the_host_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")  # one line for each option
    told = CliRunner().invoke(app, ["host", "--help"]).stdout
    option = dict(re.findall(r"--(bot|special-bot|patience) (.*)", told))
    assert f"[default: {USUAL.patience}]" in option["patience"]
    assert "does not answer a TURN for so long is kicked, in timed games too" in option["patience"]
    assert (
        f"has not answered a `TURN` for {USUAL.patience:g} seconds (`--patience`), in timed games too" in PAGE
    )
    assert f"as long to log in, {LOGIN_SECONDS:g} if that is less" in option["patience"]
    assert f"not logged in after `--patience` seconds ({LOGIN_SECONDS:g} if that is less)" in PAGE
    assert "which gets the host and the port as arguments" in option["bot"]
    assert "with two arguments, the host and the port" in PAGE
    assert "'special player' as a third argument" in option["special-bot"]
    assert "gets `special player`, its role, as a third" in PAGE


def test_the_host_says_whom_it_waits_for_and_how_long_for_their_answers() -> None:
    alone = Plan(USUAL.options, ("painter", "painter"))
    assert invitation(alone, 4242) == "listening on port 4242"
    watched = Plan(USUAL.options, ("painter",), viewers=1)
    assert invitation(watched, 4242) == (
        "listening on port 4242, waiting for 1 more player(s) and 1 viewer(s); "
        "who does not answer a TURN for 60 s is kicked"
    )


def test_the_usual_map_has_as_many_characters_as_the_page_says() -> None:
    each = {len(group) for group in named("duel").starts}
    assert [f"{number} on `duel`" in PAGE for number in each] == [True]
