"""Tasks of Hoplite."""

from __future__ import annotations

from dataclasses import replace

from hoplon.bots.hoplite.gains import UNIT, progress
from hoplon.games.hoplite.options import HopliteOptions
from hoplon.learn.tasks.figures import SCORE, WON, Figure
from hoplon.learn.tasks.task import TRAIN, Task

DEPTH_REACHED = Figure("depth", "the depth reached", lambda match: match.reached)

WHOLE = Task(
    name="hoplite-depth16-v1",
    game="hoplite",
    summary="all sixteen depths, the fleece and the portal, on levels never seen before",
    encoding="around",
    encoding_version=1,
    measure=progress,
    unit=UNIT,
    longest=500,
    gamma=0.995,
    options=lambda: (HopliteOptions(),),
    figures=(WON, DEPTH_REACHED, SCORE),
)

TASKS = (
    WHOLE,
    replace(
        WHOLE,
        name="hoplite-gen200-v1",
        summary="the same with 200 dungeons to learn from: what is learned must carry over to others",
        train=range(TRAIN.start, TRAIN.start + 200),
    ),
    replace(
        WHOLE,
        name="hoplite-depth1-v1",
        summary="twenty choices, enough for the first stairs: learned in seconds, to try a learner out",
        longest=20,
        gamma=0.98,
        figures=(DEPTH_REACHED, SCORE),
    ),
)
