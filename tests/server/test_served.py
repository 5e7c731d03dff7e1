"""The server of the tests does not outlive a test that it fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from served import Server


def test_a_server_that_is_not_ready_in_time_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "is_ready", lambda _server: False)
    monkeypatch.setattr("tests.waiting.patience", lambda _idle: 0.0)
    server = Server(tmp_path / "arena.sqlite")
    with pytest.raises(AssertionError, match="the server is ready: not within"), server:
        pass
    assert server.process.poll() is not None


def test_a_server_that_cannot_start_is_not_waited_for(tmp_path: Path) -> None:
    server = Server(tmp_path / "no" / "such" / "folder.sqlite", "--database", "nonsense")
    with pytest.raises(AssertionError, match="the server did not start"), server:
        pass
    assert server.process.poll() is not None
