"""Tasks as Gymnasium knows environments. Importing this module registers all of them:

    gymnasium.make("hoplon.learn.gym:hoplon/hoplite-depth16-v1")
    gymnasium.make_vec("hoplon.learn.gym:hoplon/hoplite-depth16-v1", num_envs=64)

An observation is a dictionary of parts or, with `flat`, one row of bytes. The mask of the actions that may be
taken is `info["action_mask"]` and, with `masked`, also a part of the observation. Any other action changes
nothing, which `info["refused"]` says, unless `illegal` is "raise". When a match ends, `info["scores"]` has
the score of each seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Any, Unpack

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("hoplon.learn.gym needs Gymnasium: pip install 'hoplon[gym]'") from missing

from hoplon.core.encoding import Encoding
from hoplon.core.errors import HoplonError
from hoplon.learn import Task, tasks
from hoplon.learn.settings import Settings
from hoplon.learn.wrapped import (
    MASK,
    MASK_TYPE,
    RENDER_MODES,
    ROW,
    mask_space,
    one_learner,
    part_spaces,
    picture,
    read_render_mode,
    root,
    row_space,
)

NAMESPACE = "hoplon"
MODES = {
    "same-step": AutoresetMode.SAME_STEP,
    "next-step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}
SCORES, REFUSED, RESET_MASK = "scores", "refused", "reset_mask"


VIEWS = ("_actions", "_mask", "_seen", "_told")  # of the arrays of a vector


@dataclass(frozen=True)
class Shape:
    """What an observation looks like: a dictionary of parts, or one row; with the mask in it or not."""

    encoding: Encoding
    flat: bool
    masked: bool

    def space(self) -> spaces.Space[Any]:
        """Where it lies."""
        found = {ROW: row_space(self.encoding)} if self.flat else part_spaces(self.encoding)
        if self.masked:
            return spaces.Dict({**found, MASK: mask_space(self.encoding)})
        return found[ROW] if self.flat else spaces.Dict(found)

    def of(self, rows: Any, mask: Any) -> Any:
        """One observation or many, as views of their rows."""
        if self.flat and not self.masked:
            return rows
        names = () if self.flat else (part.name for part in self.encoding.parts)
        found = {name: self.encoding.part(rows, name) for name in names} or {ROW: rows}
        return {**found, MASK: mask} if self.masked else found


class Env(gymnasium.Env[Any, Any]):
    """One match after another, seen by the only seat that learns."""

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        task: str | Task,
        *,
        flat: bool = False,
        masked: bool = False,
        illegal: str = "refuse",
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.render_mode = read_render_mode(render_mode)
        self.vector = one_learner(task, 1, settings, illegal=illegal, autoreset="disabled")
        self.shape = Shape(self.vector.plan.encoding, flat, masked)
        self.observation_space = self.shape.space()
        self.action_space = spaces.Discrete(self.vector.plan.encoding.actions)
        self._begun = False
        self._look()

    def _look(self) -> None:
        """Name what is read at every step: arrays of the vector, which never move."""
        vector = self.vector
        self._actions = np.zeros(1, np.int64)
        self._mask = vector.mask[0].view(MASK_TYPE)
        self._seen = self.shape.of(vector.obs[0], self._mask)
        self._told = vector.reward, vector.terminated, vector.truncated, vector.refused

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next match; with a seed, the first one of those that follow from it."""
        super().reset(seed=seed)
        refuse_options(options)
        self.vector.reset(root(seed, self._begun, self.np_random))
        self._begun = True
        return self._observe(), {MASK: self._mask.copy()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action."""
        self._actions[0] = index(action)
        self.vector.step(self._actions)
        reward, terminated, truncated, refused = self._told
        over, cut = terminated.item(), truncated.item()
        info = {MASK: self._mask.copy()}
        if over or cut:
            info[SCORES] = self.vector.scores[0].copy()
        if refused.item():
            info[REFUSED] = True
        return self._observe(), reward.item(), over, cut, info

    def _observe(self) -> Any:
        seen = self._seen
        if type(seen) is dict:
            return {name: part.copy() for name, part in seen.items()}
        return seen.copy()

    def action_masks(self) -> Any:
        """The actions that may be taken, as sb3-contrib asks for them."""
        return self.vector.mask[0].astype(bool)

    def render(self) -> Any:
        """The match as text or as SVG."""
        return None if self.render_mode is None else picture(self.vector, 0, self.render_mode)

    def close(self) -> None:
        """Nothing is left open; may be called twice."""
        self.vector.close()

    def __getstate__(self) -> dict[str, Any]:
        """All but the views of the vector's arrays, which would become copies."""
        return {name: value for name, value in vars(self).items() if name not in VIEWS}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._look()


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many matches side by side. Arrays are copied for the caller; with `copy` off they are the vector's own,
    which the next step overwrites."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        task: str | Task,
        autoreset: str | AutoresetMode = "next-step",
        flat: bool = False,
        masked: bool = False,
        copy: bool = True,
        threads: int | None = 1,
        illegal: str = "refuse",
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.render_mode = read_render_mode(render_mode)
        mode = next((name for name, known in MODES.items() if autoreset is known), autoreset)
        self.vector = one_learner(
            task, num_envs, settings, illegal=illegal, autoreset=mode, threads=threads
        )  # fmt: skip
        self.num_envs, self.copy = num_envs, copy
        self.metadata = {**Env.metadata, "autoreset_mode": MODES[self.vector.plan.mode]}
        self.shape = Shape(self.vector.plan.encoding, flat, masked)
        self.single_observation_space = self.shape.space()
        self.single_action_space = spaces.Discrete(self.vector.plan.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next matches; with a seed, the first ones of those that follow from it.

        The option `reset_mask` says which, where matches do not begin anew by themselves.
        """
        super().reset(seed=seed)
        refuse_options(options, RESET_MASK)
        if options and RESET_MASK in options:
            if seed is not None:
                raise HoplonError(f"got seed {seed} together with a {RESET_MASK}; expected one of them")
            self.vector.begin_anew(options[RESET_MASK])
        else:
            self.vector.reset(root(seed, self._begun, self.np_random))
        self._begun = True
        return self._told(self._observed())

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take an action in every match."""
        vector = self.vector
        vector.step(actions)
        (obs, info), ended = self._told(self._observed()), vector.terminated | vector.truncated
        if ended.any():
            scores = {SCORES: vector.scores.copy(), f"_{SCORES}": ended}
            if vector.plan.mode == "same-step":
                info |= {"final_obs": self._final(ended), "_final_obs": ended}
                info |= {"final_info": scores, "_final_info": ended}
            else:
                info |= scores
        if vector.refused.any():
            refused = vector.refused > 0
            info |= {REFUSED: refused, f"_{REFUSED}": refused}
        told = vector.reward, vector.terminated, vector.truncated
        reward, terminated, truncated = (each.copy() for each in told) if self.copy else told
        return obs, reward, terminated, truncated, info

    def _observed(self) -> tuple[Any, Any]:
        obs, mask = self.vector.obs, self.vector.mask.view(MASK_TYPE)
        return (obs.copy(), mask.copy()) if self.copy else (obs, mask)

    def _told(self, observed: tuple[Any, Any]) -> tuple[Any, dict[str, Any]]:
        return self.shape.of(*observed), {MASK: observed[1], f"_{MASK}": np.ones(self.num_envs, bool)}

    def _final(self, ended: Any) -> Any:
        """The last observations of matches that have ended; after the end, any action may be taken."""
        found = np.full(self.num_envs, None, object)
        anything = np.ones(self.vector.mask.shape[1], MASK_TYPE)
        for i in np.flatnonzero(ended):
            found[i] = self.shape.of(self.vector.final[i].copy(), anything.copy())
        return found

    def render(self) -> tuple[Any, ...] | None:
        """Each match as text or as SVG."""
        if self.render_mode is None:
            return None
        return tuple(picture(self.vector, i, self.render_mode) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self.vector.close()


def refuse_options(options: dict[str, Any] | None, *known: str) -> None:
    """Say which option of a reset means nothing here."""
    strange = [name for name in options or {} if name not in known]
    if strange:
        raise HoplonError(f"got the reset option {strange[0]!r}; expected {' or '.join(known) or 'none'}")


def register() -> None:
    """Make all tasks known to Gymnasium."""
    for name in tasks():
        if f"{NAMESPACE}/{name}" not in gymnasium.registry:
            gymnasium.register(
                f"{NAMESPACE}/{name}",
                entry_point=f"{__name__}:Env",
                vector_entry_point=f"{__name__}:VectorEnv",
                kwargs={"task": name},
            )


register()
