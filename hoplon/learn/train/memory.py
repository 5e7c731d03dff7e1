"""What is learned from: the steps of a round in all rows, in tensors that are written again in each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch


@dataclass(frozen=True)
class Memory:
    """A row of each tensor for each step, a column for each row of the environments."""

    obs: Any
    mask: Any
    actions: Any
    chances: Any  # logarithms of what the policy gave the actions
    advantages: Any
    targets: Any  # the returns that values aim at
    is_learned: Any  # was there somebody who was asked?

    def part(self, first: int, last: int) -> Memory:
        """Some of the columns, in place."""
        return Memory(*(tensor[:, first:last] for tensor in vars(self).values()))

    def rows(self, has_gaps: bool) -> Any:
        """The places of what is learned from, where steps and columns are numbered through."""
        if has_gaps:
            return self.is_learned.flatten().nonzero()[:, 0]
        return torch.arange(self.actions.numel(), device=self.actions.device)


def new_memory(steps: int, rows: int, width: int, actions: int, device: Any) -> Memory:
    """Room for so many steps in so many rows."""

    def room(*shape: int, kind: Any = torch.float32) -> Any:
        return torch.zeros((steps, rows, *shape), dtype=kind, device=device)

    return Memory(
        obs=room(width, kind=torch.uint8),
        mask=room(actions, kind=torch.uint8),
        actions=room(kind=torch.int64),
        chances=room(),
        advantages=room(),
        targets=room(),
        is_learned=room(kind=torch.bool).fill_(True),
    )
