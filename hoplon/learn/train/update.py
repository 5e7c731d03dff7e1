"""Learning from what was played: proximal policy optimisation (Schulman et al. 2017)."""

from __future__ import annotations

from typing import Any

import torch

from hoplon.learn.train.memory import Memory
from hoplon.learn.train.network import Network
from hoplon.learn.train.settings import Settings

FOLLOW = 0.05  # how quickly the spread of the values follows that of the returns
SUMS = ("policy_loss", "value_loss", "entropy", "change", "clipped", "gradient")


class Learner:
    """A network and its optimiser."""

    def __init__(self, network: Network, settings: Settings) -> None:
        self.network, self.settings = network, settings
        self.parameters = list(network.layers.values())
        on_gpu = self.parameters[0].device.type == "cuda"
        self.optimiser = torch.optim.Adam(self.parameters, lr=settings.rate, eps=1e-5, fused=on_gpu)
        self.rounds = 0

    def learn(self, seen: Memory, rows: Any, progress: float, dice: Any) -> Any:
        """Learn from these rows of a round; gives the means of SUMS over minibatches, still on the device."""
        settings, device = self.settings, rows.device
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate_at(progress)
        self._follow(seen.targets.flatten()[rows])
        known = _normal(seen.advantages.flatten(), rows)
        targets = (seen.targets.flatten() - self.network.middle) / self.network.spread
        sums, count = torch.zeros(len(SUMS), device=device), 0
        size = -(-len(rows) // settings.minibatches)
        for _ in range(settings.epochs):
            order = rows[torch.randperm(len(rows), generator=dice, device=device)]
            change_before = sums[3].clone()
            for first in range(0, len(order), size):
                some = order[first : first + size]
                sums += self._step(seen, some, known[some], targets[some], settings.entropy_at(progress))
                count += 1
            change = (sums[3] - change_before) / settings.minibatches
            if settings.most_change and float(change) > settings.most_change:
                break
        self.rounds += 1
        return sums / count

    def _follow(self, returns: Any) -> None:
        """The first rounds decide more than later ones, which are averaged."""
        self.network.follow(returns, max(FOLLOW, 1 / (1 + self.rounds)))

    def _step(self, seen: Memory, some: Any, gain: Any, target: Any, entropy_weight: float) -> Any:
        settings = self.settings
        logits, told = self.network(seen.obs.flatten(0, 1)[some], seen.mask.flatten(0, 1)[some])
        chances, logits = logits.softmax(1), logits.log_softmax(1)
        entropy = -(chances * logits).sum(1).mean()
        actions = seen.actions.flatten()[some]
        moved = logits.gather(1, actions[:, None])[:, 0] - seen.chances.flatten()[some]
        ratio = moved.exp()
        low, high = 1 - settings.clip, 1 + settings.clip
        policy_loss = -torch.min(ratio * gain, ratio.clamp(low, high) * gain).mean()
        value_loss = (told - target).square().mean()
        loss = policy_loss + settings.value_weight * value_loss - entropy_weight * entropy
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, settings.longest_gradient)
        self.optimiser.step()
        with torch.no_grad():
            change = (ratio - 1 - moved).mean()
            clipped = ((ratio - 1).abs() > settings.clip).float().mean()
            return torch.stack([policy_loss, value_loss, entropy, change, clipped, norm]).detach()


def _normal(gains: Any, rows: Any) -> Any:
    """Advantages with a mean of 0 and a spread of 1 over the rows that are learned from."""
    some = gains[rows]
    return (gains - some.mean()) / (some.std() + 1e-8)
