"""The curves of trainings, drawn from their logs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hoplon.learn.train.log import Line, read_log
from hoplon.learn.train.plots import Panel, Points, plot

NAME = "curves.svg"
SHOWN = {"return": "return of ended matches", "entropy": "entropy of the policy"}


def draw(title: str, folders: Mapping[str, Path]) -> str:
    """The curves of some trainings, each with its name, as SVG: what tests showed, then what training did."""
    logs = {name: read_log(folder) for name, folder in folders.items()}
    tested = dict.fromkeys(name for lines in logs.values() for line in lines for name in line.get("test", {}))
    panels = [
        Panel(f"test: {figure}", [(name, exam_curve(lines, figure)) for name, lines in logs.items()])
        for figure in tested
    ]
    panels += [
        Panel(words, [(name, curve(lines, key)) for name, lines in logs.items()])
        for key, words in SHOWN.items()
    ]
    return plot(title, panels)


def curve(lines: list[Line], key: str) -> Points:
    """How a number went over the seconds of a training."""
    return [(float(line["seconds"]), float(line[key])) for line in lines if key in line]


def exam_curve(lines: list[Line], figure: str) -> Points:
    """How a figure went in tests."""
    tests = [(line["seconds"], line["test"]) for line in lines if "test" in line]
    return [(float(seconds), float(test[figure])) for seconds, test in tests if figure in test]
