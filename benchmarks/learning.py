"""Steps a second for learners, beside what others know: python benchmarks/learning.py [--seconds 2] [--json].

Every step plays an action in each match, begins ended matches anew and writes observations, rewards and
masks. Hoplon's actions are taken from the masks by a compiled loop, which is part of the figure. All of it
runs in one process and on one core, in processor time, the best of some rounds in turns; the line of two
threads is in seconds of the clock, on two cores, with that of one thread beside it.

    Hoplon: `learn.make`, for one task of each game; a step of a simultaneous game is a turn of all agents.
        Alone: `hoplon.learn.gym.Env`, or `hoplon.learn.zoo` where there are several agents.
    Gymnasium: CartPole, its own vector of NumPy arrays; alone: `gymnasium.make`, without wrappers.
    EnvPool: CartPole and FrozenLake, one thread. Pgx: Four in a Row and chess on the CPU, under `jit`.
    PettingZoo: Four in a Row and chess, `env.last()` and `env.step`. OpenSpiel: the same from Python, with
        `legal_actions`, `observation_tensor` and `apply_action`.

What is not installed is left out; `make peers` installs what can be had.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from peers import figure, measure, use_one_core, versions

SIZES = (1, 64, 1024, 4096)
STEPS = 20_000  # steps of a round, by all matches together, at least
DRAWN = 64  # arrays of actions that are drawn before
LONGEST = 3.0  # seconds that a slow peer may take for one round
Work = Callable[[], int]  # does some steps, and says how many


@numba.njit(cache=False)
def draw(mask: Any, actions: Any, number: int) -> None:
    """For each row the first action that is allowed from some place on; quicker than drawing evenly."""
    for row in range(len(actions)):
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        action = (number >> 8) % mask.shape[1]
        while mask[row, action] == 0:
            action = action + 1 if action + 1 < mask.shape[1] else 0
        actions[row] = action


def hoplon_vector(task: str, n: int, threads: int = 1) -> Work:
    """Random steps of `learn.make`."""
    from hoplon import learn

    name, _, encoding = task.partition(":")
    env = learn.make(name, n=n, threads=threads, encoding=encoding or None)
    actions, rounds = np.zeros(env.rows, np.int64), max(1, STEPS // n)
    number = 0

    def work() -> int:
        nonlocal number
        for _ in range(rounds):
            number += 1
            draw(env.mask, actions, number)
            env.step(actions)
        return rounds * n

    return work


def hoplon_gym(task: str) -> Work:
    """One match after the other through Gymnasium's `Env`."""
    from hoplon.learn.gym import Env

    name, _, encoding = task.partition(":")
    env = Env(name, encoding=encoding or None)
    _, info = env.reset(seed=1)

    def work() -> int:
        nonlocal info
        for number in range(2000):
            allowed = info["action_mask"].nonzero()[0]
            _, _, over, cut, info = env.step(allowed[number % len(allowed)])
            if over or cut:
                _, info = env.reset()
        return 2000

    return work


def zoo_match(env: Any) -> Work:
    """One agent after the other through PettingZoo's interface."""
    env.reset(seed=1)

    def work() -> int:
        done, end = 0, time.process_time() + LONGEST
        while done < 500 and time.process_time() < end:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            allowed = np.flatnonzero(seen["action_mask"])
            env.step(int(allowed[done % len(allowed)]))
            done += 1
        return done

    return work


def hoplon_zoo(task: str) -> Work:
    """The same for a task of several agents."""
    from hoplon.learn import zoo

    name, _, encoding = task.partition(":")
    return zoo_match(zoo.OneByOne(name, encoding=encoding or None))


def cartpole(n: int) -> Work:
    """Gymnasium's own vector."""
    import gymnasium

    env = gymnasium.make_vec("CartPole-v1", num_envs=n, vectorization_mode="vector_entry_point")
    return drawn_before(env, n, 2, np.int64)


def cartpole_alone(_: int) -> Work:
    """A single environment without wrappers."""
    import gymnasium

    env = gymnasium.make("CartPole-v1").unwrapped
    env.reset(seed=1)

    def work() -> int:
        for number in range(2000):
            _, _, over, cut, _ = env.step(number & 1)
            if over or cut:
                env.reset()
        return 2000

    return work


def drawn_before(env: Any, n: int, actions: int, dtype: Any) -> Work:
    """Steps with actions that were drawn before."""
    env.reset()
    drawn = np.random.default_rng(1).integers(0, actions, (DRAWN, n)).astype(dtype)
    rounds = max(1, STEPS // n)

    def work() -> int:
        for number in range(rounds):
            env.step(drawn[number % DRAWN])
        return rounds * n

    return work


def envpool_of(name: str, actions: int) -> Callable[[int], Work]:
    """A vector of EnvPool on one thread."""

    def make(n: int) -> Work:
        import envpool

        env = envpool.make(name, env_type="gymnasium", num_envs=n, batch_size=n, num_threads=1)
        return drawn_before(env, n, actions, np.int32)

    return make


def pgx_of(name: str, steps: int) -> Callable[[int], Work]:
    """A vector of Pgx on the CPU, whose actions are drawn from its masks; observations are made each step."""

    def make(n: int) -> Work:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset

        found = pgx.make(name)
        step = jax.vmap(auto_reset(found.step, found.init))

        @jax.jit
        def advance(states: Any, key: Any) -> Any:
            key, of_moves, of_steps = jax.random.split(key, 3)
            logits = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
            moves = jax.random.categorical(of_moves, logits)
            return step(states, moves, jax.random.split(of_steps, n)), key

        first, key = jax.random.split(jax.random.PRNGKey(1))
        states = jax.jit(jax.vmap(found.init))(jax.random.split(first, n))
        rounds = max(1, steps // n)

        def work() -> int:
            nonlocal states, key
            for _ in range(rounds):
                states, key = advance(states, key)
            jax.block_until_ready(states.observation)
            return rounds * n

        return work

    return make


def zoo_of(name: str) -> Callable[[int], Work]:
    """A classic game of PettingZoo."""

    def make(_: int) -> Work:
        from importlib import import_module

        return zoo_match(import_module(f"pettingzoo.classic.{name}").env())

    return make


def spiel_of(name: str) -> Callable[[int], Work]:
    """A game of OpenSpiel from Python."""

    def make(_: int) -> Work:
        import pyspiel

        game = pyspiel.load_game(name)

        def work() -> int:
            done = 0
            while done < 500:
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.observation_tensor()
                    allowed = state.legal_actions()
                    state.apply_action(allowed[done % len(allowed)])
                    done += 1
            return done

        return work

    return make


Line = tuple[str, Callable[[int], Work], tuple[int, ...]]


def peer_lines() -> list[Line]:
    """What others have, with the sizes at which it is measured."""
    many = SIZES[1:]
    return [
        ("Gymnasium CartPole, alone", cartpole_alone, SIZES[:1]),
        ("Gymnasium CartPole, its own vector", cartpole, many),
        ("EnvPool CartPole", envpool_of("CartPole-v1", 2), many),
        ("EnvPool FrozenLake", envpool_of("FrozenLake-v1", 4), many),
        ("Pgx Four in a Row", pgx_of("connect_four", 20_000), many),
        ("Pgx chess", pgx_of("chess", 256), many[:2]),
        ("PettingZoo Four in a Row", zoo_of("connect_four_v3"), SIZES[:1]),
        ("PettingZoo chess", zoo_of("chess_v6"), SIZES[:1]),
        ("OpenSpiel Four in a Row", spiel_of("connect_four"), SIZES[:1]),
        ("OpenSpiel chess", spiel_of("chess"), SIZES[:1]),
    ]


def own_lines(tasks: list[str]) -> list[Line]:
    """A line for each task, and one for a match alone."""
    from hoplon.learn import task

    lines: list[Line] = []
    for name in tasks:
        found = task(name.partition(":")[0])
        several = found.joint or found.rules.seats[1] > 1

        def one(_: int, name: str = name, several: bool = several) -> Work:
            return hoplon_zoo(name) if several else hoplon_gym(name)

        def many(n: int, name: str = name) -> Work:
            return hoplon_vector(name, n)

        lines.append((f"{name}, alone", one, SIZES[:1]))
        lines.append((name, many, SIZES))
    return lines


def measured(lines: list[Line], seconds: float) -> dict[str, dict[str, float]]:
    """All figures, by line and size; lines of one size take turns."""
    found: dict[str, dict[str, float]] = {name: {} for name, *_ in lines}
    for n in SIZES:
        players: dict[str, Work] = {}
        for name, make, sizes in lines:
            if n not in sizes:
                continue
            print(f"{name}, {n:,} ...", file=sys.stderr, flush=True)
            try:
                players[name] = make(n)
            except ImportError as error:
                print(f"{name} is not measured: {error}", file=sys.stderr, flush=True)
        for name, best in measure(players, seconds).items():
            found[name][f"{n:,}"] = best
    return found


def two_threads(task: str, n: int, seconds: float) -> dict[str, float]:
    """One thread and two, by the clock, in turns; with one core there is nothing to compare."""
    works = {str(threads): hoplon_vector(task, n, threads) for threads in (1, 2)}
    best = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()
    end = time.perf_counter() + 2 * seconds
    while time.perf_counter() < end:
        for name, work in works.items():
            start = time.perf_counter()
            done = work()
            best[name] = max(best[name], done / (time.perf_counter() - start))
    return best


def first_tasks() -> list[str]:
    """The first task of every game."""
    from hoplon.learn import tasks

    found: dict[str, str] = {}
    for name, task in tasks().items():
        found.setdefault(task.game, name)
    return list(found.values())


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description="Steps a second for learners.")
    parser.add_argument("tasks", nargs="*", help="TASK or TASK:ENCODING; the first of every game")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure")
    parser.add_argument("--no-peers", action="store_true", help="measure Hoplon alone")
    parser.add_argument("--core", type=int, help="the core to run on; the last one if not given")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    warnings.filterwarnings("ignore")
    tasks = given.tasks or first_tasks()
    threads = {}
    if (os.cpu_count() or 1) > 1:
        threads = {name: two_threads(name, 4096, given.seconds) for name in tasks}
    where = use_one_core(given.core)
    found = measured(own_lines(tasks) + ([] if given.no_peers else peer_lines()), given.seconds)
    if given.json:
        print(
            json.dumps({"versions": versions(), "where": where, "steps": found, "threads": threads}, indent=2)
        )
        return
    print(", ".join(f"{name} {number}" for name, number in versions().items()) + f"; {where}\n")
    print("| steps a second | " + " | ".join(f"{n:,}" for n in SIZES) + " |")
    print("|---" * (1 + len(SIZES)) + "|")
    for name, figures in found.items():
        if figures:
            cells = [figure(figures.get(f"{n:,}")) for n in SIZES]
            print(f"| {name} | " + " | ".join(cells) + " |")
    for name, by_threads in threads.items():
        one, two = by_threads["1"], by_threads["2"]
        print(
            f"\n{name}, 4,096, by the clock: one thread {figure(one)}, two {figure(two)}, "
            f"{two / one:.2f} times"
        )


if __name__ == "__main__":
    main()
