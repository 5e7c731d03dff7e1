"""How hexabomb is played on while it is analysed: the painter plays every seat for some turns."""

from __future__ import annotations

from hoplon.core.foresight import Foresight
from hoplon.core.kernel import rule
from hoplon.games.hexabomb.evaluation import measure

CHOICES = 4000  # of all seats together: to the end of most matches


@rule
def expect(s, seat, _value, out):
    """As if every player kept its cells."""
    measure(s, seat, out)


FORESIGHT = Foresight("painter", CHOICES, expect, glance=CHOICES, worlds=8)
