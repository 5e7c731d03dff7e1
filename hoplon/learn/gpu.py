"""Many matches of a task on an NVIDIA GPU: a `Vector` whose arrays other libraries read in place.

Works with the package `numba-cuda` (the extra `gpu`), or, slowly, in its simulator with
`NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.core.gpu import THREADS, check_gpu
from hoplon.core.gpu_kernels import cuda, rows_of_words
from hoplon.learn.gpu_kernels import SHOWERS, kernels_of, words_of
from hoplon.learn.plan import Plan
from hoplon.learn.shared_array import FieldArray, SharedArray
from hoplon.learn.stepping import BEGIN, LOOK, PLAY
from hoplon.learn.vector import check_snapshot, read_actions, read_root

STEPS_BETWEEN_DEALS = 16
BLANK = 8  # bytes that a kernel blanks at once
MANY, MOST_THREADS = 1 << 17, 256  # with so many matches, larger blocks are quicker
KEPT = ("_states", "_places", "_gains", "_ends", "_marks")


class GpuVector:
    """The same matches, arrays and calls as those of a `Vector`, on the GPU.

    Nothing waits for the GPU: an action that is not allowed leaves its match as it is, sets `refused`, and
    with illegal="raise" is reported by `check()`, which `reset` and `snapshot` call too.
    """

    device = "cuda"

    def __init__(self, plan: Plan, n: int) -> None:
        check_gpu()
        game, encoding = plan.game, plan.encoding
        self.plan, self.n, self.columns, self.paced = plan, n, plan.columns, plan.paced
        self.rows = n * plan.columns
        self._kernels = kernels_of(plan)
        rewarded = plan.place_t["worth"].shape[0]
        ahead = self._kernels.ahead
        self._states = cuda.to_device(self._turned(rows_of_words(game, game.new_states(n))))
        self._places = cuda.to_device(np.zeros(n, plan.place_t))
        self._starts = cuda.to_device(rows_of_words(game, game.new_states(max(n * ahead, 1))))
        self._dealt = cuda.to_device(np.zeros(n, np.int64))
        self._obs_words, self._obs = _rows(self.rows, encoding.width)
        self._mask_words, self._mask = _rows(self.rows, encoding.actions)
        self._active = cuda.to_device(np.zeros(self.rows, np.bool_))
        padded = -(-encoding.width // BLANK) * BLANK
        self._final = cuda.to_device(np.zeros((self.rows if plan.keeps_final else 1, padded), np.uint8))
        self._gains = cuda.to_device(np.zeros((2, n, rewarded), np.float32))
        self._ends = cuda.to_device(np.zeros((2, n), np.bool_))
        self._marks = cuda.to_device(np.zeros((3, n), np.int32))
        self._options = cuda.to_device(plan.options_array)
        self._seeds = cuda.to_device(plan.seeds.list)
        self._host_settings = plan.settings()
        self._settings = cuda.to_device(self._host_settings)
        self._idle = cuda.to_device(np.zeros(self.rows, np.int64))
        self._undealt = 0
        self._show()
        self._play(self._idle, BEGIN)

    def _show(self) -> None:
        """Name the arrays, as a `Vector` does."""
        plan, gains = self.plan, self._gains
        final = self._final[:, : plan.encoding.width]
        self.obs, self.mask, self.final = map(SharedArray, (self._obs, self._mask, final))
        self.active = SharedArray(self._active)
        reward, returns = gains[0], gains[1]
        if plan.joint:
            reward, returns = reward.reshape(self.rows), returns.reshape(self.rows)
        elif plan.only_seat is not None:
            reward, returns = reward[:, plan.only_seat], returns[:, plan.only_seat]
        self.reward, self.returns = SharedArray(reward), SharedArray(returns)
        self.terminated, self.truncated = SharedArray(self._ends[0]), SharedArray(self._ends[1])
        self.to_move, self.lengths, self.refused = (SharedArray(self._marks[k]) for k in range(3))
        self.scores, self.seeds = FieldArray(self._places, "scores"), FieldArray(self._places, "seed")
        self._answer = self.obs, self.reward, self.terminated, self.truncated, self.mask

    def __len__(self) -> int:
        return self.n

    @property
    def metadata(self) -> dict[str, Any]:
        """What wrappers need to know."""
        return {"autoreset_mode": self.plan.mode}

    def reset(self, seed: int | None = None) -> tuple[Any, Any]:
        """Begin all matches anew, like `Vector.reset`."""
        self.check()
        if seed is not None:
            self._host_settings["root"] = read_root(seed)
            self._settings = cuda.to_device(self._host_settings)
            places = self._places.copy_to_host()
            places["number"] = 0
            self._places.copy_to_device(places)
            self._dealt.copy_to_device(np.zeros(self.n, np.int64))
            self._undealt = 0
        self._play(self._idle, BEGIN)
        return self.obs, self.mask

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Play an action in every row, like `Vector.step`; actions may be an array on the GPU."""
        if hasattr(actions, "__cuda_array_interface__"):
            actions = cuda.as_cuda_array(actions)
            if actions.shape != (self.rows,) or actions.dtype != np.int64:
                raise HoplonError(
                    f"got actions of type {actions.dtype} and shape {actions.shape}; "
                    f"expected int64 and ({self.rows},)"
                )
        else:
            actions = cuda.to_device(read_actions(actions, self.rows))
        self._play(actions, PLAY)
        return self._answer

    def check(self) -> None:
        """Wait for the GPU; with illegal="raise", refuse an action of the last step that was not allowed."""
        if not self.plan.raises:
            return
        wrong = np.flatnonzero(self._marks[2].copy_to_host())
        if wrong.size:
            raise HoplonError(f"match {int(wrong[0])} has an action that its mask does not allow now")

    def snapshot(self) -> dict[str, Any]:
        """All that `restore` needs to come back to this moment, but for `final`, in NumPy arrays."""
        self.check()
        return {name: getattr(self, name).copy_to_host() for name in KEPT} | {
            "_settings": self._host_settings.copy()
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Come back to the moment of a snapshot of this vector or of one that was made like it."""
        check_snapshot(
            kept, {name: getattr(self, name) for name in KEPT} | {"_settings": self._host_settings}
        )
        for name in KEPT:
            getattr(self, name).copy_to_device(kept[name])
        self._host_settings = kept["_settings"].copy()
        self._settings = cuda.to_device(self._host_settings)
        self._dealt.copy_to_device(np.zeros(self.n, np.int64))
        self._undealt = 0
        self._play(self._idle, LOOK)

    @property
    def states(self) -> Any:
        """A copy of the positions."""
        rows = self._turned(self._states.copy_to_host())
        return rows.view(self.plan.game.state).reshape(-1)

    def _turned(self, words: Any) -> Any:
        """Rows of words as the kernels want them, or the way back."""
        return np.ascontiguousarray(words.T) if self._kernels.side_by_side else words

    def close(self) -> None:
        """Nothing is left running."""

    def _play(self, actions: Any, what: int) -> None:
        kernels = self._kernels
        threads = MOST_THREADS if self.n >= MANY else THREADS
        grid = -(-self.n // threads), threads
        if kernels.ahead and self._undealt == 0:
            kernels.deal[grid](
                self._starts, self._dealt, self._places, self._options, self._seeds, self._settings
            )
            self._undealt = STEPS_BETWEEN_DEALS
        self._undealt -= 1
        kernels.step[grid](
            self._states, self._places, self._mask, self._final, self._gains, self._ends, self._marks,
            actions, self._options, self._seeds, self._settings, self._starts, self._dealt, what,
        )  # fmt: skip
        kernels.show[-(-self.rows // kernels.shown), SHOWERS](
            self._states, self._places, self._obs_words, self._mask_words, self._active, self._settings
        )


def _rows(rows: int, width: int) -> tuple[Any, Any]:
    """Room for rows of bytes as whole words, and the bytes that count."""
    words = cuda.to_device(np.zeros((rows, words_of(width)), np.uint32))
    return words, words.view(np.uint8)[:, :width]
