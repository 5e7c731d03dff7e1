"""What all tests share: the marker for sections of a rulebook, how Hypothesis behaves, loops of events."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run, so that a red suite is red for everybody; HOPLON_FUZZ_SECONDS looks further.
settings.register_profile(
    "hoplon",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=int(os.environ.get("HOPLON_EXAMPLES", "25")),
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("hoplon")


def pytest_configure(config: pytest.Config) -> None:
    """Know the marker that ties a test to the rulebook of its game."""
    config.addinivalue_line("markers", "section(*numbers): the sections of the rulebook that a test shows")


@contextmanager
def own_loop(item: pytest.Item) -> Iterator[None]:
    """Playwright's loop stands still between its calls but counts as running: not for a test without it."""
    other = asyncio._get_running_loop()
    if other is None or "web" in item.path.parts:
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(other if other.is_running() else None)


def _apart(item: pytest.Item) -> Generator[None, Any, Any]:
    with own_loop(item):
        return (yield)


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_apart)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(_apart)
pytest_runtest_teardown = pytest.hookimpl(wrapper=True)(_apart)
