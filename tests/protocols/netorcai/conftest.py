"""Every server a test starts ends with the test."""

from collections.abc import Callable, Iterator

import pytest
from netorcai_harness import Process, ProcessSettings, closing_all

from hoplon.protocols.netorcai import server


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ProcessSettings]]:
    """Opens servers inside this process, which take less time to end than the command."""
    monkeypatch.setattr(server, "GRACE", 0.1)
    monkeypatch.setattr(server, "SETTLE", 0.0)
    houses: list[ProcessSettings] = []

    def open_house(**chosen: object) -> ProcessSettings:
        houses.append(ProcessSettings(**chosen))
        return houses[-1]

    with closing_all(houses):
        yield open_house


@pytest.fixture
def command() -> Iterator[Callable[..., Process]]:
    """Runs the command as a child process."""
    processes: list[Process] = []

    def run(*arguments: str, **kwargs: object) -> Process:
        processes.append(Process(*arguments, **kwargs))
        return processes[-1]

    with closing_all(processes):
        yield run
