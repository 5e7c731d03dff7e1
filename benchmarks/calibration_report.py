"""What the lines of `calibration` say: tables, figures as JSON, reliability diagrams."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from reliability_diagram import Group, diagram

import hoplon
from hoplon.analysis.evaluator import evaluation_of
from hoplon.core.talents import Quantity

LEAST, MOST = 0.2, 0.8
GROUPS = 10
FEWEST = 10  # positions of a group
RESAMPLED = 2000
Z = 1.96
ENDED = ", with an end"
VIEWS = {"foretold": "by what the player may know", "open": "with everything open"}


@dataclass(frozen=True)
class Span:
    """A figure with the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    def text(self, scale: float = 1.0, digits: int = 3, signed: bool = False) -> str:
        sign = "+" if signed else ""
        low, mean, high = (f"{scale * value:{sign}.{digits}f}" for value in (self.low, self.mean, self.high))
        return f"{mean} ({low} to {high})"


@dataclass(frozen=True)
class Calibration:
    """How well one quantity was foretold; `better` is how far the square error is below the base rate's."""

    quantity: str
    view: str
    positions: int
    plays: int
    foretold: float
    happened: float
    error: Span
    square_error: float
    base_error: float
    better: Span
    slope: float
    groups: tuple[Group, ...]


def calibrate(quantity: Quantity, view: str, foretold: Any, happened: Any, counted: Any) -> Calibration:
    """The figures; `happened` and `counted` have a row for each position and a column for each time.

    A position counts as often as `counted` says.
    """
    kept = counted.any(axis=1)
    foretold, happened, counted = foretold[kept], happened[kept], counted[kept]
    counts = counted.sum(axis=1)
    means = np.where(counted, happened, 0.0).sum(axis=1) / counts
    seconds = np.where(counted, happened**2, 0.0).sum(axis=1) / counts
    squares = foretold**2 - 2 * foretold * means + seconds
    off = foretold - means

    def error(rows: Any) -> float:
        return float(np.average(off[rows], weights=counts[rows]))

    def better(rows: Any) -> float:
        weights = counts[rows]
        base = np.average(seconds[rows], weights=weights) - np.average(means[rows], weights=weights) ** 2
        return float(1.0 - np.average(squares[rows], weights=weights) / base) if base > 0 else 0.0

    everything = np.arange(len(off))
    dice = np.random.default_rng(1)
    again = [dice.integers(0, len(off), len(off)) for _ in range(RESAMPLED)]
    order = np.argsort(foretold, kind="stable")
    parts = np.array_split(order, max(1, min(GROUPS, len(order) // FEWEST)))
    mean = float(np.average(means, weights=counts))
    return Calibration(
        quantity.name, view, len(off), int(counts.sum()), float(np.average(foretold, weights=counts)), mean,
        _span(error(everything), [error(rows) for rows in again]),
        float(np.average(squares, weights=counts)),
        float(np.average(seconds, weights=counts) - mean**2),
        _span(better(everything), [better(rows) for rows in again]),
        float(np.polyfit(foretold, means, 1, w=np.sqrt(counts))[0]) if np.var(foretold) > 0 else 0.0,
        tuple(_group(foretold[part], means[part], counts[part]) for part in parts),
    )  # fmt: skip


def _span(value: float, again: list[float]) -> Span:
    """A figure, and what it would be for other draws of the same positions."""
    low, high = np.quantile(again, (0.025, 0.975))
    return Span(value, float(low), float(high))


def _group(foretold: Any, means: Any, counts: Any) -> Group:
    happened = float(np.average(means, weights=counts))
    off = counts * (means - happened)
    error = float(np.sqrt(np.sum(off**2)) / counts.sum()) if len(means) > 1 else 0.0
    return Group(float(np.average(foretold, weights=counts)), happened, error, len(means))


def report(lines: list[dict[str, Any]], svg: Path | None, figures: Path | None) -> None:
    """Print everything that the lines say."""
    found: dict[str, Any] = {}
    for name in sorted({line["game"] for line in lines}):
        positions = [
            line for line in lines if (line["kind"], line["game"]) == ("play", name) and "seat" in line
        ]
        matches = [
            line for line in lines if (line["kind"], line["game"]) == ("luck", name) and "luck" in line
        ]
        found[name] = {}
        if len(positions) > FEWEST:
            found[name]["calibration"] = [asdict(each) for each in _game(name, positions, svg)]
        if len(matches) > 1:
            found[name]["luck"] = _luck(name, matches)
    if figures is not None:
        figures.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _game(name: str, positions: list[dict[str, Any]], svg: Path | None) -> list[Calibration]:
    game = hoplon.game(name)
    quantities = evaluation_of(game, game.seats[0]).quantities
    times = max(len(line["happened"]) for line in positions)
    happened = np.zeros((len(positions), times, len(quantities)))
    played, ended = np.zeros((2, len(positions), times), bool)
    for row, line in enumerate(positions):
        n = len(line["happened"])
        happened[row, :n], played[row, :n], ended[row, :n] = line["happened"], True, line["ended"]
    share = ended.sum() / played.sum()
    print(f"\n{name}: {len(positions)} positions, played on {played.sum()} times; {share:.1%} came to an end")
    found = []
    for view, words in VIEWS.items() if game.hides else [("foretold", "")]:
        foretold = np.array([line[view] for line in positions])
        for k, quantity in enumerate(quantities):
            kept = np.ones(len(positions), bool)
            if not quantity.unit:
                kept = (foretold[:, k] >= LEAST) & (foretold[:, k] <= MOST)
            if kept.sum() <= FEWEST:
                print(f"  {quantity.words}: only {kept.sum()} positions from {LEAST:.0%} to {MOST:.0%}")
                continue
            given = foretold[kept, k], happened[kept][:, :, k]
            one = calibrate(quantity, view, *given, played[kept])  # what has no end counts as it stands
            found.append(one)
            _tell(quantity, words, one)
            if not quantity.unit and not ended[kept][played[kept]].all():
                only = calibrate(quantity, view + ENDED, *given, ended[kept])
                found.append(only)
                said = only.error.text(100, 1, signed=True)
                print(f"    mean error of what came to an end: {said} points of a hundred")
            if svg is not None and view == "foretold":
                svg.mkdir(parents=True, exist_ok=True)
                path = svg / f"calibration-{name}-{quantity.name}.svg"
                path.write_text(diagram(f"{name}: {quantity.words}", one.groups), encoding="utf-8")
    return found


def _tell(quantity: Quantity, words: str, one: Calibration) -> None:
    scale, digits, unit = (100.0, 1, "points of a hundred") if not quantity.unit else (1.0, 2, quantity.unit)
    print(f"  {quantity.words}{', ' if words else ''}{words}: {one.positions} positions, {one.plays} times")
    print(f"    mean error {one.error.text(scale, digits, signed=True)} {unit}; slope {one.slope:.2f}")
    what = "Brier score" if not quantity.unit else "mean square error"
    print(
        f"    {what} {one.square_error:.4g}, of the base rate {one.base_error:.4g}: "
        f"{one.better.text(100, 1)} % better"
    )
    for group in one.groups:
        print(
            f"      foretold {group.foretold:10.3f}  happened {group.happened:10.3f} ± {Z * group.error:.3f}"
            f"  ({group.positions})"
        )


def _luck(name: str, matches: list[dict[str, Any]]) -> dict[str, Any]:
    lucks = np.array([line["luck"] for line in matches])
    gap = max(abs(line["gap"]) for line in matches)
    half = Z * np.std(lucks, ddof=1) / len(lucks) ** 0.5
    mean = Span(float(lucks.mean()), float(lucks.mean() - half), float(lucks.mean() + half))
    error = float(np.mean([line["error"] for line in matches]))
    print(f"\n{name}: luck of {len(matches)} matches: mean {mean.text(1, 4, signed=True)}, ", end="")
    print(f"spread {np.std(lucks):.3f}, mean stated error {error:.4f}, largest gap {gap:.1e}")
    return {
        "matches": len(matches),
        "mean": asdict(mean),
        "spread": float(np.std(lucks)),
        "error": error,
        "gap": gap,
    }
