"""A picture of a board as PNG: the flat shapes of its SVG, without the letters, for which there is no font.

Only what the pictures of boards are made of is read: polygons, rectangles, circles and straight paths, in
groups that are moved, filled by an attribute or by a class of the picture's own style.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

WIDTH, HEIGHT = 1200, 630  # what previews of links show
MARGIN = 24
FINER = 2  # so many samples a pixel and direction
PAPER = (58, 45, 36)
RIM = 1.2  # how far an outline goes beyond its shape, in units of the picture
ROUND = 24  # corners of a circle
RULE = re.compile(r"\.([\w-]+)\s*\{([^}]*)\}")
WORD = r"(?:^|;)\s*%s\s*:\s*([^;]+)"
FILL, STROKE = re.compile(WORD % "fill"), re.compile(WORD % "stroke")
MOVED = re.compile(r"translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)")
CURVED = re.compile("[ACQST]", re.IGNORECASE)
STEP = re.compile(r"([MLHVmlhvzZ])|(-?\d*\.?\d+)")


@dataclass(frozen=True)
class Shape:
    """A polygon and its colour with opacity."""

    corners: Any  # x, y
    colour: tuple[int, int, int]
    opacity: float


def png_of(svg: str, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """The picture in the middle of a page of this size."""
    shapes, (wide, high) = read_shapes(svg)
    scale = min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN) / high) * FINER
    left, top = (width * FINER - wide * scale) / 2, (height * FINER - high * scale) / 2
    sheet = np.empty((height * FINER, width * FINER, 3), np.float32)
    sheet[:] = PAPER
    for shape in shapes:
        _fill(sheet, shape.corners * scale + np.array((left, top)), shape)
    smooth = sheet.reshape(height, FINER, width, FINER, 3).mean(axis=(1, 3))
    return write_png(np.rint(smooth).astype(np.uint8))


def write_png(pixels: Any) -> bytes:
    """Rows of pixels, three bytes each, as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.hstack([np.zeros((height, 1), np.uint8), pixels.reshape(height, 3 * width)])

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def read_shapes(svg: str) -> tuple[list[Shape], tuple[float, float]]:
    """The flat shapes of a picture, from the lowest to the topmost, and how large the picture is."""
    root = ElementTree.fromstring(svg)
    _, _, wide, high = (float(part) for part in root.attrib["viewBox"].split())
    style = next((one.text or "" for one in root.iter() if _tag(one) == "style"), "")
    rules = RULE.findall(style.partition("@media")[0])
    return list(_shapes(root, rules, 0.0, 0.0, 1.0)), (wide, high)


def _shapes(
    element: ElementTree.Element, rules: list[tuple[str, str]], x: float, y: float, opacity: float
) -> Iterator[Shape]:
    if moved := MOVED.search(element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    opacity *= float(element.get("opacity", 1)) * float(element.get("fill-opacity", 1))
    corners = _corners(element)
    if corners is not None:
        place = np.array((x, y))
        for word, beyond in ((STROKE, RIM), (FILL, 0.0)):
            if colour := _colour(_painted(element, rules, word)):
                yield Shape(_grown(corners, beyond) + place, colour[0], colour[1] * opacity)
    for child in element:
        yield from _shapes(child, rules, x, y, opacity)


def _grown(corners: Any, by: float) -> Any:
    """The same shape, with its corners so much farther from its middle."""
    away = corners - corners.mean(axis=0)
    far = np.maximum(np.hypot(away[:, :1], away[:, 1:]), 1e-9)
    return corners + away / far * by


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _corners(element: ElementTree.Element) -> Any:
    def number(name: str) -> float:
        return float(element.get(name, 0))

    match _tag(element):
        case "polygon":
            return np.array(
                [float(part) for part in re.split(r"[ ,]+", element.attrib["points"].strip())]
            ).reshape(-1, 2)
        case "rect":
            x, y, wide, high = (number(name) for name in ("x", "y", "width", "height"))
            return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
        case "circle":
            turn = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
            ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * number("r")
            return ring + np.array((number("cx"), number("cy")))
        case "path":
            return _path(element.get("d", ""))
    return None


def _path(text: str) -> Any:
    """The corners of a straight path; None for one with curves, or with fewer than three corners."""
    if CURVED.search(text):
        return None
    corners: list[tuple[float, float]] = []
    step = "L"
    numbers: list[float] = []
    x = y = 0.0
    for letter, number in STEP.findall(text):
        if letter:
            step, numbers = letter, []
            continue
        numbers.append(float(number))
        if step in "HhVv":
            along = numbers.pop()
            x = along if step == "H" else x + along if step == "h" else x
            y = along if step == "V" else y + along if step == "v" else y
        elif len(numbers) == 2:
            x, y = (x + numbers[0], y + numbers[1]) if step.islower() else (numbers[0], numbers[1])
            numbers = []
        else:
            continue
        corners.append((x, y))
    return np.array(corners) if len(corners) > 2 else None


def _painted(element: ElementTree.Element, rules: list[tuple[str, str]], word: re.Pattern[str]) -> str:
    """The colour of a shape or of its outline: its own, else the last that a class of it says."""
    classes = element.get("class", "").split()
    said = [*(rule for name, rule in rules if name in classes), element.get("style", "")]
    found = [one[1].strip() for text in said if (one := word.search(text))]
    return found[-1] if found else element.get("fill", "#000") if word is FILL else element.get("stroke", "")


def _colour(text: str) -> tuple[tuple[int, int, int], float] | None:
    """A colour in hexadecimal digits, and how opaque it is; None if nothing is filled."""
    digits = text.removeprefix("#")
    if not text.startswith("#") or len(digits) not in (3, 4, 6, 8):
        return None
    if len(digits) < 6:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue, *alpha = bytes.fromhex(digits)
    return (red, green, blue), alpha[0] / 255 if alpha else 1.0


def _fill(sheet: Any, corners: Any, shape: Shape) -> None:
    """Colour the points inside: those from which a ray crosses the outline an odd number of times."""
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int), (sheet.shape[1], sheet.shape[0]))
    if left >= right or top >= bottom:
        return
    xs = np.arange(left, right)[None, :] + 0.5
    ys = np.arange(top, bottom)[:, None] + 0.5
    inside = np.zeros((bottom - top, right - left), bool)
    for (x1, y1), (x2, y2) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y1 != y2:
            inside ^= ((ys < y1) != (ys < y2)) & (xs < x1 + (ys - y1) * (x2 - x1) / (y2 - y1))
    part = sheet[top:bottom, left:right]
    part[inside] = part[inside] * (1 - shape.opacity) + np.array(shape.colour) * shape.opacity
