"""Small games with the arrays of an environment, to try a learner out: a corridor, a race to twenty-one."""

from __future__ import annotations

from typing import Any

import numpy as np


class _Arrays:
    """What every environment has."""

    paced = False

    def __init__(self, n: int, width: int, actions: int, seats: int, longest: int) -> None:
        self.n, self.longest = n, longest
        self.obs = np.zeros((n, width), np.uint8)
        self.mask = np.ones((n, actions), np.uint8)
        self.final = np.zeros((n, width), np.uint8)
        shape = (n,) if seats == 1 else (n, seats)
        self.reward, self.returns = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.total = np.zeros(shape, np.float32)
        self.terminated, self.truncated = np.zeros(n, bool), np.zeros(n, bool)
        self.to_move, self.lengths = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.scores = np.zeros((n, seats), np.int64)
        self.active = np.ones(n, bool)
        self.age, self.place = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.most = np.ones(width, np.uint8)

    def snapshot(self) -> dict[str, Any]:
        return {name: array.copy() for name, array in vars(self).items() if isinstance(array, np.ndarray)}

    def restore(self, kept: dict[str, Any]) -> None:
        for name, array in kept.items():
            getattr(self, name)[...] = array

    def end(self) -> None:
        """Note what became of ended matches, and begin them anew."""
        self.total += self.reward
        self.age += 1
        self.truncated[:] = ~self.terminated & (self.age >= self.longest)
        ended = self.terminated | self.truncated
        self.look()
        self.final[ended] = self.obs[ended]
        self.returns[ended], self.lengths[ended] = self.total[ended], self.age[ended]
        self.total[ended], self.age[ended] = 0, 0
        self.begin(ended)
        self.look()

    def begin(self, rows: Any) -> None:
        self.place[rows] = 0

    def look(self) -> None:
        raise NotImplementedError


class Corridor(_Arrays):
    """Walk left or right: the door is `length` cells to the right, and each step costs."""

    def __init__(self, n: int, length: int = 6, longest: int = 30) -> None:
        super().__init__(n, length + 1, 3, 1, longest)
        self.length = length
        self.mask[:, 2] = 0  # an action that may never be taken

    def reset(self, seed: int | None = None) -> None:  # noqa: ARG002  there is only one corridor
        self.place[:], self.age[:], self.total[:] = 0, 0, 0
        self.look()

    def step(self, actions: Any) -> None:
        assert ((actions == 0) | (actions == 1)).all()
        self.place[:] = np.clip(self.place + np.where(actions == 1, 1, -1), 0, self.length)
        self.terminated[:] = self.place == self.length
        self.reward[:] = np.where(self.terminated, 1.0, -0.05)
        self.scores[:, 0] = self.terminated
        self.end()

    def look(self) -> None:
        self.obs[:] = 0
        self.obs[np.arange(self.n), self.place] = 1


class Crowd(Corridor):
    """Corridors of three rows each that begin and end together; in the third there is nobody."""

    def __init__(self, n: int) -> None:
        super().__init__(3 * n)
        self.terminated, self.truncated = np.zeros(n, bool), np.zeros(n, bool)
        self.scores, self.lengths, self.to_move = self.scores[:n], self.lengths[:n], self.to_move[:n]
        self.mask[2::3] = 1

    def step(self, actions: Any) -> None:
        rows = np.arange(self.n)
        walks = np.where(actions == 1, 1, -1) * (rows % 3 != 2)
        before = self.place.copy()
        self.place[:] = np.clip(self.place + walks, 0, self.length)
        arrived = (self.place == self.length) & (before < self.length)
        self.reward[:] = np.where(rows % 3 == 2, 0, np.where(arrived, 1.0, -0.05 * (before < self.length)))
        self.total += self.reward
        self.age += 1
        here = (self.place == self.length).reshape(-1, 3)
        self.terminated[:] = here[:, 0] & here[:, 1]
        self.truncated[:] = ~self.terminated & (self.age[::3] >= self.longest)
        ended = (self.terminated | self.truncated).repeat(3)
        self.look()
        self.final[ended], self.returns[ended] = self.obs[ended], self.total[ended]
        self.total[ended], self.age[ended], self.place[ended] = 0, 0, 0
        self.look()

    def look(self) -> None:
        super().look()
        self.obs[2::3] = 0


class TwentyOne(_Arrays):
    """Two seats in turn add one to three; whoever says 21 has won."""

    def __init__(self, n: int) -> None:
        super().__init__(n, 22, 3, 2, 50)
        self.dice = np.random.default_rng(0)

    def reset(self, seed: int | None = None) -> None:
        self.dice = np.random.default_rng(seed)
        self.begin(np.ones(self.n, bool))
        self.age[:], self.total[:] = 0, 0
        self.look()

    def step(self, actions: Any) -> None:
        self.place += actions + 1
        assert (self.place <= 21).all()
        self.terminated[:] = self.place == 21
        self.reward[:] = 0
        rows = np.flatnonzero(self.terminated)
        self.reward[rows, self.to_move[rows]] = 1
        self.reward[rows, 1 - self.to_move[rows]] = -1
        self.to_move[:] = 1 - self.to_move
        self.end()

    def begin(self, rows: Any) -> None:
        count = int(rows.sum())
        self.place[rows] = self.dice.integers(0, 20, count)
        self.to_move[rows] = self.dice.integers(0, 2, count)

    def look(self) -> None:
        self.obs[:] = 0
        self.obs[np.arange(self.n), self.place] = 1
        self.mask[:] = self.place[:, None] + np.arange(1, 4) <= 21
