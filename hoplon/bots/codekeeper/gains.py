"""What a learner gains at CodeKeeper; its network expects more of it, and a search counts it."""

from __future__ import annotations

from hoplon.core.kernel import rule
from hoplon.games.codekeeper.cells import ones
from hoplon.games.codekeeper.memory import FLOOR, ROCK, word

UNIT = 0.001
CELL = 20
WORDS = 4  # of a set of cells


@rule
def findings(s, _seat, memory):
    """The score in thousands, and 0.02 for each cell that was seen."""
    seen = 0
    for k in range(WORDS):
        seen += ones(word(memory, FLOOR, k) | word(memory, ROCK, k))
    return int(s.score) + CELL * seen
