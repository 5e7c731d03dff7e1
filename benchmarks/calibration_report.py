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


def calibrate(quantity: Quantity, view: str, foretold: Any, happened: Any) -> Calibration:
    """The figures; `happened` has a row for each position and a column for each time it was played on."""
    means = happened.mean(axis=1)
    off = foretold - means
    half = Z * np.std(off, ddof=1) / len(off) ** 0.5
    squares = ((foretold[:, None] - happened) ** 2).mean(axis=1)
    seconds = (happened**2).mean(axis=1)

    def better(rows: Any) -> float:
        base = seconds[rows].mean() - means[rows].mean() ** 2
        return float(1.0 - squares[rows].mean() / base) if base > 0 else 0.0

    everything = np.arange(len(off))
    dice = np.random.default_rng(1)
    again = [better(dice.integers(0, len(off), len(off))) for _ in range(RESAMPLED)]
    order = np.argsort(foretold, kind="stable")
    parts = np.array_split(order, max(1, min(GROUPS, len(order) // FEWEST)))
    spread = np.var(foretold)
    return Calibration(
        quantity.name, view, len(off), happened.shape[1], float(foretold.mean()), float(means.mean()),
        Span(float(off.mean()), float(off.mean() - half), float(off.mean() + half)),
        float(squares.mean()), float(seconds.mean() - means.mean() ** 2),
        Span(better(everything), *(float(v) for v in np.quantile(again, (0.025, 0.975)))),
        float(np.cov(foretold, means)[0, 1] / np.var(foretold, ddof=1)) if spread > 0 else 0.0,
        tuple(_group(foretold[part], means[part]) for part in parts),
    )  # fmt: skip


def _group(foretold: Any, means: Any) -> Group:
    error = float(np.std(means, ddof=1)) / len(means) ** 0.5 if len(means) > 1 else 0.0
    return Group(float(foretold.mean()), float(means.mean()), error, len(means))


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
    times = min(len(line["happened"]) for line in positions)
    happened = np.array([line["happened"][:times] for line in positions])
    endless = sum(line["endless"] for line in positions) / sum(len(line["happened"]) for line in positions)
    print(f"\n{name}: {len(positions)} positions, each played on {times} times; {endless:.1%} did not end")
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
            one = calibrate(quantity, view, foretold[kept, k], happened[kept][:, :, k])
            found.append(one)
            _tell(quantity, words, one)
            if svg is not None and view == "foretold":
                svg.mkdir(parents=True, exist_ok=True)
                path = svg / f"calibration-{name}-{quantity.name}.svg"
                path.write_text(diagram(f"{name}: {quantity.words}", one.groups), encoding="utf-8")
    return found


def _tell(quantity: Quantity, words: str, one: Calibration) -> None:
    scale, digits, unit = (100.0, 1, "points of a hundred") if not quantity.unit else (1.0, 2, quantity.unit)
    print(f"  {quantity.words}{', ' if words else ''}{words}: {one.positions} positions")
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
