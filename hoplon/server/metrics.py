"""What a server counts, as text that Prometheus reads. Nothing in it names a match, a person or a token."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Iterable, Iterator

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Counter:
    """Something that is counted, by a label if it has one."""

    def __init__(self, name: str, text: str, label: str = "") -> None:
        self.name, self.text, self.label = name, text, label
        self._counts: Counts[str] = Counts() if label else Counts({"": 0})

    def add(self, kind: str = "", much: int = 1) -> None:
        """Count."""
        self._counts[kind] += much

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from heading(self.name, self.text, "counter")
        for kind, count in sorted(self._counts.items()):
            yield f'{self.name}{{{self.label}="{kind}"}} {count}' if self.label else f"{self.name} {count}"


class Histogram:
    """How long something takes."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...] = SECONDS) -> None:
        self.name, self.text, self._bounds = name, text, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one that took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from heading(self.name, self.text, "histogram")
        so_far = 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{self.name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {so_far}"


def gauge(name: str, text: str, value: float) -> Iterator[str]:
    """Something that goes up and down."""
    yield from heading(name, text, "gauge")
    yield f"{name} {value:g}" if value != int(value) else f"{name} {int(value)}"


def heading(name: str, text: str, kind: str) -> Iterator[str]:
    """What comes before the values."""
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"


def page(*groups: Iterable[str]) -> str:
    """All of it."""
    return "".join(f"{line}\n" for group in groups for line in group)


CHOICES = Counter("hoplon_choices_total", "Choices that were stored and published.")
TOOK = Histogram("hoplon_choice_seconds", "From a choice's arrival until it was published.")
REFUSED = Counter("hoplon_refused_total", "What was refused, by the code of the answer.", "code")
RELAYED = Counter("hoplon_relayed_total", "Requests and boards passed on to another server.")
TAKEN = Counter("hoplon_leases_taken_total", "Matches that this server took from the database to play them.")
LOST = Counter("hoplon_leases_lost_total", "Matches that another server took over while this one had them.")
PAIRED = Histogram(
    "hoplon_pairing_seconds", "Processor time for finding opponents for all who wait in a ladder."
)
COUNTED = (CHOICES, TOOK, REFUSED, RELAYED, TAKEN, LOST, PAIRED)
