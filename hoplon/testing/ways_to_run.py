"""However a game is run, the same happens: interpreted, compiled, many at once, on a GPU, by programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest import SkipTest

import numpy as np

from hoplon.core.batch import Batch
from hoplon.core.dice import secret_from
from hoplon.core.game import Game
from hoplon.core.kernel import is_compiled
from hoplon.testing.walks import Walk, must, walks

TURNS = 40
NOISE = 0x55  # in every byte of a record before a match begins
MATCHES = 5
LONGEST = 16

STORY = """
import json, sys
import hoplon
from hoplon.testing.ways_to_run import story
print(json.dumps(story(hoplon.game(sys.argv[1]), json.loads(sys.argv[2]))))
"""
ON_GPU = """
import json, sys
import hoplon
from hoplon.testing.ways_to_run import play_on_gpu
print(json.dumps(play_on_gpu(hoplon.game(sys.argv[1]))))
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:
        print(json.dumps({"choice": message["legal"][len(line) % len(message["legal"])]}), flush=True)
    elif "end" in message:
        break
"""


def story(game: Game, sets: Sequence[Mapping[str, Any]] = ({},)) -> list[Any]:
    """Check numbers and logs of some random play under each of several sets of options."""
    told: list[Any] = []
    for number, options in enumerate(sets):
        batch = Batch(game, 2, seed=100 * number, options=game.options(**as_tuples(options)), threads=1)
        results = batch.play_randomly(TURNS, checked=True)
        told.append([results["check"].tolist(), results["fault"].tolist(), batch.states.tobytes().hex()])
        for seed in (number, secret_from(number)):
            match = Walk(game, seed, tuple(n * 37 + number for n in range(15)), as_tuples(options)).end()
            told += [list(match.checks), [str(turn) for turn in match.turns]]
    return told


def as_tuples(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options that have been through JSON."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def compiled_plays_as_interpreted(game: Game, sets: Sequence[Mapping[str, Any]] = ({},)) -> None:
    """Log for log, position for position; the game must be installed, since another process plays it."""
    switch = {"NUMBA_DISABLE_JIT": "1" if is_compiled() else "0"}
    there = elsewhere(STORY, switch, game.name, json.dumps(list(sets)))
    for number, (one, other) in enumerate(zip(there, story(game, sets), strict=True)):
        must(one == other, f"interpreted and compiled rules part in part {number}:\n{one}\n{other}")


def batch_plays_as_match(game: Game) -> None:
    """A choice played in a batch leads to the same position; an illegal one is refused."""
    for walk in walks(game):
        match = walk.begin()
        batch = Batch(game, 1, walk.seed, match.options, threads=1, reset=False)
        must(batch.states.tobytes() == match.state.array.tobytes(), "a batch begins otherwise than a match")
        for pick in walk.steps(match):
            legal = match.legal()
            codes = [choice.code for choice in legal]
            must(batch.legal(0).tolist() == codes, "a batch lists other choices")
            masked = batch.space.choices[batch.masks()[0]]
            must(sorted(codes) == sorted(masked), "the masks of a batch show other choices")
            must(batch.to_move[0] == match.to_move, "a batch asks another seat")
            illegal = np.array([max(game.space) + 1])
            must(batch.play(illegal)["refused"][0], f"the number {illegal[0]} is no choice, but legal")
            result = batch.play(np.array([legal[pick % len(legal)].code]))[0]
            must(not result["refused"] and not result["fault"], "a batch refuses a legal choice")
        must(batch.states.tobytes() == match.state.array.tobytes(), "a batch leads to another position")
        ended = match.is_over and bool(match.choices)
        must(bool(batch.results["over"][0]) == ended, "a batch ends otherwise than a match")
        scores = match.game.scores(match.state.array, 0, batch.scores.shape[1])
        must(not ended or scores == tuple(batch.scores[0]), "a batch tells other scores than a match")


def later_matches_start_clean(game: Game) -> None:
    """A match after many others in the same memory is the same to the byte."""
    worn = Batch(game, 1, seed=5, threads=1, longest=7)
    while worn.results["matches"][0] < (1000 if is_compiled() else 60):
        worn.play_randomly(10)
    worn.longest = None
    worn.play_randomly(3)
    seed, age = int(worn.results["seed"][0]), int(worn.results["age"][0])
    fresh = Batch(game, 1, seed=seed, threads=1)
    fresh.play_randomly(age)
    must(fresh.states.tobytes() == worn.states.tobytes(), "`new` leaves something of the match before")
    clean, noisy = game.new_states(1), game.new_states(1)
    noisy.view(np.uint8)[:] = NOISE
    for states in (clean, noisy):
        game.start(states, 0, game.options(), seed)
    for name in game.state.names or ():
        same = clean[name].tobytes() == noisy[name].tobytes()
        must(same or name.startswith("gap"), f"`new` does not set the field {name}")


def play_on_gpu(game: Game) -> list[str]:
    """What random play on the GPU, or its simulator, leads to."""
    from hoplon.core import gpu

    batch = gpu.GpuBatch(game, MATCHES, seed=11, longest=LONGEST)
    batch.play_randomly(TURNS, checked=True)
    return [batch.results.tobytes().hex(), batch.states.tobytes().hex()]


def simulated_gpu_plays_as_batch(game: Game) -> None:
    """The CUDA kernels leave the same bytes; in the simulator, so that it can be seen without a GPU."""
    if find_spec("numba_cuda") is None:
        raise SkipTest("numba-cuda is not installed: pip install numba-cuda")
    switches = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    there = elsewhere(ON_GPU, switches, game.name)
    batch = Batch(game, MATCHES, seed=11, threads=1, longest=LONGEST)
    batch.play_randomly(TURNS, checked=True)
    here = [batch.results.tobytes().hex(), batch.states.tobytes().hex()]
    must(there == here, "the CUDA kernels play otherwise than the CPU")


def programs_can_play(game: Game) -> None:
    """A program at every seat plays by lines of JSON, unless the game has a dialect of its own."""
    from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
    from hoplon.referee.run import run

    if game.dialect is not None:
        return  # it is spoken otherwise, as its own tests show
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.py"
        program.write_text(PROGRAM)
        command = f"{sys.executable} {program}"
        settings = ProcessSettings(scale=20, sandbox="none")  # of our own, wherever Python is installed
        seats = range(game.seat_count(game.options()))
        played = run(game, [ProcessBot(command, game, settings) for _ in seats], 1, longest=TURNS)
    must(played.fault is None, f"a program could not play: {played.fault and played.fault.text}")
    must(played.match.choices, "a program made no choice")


def elsewhere(script: str, switches: Mapping[str, str], *words: str) -> list[Any]:
    """What a process of its own prints."""
    path = os.pathsep.join(part for part in sys.path if part)
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        env={**os.environ, "PYTHONPATH": path, **switches},
        capture_output=True,
        text=True,
        check=False,
    )
    must(done.returncode == 0, done.stderr)
    found: list[Any] = json.loads(done.stdout)
    return found
