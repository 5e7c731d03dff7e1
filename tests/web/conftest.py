"""A server, a browser, and tabs that must end without an error in their console."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "server"))

from browsing import NoBrowser, Tab, launch
from served import Server

from tests import needed
from tests.waiting import patience

PAGE = Path(__file__).parents[2] / "hoplon" / "server" / "page" / "index.html"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database."""
    if not PAGE.exists():
        pytest.skip(needed.lacking("the page", "'make page' builds it"))
    with Server(tmp_path_factory.mktemp("arena") / "arena.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def browser(server: Server) -> Iterator[Browser]:
    """A browser, for one module: while Playwright runs, no other test can have a loop of events."""
    expect.set_options(timeout=1000 * patience(60.0))
    with sync_playwright() as playwright:
        try:
            found = launch(playwright)
        except NoBrowser as reason:
            pytest.skip(needed.lacking("a browser", str(reason)))
        yield found
        found.close()


@pytest.fixture
def tabs(server: Server, browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Opens tabs; all are closed and looked through in the end."""
    opened: list[Tab] = []

    def open_tab(**how: Any) -> Tab:
        tab = Tab(browser, f"http://{server.base}", **how)
        opened.append(tab)
        return tab

    yield open_tab
    for tab in opened:
        tab.close()


@pytest.fixture
def tab(tabs: Callable[..., Tab]) -> Tab:
    """One tab."""
    return tabs()
