"""The duel is installed, and no test touches the user's folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import hoplon.core.kernel  # noqa: F401  numba is here now, so no command switches it off for the other tests
from hoplon.cli import app
from tests.outside import packages


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    packages.install(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    yield
    packages.forget()


@pytest.fixture
def run() -> Callable[..., Any]:
    """Run `hoplon pbem …`; the result has exit_code, stdout and stderr."""

    def invoke(*args: object, stdin: str | None = None) -> Any:
        return CliRunner().invoke(app, ["pbem", *map(str, args)], input=stdin)

    return invoke
