"""What all tests share: the marker for sections of a rulebook, and how Hypothesis behaves."""

from __future__ import annotations

import os

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
