"""Match files as arrays: what was observed before each choice, what might have been done, what was done, and
what came of it.

Match files are replayed, so whatever is in a dataset happened by the rules. Choices that no action of the
encoding stands for are left out, and counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hoplon.core.encoding import NO_ACTION, Encoding
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import rule
from hoplon.core.match import Match

PARQUET = ".parquet"


@dataclass(frozen=True)
class Dataset:
    """Rows of equal length, one for each choice: `obs`, `mask`, `action`, `gain` (what the seat still gained
    from there on, also called the return), `seat`, and `match`, the number of the match from 0."""

    encoding: Encoding
    obs: Any
    mask: Any
    action: Any
    gain: Any
    seat: Any
    match: Any
    left_out: int  # choices without an action

    def __len__(self) -> int:
        return len(self.action)

    def arrays(self) -> dict[str, Any]:
        """The arrays by the names that they have in a file."""
        return {
            "observation": self.obs,
            "mask": self.mask,
            "action": self.action,
            "return": self.gain,
            "seat": self.seat,
            "match": self.match,
        }

    def about(self) -> dict[str, Any]:
        """What a reader of the file needs to know."""
        parts = {part.name: list(part.shape) for part in self.encoding.parts}
        return {"encoding": self.encoding.name, "version": self.encoding.version, "parts": parts}


@cache
def looking(rules: Rules, encoding: Encoding, measure: Callable[..., int] | None) -> tuple[Any, Any]:
    """Two functions for Python: `look` observes for whoever is asked, and `look_back` at the end."""
    score, recall = rules.score, encoding.remember
    agent_of = encoding.agent_of or rules.to_move
    observe, mask_of, seat_of, action_of = (
        encoding.observe, encoding.mask, encoding.seat_of, encoding.action_of,
    )  # fmt: skip
    measured: Any = measure
    if measure is None:

        @rule
        def measured(s, seat, memory):
            return score(s, seat)

    @rule
    def look(states, i, choice, memories, row, mask):
        s = states[i]
        agent = agent_of(s)
        memory = memories[agent]
        recall(s, agent, memory)
        observe(s, agent, memory, row)
        mask_of(s, agent, memory, mask)
        seat = seat_of(s, agent)
        return int(agent), int(seat), int(action_of(s, choice)), int(measured(s, seat, memory))

    @rule
    def look_back(states, i, agent, memories):
        s = states[i]
        recall(s, agent, memories[agent])
        return int(measured(s, seat_of(s, agent), memories[agent]))

    return look, look_back


class Replay:
    """The rows of one match after another, for one encoding; gains are `unit` times those of the measure, or
    of the score by the rules."""

    def __init__(
        self, encoding: Encoding, measure: Callable[..., int] | None = None, unit: float = 1.0
    ) -> None:
        self.encoding, self.measure, self.unit = encoding, measure, unit
        self._rows: list[tuple[Any, ...]] = []
        self._matches = 0
        self._left_out = 0

    def add(self, match: Match) -> None:
        """Add the rows of a match."""
        game = match.game
        if not self.encoding.fits(game):
            raise HoplonError(f"the encoding {self.encoding} does not fit {game.name} with these options")
        look, look_back = looking(game.rules, self.encoding, self.measure)
        states, turns = game.new_states(1), game.new_turns(1)
        game.start(states, 0, match.options, match.seed)
        memories = np.zeros((self._agents(game, match, states), max(1, self.encoding.memory)), np.uint8)
        n = len(match.choices)
        obs, mask = (
            np.zeros((n, self.encoding.width), np.uint8),
            np.zeros((n, self.encoding.actions), np.uint8),
        )
        found = np.zeros((n, 4), np.int64)
        for number, choice in enumerate(match.choices):
            if number in match.other_dice:
                game.entries.forget_dice(states, 0, match.other_dice[number])
            found[number] = look(states, 0, choice.code, memories, obs[number], mask[number])
            game.entries.play(states, 0, turns, 0, choice.code)
        agent, seat, action, worth = found.T
        ends = np.array([look_back(states, 0, one, memories) for one in range(len(memories))])
        gain = ((ends[agent] - worth) * self.unit).astype(np.float32)
        kept = action != NO_ACTION
        self._left_out += n - int(kept.sum())
        numbers = np.full(n, self._matches)
        self._rows.append(tuple(one[kept] for one in (obs, mask, action, gain, seat, numbers)))
        self._matches += 1

    def _agents(self, game: Game, match: Match, states: Any) -> int:
        count = self.encoding.count_agents
        return game.seat_count(match.options) if count is None else int(count(states[0]))

    def dataset(self) -> Dataset:
        """All rows so far."""
        if not self._rows:
            raise HoplonError("there is no match to make a dataset from")
        obs, mask, action, gain, seat, match = (
            np.concatenate(some) for some in zip(*self._rows, strict=True)
        )
        kinds = action.astype(np.int32), gain, seat.astype(np.int16), match.astype(np.int32)
        return Dataset(self.encoding, obs, mask, *kinds, self._left_out)


def from_matches(
    matches: Iterable[Match],
    encoding: Encoding,
    measure: Callable[..., int] | None = None,
    unit: float = 1.0,
) -> Dataset:
    """The rows of matches, in their order."""
    rows = Replay(encoding, measure, unit)
    for match in matches:
        rows.add(match)
    return rows.dataset()


def save(data: Dataset, path: Path) -> None:
    """Write a dataset: Parquet if the name ends so, else NumPy's `.npz`."""
    if path.suffix == PARQUET:
        _save_parquet(data, path)
        return
    about = np.frombuffer(json.dumps(data.about()).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, about=about, **data.arrays())


def _save_parquet(data: Dataset, path: Path) -> None:
    """A column for each array; a row of bytes is one binary value of fixed length."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise HoplonError(
            f"{path} cannot be written without pyarrow: `pip install hoplon[parquet]` brings it, "
            "or choose a name that ends with .npz"
        ) from None
    columns = {}
    for name, array in data.arrays().items():
        if array.ndim == 1:
            columns[name] = pyarrow.array(array)
        else:
            kind = pyarrow.binary(array.shape[1])
            columns[name] = pyarrow.FixedSizeBinaryArray.from_buffers(
                kind, len(array), [None, pyarrow.py_buffer(np.ascontiguousarray(array))]
            )
    table = pyarrow.table(columns).replace_schema_metadata({"hoplon": json.dumps(data.about())})
    parquet.write_table(table, path)
