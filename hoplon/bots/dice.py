"""Dice for bots, handed out by the referee so that a match can be repeated."""

from __future__ import annotations

from hoplon.core.dice import below, stream, words

BOT_DICE = 0x424F54


class SeatDice:
    """The dice of one seat, apart from the match's."""

    def __init__(self, seed: int, seat: int) -> None:
        self._key = stream(words(seed), BOT_DICE, seat)
        self._drawn = 0

    def below(self, sides: int) -> int:
        """One of 0 … sides - 1."""
        self._drawn += 1
        return int(below(self._key, self._drawn - 1, sides))
