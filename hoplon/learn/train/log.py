"""The log of a training: a line of JSON for each report, and the same as people read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hoplon.core.errors import HoplonError

NAME = "log.jsonl"
Line = Mapping[str, Any]


def add_line(folder: Path, line: Line) -> None:
    """Add a line."""
    with open(folder / NAME, "a", encoding="utf-8") as file:
        print(json.dumps(line), file=file)


def read_log(folder: Path) -> list[Line]:
    """All lines; an unfinished last one does not count."""
    path = folder / NAME
    if not path.exists():
        return []
    found: list[Line] = []
    texts = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, text in enumerate(texts, 1):
        if not text.endswith("\n"):
            break
        try:
            line = json.loads(text)
        except ValueError:
            line = None
        if not isinstance(line, dict) or not isinstance(line.get("steps"), int):
            raise HoplonError(f"{path}, line {number}: expected a line of JSON with the number of steps")
        found.append(line)
    return found


def keep_until(folder: Path, steps: int) -> None:
    """Forget what was written after a checkpoint, since it is done again."""
    kept = [line for line in read_log(folder) if line["steps"] <= steps]
    (folder / NAME).write_text("".join(f"{json.dumps(line)}\n" for line in kept), encoding="utf-8")


def progress_line(line: Line) -> str:
    """A report as one line for people."""
    parts = [
        f"{line['seconds']:7,.0f} s",
        f"{amount(line['steps']):>8} steps",
        f"{amount(line['steps_per_second']):>8}/s",
    ]
    if line.get("matches"):
        parts += [
            f"return {line['return']:8.3f}",
            f"score {amount(line['score']):>7}",
            f"length {line['length']:6.1f}",
        ]
    parts.append(f"entropy {line['entropy']:.3f}")
    return "  ".join(parts)


def exam_line(figures: Line, seconds: float) -> str:
    """What a test showed, as one line for people."""
    said = "  ".join(f"{name} {amount(value)}" for name, value in figures.items())
    return f"          test: {said}  ({seconds:.1f} s, not counted)"


def amount(number: float) -> str:
    """A number as people read it: 1.25 M."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e4, "")):
        if abs(number) >= size:
            return f"{number / size:.2f}{unit}" if unit else f"{number:,.0f}"
    return (
        f"{number:,.0f}"
        if number == int(number)
        else f"{number:.3g}"
        if abs(number) < 1
        else f"{number:,.2f}"
    )
