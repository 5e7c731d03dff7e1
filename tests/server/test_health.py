"""`/healthz` and the text of `/metrics`, without a server around them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from hoplon.server.health import health_routes
from hoplon.server.metrics import Counter, Histogram, gauge, page
from hoplon.server.writer import StoreFailed


class Here:
    """As much of all rooms as is asked about."""

    def __init__(self, answers: bool, draining: bool) -> None:
        self.store, self.boards, self.draining, self._answers = self, 3, draining, answers

    def ask(self) -> None:
        """As a database would answer."""
        if not self._answers:
            raise StoreFailed("the database does not answer")

    def all(self) -> list[Any]:
        """No room."""
        return []


@pytest.mark.parametrize(
    ("answers", "draining", "status", "code"),
    [(True, False, "ok", 200), (False, False, "no database", 503), (True, True, "draining", 503)],
)
async def test_health_is_503_without_a_database_and_before_the_end(
    answers: bool, draining: bool, status: str, code: int
) -> None:
    app = FastAPI()
    app.include_router(health_routes([Here(answers, draining)]))  # type: ignore[list-item]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        told = await client.get("/healthz")
        counted = (await client.get("/metrics")).text
    assert (told.status_code, told.json()["status"], told.json()["boards"]) == (code, status, 3)
    assert "hoplon_boards 3\n" in counted


def test_what_is_counted_is_written_as_prometheus_reads_it() -> None:
    plain, labelled = Counter("a_total", "A."), Counter("b_total", "B.", "code")
    took = Histogram("c_seconds", "C.", (0.1, 1.0))
    plain.add(much=2)
    labelled.add("stale")
    for seconds in (0.05, 0.1, 0.5, 7.0):
        took.add(seconds)
    assert page(plain.lines(), labelled.lines(), took.lines(), gauge("d", "D.", 2.5)).splitlines() == [
        "# HELP a_total A.",
        "# TYPE a_total counter",
        "a_total 2",
        "# HELP b_total B.",
        "# TYPE b_total counter",
        'b_total{code="stale"} 1',
        "# HELP c_seconds C.",
        "# TYPE c_seconds histogram",
        'c_seconds_bucket{le="0.1"} 2',
        'c_seconds_bucket{le="1.0"} 3',
        'c_seconds_bucket{le="+Inf"} 4',
        "c_seconds_sum 7.650000",
        "c_seconds_count 4",
        "# HELP d D.",
        "# TYPE d gauge",
        "d 2.5",
    ]
