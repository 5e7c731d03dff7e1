"""Databases for leagues."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoplon.league.store import Store
from tests import needed

sys.path.insert(0, str(Path(__file__).parent.parent / "server"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own."""
    pytest.importorskip("psycopg", reason=needed.lacking("PostgreSQL", "psycopg is not installed"))
    if needed.postgres() is None:
        pytest.skip(needed.lacking("PostgreSQL"))
    from postgres import Postgres

    with Postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "cup.db")
    from postgres import another_database

    return another_database(request.getfixturevalue("cluster"))


@pytest.fixture
def either(where: str) -> Iterator[Store]:
    """A store of each kind, for what databases might do differently."""
    with Store(where, is_new=True) as found:
        yield found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    with Store(str(tmp_path / "cup.db"), is_new=True) as found:
        yield found
