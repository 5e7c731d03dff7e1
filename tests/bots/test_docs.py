"""The example of docs/reference/bots.md runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "bots.md"


def test_the_example_bot_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    exec(compile(example[1], str(DOCS), "exec"), {"__name__": "example"})
    printed = capsys.readouterr().out
    assert printed.count("depth") == 3
    assert "fault" not in printed
