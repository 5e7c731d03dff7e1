"""A training: an environment, a network and its optimiser, played and learned from in rounds."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from hoplon.core.errors import HoplonError
from hoplon.learn.train.memory import new_memory
from hoplon.learn.train.network import Network, best_precision, new_layers
from hoplon.learn.train.rollout import Rollout
from hoplon.learn.train.settings import Settings
from hoplon.learn.train.shared import Shared
from hoplon.learn.train.tally import Tally
from hoplon.learn.train.update import SUMS, Learner

MATCHES = "matches."  # in a checkpoint
MOMENTS = ("exp_avg", "exp_avg_sq")


class Training:
    """Rounds of play and learning in one or more environments, such as one in which the network plays itself
    and others in which it meets a bot.

    `steps` counts the actions chosen so far in all rows. What the last rounds showed is gathered until it is
    told by `report`.
    """

    def __init__(
        self,
        envs: Sequence[Any],
        most: Any,
        settings: Settings,
        seed: int,
        precision: Any = None,
        compiled: bool = False,
    ) -> None:
        for k, env in enumerate(envs):
            env.reset(seed=seed + k)
        self.envs, self.settings = list(envs), settings
        views = [Shared(env) for env in envs]
        shared = views[0]
        self.device = shared.device
        if shared.device.type == "cuda":
            torch.set_float32_matmul_precision("high")
        width, actions = shared.obs.shape[1], shared.mask.shape[1]
        layers = new_layers(width, actions, settings.hidden, settings.blocks, seed, shared.device)
        self.network = Network(layers, most, precision or best_precision(shared.device))
        if compiled:
            self.network.compile()
        self.learner = Learner(self.network, settings)
        edges = np.cumsum([0, *(one.rows for one in views)]).tolist()
        self.memory = memory = new_memory(settings.horizon, edges[-1], width, actions, shared.device)
        self.rollouts = [
            Rollout(env, view, settings, memory.part(first, last))
            for env, view, first, last in zip(envs, views, edges[:-1], edges[1:], strict=True)
        ]
        self.has_gaps = any(one.columns > 1 or env.paced for env, one in zip(envs, views, strict=True))
        self.dice = torch.Generator(shared.device).manual_seed(seed)
        self.tally = Tally(shared.device)
        self.steps = 0
        self._seen: list[list[float]] = []

    def round(self, progress: float) -> None:
        """Play one round and learn from it."""
        for k, rollout in enumerate(self.rollouts):
            is_told = k > 0 or len(self.rollouts) == 1  # who plays itself gains as much as it loses
            rollout.play(self.network, self.dice, self.tally if is_told else None)
        rows = self.memory.rows(self.has_gaps)
        self._seen.append(self.learner.learn(self.memory, rows, progress, self.dice).tolist())
        self.steps += self.memory.actions.numel()

    def report(self) -> dict[str, float]:
        """What the rounds since the last report showed."""
        means = np.mean(self._seen, axis=0)
        if not np.isfinite(means).all():
            raise HoplonError(
                f"the training has gone astray after {self.steps:,} steps: a loss is not finite; "
                "go on from the checkpoint with a smaller rate"
            )
        self._seen.clear()
        ended = self.tally.read()
        found: dict[str, float] = {"matches": ended.matches}
        if ended.matches:
            found |= {"return": ended.returns, "score": ended.score, "length": ended.length}
        return found | {name: float(mean) for name, mean in zip(SUMS, means, strict=True)}

    def arrays(self) -> dict[str, Any]:
        """All that is needed to go on, as arrays."""
        found: dict[str, Any] = {
            "dice": self.dice.get_state().numpy(),
            "middle": self.network.middle.cpu().numpy(),
            "spread": self.network.spread.cpu().numpy(),
            "rounds": np.int64(self.learner.rounds),
        }
        for k, env in enumerate(self.envs):
            for name, array in env.snapshot().items():
                found[f"{MATCHES}{k}.{name}"] = packed(array)
        for name, layer in self.network.layers.items():
            found[f"layer.{name}"] = layer.detach().cpu().numpy()
            state = self.learner.optimiser.state[layer]
            for moment in MOMENTS:
                found[f"{moment}.{name}"] = state[moment].cpu().numpy()
            found[f"step.{name}"] = state["step"].cpu().numpy()
        return found

    def restore(self, arrays: Mapping[str, Any], steps: int) -> None:
        """Go on from what `arrays` told."""
        device = self.device
        with torch.no_grad():
            self.network.middle.copy_(torch.as_tensor(arrays["middle"]))
            self.network.spread.copy_(torch.as_tensor(arrays["spread"]))
            for name, layer in self.network.layers.items():
                layer.copy_(torch.as_tensor(arrays[f"layer.{name}"]))
                state = {moment: torch.as_tensor(arrays[f"{moment}.{name}"]).to(device) for moment in MOMENTS}
                step = torch.as_tensor(arrays[f"step.{name}"])
                on_gpu = device.type == "cuda"
                self.learner.optimiser.state[layer] = {**state, "step": step.to(device) if on_gpu else step}
        self.learner.rounds = int(arrays["rounds"])
        self.steps = steps
        if len(arrays["dice"]) == len(self.dice.get_state()):
            self.dice.set_state(torch.as_tensor(arrays["dice"]))
        for k, env in enumerate(self.envs):
            first = f"{MATCHES}{k}."
            kept = {name[len(first) :]: arrays[name] for name in arrays if name.startswith(first)}
            if not restore_matches(env, {name: zlib.decompress(kept[name].tobytes()) for name in kept}):
                env.reset(seed=steps + k)


def restore_matches(env: Any, kept: Mapping[str, bytes]) -> bool:
    """Go on with the matches that were played, unless they are others now, or on another device."""
    now = env.snapshot()
    if {name: array.nbytes for name, array in now.items()} != {name: len(kept[name]) for name in kept}:
        return False
    arrays = {name: np.frombuffer(kept[name], old.dtype).reshape(old.shape) for name, old in now.items()}
    try:
        env.restore(arrays)
    except HoplonError:
        return False
    return True


def packed(array: Any) -> Any:
    """The bytes of an array, most of which are often 0, in less room."""
    return np.frombuffer(zlib.compress(np.ascontiguousarray(array).tobytes(), 1), np.uint8)
