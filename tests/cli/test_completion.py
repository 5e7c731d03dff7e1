"""What the shell is offered for a bot."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from hoplon.bots import bots_for
from hoplon.cli.inputs import complete_bot

HOPLITE = SimpleNamespace(params={"game": "hoplite"})


def offered(typed: str, context: SimpleNamespace = HOPLITE) -> list[str]:
    return complete_bot(context, typed)  # type: ignore[arg-type]


def test_the_bots_of_the_game_are_offered() -> None:
    assert offered("") == bots_for("hoplite")
    assert offered("gre") == ["greedy"]


def test_settings_are_offered_after_a_colon_each_once() -> None:
    assert "search:nodes=" in offered("search:")
    assert offered("search:no") == ["search:nodes="]
    assert "search:nodes=9,nodes=" not in offered("search:nodes=9,")
    assert all(text.startswith("search:nodes=9,") for text in offered("search:nodes=9,"))
    assert offered("nobody:") == []


def test_paths_are_offered_where_no_bot_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "mine.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert offered("ki") == ["kit/"]
    assert offered("./k") == ["./kit/"]
    assert offered("kit/m") == ["kit/mine.py"]
    assert offered("nowhere/m") == []
    assert offered("", SimpleNamespace(params={"game": None})) == ["kit/"]
