"""What became of the matches that ended in training, counted on the device and read once a round."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from hoplon.learn.train.shared import Shared


class Ended(NamedTuple):
    """How many matches ended, and their means; without one, the means are 0."""

    matches: int
    returns: float
    score: float
    length: float


class Tally:
    """Sums over matches that ended: in games of several seats, over all their seats."""

    def __init__(self, device: Any) -> None:
        self.sums = torch.zeros(len(Ended._fields), dtype=torch.float64, device=device)

    def add(self, shared: Shared) -> None:
        """Count the matches that the last step ended."""
        ended = (shared.terminated.bool() | shared.truncated.bool()).double()
        self.sums += torch.stack(
            [
                ended.sum(),
                ended @ shared.returns.reshape(len(ended), -1).double().mean(1),
                ended @ shared.scores.double().mean(1),
                ended @ shared.lengths.double(),
            ]
        )

    def read(self) -> Ended:
        """What was counted since it was read last."""
        count, *sums = self.sums.tolist()
        self.sums.zero_()
        return Ended(int(count), *(total / max(count, 1) for total in sums))
