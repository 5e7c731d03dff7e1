"""Networks that were never trained, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from hoplon.bots.generic.network_file import write_network
from hoplon.core.encoding import Encoding


def random_layers(width: int, actions: int, hidden: int, blocks: int, seed: int = 0) -> dict[str, Any]:
    """Weights of the size that training begins with."""
    dice = np.random.default_rng(seed)

    def matrix(rows: int, columns: int) -> Any:
        return dice.normal(0, columns**-0.5, (rows, columns)).astype(np.float32)

    def numbers(n: int, mean: float = 0.0) -> Any:
        return dice.normal(mean, 0.1, n).astype(np.float32)

    layers = {"input.weight": matrix(hidden, width), "input.bias": numbers(hidden)}
    for k in range(blocks):
        layers |= {f"block{k}.norm.gain": numbers(hidden, 1.0), f"block{k}.norm.bias": numbers(hidden)}
        layers |= {f"block{k}.weight": matrix(hidden, hidden), f"block{k}.bias": numbers(hidden)}
    layers |= {"policy.weight": 4 * matrix(actions, hidden), "policy.bias": numbers(actions)}
    return layers | {"value.weight": matrix(1, hidden), "value.bias": numbers(1)}


def write_random(path: Path, game: str, encoding: Encoding, seed: int = 0, **more: Any) -> Path:
    """The file of a small network for an encoding."""
    about = {"game": game, "encoding": encoding.name, "encoding_version": encoding.version}
    write_network(path, about | more, random_layers(encoding.width, encoding.actions, 24, 2, seed))
    return path
