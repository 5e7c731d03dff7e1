"""Whoever begins from an example may use it: everything in `examples` is under the licence of Hoplon."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
OWN = ("licen", "copying", "notice")


def test_the_examples_are_under_the_licence_of_hoplon() -> None:
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*") if path.is_file()]
    assert len(files) > 30
    assert [name for name in files if Path(name).name.lower().startswith(OWN)] == []
