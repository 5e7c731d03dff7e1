"""PPO from nothing, in one file: python examples/learn/ppo.py [TASK] [--seconds 120].

Everything is on this page, in the order in which it happens: play a stretch of many matches side by side,
reckon how much better each action was than expected, make the good ones likelier. It needs torch and nothing
else, and runs on one CPU core; `hoplon train` does the same with more care.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

from hoplon import learn

STRETCH = 64  # steps of each match between two lessons
ROUNDS = 2  # how often a lesson goes through what was played
PORTION = 2048  # observations looked at together
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
VALUE_WEIGHT = 0.5
MOST_GRADIENT = 0.5


class Player(nn.Module):
    """Two layers, then how good each action is and how good the position is."""

    def __init__(self, most: np.ndarray, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.register_buffer("most", torch.as_tensor(most, dtype=torch.float32))
        self.body = nn.Sequential(
            nn.Linear(len(most), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the chances of all actions, and what is still to be gained."""
        x = self.body(obs / self.most)
        logits = self.policy(x).masked_fill(~mask, -1e9)
        return logits.log_softmax(-1), self.value(x).squeeze(-1)


def sample(chances: torch.Tensor) -> torch.Tensor:
    """An action for each row, drawn by its chance: the greatest of noisy logarithms."""
    return (chances - torch.empty_like(chances).exponential_().log()).argmax(-1)


def main() -> None:
    """Train until the time is up, with a line every few seconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", nargs="?", default="hoplite-depth16-v1")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--matches", type=int, default=256, help="side by side")
    parser.add_argument("--gamma", type=float, default=0.99)
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning; it falls to nothing")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    n = given.matches

    # Arrays of `env` never move, so these tensors always show what the last step wrote.
    env = learn.make(given.task, n=n, seeds="train")
    env.reset(seed=given.seed)
    seen, legal = torch.from_numpy(env.obs), torch.from_numpy(env.mask).view(torch.bool)
    player = Player(env.plan.encoding.most, env.mask.shape[1])
    optimizer = torch.optim.Adam(player.parameters(), given.rate, eps=1e-5)

    obs = torch.zeros((STRETCH, *seen.shape), dtype=torch.uint8)
    masks = torch.zeros((STRETCH, *legal.shape), dtype=torch.bool)
    actions = torch.zeros((STRETCH, n), dtype=torch.int64)
    chances, values, rewards, ends = (torch.zeros((STRETCH, n)) for _ in range(4))
    returns: list[float] = []  # of matches that ended since the last line
    begun, told, steps = time.monotonic(), time.monotonic(), 0

    while (spent := time.monotonic() - begun) < given.seconds:
        optimizer.param_groups[0]["lr"] = given.rate * (1 - spent / given.seconds)

        # Play.
        for t in range(STRETCH):
            obs[t], masks[t] = seen, legal
            with torch.no_grad():
                of_all, values[t] = player(seen.float(), legal)
            actions[t] = sample(of_all)
            chances[t] = of_all.gather(1, actions[t, :, None]).squeeze(1)
            _, reward, terminated, truncated, _ = env.step(actions[t].numpy())
            rewards[t] = torch.from_numpy(reward)
            ended = np.flatnonzero(terminated | truncated)
            ends[t] = torch.from_numpy((terminated | truncated).astype(np.float32))
            returns += env.returns[ended].tolist()
            cut = np.flatnonzero(truncated)
            if cut.size:  # it did not end there by the rules: what was still to come counts
                last = torch.from_numpy(env.final[cut]).float()
                with torch.no_grad():
                    _, more = player(last, torch.ones((len(cut), legal.shape[1]), dtype=torch.bool))
                rewards[t, cut] += given.gamma * more
        steps += STRETCH * n

        # Reckon.
        with torch.no_grad():
            _, after = player(seen.float(), legal)
        better, carried = torch.zeros_like(rewards), torch.zeros(n)
        for t in reversed(range(STRETCH)):
            surprise = rewards[t] + given.gamma * after * (1 - ends[t]) - values[t]
            carried = surprise + given.gamma * LAMBDA * (1 - ends[t]) * carried
            better[t], after = carried, values[t]
        aims = (better + values).flatten()

        # Learn.
        flat = obs.flatten(0, 1), masks.flatten(0, 1), actions.flatten(), chances.flatten(), better.flatten()
        for rows in (part for _ in range(ROUNDS) for part in torch.randperm(STRETCH * n).split(PORTION)):
            o, m, a, old, gain = (column[rows] for column in flat)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            of_all, value = player(o.float(), m)
            ratio = (of_all.gather(1, a[:, None]).squeeze(1) - old).exp()
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(of_all.exp() * of_all.masked_fill(~m, 0)).sum(-1).mean()
            loss = policy_loss + VALUE_WEIGHT * (value - aims[rows]).square().mean() - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), MOST_GRADIENT)
            optimizer.step()

        if returns and (time.monotonic() - told > 5 or time.monotonic() - begun > given.seconds):
            took, told = time.monotonic() - begun, time.monotonic()
            print(
                f"{took:5.0f} s  {steps:>10,} steps  {steps / took:>8,.0f}/s  "
                f"return {np.mean(returns):7.2f} of {len(returns):,} matches  entropy {entropy.item():.2f}",
                flush=True,
            )
            returns.clear()


if __name__ == "__main__":
    main()
