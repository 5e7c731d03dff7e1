"""A picture of a board as PNG: the flat shapes of its SVG, without the letters, for which there is no font.

Only what the pictures of boards are made of is read: polygons, rectangles, circles and paths, in groups that
are moved and scaled, filled and outlined by attributes or by the classes of the picture's own style.
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

from hoplon.grids.outlines import Corners, circle, outlines

WIDTH, HEIGHT = 1200, 630  # what previews of links show
MARGIN = 24
FINER = 2  # so many samples a pixel and direction
PAPER = (58, 45, 36)
THIN = 1.0  # how wide an outline is, unless something says
RULE = re.compile(r"\.([\w-]+)\s*\{([^}]*)\}")
WORD = r"(?:^|;)\s*%s\s*:\s*([^;]+)"
WORDS = {name: re.compile(WORD % name) for name in ("fill", "stroke", "stroke-width", "opacity")}
MOVED = re.compile(r"translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)")
SCALED = re.compile(r"scale\(\s*([\d.]+)")
JOINT = 6  # corners of the round end of a line

Rules = list[tuple[str, str]]


@dataclass(frozen=True)
class Shape:
    """Polygons and their colour with opacity: what is in an odd number of them, or in any, has it."""

    polygons: tuple[Corners, ...]
    colour: tuple[int, int, int]
    opacity: float
    is_union: bool = False


@dataclass(frozen=True)
class Place:
    """Where a group is drawn, how large, and how opaque."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0

    def within(self, element: ElementTree.Element, rules: Rules) -> Place:
        """The same for an element of the group."""
        said = element.get("transform", "")
        x, y = (float(moved[1]), float(moved[2])) if (moved := MOVED.search(said)) else (0.0, 0.0)
        scale = float(scaled[1]) if (scaled := SCALED.search(said)) else 1.0
        opacity = float(_said(element, rules, "opacity") or 1) * float(element.get("fill-opacity", 1))
        at = self.x + x * self.scale, self.y + y * self.scale
        return Place(*at, self.scale * scale, self.opacity * opacity)

    def put(self, corners: Corners) -> Corners:
        """Corners of the element, as they are in the picture."""
        return np.asarray(corners * self.scale + np.array((self.x, self.y)))


def png_of(svg: str, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """The picture in the middle of a page of this size."""
    shapes, (wide, high) = read_shapes(svg)
    scale = min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN) / high) * FINER
    left, top = (width * FINER - wide * scale) / 2, (height * FINER - high * scale) / 2
    sheet = np.empty((height * FINER, width * FINER, 3), np.float32)
    sheet[:] = PAPER
    for shape in shapes:
        _fill(sheet, [polygon * scale + np.array((left, top)) for polygon in shape.polygons], shape)
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
    return list(_shapes(root, rules, Place())), (wide, high)


def _shapes(element: ElementTree.Element, rules: Rules, around: Place) -> Iterator[Shape]:
    place = around.within(element, rules)
    parts = [place.put(part) for part in _corners(element)]
    if parts:
        fill = _colour(_said(element, rules, "fill") or "#000")
        stroke = _colour(_said(element, rules, "stroke"))
        if fill:
            yield Shape(tuple(parts), fill[0], fill[1] * place.opacity)
        if stroke:
            wide = float(_said(element, rules, "stroke-width") or THIN) * place.scale
            lines = tuple(quad for part in parts for quad in _lines(part, wide, _tag(element) != "path"))
            yield Shape(lines, stroke[0], stroke[1] * place.opacity, is_union=True)
    for child in element:
        yield from _shapes(child, rules, place)


def _lines(corners: Corners, wide: float, is_closed: bool) -> Iterator[Corners]:
    """The lines from corner to corner, each as wide as this, with round ends where they are broad."""
    ends = np.roll(corners, -1, axis=0) if is_closed else corners[1:]
    for start, end in zip(corners, ends, strict=False):
        along = end - start
        far = float(np.hypot(*along))
        if far:
            aside = np.array((-along[1], along[0])) / far * wide / 2
            yield np.array((start + aside, end + aside, end - aside, start - aside))
    if wide > THIN:
        for x, y in corners:
            yield circle(x, y, wide / 2, JOINT)


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _corners(element: ElementTree.Element) -> list[Corners]:
    def number(name: str) -> float:
        return float(element.get(name, 0))

    match _tag(element):
        case "polygon":
            numbers = [float(part) for part in re.split(r"[ ,]+", element.attrib["points"].strip())]
            return [np.array(numbers).reshape(-1, 2)]
        case "rect":
            x, y, wide, high = (number(name) for name in ("x", "y", "width", "height"))
            return [np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])]
        case "circle":
            return [circle(number("cx"), number("cy"), number("r"))]
        case "path":
            return outlines(element.get("d", ""))
    return []


def _said(element: ElementTree.Element, rules: Rules, word: str) -> str:
    """What is said of a shape: by its own style, else by the last rule for a class of it, else by itself."""
    classes = element.get("class", "").split()
    said = [*(rule for name, rule in rules if name in classes), element.get("style", "")]
    found = [one[1].strip() for text in said if (one := WORDS[word].search(text))]
    return found[-1] if found else element.get(word, "")


def _colour(text: str) -> tuple[tuple[int, int, int], float] | None:
    """A colour in hexadecimal digits, and how opaque it is; None if nothing is filled."""
    digits = text.removeprefix("#")
    if not text.startswith("#") or len(digits) not in (3, 4, 6, 8):
        return None
    if len(digits) < 6:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue, *alpha = bytes.fromhex(digits)
    return (red, green, blue), alpha[0] / 255 if alpha else 1.0


def _fill(sheet: Any, polygons: list[Corners], shape: Shape) -> None:
    """Colour the points inside: those from which a ray crosses the outline an odd number of times."""
    every = np.concatenate(polygons) if polygons else np.zeros((1, 2))
    left, top = np.maximum(np.floor(every.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(every.max(axis=0)).astype(int), (sheet.shape[1], sheet.shape[0]))
    if left >= right or top >= bottom:
        return
    inside = np.zeros((bottom - top, right - left), bool)
    for corners in polygons:
        x1, y1 = np.clip(np.floor(corners.min(axis=0)).astype(int), (left, top), (right, bottom))
        x2, y2 = np.clip(np.ceil(corners.max(axis=0)).astype(int), (left, top), (right, bottom))
        part = inside[y1 - top : y2 - top, x1 - left : x2 - left]
        if shape.is_union:
            part |= _inside(corners, x1, y1, x2, y2)
        else:
            part ^= _inside(corners, x1, y1, x2, y2)
    part = sheet[top:bottom, left:right]
    if inside.all():
        part *= 1 - shape.opacity
        part += np.array(shape.colour, np.float32) * shape.opacity
        return
    part[inside] = part[inside] * (1 - shape.opacity) + np.array(shape.colour) * shape.opacity


def _inside(corners: Corners, left: int, top: int, right: int, bottom: int) -> Any:
    """Which points of a box are inside a polygon."""
    xs = np.arange(left, right)[None, :] + 0.5
    ys = np.arange(top, bottom)[:, None] + 0.5
    if len(corners) == 4 and corners[0, 1] == corners[1, 1] and corners[1, 0] == corners[2, 0]:
        (x1, y1), (x2, y2) = corners.min(axis=0), corners.max(axis=0)
        return (xs > x1) & (xs < x2) & (ys > y1) & (ys < y2)
    found = np.zeros((bottom - top, right - left), bool)
    for (x1, y1), (x2, y2) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y1 != y2:
            found ^= ((ys < y1) != (ys < y2)) & (xs < x1 + (ys - y1) * (x2 - x1) / (y2 - y1))
    return found
