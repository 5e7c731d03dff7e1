"""A league that was played once, and copies of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoplon.league.report.reader import LeagueReader
from hoplon.league.store import Store
from tests.league.filled import duels


@pytest.fixture(scope="session")
def played_cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four bots, two at a time, on one seed; `doris` crashes now and then."""
    where = tmp_path_factory.mktemp("cup") / "cup.db"
    duels(where, seeds=(1,)).close()
    return where


@pytest.fixture
def cup(played_cup: Path, tmp_path: Path) -> Iterator[Store]:
    """The same, for one test."""
    where = tmp_path / "cup.db"
    shutil.copy(played_cup, where)
    with Store(str(where)) as store:
        yield store


@pytest.fixture
def reader(cup: Store) -> LeagueReader:
    """Whoever tells about it."""
    return LeagueReader(cup.engine)
