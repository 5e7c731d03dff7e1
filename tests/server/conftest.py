"""One server for all tests of a process, and a store for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Server

from hoplon.server.store import Store


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database."""
    with Server(tmp_path_factory.mktemp("arena") / "arena.sqlite") as running:
        yield running


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store, closed in the end."""
    opened = Store(f"sqlite:///{tmp_path / 'arena.sqlite'}")
    yield opened
    opened.close()
