"""Several players asked at once."""

from __future__ import annotations

from collections.abc import Mapping

from hoplon.protocols.player import Player
from hoplon.sandbox.faults import BotFault


def answers_of(players: Mapping[int, Player]) -> dict[int, str | BotFault]:
    """The answers of players who have been asked, by seat, or why there is none."""
    answers: dict[int, str | BotFault] = {}
    for seat, player in players.items():
        try:
            answers[seat] = player.answer()
        except BotFault as fault:
            answers[seat] = fault
    return answers
