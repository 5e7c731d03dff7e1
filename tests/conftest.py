"""What all tests share: the marker for sections of a rulebook, how Hypothesis behaves, what is watched."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.processes import no_process_is_left  # noqa: F401  for all tests
from tests.waiting import patience

IS_LONG = bool({"HOPLON_FUZZ_SECONDS", "HOPLON_KILLS"} & set(os.environ))

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
def ended_if_it_hangs() -> Iterator[None]:
    """Whatever a test waits for, it does not wait for ever."""

    def give_up(*_: object) -> None:
        raise AssertionError("the test hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, 0 if IS_LONG else patience(600.0))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _watched() -> Generator[None, Any, Any]:
    with ended_if_it_hangs():
        return (yield)


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_watched)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(_watched)
pytest_runtest_teardown = pytest.hookimpl(wrapper=True)(_watched)


def note_test(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Note which tests ran and which were skipped and why, for the last line of `make test`."""
    path = os.environ.get("HOPLON_TESTS_RUN")
    if path is None or "PYTEST_XDIST_WORKER" in os.environ or not (report.skipped or report.when == "call"):
        return
    reason = str(report.longrepr[2]).removeprefix("Skipped: ") if report.skipped else ""
    with open(path, "a", encoding="utf-8") as file:
        print(json.dumps([report.nodeid, reason]), file=file)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    note_test(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    note_test(report)


@pytest.fixture(autouse=True)
def own_umask() -> Iterator[None]:
    """A server that is tried in this process makes its files private; the tests after it do not."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)
