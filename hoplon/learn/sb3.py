"""Tasks for Stable-Baselines3: many matches side by side, with the masks that sb3-contrib asks for.

from sb3_contrib import MaskablePPO
from hoplon.learn.sb3 import Matches

MaskablePPO("MlpPolicy", Matches("hoplite-depth16-v1", 64)).learn(1_000_000)
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Unpack

import numpy as np

try:
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as missing:
    raise ImportError("hoplon.learn.sb3 needs Stable-Baselines3: pip install 'hoplon[sb3]'") from missing

from hoplon.core.errors import HoplonError
from hoplon.learn import Task
from hoplon.learn.settings import Settings
from hoplon.learn.wrapped import one_learner, root, row_space

Indices = int | Iterable[int] | None


class Matches(VecEnv):
    """`n` matches of a task as a `VecEnv`. An observation is one row of bytes. A match that ends begins anew
    in the same step, and what came last is told as Stable-Baselines3 expects it."""

    def __init__(
        self,
        task: str | Task,
        n: int = 1,
        *,
        threads: int | None = 1,
        illegal: str = "raise",
        **settings: Unpack[Settings],
    ) -> None:
        self.vector = one_learner(
            task, n, settings, illegal=illegal, autoreset="same-step", threads=threads
        )  # fmt: skip
        encoding = self.vector.plan.encoding
        self.render_mode = None
        super().__init__(n, row_space(encoding), spaces.Discrete(encoding.actions))
        self._begun_at = time.time()
        self._begun = False
        self._waiting: Any = None

    def reset(self) -> Any:
        """Begin the next matches; after `seed`, the first ones of those that follow from it."""
        self.vector.reset(root(self._seeds[0], self._begun, np.random.default_rng()))
        self._begun = True
        self._reset_seeds()
        self._reset_options()
        return self.vector.obs.copy()

    def step_async(self, actions: Any) -> None:
        """Take an action in every match, in the call that follows."""
        self._waiting = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """What came of the actions."""
        vector = self.vector
        vector.step(self._waiting)
        ended = vector.terminated | vector.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended):
            infos[i] = {
                "terminal_observation": vector.final[i].copy(),
                "TimeLimit.truncated": bool(vector.truncated[i]),
                "episode": {
                    "r": float(vector.returns[i]),
                    "l": int(vector.lengths[i]),
                    "t": round(time.time() - self._begun_at, 6),
                },
            }
        return vector.obs.copy(), vector.reward.copy(), ended, infos

    def action_masks(self) -> Any:
        """The actions that may be taken, a row for each match."""
        return self.vector.mask.astype(bool)

    def env_method(self, method_name: str, *_: Any, indices: Indices = None, **__: Any) -> list[Any]:
        """What a method says of each match; the only one that a single match has is `action_masks`."""
        return [self.get_attr(method_name, i)[0]() for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """What belongs to each match."""
        chosen = list(self._get_indices(indices))
        if attr_name == "action_masks":
            return [lambda i=i: self.vector.mask[i].astype(bool) for i in chosen]
        if attr_name == "render_mode":
            return [None for _ in chosen]
        raise AttributeError(f"a match has no {attr_name!r}; it has action_masks and render_mode")

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:  # noqa: ARG002
        """A match has nothing that can be set."""
        raise HoplonError(f"{attr_name} cannot be set: what matches are like is said when they are made")

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:  # noqa: ARG002
        """No match is wrapped in anything."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """End the threads."""
        self.vector.close()
