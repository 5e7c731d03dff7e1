"""Rules that call each other with numbers of all widths."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from hoplon.core.kernel import record, rule


class Way(IntEnum):
    EAST = 3


number_t = record([("small", "i2"), ("flag", "u1"), ("wide", "i8"), ("table", "i4", (4,))])


@rule
def weigh(value, times=2, negative=False):
    return -value * times if negative else value * times


@rule
def weigh_all(s):
    total = weigh(s.small) + weigh(s.flag) + weigh(s.wide) + weigh(s.table[1]) + weigh(5)
    total += weigh(Way.EAST) + weigh(s.small, s.flag) + weigh(s.wide, times=Way.EAST)
    return total + weigh(s.flag, 1, True) + weigh(s.small, negative=s.wide > 0)


@rule
def weigh_first(numbers):
    return weigh_all(numbers[0])


def numbers(flag=255):
    array = np.zeros(1, number_t)
    array["small"], array["flag"], array["wide"], array["table"] = -300, flag, 1 << 40, 7
    return array
