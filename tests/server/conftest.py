"""One server for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from served import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database."""
    with Server(tmp_path_factory.mktemp("arena") / "arena.sqlite") as running:
        yield running
