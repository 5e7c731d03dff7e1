"""Every server a test starts ends with the test."""

from collections.abc import Callable, Iterator

import pytest
from netorcai_harness import House, Process, closing_all


@pytest.fixture
def house() -> Iterator[Callable[..., House]]:
    """Opens servers inside this process."""
    houses: list[House] = []

    def open_house(**chosen: object) -> House:
        houses.append(House(**chosen))
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
