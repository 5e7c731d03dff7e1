"""The paths of SVG as corners: every curve becomes short straight lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Corners = npt.NDArray[np.float64]  # x, y

STEP = re.compile(r"([MLHVCSQTAZ])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)", re.IGNORECASE)
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
PIECES = 8  # lines for a curve
ROUND = 24  # and for a circle


def circle(x: float, y: float, r: float, corners: int = ROUND) -> Corners:
    """A circle."""
    turn = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([x + r * np.cos(turn), y + r * np.sin(turn)], axis=1)


def outlines(text: str) -> list[Corners]:
    """The parts of a path, each from one `M` to the next; what is closed ends where it began."""
    found: list[list[Point]] = []
    at: Point = (0.0, 0.0)
    bend: Point | None = None  # the last point that a curve was bent to, for a smooth one
    for letter, numbers in _steps(text):
        kind, given = letter.upper(), _absolute(letter, numbers, at)
        if kind == "M":
            found.append([given[0]])
        elif kind == "Z":
            if found and found[-1]:
                found[-1].append(found[-1][0])
                at, bend = found[-1][0], None
                found.append([at])
            continue
        elif kind in "LHV":
            found[-1].append(given[0])
        elif kind == "A":
            found[-1] += _arc(at, numbers, given[0])
        else:
            is_cubic = kind in "CS"
            if kind in "ST":
                smooth = (2 * at[0] - bend[0], 2 * at[1] - bend[1]) if bend else at
                given = [smooth, *given]
            found[-1] += _curve([at, *given])
            bend = given[1] if is_cubic else given[0]
        if kind not in "CSQT":
            bend = None
        at = given[-1]
    return [np.array(part) for part in found if len(part) > 1]


def _steps(text: str) -> Iterator[tuple[str, list[float]]]:
    """Letters with as many numbers as they take; after `M`, more numbers mean lines."""
    letter, numbers = "", [0.0] * 0
    for said, number in STEP.findall(text):
        if said:
            letter, numbers = said, []
            if said in "Zz":
                yield said, []
            continue
        numbers.append(float(number))
        if len(numbers) == TAKES[letter.upper()]:
            yield letter, numbers
            numbers = []
            letter = {"M": "L", "m": "l"}.get(letter, letter)


def _absolute(letter: str, numbers: list[float], at: Point) -> list[Point]:
    """The points of a step; of an arc, where it ends."""
    x, y = at if letter.islower() else (0.0, 0.0)
    match letter.upper():
        case "Z":
            return []
        case "H":
            return [(x + numbers[0], at[1])]
        case "V":
            return [(at[0], y + numbers[0])]
        case "A":
            return [(x + numbers[5], y + numbers[6])]
    return [(x + numbers[k], y + numbers[k + 1]) for k in range(0, len(numbers), 2)]


def _curve(points: list[Point]) -> list[Point]:
    """A curve of Bézier's, without its beginning."""
    found = []
    for k in range(1, PIECES + 1):
        t, row = k / PIECES, points
        while len(row) > 1:
            row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(row)]
        found.append(row[0])
    return found


def _arc(start: Point, numbers: list[float], end: Point) -> list[Point]:
    """A part of a circle, without its beginning; ellipses are taken for circles."""
    r, large, sweep = numbers[0], numbers[3] != 0, numbers[4] != 0
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy)
    if far == 0 or r == 0:
        return [end]
    r = max(r, far / 2)
    off = math.sqrt(max(r * r - far * far / 4, 0.0)) * (1 if large != sweep else -1)
    cx, cy = (start[0] + end[0]) / 2 - off * dy / far, (start[1] + end[1]) / 2 + off * dx / far
    first = math.atan2(start[1] - cy, start[0] - cx)
    turn = (math.atan2(end[1] - cy, end[0] - cx) - first) % (2 * math.pi)
    if not sweep:
        turn -= 2 * math.pi
    pieces = max(2, math.ceil(abs(turn) / (2 * math.pi) * ROUND))
    return [
        (cx + r * math.cos(first + turn * k / pieces), cy + r * math.sin(first + turn * k / pieces))
        for k in range(1, pieces)
    ] + [end]
