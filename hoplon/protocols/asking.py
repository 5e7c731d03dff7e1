"""Several players asked at once."""

from __future__ import annotations

from collections.abc import Mapping

from hoplon.protocols.player import Player
from hoplon.sandbox.asking import await_all
from hoplon.sandbox.faults import BotFault


def answers_of(players: Mapping[int, Player]) -> dict[int, str | BotFault]:
    """The answers of players who have been asked, by seat, or why there is none.

    Those who think elsewhere come first: while a bot thinks in this process, nobody's answer is heard.
    """
    waiting = {seat: asked for seat, player in players.items() if (asked := player.waits_for) is not None}
    said = dict(zip(waiting, await_all(list(waiting.values())), strict=True))
    answers: dict[int, str | BotFault] = {}
    for seat, player in players.items():
        try:
            answers[seat] = player.understand(said[seat]) if seat in said else player.answer()
        except BotFault as fault:
            answers[seat] = fault
    return answers
