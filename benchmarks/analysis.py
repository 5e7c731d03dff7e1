"""How long reviews take, whether luck is zero on average, and how well values foretell what happens.

python benchmarks/analysis.py review                      seconds of a Hoplite run and of a card battle
python benchmarks/analysis.py luck GAME [MATCHES]         mean luck over random matches, with its interval
python benchmarks/analysis.py calibrate GAME [POSITIONS]  foretold against happened; --svg FILE draws it
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import hoplon
from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.luck import account_of, steps_of
from hoplon.analysis.review import review
from hoplon.core.match import Match
from hoplon.core.states import State
from hoplon.protocols.players import make_player
from hoplon.referee.run import run

WORLDS = 24
LONG = 1000  # choices after which a player who goes round in circles has lost
STARTS = {"hoplite": {"depth": (1, 3, 6, 9, 12, 15), "hearts": (1, 2, 3)}}
# Who plays on after a position: the player of the evaluation, as a bot.
BOTS = {"learned": "learned", "judge": "judge", "painter": "painter", "mcts": "mcts:nodes=32"}
BINS = 5
RAW = argparse.RawDescriptionHelpFormatter
LEAST, MOST = 0.2, 0.8


def time_reviews() -> None:
    """Whole matches, reviewed on two threads; the second time everything is compiled."""
    for name, bots in (
        ("hoplite", ("search:nodes=500",)),
        ("hoplite", ("greedy",)),
        ("cardbattle", ("judge", "judge")),
    ):
        match = hoplon.run(name, *bots, seed=5).match
        review(match, threads=2)
        began, spent = time.perf_counter(), time.process_time()
        review(match, threads=2)
        wall, processor = time.perf_counter() - began, time.process_time() - spent
        load = os.getloadavg()[0]
        print(
            f"{name} by {' and '.join(bots)}: {len(match.choices)} choices, "
            f"{wall:.1f} s, {processor:.1f} s of processor time, load {load:.1f}"
        )


def mean_luck(name: str, matches: int) -> None:
    """Random matches: the mean of the luck, and the largest gap between the sums and the result."""
    dice = np.random.default_rng(11)
    lucks, gaps, errors = [], [], []
    evaluators: dict[int, Evaluator] = {}
    for seed in range(matches):
        match = hoplon.new(name, seed=10_000 + seed)
        while not match.is_over and len(match.choices) < 60:
            legal = match.legal()
            match.play(legal[int(dice.integers(len(legal)))])
        evaluator = evaluators.setdefault(
            id(match.game), Evaluator(match.game, match.game.seat_count(match.options), 2)
        )
        steps = steps_of(match, evaluator)
        account = account_of(steps, 0, steps[-1].after[0])
        lucks.append(account.luck)
        errors.append(account.luck_error)
        gaps.append(abs(account.gap))
    mean, half = np.mean(lucks), 1.96 * np.std(lucks, ddof=1) / matches**0.5
    print(
        f"{name}: mean luck of {matches} random matches "
        f"{mean:+.5f} ({mean - half:+.5f} to {mean + half:+.5f}), "
        f"spread {np.std(lucks):.4f}, mean stated error {np.mean(errors):.5f}, largest gap {max(gaps):.1e}"
    )


@dataclass(frozen=True)
class Point:
    """What was foretold of a position and what happened, both from 0 to 1 or in units of the quantity."""

    foretold: float
    happened: float


def held_out(name: str) -> Iterator[Match]:
    """Positions of matches that nothing was fitted to, after some play and some choices at random."""
    dice = np.random.default_rng(77)
    seed = 500_000
    while True:
        seed += 1
        options = {key: int(dice.choice(values)) for key, values in STARTS.get(name, {}).items()}
        match = hoplon.new(name, seed=seed, **options)
        seats = match.game.seat_count(match.options)
        bot = BOTS[Evaluator(match.game, seats).foresight.player]
        turns = int(dice.integers(2, 40 * seats))
        players = [make_player(bot, match.game) for _ in range(seats)]
        played = run(match.game, players, seed, match.options, longest=turns).match
        while played.choices and played.is_over:
            played.undo()
        for _ in range(int(dice.integers(0, 4))):
            if not played.is_over:
                legal = played.legal()
                played.play(legal[int(dice.integers(len(legal)))])
        if not played.is_over:
            yield played


def calibrate(name: str, positions: int, svg: Path | None) -> None:
    """Foretell and play on; chances only where they are between 20 and 80 %."""
    points: list[Point] = []
    looked = 0
    for match in held_out(name):
        evaluator = Evaluator(match.game, match.game.seat_count(match.options), 2)
        seat = match.to_move or 0
        quantity = evaluator.quantities[0]
        foretold = float(evaluator.play(match._states, seat, worlds=WORLDS)[0, :, 0].mean())
        looked += 1
        if not quantity.unit and not LEAST <= foretold <= MOST:
            continue
        happened = played_on(match, evaluator, seat, looked)
        points.append(Point(foretold, happened))
        if len(points) == positions:
            break
    report(name, points, looked, svg)


def played_on(match: Match, evaluator: Evaluator, seat: int, number: int) -> float:
    """What happens if the player of the evaluation plays on as a bot, with dice of its own."""
    twin = State(match.game, match._states)
    match.game.entries.forget_dice(twin.array, 0, 900_000 + number)
    on = Match(match.game, 0, match.options)
    on._place(twin.array)
    bots = [hoplon.bot(BOTS[evaluator.foresight.player], match.game) for _ in range(evaluator.seats)]
    dice = np.random.default_rng(number)

    class Dice:
        def below(self, sides: int) -> int:
            return int(dice.integers(sides))

    while not on.is_over and len(on.choices) < LONG:
        mover = on.to_move
        assert mover is not None
        on.play(bots[mover].choose(on.view(mover), on.legal(), Dice(), 1e9))
    out = np.zeros(len(evaluator.quantities))
    evaluator.evaluation.measure(on.state.record, seat, out)
    return float(out[0])


def report(name: str, points: list[Point], looked: int, svg: Path | None) -> None:
    foretold = np.array([p.foretold for p in points])
    happened = np.array([p.happened for p in points])
    print(f"{name}: {len(points)} positions of {looked}")
    error = foretold.mean() - happened.mean()
    spread = 1.96 * np.std(foretold - happened, ddof=1) / len(points) ** 0.5
    print(f"mean error {error:+.4f} ± {spread:.4f}")
    brier, base = np.mean((foretold - happened) ** 2), np.var(happened)
    print(
        f"mean square error {brier:.4f}, of the base rate {base:.4f}: {100 * (1 - brier / base):.1f} % better"
    )
    order = np.argsort(foretold)
    rows = [part for part in np.array_split(order, BINS) if len(part)]
    table = [
        (foretold[r].mean(), happened[r].mean(), happened[r].std() / len(r) ** 0.5, len(r)) for r in rows
    ]
    for low, high, off, n in table:
        print(f"  foretold {low:10.3f}  happened {high:10.3f} ± {off:.3f}  ({n})")
    if svg is not None:
        svg.write_text(diagram(name, table), encoding="utf-8")


def diagram(name: str, table: list[tuple[float, float, float, int]]) -> str:
    """A reliability diagram: foretold to the right, happened upwards, two standard errors as lines."""
    size, edge = 320, 44
    values = [v for low, high, off, _ in table for v in (low, high - 2 * off, high + 2 * off)]
    low, high = (0.0, 1.0) if min(values) >= -0.2 and max(values) <= 1.2 else (min(values), max(values))

    def place(value: float) -> float:
        return edge + (size - 2 * edge) * (min(max(value, low), high) - low) / (high - low)

    marks = []
    for x, y, off, _ in table:
        left, up = place(x), size - place(y)
        top, bottom = size - place(y + 2 * off), size - place(y - 2 * off)
        marks.append(f'<path d="M{left:.1f} {top:.1f}V{bottom:.1f}" stroke="#777" fill="none"/>')
        marks.append(f'<circle cx="{left:.1f}" cy="{up:.1f}" r="4.5" fill="#b4531f"/>')
    first, last = place(low), place(high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" '
        'font-family="sans-serif" '
        f'font-size="12"><title>{name}: foretold against happened</title>'
        f'<rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path d="M{first} {size - first}L{last} {size - last}" stroke="#999" stroke-dasharray="4 4"/>'
        f'<path d="M{first} {size - last}V{size - first}H{last}" stroke="#333" fill="none"/>'
        f"{''.join(marks)}"
        f'<text x="{size / 2}" y="{size - 10}" text-anchor="middle">foretold</text>'
        f'<text x="14" y="{size / 2}" text-anchor="middle" transform="rotate(-90 14 {size / 2})">'
        "happened</text>"
        f'<text x="{first}" y="{size - first + 16}" text-anchor="middle">{low:g}</text>'
        f'<text x="{last}" y="{size - first + 16}" text-anchor="middle">{high:g}</text>'
        "</svg>\n"
    )


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("review", "luck", "calibrate"))
    parser.add_argument("game", nargs="?", default="hoplite")
    parser.add_argument("n", nargs="?", type=int, default=500)
    parser.add_argument("--svg", type=Path)
    asked = parser.parse_args()
    if asked.what == "review":
        time_reviews()
    elif asked.what == "luck":
        mean_luck(asked.game, asked.n)
    else:
        calibrate(asked.game, asked.n, asked.svg)


if __name__ == "__main__":
    main()
