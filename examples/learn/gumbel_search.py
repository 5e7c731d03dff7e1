"""Learning by searching, as AlphaZero does: python examples/learn/gumbel_search.py [TASK] [--seconds 120].

A player searches before each action and then learns to act at once as the search advised. The search is
Gumbel's (Danihelka and others, "Policy improvement by planning with Gumbel", 2022): a few likely actions of
each match are tried out in copies of it, the better half is tried again, and so on until one is left. All
matches and all their copies are stepped together, by one `clone` and a few calls of `step`.

The copies are dealt anew before they are played, so the search knows no more than the player: it does not see
dice that are still to fall, or the cards of others. In games of two seats both are played by the same
network, and what one gains the other loses.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from hoplon import learn
from hoplon.learn.redeal import redeal

TRIED = 8  # actions that the search looks at in each match
TWICE = 2  # copies of each
DEPTH = 4  # further actions of a copy
SCALE = 8.0  # how much the search is trusted
STRETCH = 16  # steps of each match between two lessons
ROUNDS = 2
PORTION = 1024


class Player(nn.Module):
    """Two layers, then how good each action is and what is still to be gained."""

    def __init__(self, most: np.ndarray, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.register_buffer("most", torch.as_tensor(most, dtype=torch.float32))
        self.body = nn.Sequential(
            nn.Linear(len(most), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the chances of all actions, and what the seat to act will gain."""
        x = self.body(obs.float() / self.most)
        return self.policy(x).masked_fill(mask == 0, -1e9).log_softmax(-1), self.value(x).squeeze(-1)

    @torch.no_grad()
    def look(self, env: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """The same for all rows of a vector."""
        return self(torch.from_numpy(env.obs), torch.from_numpy(env.mask))


def noise(like: torch.Tensor) -> torch.Tensor:
    """Gumbel's noise: the greatest of logarithms with it added is a draw by their chances."""
    return -torch.empty_like(like).exponential_().log()


def gains(env: Any, seats: np.ndarray) -> np.ndarray:
    """What a seat of each match gained in the last step."""
    return env.reward if env.reward.ndim == 1 else env.reward[np.arange(env.n), seats]


def worth(player: Player, env: Any, seats: np.ndarray) -> np.ndarray:
    """What a seat of each match will still gain; where the other one is to act, what that one will lose."""
    _, value = player.look(env)
    return np.where(env.to_move == seats, value.numpy(), -value.numpy())


def try_out(player: Player, env: Any, tried: np.ndarray, gamma: float, seed: int) -> np.ndarray:
    """How good some actions of each match are, (matches, actions): each is played in copies, which go on as
    the network would."""
    n, several = tried.shape
    copies = env.clone(np.repeat(np.arange(n), several * TWICE))
    redeal(copies, seed)
    seats, running = copies.to_move.copy(), np.ones(copies.n, bool)
    found, actions = np.zeros(copies.n, np.float32), np.repeat(tried.reshape(-1), TWICE)
    for step in range(1 + DEPTH):
        copies.step(actions)
        found += running * gamma**step * gains(copies, seats)
        running &= ~(copies.terminated | copies.truncated)
        chances, _ = player.look(copies)
        actions = (chances + noise(chances)).argmax(-1).numpy()
    found += running * gamma ** (1 + DEPTH) * worth(player, copies, seats)
    return found.reshape(n, several, TWICE).mean(-1)


def search(player: Player, env: Any, gamma: float, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """An action for each match, and the chances of all actions that the search advises."""
    chances, value = player.look(env)
    noisy = chances + noise(chances)
    several = min(TRIED, chances.shape[1])
    left = noisy.topk(several).indices
    quality = value[:, None].expand_as(chances).clone()  # what was not tried is as good as expected
    sums, times = torch.zeros_like(chances), torch.zeros_like(chances)
    while True:
        found = torch.from_numpy(try_out(player, env, left.numpy(), gamma, seed + int(times.max())))
        sums.scatter_add_(1, left, found)
        times.scatter_add_(1, left, torch.ones_like(found))
        quality = torch.where(times > 0, sums / times.clamp(min=1), quality)
        if several == 1:
            break
        several = max(1, several // 2)
        best = (noisy + SCALE * quality).gather(1, left).topk(several).indices
        left = left.gather(1, best)
    advised = (chances + SCALE * (quality - value[:, None])).log_softmax(-1)
    return left[:, 0], advised.exp()


def main() -> None:
    """Play with search and learn from it until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", nargs="?", default="hoplite-depth16-v1")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--matches", type=int, default=32, help="side by side")
    parser.add_argument("--gamma", type=float, default=0.99)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    # Where fewer actions than TRIED are allowed, others are tried too: they are refused, and never taken.
    env = learn.make(given.task, n=given.matches, seeds="train", seed=given.seed, illegal="refuse")
    if env.plan.joint or env.plan.seats > 2:
        parser.error(f"{given.task} is for more players than this search knows; expected one or two in turn")
    player = Player(env.plan.encoding.most, env.mask.shape[1])
    optimizer = torch.optim.Adam(player.parameters(), given.rate)
    returns: list[float] = []
    progress: list[float] = []  # what seat 0 gained in a step
    begun, told, steps = time.monotonic(), time.monotonic(), 0
    while time.monotonic() - begun < given.seconds:
        stretch: list[tuple[torch.Tensor, ...]] = []
        gained, seats, ends = [], [], []
        for _ in range(STRETCH):
            actions, advised = search(player, env, given.gamma, int(torch.randint(2**40, ())))
            stretch.append((torch.from_numpy(env.obs.copy()), torch.from_numpy(env.mask.copy()), advised))
            seats.append(env.to_move.copy())
            env.step(actions.numpy())
            gained.append(np.broadcast_to(env.reward.reshape(env.n, -1), (env.n, env.plan.seats)).copy())
            ends.append(env.terminated | env.truncated)
            progress.append(float(gained[-1][:, 0].mean()))
            returns += env.returns.reshape(env.n, -1)[ends[-1], 0].tolist()
        steps += STRETCH * env.n

        # What each seat gained from each step on, with what the network expects of the rest.
        after = np.stack([worth(player, env, np.full(env.n, seat)) for seat in range(env.plan.seats)], 1)
        aims = np.zeros((STRETCH, env.n), np.float32)
        for t in reversed(range(STRETCH)):
            after = gained[t] + given.gamma * after * ~ends[t][:, None]
            aims[t] = after[np.arange(env.n), seats[t]]

        obs, masks, advised = (torch.cat(column) for column in zip(*stretch, strict=True))
        aim = torch.from_numpy(aims).flatten()
        for rows in (part for _ in range(ROUNDS) for part in torch.randperm(len(obs)).split(PORTION)):
            chances, value = player(obs[rows], masks[rows])
            loss = -(advised[rows] * chances).sum(-1).mean() + 0.5 * (value - aim[rows]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 1.0)
            optimizer.step()
        if returns and (time.monotonic() - told > 5 or time.monotonic() - begun > given.seconds):
            took, told = time.monotonic() - begun, time.monotonic()
            print(
                f"{took:5.0f} s  {steps:>8,} actions searched  {steps / took:>6,.0f}/s  "
                f"{100 * np.mean(progress):6.2f} gained by a hundred, "
                f"{np.mean(returns):6.2f} by a match ({len(returns):,} ended)",
                flush=True,
            )
            returns.clear()
            progress.clear()


if __name__ == "__main__":
    main()
