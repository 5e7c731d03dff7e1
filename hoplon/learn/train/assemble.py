"""From what is asked for to a run: the task's environment, the tests, a network, new or from a checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import Any

import torch

from hoplon import learn
from hoplon.bots.generic.network_file import LARGEST, LONGEST_ABOUT, read_floats, shapes
from hoplon.core.encoding import Encoding
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.options import read_pairs
from hoplon.core.version import __version__
from hoplon.learn.tasks import Task
from hoplon.learn.train.budget import Budget
from hoplon.learn.train.checkpoint import NAME as CHECKPOINT
from hoplon.learn.train.checkpoint import read_checkpoint
from hoplon.learn.train.environments import Where, exams, to_learn_from
from hoplon.learn.train.exam import figures
from hoplon.learn.train.run import Pace, Run
from hoplon.learn.train.settings import ON_A_CPU, ON_A_GPU, Settings
from hoplon.learn.train.training import Training

STEP = 32
DEVICES = ("auto", "cpu", "cuda")


@dataclass(frozen=True)
class Wish:
    """What is asked for; `given` are settings as they are typed."""

    task: str
    folder: Path
    budget: Budget
    device: str = "auto"
    encoding: str | None = None
    against: str | None = None  # a bot
    seed: int = 0
    threads: int | None = None
    given: Mapping[str, str] | None = None
    resume: bool = False
    compiled: bool = False
    pace: Pace = field(default_factory=Pace)
    tests: int = 1000
    command: str = ""
    begin: Path | None = None  # a network to begin with, instead of one that knows nothing


def assemble(wish: Wish, say: Callable[[str], None]) -> Run:
    """A run that is ready to go."""
    task = learn.task(wish.task)
    device = find_device(wish.device)
    threads = wish.threads or torch.get_num_threads()
    torch.set_num_threads(threads)
    encoding = learn.plan_of(task, encoding=wish.encoding).encoding
    settings = find_settings(wish, task, device, encoding)
    wish.folder.mkdir(parents=True, exist_ok=True)
    if not wish.resume and (wish.folder / CHECKPOINT).exists():
        raise HoplonError(
            f"{wish.folder} holds a training already; go on with --resume or choose another --out"
        )
    say(f"{task.name}: {task.summary}")
    where = Where(task, device, threads, wish.encoding)
    envs = to_learn_from(where, settings.matches, wish.seed, wish.against or "", settings.against)
    training = Training(envs, encoding.most, settings, wish.seed, compiled=wish.compiled)
    about = {
        "task": task.name,
        "game": task.game,
        "rules": task.rules.version,
        "encoding": encoding.name,
        "encoding_version": encoding.version,
        "width": encoding.width,
        "actions": encoding.actions,
        "hidden": settings.hidden,
        "blocks": settings.blocks,
        "unit": task.unit,
        "gamma": settings.gamma,
        "against": wish.against or "",
        "device": device_name(device),
        "seed": wish.seed,
        "command": wish.command,
        "hoplon": __version__,
    }
    tests = exams(where, wish.tests, say) if wish.pace.test else []
    weights = sum(layer.numel() for layer in training.network.layers.values())
    say(
        f"{settings.matches:,} matches on {about['device']}, {training.memory.actions.numel():,} steps a "
        f"round; {weights:,} weights, in {str(training.network.precision).removeprefix('torch.')}"
    )
    if wish.begin is not None:
        begin_with(training, wish.begin, about)
    run = Run(
        training,
        wish.budget,
        wish.folder,
        about,
        lambda: figures(task, tests, training.network),
        say,
        wish.pace,
    )
    if wish.resume:
        run.resume()
        say(f"going on after {run.seconds:,.0f} s and {training.steps:,} steps")
    return run


def begin_with(training: Training, path: Path, about: Mapping[str, Any]) -> None:
    """Begin with the layers of a network that was trained before."""
    known, layers = read_floats(path)
    for name in ("game", "encoding", "encoding_version", "hidden", "blocks"):
        if known.get(name) != about[name]:
            raise HoplonError(f"{path} has {name} {known.get(name)}; this training has {about[name]}")
    training.network.put(layers)


def find_settings(wish: Wish, task: Task, device: str, encoding: Encoding) -> Settings:
    """The settings of the device, then of the task, then of the checkpoint, then those that were typed."""
    usual = replace(ON_A_CPU if device == "cpu" else ON_A_GPU, gamma=task.gamma)
    given = {**read_pairs(task.learning)}
    if wish.resume:
        about, _ = read_checkpoint(wish.folder)
        given |= {name: str(value) for name, value in about["settings"].items()}
    given |= wish.given or {}
    settings = usual.changed(given)
    most = most_hidden(encoding, settings.blocks)
    if settings.hidden <= most:
        return settings
    if "hidden" in given or most < STEP:
        raise BadOption(
            f"a network with hidden={settings.hidden} and blocks={settings.blocks} for {encoding} does not "
            f"fit into a file of {LARGEST >> 20} MB; expected hidden up to {most}"
        )
    return replace(settings, hidden=most)


def most_hidden(encoding: Encoding, blocks: int) -> int:
    """The most hidden numbers of a network whose file is not too large, as a multiple of STEP."""

    def size(hidden: int) -> int:
        sizes = {"width": encoding.width, "actions": encoding.actions, "hidden": hidden, "blocks": blocks}
        return sum(
            prod(shape) * (1 if name.endswith(".weight") else 4) for name, shape in shapes(sizes, "int8")
        )

    hidden = STEP
    while size(hidden + STEP) <= LARGEST - LONGEST_ABOUT:
        hidden += STEP
    return hidden if size(hidden) <= LARGEST - LONGEST_ABOUT else 0


def find_device(said: str) -> str:
    """The device that is meant."""
    if said not in DEVICES:
        raise BadOption(f"there is no device {said!r}; expected auto, cpu or cuda")
    has_gpu = torch.cuda.is_available()
    if said == "cuda" and not has_gpu:
        raise HoplonError("torch finds no GPU here; --device cpu trains on the processor")
    return ("cuda" if has_gpu else "cpu") if said == "auto" else said


def device_name(device: str) -> str:
    """The device as people call it."""
    if device == "cuda":
        return str(torch.cuda.get_device_name())
    threads = torch.get_num_threads()
    return f"{threads} core{'s' if threads != 1 else ''} of a processor"
