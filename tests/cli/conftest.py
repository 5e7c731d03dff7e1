"""Every test works in an empty folder of its own and keeps nothing in the user's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hoplon.core.kernel  # noqa: F401  numba is here now, so no command switches it off for the other tests
from hoplon.cli import app

Run = Callable[..., object]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def run():
    """Run a command line; the result has exit_code, stdout and stderr."""

    def invoke(*args: str, stdin: str | bytes | None = None):
        return CliRunner().invoke(app, list(args), input=stdin)

    return invoke


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A match file of six turns."""
    import hoplon

    match = hoplon.new("hoplite", seed=8)
    for choice in ("walk n", "walk s", "bash n", "leap 4,4", "walk s", "walk n"):
        match.play(choice)
    return match.save(tmp_path / "six.hoplon")
