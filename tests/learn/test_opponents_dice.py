"""A search over copies of a match is not to know how the bots inside the step will roll."""

from __future__ import annotations

import numpy as np

from hoplon import learn
from hoplon.learn.redeal import redeal


def test_dealing_anew_deals_the_dice_of_opponents_too() -> None:
    """Every copy has others; the match itself keeps its own."""
    env = learn.make("cardbattle-small-v1", 1, opponents={1: "random"}, autoreset="disabled")
    for _ in range(3):
        env.step(np.argmax(env.mask, 1))
    own = int(env._places["draws"][0])
    copies = env.clone([0] * 6)
    redeal(copies, 99)
    dealt = copies._places["draws"].tolist()
    assert len({own, *dealt}) == 7
    assert int(env._places["draws"][0]) == own
    assert np.array_equal(copies.obs, np.repeat(env.obs, 6, 0))
