"""Network files that somebody made to do harm: each is refused by a sentence, never by a traceback."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest

from hoplon.bots.generic.learned import told
from hoplon.bots.generic.network import is_amount
from hoplon.bots.generic.network_file import BadNetwork, read_about

ABOUT = {
    "format": 1, "game": "hoplite", "encoding": "around", "encoding_version": 1, "weights": "int8",
    "width": 1, "actions": 1, "hidden": 1, "blocks": 0,
}  # fmt: skip


def archive(header: bytes, content: bytes = b"", packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with an array `about` of this header."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", packing) as file:
        file.writestr("about.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content)
    return found.getvalue()


def written(about: dict[str, Any], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive that says this about itself."""
    content = json.dumps(about).encode()
    shape = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(content)},)}}"
    return archive(shape.encode(), content, packing)


@pytest.mark.parametrize(
    "header", [b"(", b"{'a", b"[" * 4000, b"-" * 9000 + b"1", b"{1: 2, 'a': 3}", b"{[]}", b"\x00"]
)
def test_a_header_that_is_no_header_is_refused(tmp_path: Path, header: bytes) -> None:
    """NumPy reads it as Python's literals are read, and fails in as many ways."""
    file = tmp_path / "mine.npz"
    file.write_bytes(archive(header))
    with pytest.raises(BadNetwork, match="the array about cannot be read"):
        read_about(file)


@pytest.mark.parametrize("strange", [[], {}, None, 1])
def test_weights_of_no_kind_are_refused(tmp_path: Path, strange: object) -> None:
    """Whatever JSON can say."""
    file = tmp_path / "mine.npz"
    file.write_bytes(written({**ABOUT, "weights": strange}))
    with pytest.raises(BadNetwork, match="its weights are"):
        read_about(file)


def test_another_packing_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """Some ask for as much memory as their first bytes say."""
    file = tmp_path / "mine.npz"
    file.write_bytes(written(ABOUT))
    assert read_about(file) == ABOUT
    file.write_bytes(written(ABOUT, zipfile.ZIP_LZMA))
    with pytest.raises(BadNetwork, match="packed in another way"):
        read_about(file)


def test_numbers_without_end_are_not_told() -> None:
    """They do not fit what is computed with them."""
    endless = {"task": "hoplite-depth16-v1", "seconds": 10**400, "steps": 10**400}
    assert told(endless) == "trained on hoplite-depth16-v1"
    assert told({"seconds": float("nan"), "steps": True}) == "trained"
    assert told({"seconds": 120, "steps": 3_000_000}) == "trained for 2 minutes with 3.0 million choices"
    assert not is_amount(float("inf"))
