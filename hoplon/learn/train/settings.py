"""How a training goes: sizes, rates and weights, with defaults for a processor and for a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from hoplon.core.errors import BadOption, hint


@dataclass(frozen=True)
class Settings:
    """What a training is made with. The defaults are those of a GPU; `ON_A_CPU` has smaller ones.

    A round is `horizon` steps in each of `matches` matches, then `epochs` passes over what they showed, each
    in `minibatches` parts. `rate` (the learning rate) and `entropy` fall in a straight line to `last_rate`
    and `last_entropy` as the budget is used up.
    """

    matches: int = 16384
    horizon: int = 32
    epochs: int = 2
    minibatches: int = 8
    hidden: int = 1024
    blocks: int = 2
    rate: float = 6e-4
    last_rate: float = 3e-5
    gamma: float = 0.997  # what a gain is worth one step later
    trace: float = 0.95  # lambda of the generalised advantage estimate
    clip: float = 0.2
    value_weight: float = 0.5
    entropy: float = 0.01
    last_entropy: float = 0.001
    longest_gradient: float = 0.5
    against: float = 0.5  # with a bot to train against, the share of the matches in which it is met
    most_change: float = 0.0  # mean divergence from the policy that played, after which a round ends; 0: none

    def __post_init__(self) -> None:
        for field in fields(self):
            value, (least, most) = getattr(self, field.name), LIMITS[field.name]
            if not least <= value <= most:
                raise BadOption(f"the setting {field.name} is {value}; expected {least:,} to {most:,}")
        if self.minibatches > self.matches * self.horizon:
            raise BadOption(
                f"{self.matches} matches of {self.horizon} steps cannot be cut into "
                f"{self.minibatches} minibatches"
            )

    def changed(self, given: Mapping[str, str]) -> Settings:
        """With some settings as they are typed: `gamma=0.99`."""
        known = {field.name: type(field.default) for field in fields(self)}
        values: dict[str, Any] = {}
        for typed, text in given.items():
            name = typed.replace("-", "_")
            if name not in known:
                have = f"expected one of {', '.join(known)}"
                raise BadOption(f"there is no setting {typed!r}; {hint(name, known, have)}")
            values[name] = read_number(name, text, known[name])
        return replace(self, **values)

    def rate_at(self, progress: float) -> float:
        """The learning rate when this share of the budget has been used."""
        return between(self.rate, self.last_rate, progress)

    def entropy_at(self, progress: float) -> float:
        """The weight of the entropy when this share of the budget has been used."""
        return between(self.entropy, self.last_entropy, progress)


MANY = 1 << 24
LIMITS: dict[str, tuple[float, float]] = {
    "matches": (1, MANY),
    "horizon": (1, 4096),
    "epochs": (1, 64),
    "minibatches": (1, MANY),
    "hidden": (8, 16384),
    "blocks": (0, 32),
    "rate": (0, 1),
    "last_rate": (0, 1),
    "gamma": (0, 1),
    "trace": (0, 1),
    "clip": (0.001, 10),
    "value_weight": (0, 100),
    "entropy": (0, 10),
    "last_entropy": (0, 10),
    "longest_gradient": (0.001, 1000),
    "against": (0, 1),
    "most_change": (0, 100),
}

ON_A_GPU = Settings()
ON_A_CPU = replace(
    ON_A_GPU, matches=512, horizon=32, epochs=2, minibatches=8, hidden=128, rate=1e-3, last_rate=1e-4
)


def read_number(name: str, text: str, kind: type) -> float:
    """A setting as it is typed."""
    try:
        return int(text) if kind is int else float(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise BadOption(f"the setting {name} is {text!r}; expected {expected}") from None


def between(first: float, last: float, progress: float) -> float:
    """A number on the straight line from the first to the last."""
    return first + (last - first) * min(max(progress, 0.0), 1.0)
