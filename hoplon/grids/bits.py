"""Sets as the bits of a number, for rules: up to 62 of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplon.core.kernel import rule

MOST = 62
_M32 = 0xFFFFFFFF


@rule
def count_bits(bits):
    """How many are in a set."""
    return _count_32(bits & _M32) + _count_32(bits >> 32)


@rule
def _count_32(bits):
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & _M32) >> 24


@rule
def nth_bit(bits, k):
    """The k-th of a set, counted from 0 and from the lowest; there must be so many."""
    for _ in range(k):
        bits = bits & (bits - 1)
    return count_bits((bits & -bits) - 1)


Rule = Callable[..., Any]


def legal_from_bits(choices: Rule) -> tuple[Rule, Rule, Rule]:
    """`count_legal`, `nth_legal` and `is_legal` of a game whose `choices(s)` are the bits of a number."""

    @rule
    def count_legal(s):
        return count_bits(choices(s))

    @rule
    def nth_legal(s, k):
        return nth_bit(choices(s), k)

    @rule
    def is_legal(s, choice):
        return 0 <= choice < MOST and choices(s) >> choice & 1 == 1

    return count_legal, nth_legal, is_legal
