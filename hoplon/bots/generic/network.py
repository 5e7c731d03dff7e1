"""Trained networks, run without torch: `network_file` says how they are kept, `forward` what they compute."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np

from hoplon.bots.generic.forward import Weights, compute_all, new_sheet
from hoplon.bots.generic.network_file import About, Arrays, BadNetwork, read_about, read_layers
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game
from hoplon.core.generic_encoding import encodings_of

LARGEST_NUMBER = 1e30


class Network:
    """A network for one encoding of a game; `about` says where it comes from."""

    def __init__(self, about: About, arrays: Arrays, encoding: Encoding) -> None:
        """`arrays` are those of a file that fits the encoding."""
        self.about = about
        self.encoding = encoding
        self.weights = _weights(arrays, int(about["blocks"]), encoding)

    def __call__(self, row: Any, mask: Any) -> tuple[Any, Any]:
        """Logits, -inf for actions that the mask does not allow, and the value; for one row or for many."""
        rows = np.atleast_2d(row)
        results = np.empty((len(rows), self.encoding.actions + 1), np.float32)
        compute_all(self.weights, new_sheet(self.weights), rows, results)
        logits = np.where(np.atleast_2d(mask) != 0, results[:, :-1], np.float32(-np.inf))
        if np.ndim(row) == 1:
            return logits[0], float(results[0, -1])
        return logits, results[:, -1].copy()

    def number(self, name: str) -> float:
        """A number that the file tells about the network."""
        found = self.about.get(name)
        if not is_amount(found):
            raise BadNetwork(f"what a network tells about itself: {name} is {found!r:.40}; expected a number")
        return float(cast(float, found))


def is_amount(found: object) -> bool:
    """Is this a number, and not one that no computation takes?"""
    return isinstance(found, int | float) and not isinstance(found, bool) and abs(found) <= LARGEST_NUMBER


def read_network(path: Path, game: Game) -> Network:
    """The network in a file, if it plays this game; BadNetwork says what is wrong."""
    encoding = _encoding(read_about(path), game, path)
    return Network(*read_layers(path), encoding)


def _encoding(about: About, game: Game, path: Path) -> Encoding:
    """The encoding of the game that a network was trained with."""
    if about["game"] != game.name:
        raise BadNetwork(f"{path} plays {about['game'][:40]}, not {game.name}")
    encodings = {each.name: each for each in encodings_of(game)}
    encoding = encodings.get(about["encoding"])
    if encoding is None:
        has = f"it has {', '.join(encodings) or 'none'}"
        raise BadNetwork(f"{path} needs the encoding {about['encoding'][:40]!r} of {game.name}; {has}")
    if encoding.version != about["encoding_version"]:
        raise BadNetwork(
            f"{path} was trained with version {about['encoding_version']} of the encoding {encoding.name}; "
            f"this Hoplon has version {encoding.version}"
        )
    for name, size in (("width", encoding.width), ("actions", encoding.actions)):
        if about[name] != size:
            raise BadNetwork(f"{path}: {name} is {about[name]}; the encoding {encoding.name} has {size}")
    return encoding


def _weights(arrays: Arrays, blocks: int, encoding: Encoding) -> Weights:
    """The arrays as the computation wants them."""
    each = [f"block{k}" for k in range(blocks)]
    hidden = len(arrays["input.bias"])

    def matrix(*names: str) -> Any:
        joined = np.concatenate([arrays[f"{name}.weight"] for name in names])
        return np.ascontiguousarray((joined if joined.dtype == np.int8 else joined.astype(np.float32)).T)

    def numbers(kind: str, *names: str) -> Any:
        return np.concatenate([arrays[f"{name}.{kind}"] for name in names])

    def scale(*names: str) -> Any:
        return numbers("scale", *names) if "input.scale" in arrays else np.ones_like(numbers("bias", *names))

    def stack(found: list[Any], *shape: int, kind: Any = np.float32) -> Any:
        return np.stack(found) if found else np.zeros((0, *shape), kind)

    first = matrix("input")
    return Weights(
        share=(1.0 / np.maximum(encoding.most, 1)).astype(np.float32),
        first=first,
        first_scale=scale("input"),
        first_bias=arrays["input.bias"],
        gain=stack([arrays[f"{name}.norm.gain"] for name in each], hidden),
        shift=stack([arrays[f"{name}.norm.bias"] for name in each], hidden),
        block=stack([matrix(name) for name in each], hidden, hidden, kind=first.dtype),
        block_scale=stack([scale(name) for name in each], hidden),
        block_bias=stack([arrays[f"{name}.bias"] for name in each], hidden),
        heads=matrix("policy", "value"),
        heads_scale=scale("policy", "value"),
        heads_bias=numbers("bias", "policy", "value"),
    )
