"""The arrays of an environment as tensors, without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

NAMES = (
    "obs", "mask", "reward", "terminated", "truncated", "to_move", "final", "returns", "lengths", "scores",
    "active",
)  # fmt: skip


class Shared:
    """The arrays of an environment, which it writes again in each step, as tensors on its device."""

    obs: Any
    mask: Any
    reward: Any
    terminated: Any
    truncated: Any
    to_move: Any
    final: Any
    returns: Any
    lengths: Any
    scores: Any
    active: Any

    def __init__(self, env: Any) -> None:
        for name in NAMES:
            setattr(self, name, tensor_of(getattr(env, name)))
        self.device = self.obs.device
        self.rows = self.obs.shape[0]
        self.matches = self.terminated.shape[0]
        self.columns = self.rows // self.matches  # rows of a match

    def of_rows(self, of_matches: Any) -> Any:
        """What is told of each match, for each of its rows."""
        return of_matches if self.columns == 1 else of_matches.repeat_interleave(self.columns)

    def given(self, actions: Any) -> Any:
        """Actions as the environment takes them, over the same memory."""
        return actions.numpy() if actions.device.type == "cpu" else actions


def tensor_of(array: Any) -> Any:
    """An array of NumPy, or one on a GPU, as a tensor over the same memory."""
    if isinstance(array, np.ndarray):
        return torch.from_numpy(array)
    return torch.as_tensor(array, device="cuda")
