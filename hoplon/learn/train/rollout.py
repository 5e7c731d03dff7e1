"""Playing: some steps in every match with the network as it is, kept as bytes on the device."""

from __future__ import annotations

from typing import Any

import torch

from hoplon.learn.train.advantages import advantages, advantages_between
from hoplon.learn.train.memory import Memory
from hoplon.learn.train.network import Network, Ready
from hoplon.learn.train.settings import Settings
from hoplon.learn.train.shared import Shared
from hoplon.learn.train.tally import Tally

CUT_OFF_SHARE = 64  # one row of so many may be cut off in a step and still be valued by its last observation


class Rollout:
    """Plays `horizon` steps in each row of an environment and writes down what they showed.

    Nothing here waits for the device: numbers are read by others, once a round.
    """

    def __init__(self, env: Any, shared: Shared, settings: Settings, memory: Memory) -> None:
        self.env, self.shared, self.settings, self.memory = env, shared, settings, memory
        steps, rows, device = settings.horizon, shared.rows, shared.device
        self.values = torch.zeros((steps, rows), device=device)
        self.rewards = torch.zeros((steps, rows), device=device)
        self.goes_on = torch.zeros((steps, rows), device=device)
        self.sides = torch.zeros((steps + 1, rows), dtype=torch.int32, device=device)
        self.asked = torch.ones((steps + 1, rows), dtype=torch.bool, device=device)
        self.is_paced = env.paced
        self.is_self_play = shared.reward.dim() == 2
        room = 0 if self.is_self_play else max(8, rows // CUT_OFF_SHARE)
        self.cut_off = torch.zeros((steps, room), dtype=torch.int64, device=device)  # rows that were cut off
        self.cut_obs = torch.zeros((steps, room, shared.obs.shape[1]), dtype=torch.uint8, device=device)
        self.was_cut = torch.zeros((steps, room), device=device)

    def play(self, network: Network, dice: Any, tally: Tally | None) -> None:
        """Play the steps of one round, then work out advantages and the returns to aim at."""
        shared, memory = self.shared, self.memory
        with torch.no_grad():
            ready = network.ready()
            for t in range(self.settings.horizon):
                memory.obs[t].copy_(shared.obs)
                memory.mask[t].copy_(shared.mask)
                if self.is_self_play:
                    self.sides[t].copy_(shared.to_move)
                if self.is_paced:
                    self.asked[t].copy_(shared.active)
                logits, told = network(shared.obs, shared.mask, ready)
                logits = logits.log_softmax(1)
                actions = sample(logits, dice)
                memory.actions[t].copy_(actions)
                memory.chances[t].copy_(logits.gather(1, actions[:, None])[:, 0])
                self.values[t].copy_(network.as_return(told))
                self.env.step(shared.given(actions))
                self._take_in(t)
                if tally is not None:
                    tally.add(shared)
            if self.is_self_play:
                self.sides[-1].copy_(shared.to_move)
            if self.is_paced:
                self.asked[-1].copy_(shared.active)
            if shared.columns > 1:  # where there is nobody, nothing is observed
                memory.is_learned.copy_(memory.obs.any(2))
            self._value_cut_off(network, ready)
            self._look_back(network.values(shared.obs, ready))

    def _take_in(self, t: int) -> None:
        """What a step gave, and whether it was the last one of its match."""
        shared = self.shared
        if self.is_self_play:
            mover = self.sides[t].long()[:, None]
            own, other = shared.reward.gather(1, mover), shared.reward.gather(1, 1 - mover)
            self.rewards[t].copy_((own - other)[:, 0] / 2)
        else:
            self.rewards[t].copy_(shared.reward)
        ended = shared.terminated.bool() | shared.truncated.bool()
        self.goes_on[t].copy_(shared.of_rows(~ended))
        room = self.cut_off.shape[1]
        if room:
            cut = shared.of_rows(shared.truncated.bool() & ~shared.terminated.bool())
            places = torch.where(cut, cut.cumsum(0) - 1, room).clamp(max=room)
            chosen = torch.zeros(room + 1, dtype=torch.int64, device=cut.device)
            chosen.scatter_(0, places, torch.arange(len(cut), device=cut.device))
            self.cut_off[t].copy_(chosen[:room])
            self.cut_obs[t].copy_(shared.final[chosen[:room]])
            self.was_cut[t].copy_(torch.arange(room, device=cut.device) < cut.sum())

    def _value_cut_off(self, network: Network, ready: Ready) -> None:
        """A match that was cut off would have gone on: what it was worth is added to its last gain.

        There is room for the usual number of these in a step; where more are cut off at once, as when all
        began together, the others count as ended, and so do those that were waiting for a bot.
        """
        if not self.cut_off.shape[1]:
            return
        if self.is_paced:
            self.was_cut *= self.cut_obs.any(2)
        worth = network.values(self.cut_obs.flatten(0, 1), ready).view_as(self.was_cut) * self.was_cut
        self.rewards.scatter_add_(1, self.cut_off, self.settings.gamma * worth)

    def _look_back(self, last: Any) -> None:
        """Work out what was better than expected, with the values after the last step."""
        gamma, trace = self.settings.gamma, self.settings.trace
        seen = self.rewards, self.values, last, self.goes_on
        if self.is_paced:
            found, known = advantages_between(*seen, self.asked, gamma, trace)
            self.memory.is_learned.copy_(known)
        else:
            found = advantages(*seen, gamma, trace, self.sides if self.is_self_play else None)
        self.memory.advantages.copy_(found)
        self.memory.targets.copy_(found + self.values)


def sample(logits: Any, dice: Any) -> Any:
    """An action of each row, drawn as the logits say.

    On a GPU, where sums are in no certain order, it is the first of as many racers as there are actions; on a
    processor one number a row is quicker, which falls on one of the actions laid end to end.
    """
    if logits.device.type == "cuda":
        times = torch.empty_like(logits).exponential_(generator=dice)
        return (logits - times.log_()).argmax(1)
    ends = logits.softmax(1).cumsum(1)
    at = torch.rand(len(logits), 1, generator=dice) * (1 - 1e-6) * ends[:, -1:]
    return (ends <= at).sum(1)
