"""Bots of My Game."""

from __future__ import annotations

from hoplon.authoring.game import Bot, Choice, Choices, Dice, SeatView

from .game import GAME
from .rules import SEATS


class Greedy(Bot):
    """Whatever leaves it furthest ahead of the others after this turn; by lot if several do."""

    def choose(self, view: SeatView, legal: Choices, dice: Dice, _clock: float) -> Choice:
        """Try every choice in a position that the seat thinks possible."""
        possible, turn = view.known.copy(), GAME.new_turns(1)
        GAME.entries.redeal(possible, 0, view.seat, dice.below(2**31))
        leads = []
        for choice in legal:
            states = possible.copy()
            GAME.entries.play(states, 0, turn, 0, choice.code)
            scores = GAME.scores(states, 0, SEATS)
            others = [score for seat, score in enumerate(scores) if seat != view.seat]
            leads.append(scores[view.seat] - max(others, default=0))
        best = [choice for choice, lead in zip(legal, leads, strict=True) if lead == max(leads)]
        return best[dice.below(len(best))]
