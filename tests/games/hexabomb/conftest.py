"""The marker that ties a test to a section of the rulebook."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Know the marker."""
    config.addinivalue_line("markers", "section(*numbers): the sections of the rulebook that a test shows")
