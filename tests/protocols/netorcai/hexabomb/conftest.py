"""Tests of networked games: on loopback, each in an empty folder, with the rules ready beforehand."""

import pytest

from hoplon.cli import app
from hoplon.games.hexabomb import maps
from hoplon.protocols.netorcai.hexabomb.logic import make_ready


@pytest.fixture(scope="session", autouse=True)
def rules_are_ready() -> None:
    """A server waits 3 seconds for the start only, and compiling takes longer."""
    make_ready(maps.named("duel"))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def hoplon_command():
    """Run a command line; the result has exit_code, stdout and stderr."""
    from typer.testing import CliRunner

    def invoke(*args: str, stdin: str | None = None):
        return CliRunner().invoke(app, list(args), input=stdin)

    return invoke
