"""MaskablePPO of sb3-contrib on a task: python examples/learn/maskable_ppo.py [TASK] [--steps 200000].

It needs `pip install 'hoplon[sb3]'`, which brings Stable-Baselines3 and torch.
"""

from __future__ import annotations

import argparse

import numpy as np
from sb3_contrib import MaskablePPO

from hoplon.learn.sb3 import Matches


def test(model: MaskablePPO, task: str, matches: int) -> tuple[float, float]:
    """Play the task's test seeds, each once; the mean return and its standard error."""
    env = Matches(task, matches, seeds="test")
    obs, returns = env.reset(), np.full(matches, np.nan)
    while np.isnan(returns).any():
        actions, _ = model.predict(obs, action_masks=env.action_masks(), deterministic=True)
        obs, _, _, infos = env.step(actions)
        for i, info in enumerate(infos):
            if "episode" in info and np.isnan(returns[i]):
                returns[i] = info["episode"]["r"]
    return float(returns.mean()), float(returns.std() / np.sqrt(matches))


def main() -> None:
    """Train, then test on matches never seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", nargs="?", default="hoplite-depth16-v1")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--matches", type=int, default=64, help="side by side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env = Matches(given.task, given.matches)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=3, learning_rate=1e-3, gamma=0.99,
        ent_coef=0.01, seed=given.seed, verbose=1, device="cpu", policy_kwargs={"net_arch": [128, 128]},
    )  # fmt: skip
    print("before: mean return {:.2f} ± {:.2f}".format(*test(model, given.task, 200)))
    model.learn(given.steps)
    print("after: mean return {:.2f} ± {:.2f}".format(*test(model, given.task, 200)))


if __name__ == "__main__":
    main()
