"""`judge` at card battles: the expected-value rules of chapter 21, without dice of its own."""

from __future__ import annotations

from typing import Any

from hoplon.bots.cardbattle.judgement import judge
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.view import View


@rule
def judge_in(states, i):
    """The choice of the seat to move in one of many battles."""
    return judge(states[i])


class Judge(Bot):
    """Weighs every choice by what it is expected to cost and to bring."""

    name = "judge"

    def choose(self, view: View, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """The choice that it judges best."""
        return find(legal, judge_in(view.known, 0))


def find(legal: Choices, code: Any) -> Choice:
    """The legal choice of this number."""
    return next(choice for choice in legal if choice.code == code)
