"""`hoplon train`: train a network for a task."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.inputs import read_seed
from hoplon.core.errors import HoplonError
from hoplon.core.options import read_pairs

USUAL_SECONDS = 300.0
FOLDER = "training"


def complete_task(incomplete: str) -> list[str]:
    """Names of tasks for the shell."""
    from hoplon.learn.tasks import tasks

    return [name for name in tasks() if name.startswith(incomplete)]


def train(
    task: Annotated[
        str, typer.Argument(metavar="TASK", help="The name of a task.", autocompletion=complete_task)
    ],
    device: Annotated[str, typer.Option(metavar="auto|cpu|cuda", help="What to train on.")] = "auto",
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds of training in all.", show_default="300")
    ] = None,
    steps: Annotated[int | None, typer.Option(metavar="N", help="Steps in all, instead of seconds.")] = None,
    pause: Annotated[
        float | None, typer.Option(metavar="S", help="Stop after so many seconds; --resume goes on.")
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What the network is told; the task's own if not given."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="BOT", help="A bot to meet in half of the matches.")
    ] = None,
    n: Annotated[int | None, typer.Option("--n", metavar="N", help="Matches side by side.")] = None,
    hidden: Annotated[
        int | None, typer.Option(metavar="N", help="Numbers in a layer of the network.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(metavar="N", help="Blocks of the network.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Another setting; give it as often as needed."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", parser=read_seed, help="The seed of the training.")] = 0,
    threads: Annotated[int | None, typer.Option(metavar="N", help="Threads on the processor.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where it is kept.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint in the folder.")
    ] = False,
    begin: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Begin with this network, not from nothing.")
    ] = None,
    evaluate_every: Annotated[
        float, typer.Option(metavar="S", help="Seconds between tests on seeds never trained on; 0: none.")
    ] = 60.0,
    evaluate_matches: Annotated[int, typer.Option(metavar="N", help="Matches of such a test.")] = 1000,
    checkpoint_every: Annotated[
        float, typer.Option(metavar="S", help="Seconds between checkpoints.")
    ] = 120.0,
    report_every: Annotated[float, typer.Option(metavar="S", help="Seconds between reports.")] = 10.0,
    compiled: Annotated[bool, typer.Option("--compile", help="Let torch compile the network first.")] = False,
) -> None:
    """Train a network for a task from nothing, by playing; it needs torch.

    The folder then holds the network (network.npz, which plays without torch), a checkpoint to go on from, a
    log with a line of JSON for each report, and the curves as SVG. Ctrl-C writes a checkpoint and stops.

    \b
    Examples:
      hoplon train hoplite-depth16-v1 --seconds 600
      hoplon train hoplite-depth16-v1 --device cuda --set gamma=0.997
      hoplon train hoplite-depth16-v1 --seconds 1200 --resume
    """
    if find_spec("torch") is None:
        raise HoplonError("training needs torch, which is not installed; pip install 'hoplon[learn]'")
    from hoplon.learn.train.assemble import Wish, assemble
    from hoplon.learn.train.budget import Budget
    from hoplon.learn.train.finish import finish
    from hoplon.learn.train.run import Pace

    short = {"matches": n, "hidden": hidden, "blocks": blocks}
    given = {name: str(value) for name, value in short.items() if value is not None}
    wish = Wish(
        task=task,
        folder=out or Path(FOLDER) / task,
        budget=Budget(USUAL_SECONDS if seconds is None and steps is None else seconds, steps, pause),
        device=device,
        encoding=encoding,
        against=against,
        seed=seed,
        threads=threads,
        given=given | read_pairs(change or ()),
        resume=resume,
        begin=begin,
        compiled=compiled,
        pace=Pace(report_every, evaluate_every, checkpoint_every),
        tests=evaluate_matches,
        command=shlex.join(["hoplon", *sys.argv[1:]]),
    )
    run = assemble(wish, say)
    run.go()
    for path in finish(run):
        print(path)
    if run.is_stopped:
        raise KeyboardInterrupt


def say(line: str) -> None:
    """A line about how it goes, at once."""
    print(line, flush=True)
