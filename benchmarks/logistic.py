"""Regressions for what is fitted to matches: by least squares, and of chances on the scale of log-odds."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize

FIFTH = 5


def held_apart(lines: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The lines to fit with, and every fifth to compare with."""
    return [x for k, x in enumerate(lines) if k % FIFTH], lines[::FIFTH]


def odds(x: Any) -> Any:
    """Chances from log-odds."""
    return 1.0 / (1.0 + np.exp(-np.clip(x, -30.0, 30.0)))


def fit_logistic(columns: Any, shares: Any, counts: Any, pull: Any) -> Any:
    """The weights that make the shares most likely; `pull` is a matrix of what holds them near zero."""

    def loss(w: Any) -> tuple[float, Any]:
        x = np.clip(columns @ w, -30.0, 30.0)
        value = float(np.sum(counts * (np.logaddexp(0.0, x) - shares * x)) + 0.5 * w @ pull @ w)
        return value, columns.T @ (counts * (odds(x) - shares)) + pull @ w

    found = minimize(loss, np.zeros(columns.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 5000})
    return found.x


def log_loss(chances: Any, shares: Any, counts: Any) -> float:
    """What is lost for each match by foretelling these chances."""
    p = np.clip(chances, 1e-9, 1.0 - 1e-9)
    return float(-np.sum(counts * (shares * np.log(p) + (1.0 - shares) * np.log(1.0 - p))) / np.sum(counts))


def tell(what: str, chances: Any, shares: Any, counts: Any) -> None:
    """How well chances foretell what happened."""
    error = np.average(chances - shares, weights=counts)
    brier = np.average(shares * (1.0 - chances) ** 2 + (1.0 - shares) * chances**2, weights=counts)
    base = np.average(shares, weights=counts)
    base *= 1.0 - base
    print(
        f"{what}: log loss {log_loss(chances, shares, counts):.4f}, mean error {100 * error:+.1f} points, "
        f"Brier score {brier:.4f}, of the base rate {base:.4f}"
    )
