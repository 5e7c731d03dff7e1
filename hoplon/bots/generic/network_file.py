"""The files of trained networks.

A file is a NumPy archive (`.npz`) of plain arrays, without code: `about`, a text in JSON that says what the
network plays and how it was trained, and for each layer its weights, as bytes with a scale for each output
or as half-precision numbers.

| array | shape | |
|---|---|---|
| `input.weight`, `input.bias` | (hidden, width), (hidden) | |
| `block0.norm.gain`, `block0.norm.bias` | (hidden) | LayerNorm; then `block1`, … |
| `block0.weight`, `block0.bias` | (hidden, hidden), (hidden) | |
| `policy.weight`, `policy.bias` | (actions, hidden), (actions) | |
| `value.weight`, `value.bias` | (1, hidden), (1) | |

With weights as bytes (`int8`), each layer also has a `scale`: one number for each output.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np

from hoplon.core.errors import BadOption, HoplonError

SUFFIX = ".npz"
FORMAT = 1
LARGEST = 4 << 20  # bytes of a file
LONGEST_ABOUT = 1 << 16
MOST_BLOCKS = 64
MOST_HIDDEN = 1 << 14
UNPACKED = 4 * LARGEST  # bytes of all arrays of a file
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
KINDS = {"int8": np.dtype(np.int8), "float16": np.dtype(np.float16)}
SIZES = ("width", "actions", "hidden", "blocks")
NEEDED = ("game", "encoding", "encoding_version")

About = Mapping[str, Any]
Arrays = Mapping[str, Any]


class BadNetwork(HoplonError):
    """A file that is not a network, is damaged, or plays something else."""


def write_network(path: Path, about: About, layers: Arrays, kind: str = "int8") -> None:
    """Write a network file. `layers` are float32 arrays named as above, without scales.

    `about` needs `game`, `encoding` and `encoding_version`; the sizes are added to it.
    """
    if kind not in KINDS:
        raise BadOption(f"weights of the kind {kind!r}; expected {' or '.join(KINDS)}")
    for name in NEEDED:
        if name not in about:
            raise BadNetwork(f"what is said about the network lacks {name!r}")
    hidden, width = np.shape(layers["input.weight"])
    blocks = sum(name.endswith(".gain") for name in layers)
    actions = len(layers["policy.weight"])
    sizes = {"width": width, "actions": actions, "hidden": hidden, "blocks": blocks}
    full = {"format": FORMAT, **about, **sizes, "weights": kind}
    arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(full).encode(), np.uint8)}
    for name, shape in shapes(full, "float32"):
        given = np.asarray(layers[name], np.float32)
        if given.shape != shape:
            raise BadNetwork(f"{name} has the shape {given.shape}; expected {shape}")
        if not np.isfinite(given).all():
            raise BadNetwork(f"{name} holds a number that is not finite")
        if not name.endswith(".weight"):
            arrays[name] = given
        elif kind == "int8":
            arrays[name], arrays[f"{name.removesuffix('.weight')}.scale"] = _as_bytes(given)
        else:
            arrays[name] = np.clip(given, -65504, 65504).astype(np.float16)
    content = _packed(arrays)
    if len(content) > LARGEST:
        raise BadNetwork(
            f"the network takes {len(content)} bytes; a file has at most {LARGEST}: "
            f"hidden={hidden} with {blocks} blocks is too much for width={width} and actions={actions}"
        )
    Path(path).write_bytes(content)


def read_layers(path: Path) -> tuple[About, Arrays]:
    """What a file says about its network, and the arrays; BadNetwork says what is wrong."""
    with _opened(path) as archive:
        about = _about(archive, path)
        expected = dict(shapes(about, str(about["weights"])))
        names = {name.removesuffix(".npy") for name in archive.namelist()} - {"about"}
        if names != set(expected):
            odd = sorted(names ^ set(expected))[0]
            raise BadNetwork(f"{path} {'lacks' if odd in expected else 'has another array,'} {odd[:40]!r}")
        kind = KINDS[about["weights"]]
        arrays = {
            name: _array(archive, path, name, shape, kind if name.endswith(".weight") else np.float32)
            for name, shape in expected.items()
        }
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise BadNetwork(f"{path}: {name} holds a number that is not finite")
    return about, arrays


def read_floats(path: Path) -> tuple[About, Arrays]:
    """The same with all layers in float32, as `write_network` takes them."""
    about, arrays = read_layers(path)
    found = {}
    for name, array in arrays.items():
        layer, _, what = name.rpartition(".")
        if what == "weight" and f"{layer}.scale" in arrays:
            found[name] = array.astype(np.float32) * arrays[f"{layer}.scale"][:, None]
        elif what != "scale":
            found[name] = array.astype(np.float32)
    return about, found


def read_about(path: Path) -> About:
    """What a file says about its network."""
    with _opened(path) as archive:
        return _about(archive, path)


def shapes(about: About, kind: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The arrays of a network by name, besides `about`."""
    width, actions, hidden, blocks = (int(about[name]) for name in SIZES)
    layers = {"input": (hidden, width)}
    for k in range(blocks):
        yield f"block{k}.norm.gain", (hidden,)
        yield f"block{k}.norm.bias", (hidden,)
        layers[f"block{k}"] = (hidden, hidden)
    layers |= {"policy": (actions, hidden), "value": (1, hidden)}
    for name, shape in layers.items():
        yield f"{name}.weight", shape
        yield f"{name}.bias", shape[:1]
        if kind == "int8":
            yield f"{name}.scale", shape[:1]


def _as_bytes(weight: Any) -> tuple[Any, Any]:
    """Weights as bytes from -127 to 127, and what one is worth in each row."""
    greatest = np.abs(weight).max(axis=1, initial=0.0)
    scale = (np.where(greatest > 0, greatest, 1.0) / 127).astype(np.float32)
    return np.rint(weight / scale[:, None]).clip(-127, 127).astype(np.int8), scale


def _packed(arrays: Arrays) -> bytes:
    """The archive, the same bytes for the same arrays."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, np.ascontiguousarray(array), allow_pickle=False)
            member = zipfile.ZipInfo(f"{name}.npy")  # dated 1980
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, one.getvalue())
    return content.getvalue()


def _opened(path: Path) -> zipfile.ZipFile:
    """The archive; its members are not read yet."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise BadNetwork(f"the network file {str(path)!r} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise BadNetwork(f"{path} is larger than {LARGEST} bytes, so it is no network file")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise BadNetwork(f"{path} is no network file: expected a NumPy archive") from None
    if any(one.compress_type not in PACKINGS for one in archive.infolist()):
        raise BadNetwork(f"{path} is packed in another way than NumPy does it, so it is no network file")
    names = archive.namelist()
    if len(set(names)) != len(names):
        raise BadNetwork(f"{path} has two arrays of one name")
    if sum(member.file_size for member in archive.infolist()) > UNPACKED:
        raise BadNetwork(f"{path} unpacks to more than {UNPACKED} bytes, so it is no network file")
    return archive


def _about(archive: zipfile.ZipFile, path: Path) -> About:
    """What is said about the network, with sizes that can be."""
    text = _array(archive, path, "about", None, np.uint8).tobytes()
    try:
        about = json.loads(text)
    except (ValueError, RecursionError):
        raise BadNetwork(f"{path}: what it says about itself is no JSON") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BadNetwork(f"{path} has no network of format {FORMAT}, the one that this Hoplon reads")
    if about.get("weights") not in tuple(KINDS):
        raise BadNetwork(
            f"{path}: its weights are {about.get('weights')!r:.40}; expected {' or '.join(KINDS)}"
        )
    for name in NEEDED:
        if type(about.get(name)) is not (int if name == "encoding_version" else str):
            raise BadNetwork(f"{path}: {name} is {about.get(name)!r:.40}")
    for name, least, most in zip(
        SIZES, (1, 1, 1, 0), (UNPACKED, UNPACKED, MOST_HIDDEN, MOST_BLOCKS), strict=True
    ):
        size = about.get(name)
        if type(size) is not int or not least <= size <= most:
            raise BadNetwork(f"{path}: {name} is {size!r:.40}; expected {least} to {most}")
    return about


def _array(archive: zipfile.ZipFile, path: Path, name: str, shape: tuple[int, ...] | None, kind: Any) -> Any:
    """One array, whose header is checked before anything is made of it."""
    of = f"{path}: the array {name}"
    try:
        with archive.open(f"{name}.npy") as file:
            version = np.lib.format.read_magic(file)
            if version != (1, 0):
                raise BadNetwork(f"{of} has the version {version}; expected (1, 0)")
            found, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
            wanted = found if shape is None else shape
            if (
                found != wanted
                or is_fortran
                or (shape is None and not (len(found) == 1 and found[0] <= LONGEST_ABOUT))
            ):
                raise BadNetwork(f"{of} has the shape {str(found)[:60]}; expected {shape or 'a short text'}")
            if dtype != kind:
                raise BadNetwork(f"{of} holds {str(dtype)[:40]}; expected {np.dtype(kind)}")
            size = int(np.prod(wanted, dtype=np.int64)) * dtype.itemsize
            content = file.read(size + 1)
    except KeyError:
        raise BadNetwork(f"{path} is no network file: it has no array {name!r}") from None
    except (
        zipfile.BadZipFile,
        zlib.error,
        ValueError,
        EOFError,
        OSError,
        RuntimeError,
        MemoryError,
        SyntaxError,
        TypeError,
        TokenError,
    ) as error:  # a header is read as Python's literals are
        raise BadNetwork(f"{of} cannot be read: {str(error)[:200]}") from None
    if len(content) != size:
        raise BadNetwork(f"{of} has not the {size} bytes that its shape asks for")
    return np.frombuffer(content, dtype).reshape(wanted)
