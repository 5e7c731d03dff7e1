"""Many matches of a task side by side: one compiled call plays an action in each and observes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from hoplon.core.batch_starts import read_rows, read_threads
from hoplon.core.errors import HoplonError
from hoplon.learn.asked import read_whole
from hoplon.learn.plan import Plan
from hoplon.learn.stepping import BEGIN, FINE, LOOK, PLAY, check, settings_t, stepping_of

LINE = 64  # bytes: where arrays begin, so that every library takes them as they are
SHOWN = ("obs", "mask", "active", "final", "_gains", "_ends", "_marks")
KEPT = ("_states", "_places", *SHOWN)
REMEMBERED = ("_states", "_places", "_gains", "_ends", "_marks", "_settings")  # the rest follows from these


class Vector:
    """`n` matches of a task. In a turn-based game row i is match i, seen by whoever is asked there; where all
    act in one step there is a row for each agent, `i * columns + agent`.

    The arrays never move; every step writes them anew. `obs` and `mask` have a row for each action to come.
    `reward` is what each row gained in the last step; in a turn-based game of several learning seats it has a
    column for each seat instead. `terminated` and `truncated` say how the last step ended a match, `to_move`
    whom a match waits for (-1 after the end), `refused` where an action was not allowed. `returns`, `lengths`
    and `scores` are those of the match that ended last in each place, and `final` has its last observation.
    `seeds` are those of the present matches, `active` says in which rows somebody acts.
    """

    device = "cpu"

    def __init__(self, plan: Plan, n: int, threads: int | None = None) -> None:
        game, encoding = plan.game, plan.encoding
        self.plan, self.n, self.columns, self.paced = plan, n, plan.columns, plan.paced
        self.rows = n * plan.columns
        self.threads = read_threads(threads, n)
        rewarded = plan.place_t["worth"].shape[0]
        self._states = np.zeros(n, game.state)
        self._places = np.zeros(n, plan.place_t)
        self.obs = aligned((self.rows, encoding.width), np.uint8)
        self.mask = aligned((self.rows, encoding.actions), np.uint8)
        self.active = aligned((self.rows,), np.bool_)
        self.final = aligned((self.rows if plan.keeps_final else 1, encoding.width), np.uint8)
        self._gains = aligned((2, n, rewarded), np.float32)
        self._ends = aligned((2, n), np.bool_)
        self._marks = aligned((3, n), np.int32)
        self._make()
        self._play(np.zeros(self.rows, np.int64), BEGIN)

    def _make(self) -> None:
        """All that follows from the plan and the arrays, and does not travel to another process."""
        plan = self.plan
        self._turns = plan.game.new_turns(self.threads)
        self._rooms = plan.game.new_states(self.threads)
        self._settings = plan.settings()
        self._step = stepping_of(plan.kind).step_many
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0  # the process that its threads live in
        gains = self._gains
        if plan.joint:
            gains = gains.reshape(2, self.rows)
        elif plan.only_seat is not None:
            gains = gains[:, :, plan.only_seat]
        self.reward, self.returns = gains[0], gains[1]
        self.terminated, self.truncated = self._ends
        self.to_move, self.lengths, self.refused = self._marks
        self.scores, self.seeds = self._places["scores"], self._places["seed"]
        self._answer = self.obs, self.reward, self.terminated, self.truncated, self.mask
        self._given = (
            self._states, self._places, self._turns, self._rooms, self.obs, self.mask, self.active,
            self.final, self._gains, self._ends, self._marks,
        )  # fmt: skip
        self._starts = plan.options_array, plan.seeds.list, self._settings

    def __len__(self) -> int:
        return self.n

    @property
    def metadata(self) -> dict[str, Any]:
        """What wrappers need to know."""
        return {"autoreset_mode": self.plan.mode}

    def reset(self, seed: int | None = None) -> tuple[Any, Any]:
        """Begin all matches anew: with a seed as if the vector were new, else those that follow."""
        if seed is not None:
            self._settings["root"] = read_root(seed)
            self._places["number"] = 0
        self._play(np.zeros(self.rows, np.int64), BEGIN)
        return self.obs, self.mask

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Play an action in every row: observations, rewards, terminated, truncated and masks."""
        if (
            type(actions) is not np.ndarray
            or actions.dtype != np.int64
            or actions.shape != (self.rows,)
            or not actions.flags.carray
        ):
            actions = read_actions(actions, self.rows)
        self._play(actions, PLAY)
        return self._answer

    def part(self, name: str) -> Any:
        """One part of the observations, as a view of them."""
        return self.plan.encoding.part(self.obs, name)

    @property
    def states(self) -> Any:
        """The positions."""
        return self._states

    def begin_anew(self, rows: Any) -> None:
        """Begin chosen matches anew, where they do not do so by themselves."""
        chosen = read_rows(rows, self.n)
        for i in chosen:
            self._step(
                *self._given, np.zeros(self.rows, np.int64), *self._starts, BEGIN, int(i), int(i) + 1
            )  # fmt: skip

    def snapshot(self) -> dict[str, Any]:
        """All that `restore` needs to come back to this moment, but for `final`."""
        return {name: getattr(self, name).copy() for name in REMEMBERED}

    def restore(self, kept: dict[str, Any]) -> None:
        """Come back to the moment of a snapshot of this vector or of one that was made like it."""
        mine = {name: getattr(self, name) for name in REMEMBERED}
        check_snapshot(kept, mine)
        for name, array in mine.items():
            array[...] = kept[name]
        self._play(np.zeros(self.rows, np.int64), LOOK)

    def clone(self, rows: Any) -> Vector:
        """A new vector with copies of these matches, one for each index; the same may be named twice."""
        chosen = np.asarray(rows)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu" or not chosen.size:
            raise HoplonError(f"got {rows!r} as matches to copy; expected a list of indices")
        strange = chosen[(chosen < 0) | (chosen >= self.n)]
        if strange.size:
            raise HoplonError(f"there is no match {int(strange[0])}; expected 0 to {self.n - 1}")
        twin = Vector.__new__(Vector)
        twin.plan, twin.n, twin.columns = self.plan, len(chosen), self.columns
        twin.rows, twin.threads = len(chosen) * self.columns, read_threads(self.threads, len(chosen))
        each = (chosen[:, None] * self.columns + np.arange(self.columns)).reshape(-1)
        twin._states, twin._places = self._states[chosen], self._places[chosen]
        twin.obs, twin.mask = copied(self.obs[each]), copied(self.mask[each])
        twin.active = copied(self.active[each])
        twin.final = copied(self.final[each] if self.plan.keeps_final else self.final)
        twin._gains, twin._ends = copied(self._gains[:, chosen]), copied(self._ends[:, chosen])
        twin._marks = copied(self._marks[:, chosen])
        twin._make()
        twin._settings[...] = self._settings
        return twin

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None and self._pool_of == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def _play(self, actions: Any, what: int) -> None:
        if self.threads == 1:
            wrong = self._step(*self._given, actions, *self._starts, what, 0, self.n)
            if wrong != FINE:
                self._refuse(actions, wrong)
            return
        if what == PLAY and self.plan.raises:
            wrong = check(self.mask, actions, 0, self.rows)
            if wrong != FINE:
                self._refuse(actions, wrong)
        edges = [self.n * t // self.threads for t in range(self.threads + 1)]
        if self._pool is None or self._pool_of != os.getpid():  # threads do not survive a fork
            self._pool = ThreadPoolExecutor(self.threads - 1)
            self._pool_of = os.getpid()

        def part(t: int) -> None:
            states, places, turns, rooms, *shown = self._given
            own = slice(t, t + 1)
            self._step(
                states, places, turns[own], rooms[own], *shown, actions, *self._starts, what,
                edges[t], edges[t + 1],
            )  # fmt: skip

        others = [self._pool.submit(part, t) for t in range(1, self.threads)]
        part(0)
        for other in others:
            other.result()

    def _refuse(self, actions: Any, row: int) -> None:
        most = self.plan.encoding.actions
        action = int(actions[row])
        if not 0 <= action < most:
            raise HoplonError(f"row {row} has action {action}; expected 0 to {most - 1}")
        raise HoplonError(f"row {row} has action {action}, which its mask does not allow now")

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("plan", "n", "columns", "rows", "threads", *KEPT)} | {
            "settings": self._settings
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        settings = kept.pop("settings")
        self.__dict__.update(kept)
        for name in SHOWN:
            setattr(self, name, copied(getattr(self, name)))
        self._states, self._places = self._states.copy(), self._places.copy()
        self._make()
        self._settings[...] = settings

    def __deepcopy__(self, _memo: Any) -> Vector:
        twin = Vector.__new__(Vector)
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = copy = lambda self: self.__deepcopy__({})


def aligned(shape: Sequence[int], dtype: Any) -> Any:
    """Zeros that begin at a line of the cache."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(dtype).reshape(shape)


def copied(array: Any) -> Any:
    """A copy that begins at a line of the cache."""
    found = aligned(array.shape, array.dtype)
    found[...] = array
    return found


def check_snapshot(kept: Any, mine: dict[str, Any]) -> None:
    """Refuse what is no snapshot of a vector that was made like the one with these arrays."""
    if not isinstance(kept, dict) or kept.keys() != mine.keys():
        raise HoplonError(
            f"got {type(kept).__name__} {str(kept)[:40]} as a snapshot; expected one of a vector"
        )
    for name, array in mine.items():
        if kept[name].shape != array.shape or kept[name].dtype != array.dtype:
            raise HoplonError(
                f"the snapshot is of {len(kept['_places'])} other matches; this has {len(mine['_places'])}"
            )
    for name in settings_t.names or ():
        theirs, own = kept["_settings"][name][0], mine["_settings"][name][0]
        if name != "root" and theirs.tobytes() != own.tobytes():
            what = "of another task" if name == "plan" else f"where {name} is {theirs} instead of {own}"
            raise HoplonError(
                f"the snapshot is of matches {what}; expected one of a vector made like this one"
            )


def read_root(seed: Any) -> int:
    """The root of all seeds."""
    return read_whole(seed, "seed", 0, 2**62 - 1)


def read_actions(actions: Any, rows: int) -> Any:
    """An action for each row, in memory as the compiled step takes it, which is not compiled anew."""
    found = np.asarray(actions)
    if found.shape != (rows,):
        raise HoplonError(f"got actions of shape {found.shape}; expected ({rows},)")
    if found.dtype.kind not in "iu":
        raise HoplonError(f"got actions of type {found.dtype}; expected whole numbers")
    return np.array(found, np.int64, order="C")
