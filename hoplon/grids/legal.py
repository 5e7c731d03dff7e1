"""The list of the legal choices, for a game that only says of each whether it is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplon.core.kernel import rule

Rule = Callable[..., Any]


def legal_from_space(is_legal: Rule, size: int) -> tuple[Rule, Rule, Rule]:
    """`count_legal`, `nth_legal` and `is_legal` of a game with the choices 0 … size - 1: each is tried.

    That is quick enough for some hundreds of choices; a game with more lists them in a way of its own.
    """

    @rule
    def count_legal(s):
        n = 0
        for choice in range(size):
            if is_legal(s, choice):
                n += 1
        return n

    @rule
    def nth_legal(s, k):
        for choice in range(size):
            if is_legal(s, choice):
                if k == 0:
                    return choice
                k -= 1
        return -1

    return count_legal, nth_legal, is_legal
