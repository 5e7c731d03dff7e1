"""Networks without torch: what is computed, and files that are no networks."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hoplon.bots.generic.forward import add_by_rows, add_in_loops, add_up
from hoplon.bots.generic.network import read_network
from hoplon.bots.generic.network_file import LARGEST, BadNetwork, read_about, write_network
from hoplon.core.encoding import Encoding, Part
from hoplon.core.errors import BadOption
from tests.bots.generic.random_networks import random_layers

WIDTH, ACTIONS, HIDDEN, BLOCKS = 90, 17, 32, 2
ABOUT = {"game": "tiny", "encoding": "plain", "encoding_version": 3}


def nothing(*_given: Any) -> int:
    return 0


PLAIN = Encoding(
    "plain", 3, "", (Part("board", (10, 8)), Part("amounts", (10,), 40)), ACTIONS,
    nothing, nothing, nothing, nothing,
)  # fmt: skip
GAME: Any = SimpleNamespace(name="tiny", encodings=lambda: (PLAIN,))


def rows(n: int) -> tuple[Any, Any]:
    """Observations and masks."""
    dice = np.random.default_rng(n)
    found = (dice.random((n, WIDTH)) < 0.3) * dice.integers(1, PLAIN.most + 1, (n, WIDTH))
    masks = dice.random((n, ACTIONS)) < 0.4
    masks[:, 0] = True
    return found.astype(np.uint8), masks.astype(np.uint8)


def by_the_book(layers: dict[str, Any], observed: Any) -> tuple[Any, Any]:
    """The same network in double precision, as the format is described."""
    wide = {name: array.astype(np.float64) for name, array in layers.items()}
    x = np.maximum(observed / PLAIN.most @ wide["input.weight"].T + wide["input.bias"], 0)
    for k in range(BLOCKS):
        norm = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
        norm = norm * wide[f"block{k}.norm.gain"] + wide[f"block{k}.norm.bias"]
        x = x + np.maximum(norm @ wide[f"block{k}.weight"].T + wide[f"block{k}.bias"], 0)
    logits = x @ wide["policy.weight"].T + wide["policy.bias"]
    return logits, (x @ wide["value.weight"].T + wide["value.bias"])[:, 0]


@pytest.fixture
def layers() -> dict[str, Any]:
    return random_layers(WIDTH, ACTIONS, HIDDEN, BLOCKS)


@pytest.fixture
def file(tmp_path: Path, layers: dict[str, Any]) -> Path:
    path = tmp_path / "tiny.npz"
    write_network(path, ABOUT | {"task": "tiny-v1"}, layers)
    return path


@pytest.mark.representative
@pytest.mark.parametrize(("kind", "near"), [("int8", 0.08), ("float16", 0.005)])
def test_a_network_from_a_file_computes_what_the_weights_say(
    tmp_path: Path, layers: dict[str, Any], kind: str, near: float
) -> None:
    path = tmp_path / "tiny.npz"
    write_network(path, ABOUT, layers, kind)
    observed, masks = rows(20)
    expected, worth = by_the_book(layers, observed)
    logits, value = read_network(path, GAME)(observed, masks)
    assert np.isneginf(logits[masks == 0]).all()
    spread = expected.std()
    assert np.abs(logits - expected)[masks == 1].max() < near * spread
    assert np.abs(value - worth).max() < near * worth.std()
    assert spread > 0.1


def test_one_row_gives_the_same_numbers_as_many(file: Path) -> None:
    network = read_network(file, GAME)
    observed, masks = rows(9)
    logits, values = network(observed, masks)
    for k in range(9):
        one, value = network(observed[k], masks[k])
        assert one.tobytes() == logits[k].tobytes()
        assert value == values[k]


@pytest.mark.representative
@pytest.mark.parametrize("n", [0, 1, 3, 4, 9])
def test_numpy_adds_up_the_same_bits_as_the_loops(n: int) -> None:
    dice = np.random.default_rng(n)
    weights = dice.integers(-127, 128, (40, 33)).astype(np.int8)
    places = dice.permutation(40)[:n].astype(np.int64)
    amounts = dice.normal(0, 1, n).astype(np.float32)
    found = [np.full(33, 7, np.float32) for _ in range(3)]
    in_python = getattr(add_in_loops, "py_func", add_in_loops)
    for add, sums in zip((add_up, in_python, add_by_rows), found, strict=True):
        add(weights, places, amounts, n, sums)
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes()


def test_a_network_may_have_no_block(tmp_path: Path) -> None:
    path = tmp_path / "flat.npz"
    write_network(path, ABOUT, random_layers(WIDTH, ACTIONS, 8, 0))
    assert read_network(path, GAME)(*rows(2))[0].shape == (2, ACTIONS)


def test_a_file_says_what_it_is_and_is_written_the_same_again(file: Path, layers: dict[str, Any]) -> None:
    about = read_about(file)
    assert about["task"] == "tiny-v1"
    assert (about["width"], about["actions"], about["hidden"], about["blocks"]) == (
        WIDTH,
        ACTIONS,
        HIDDEN,
        BLOCKS,
    )
    before = file.read_bytes()
    write_network(file, ABOUT | {"task": "tiny-v1"}, layers)
    assert file.read_bytes() == before
    with np.load(file, allow_pickle=False) as plain:
        assert plain["input.weight"].dtype == np.int8


def test_what_cannot_be_a_network_is_not_written(tmp_path: Path, layers: dict[str, Any]) -> None:
    path = tmp_path / "no.npz"
    with pytest.raises(BadOption, match="int8 or float16"):
        write_network(path, ABOUT, layers, "int4")
    with pytest.raises(BadNetwork, match="lacks 'encoding'"):
        write_network(path, {"game": "tiny"}, layers)
    with pytest.raises(BadNetwork, match=r"policy.bias has the shape \(3,\); expected \(17,\)"):
        write_network(path, ABOUT, layers | {"policy.bias": np.zeros(3)})
    with pytest.raises(BadNetwork, match=r"block1\.norm\.gain holds a number that is not finite"):
        write_network(path, ABOUT, layers | {"block1.norm.gain": np.full(HIDDEN, np.nan)})
    with pytest.raises(BadNetwork, match="hidden=1500 with 2 blocks is too much"):
        write_network(path, ABOUT, random_layers(WIDTH, ACTIONS, 1500, 2))
    assert not path.exists()


def changed(file: Path, name: str, content: bytes | None) -> Path:
    """The file with one array replaced or left out."""
    with zipfile.ZipFile(file) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    members.pop(f"{name}.npy", None)
    if content is not None:
        members[f"{name}.npy"] = content
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, bytes_ in members.items():
            archive.writestr(each, bytes_)
    return file


def array(content: Any, pickled: bool = False) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(content), allow_pickle=pickled)
    return out.getvalue()


def header(shape: str, kind: str = "|i1", order: str = "False") -> bytes:
    """An array of which only the header is there."""
    text = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


def said(**changes: Any) -> bytes:
    sizes = {"width": WIDTH, "actions": ACTIONS, "hidden": HIDDEN, "blocks": BLOCKS}
    about = {"format": 1, **ABOUT, **sizes, "weights": "int8", **changes}
    return array(np.frombuffer(json.dumps(about).encode(), np.uint8))


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("about", None, "no array 'about'"),
        ("about", array(np.frombuffer(b"{", np.uint8)), "no JSON"),
        ("about", array(np.frombuffer(b"[" * 60_000, np.uint8)), "no JSON"),
        ("about", array(np.frombuffer(b"[1]", np.uint8)), "no network of format 1"),
        ("about", array(np.zeros(70_000, np.uint8)), "expected a short text"),
        ("about", said(format=2), "no network of format 1"),
        ("about", said(game="chess"), "plays chess, not tiny"),
        ("about", said(game=["tiny"]), r"game is \['tiny'\]"),
        ("about", said(encoding="planes"), "needs the encoding 'planes' of tiny; it has plain"),
        ("about", said(encoding_version=2), "trained with version 2 of the encoding plain; .* has version 3"),
        ("about", said(width=91), "width is 91; the encoding plain has 90"),
        ("about", said(actions=16), "actions is 16; the encoding plain has 17"),
        ("about", said(hidden=10**9), "hidden is 1000000000; expected 1 to"),
        ("about", said(hidden=True), "hidden is True"),
        ("about", said(blocks=10**6), "blocks is 1000000; expected 0 to 64"),
        ("about", said(blocks=3), "lacks 'block2.bias'"),
        ("about", said(weights="float64"), "its weights are 'float64'; expected int8 or float16"),
        ("about", said(weights="float16"), "has another array, 'block0.scale'"),
        ("input.weight", None, "lacks 'input.weight'"),
        ("input.weight", b"", "input.weight cannot be read"),
        ("input.weight", b"\x93NUMPY\x03\x00" + bytes(80), "has the version"),
        ("input.weight", header("(32, 90)"), "has not the 2880 bytes"),
        ("input.weight", header("(32, 90)", order="True"), "has the shape"),
        ("input.weight", header("(1 << 60,)"), "cannot be read"),
        ("input.weight", header("(1152921504606846976, 90)"), "has the shape"),
        ("input.weight", header("(32, 90)", "|O"), "holds object; expected int8"),
        ("input.weight", array(np.zeros((HIDDEN, WIDTH))), "holds float64; expected int8"),
        ("input.weight", array(np.zeros((HIDDEN + 1, WIDTH), np.int8)), r"\(33, 90\); expected \(32, 90\)"),
        ("input.scale", array(np.full(HIDDEN, np.inf, np.float32)), "holds a number that is not finite"),
        ("input.bias", array(np.array([print], object), pickled=True), r"input.bias has the shape \(1,\)"),
        ("more", array(np.zeros(3)), "has another array, 'more'"),
        ("bomb", bytes(20 << 20), "unpacks to more than"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_network_is_refused_with_the_reason(
    file: Path, name: str, content: bytes | None, expected: str
) -> None:
    with pytest.raises(BadNetwork, match=expected):
        read_network(changed(file, name, content), GAME)


def test_what_is_no_archive_is_no_network(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes()
    for content in (b"", b"PK\x03\x04", b"hello", whole[: len(whole) // 2], whole[100:]):
        file.write_bytes(content)
        with pytest.raises(BadNetwork, match=r"no network file|cannot be read"):
            read_network(file, GAME)
    file.write_bytes(bytes(LARGEST + 1))
    with pytest.raises(BadNetwork, match="larger than"):
        read_network(file, GAME)
    with pytest.raises(BadNetwork, match="cannot be read: No such file"):
        read_network(tmp_path / "none.npz", GAME)
    with pytest.raises(BadNetwork, match="cannot be read: Is a directory"):
        read_about(tmp_path)


def test_a_damaged_file_never_plays(file: Path) -> None:
    """Whatever byte is changed: either the error is clear, or the file says the same as before."""
    whole = file.read_bytes()
    expected = read_network(file, GAME).weights
    dice = np.random.default_rng(1)
    for place in dice.integers(0, len(whole), 120).tolist():
        broken = bytearray(whole)
        broken[place] ^= 1 << int(dice.integers(8))
        file.write_bytes(broken)
        try:
            found = read_network(file, GAME).weights
        except BadNetwork:
            continue
        assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))
