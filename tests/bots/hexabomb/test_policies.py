"""The painter inside a learner's step chooses as the bot does."""

from __future__ import annotations

from typing import Any

import pytest

import hoplon
from hoplon.bots.hexabomb.painter import Painter
from hoplon.bots.hexabomb.policies import painter
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below, quick_stream


class Unasked:
    """Dice that say whether they were used."""

    used = False

    def below(self, _sides: int) -> int:
        """The first of all."""
        self.used = True
        return 0


@rule
def choice_in(states: Any, i: int, seat: int) -> int:
    """What the policy chooses."""
    return int(painter(states[i], seat, 1, 0))


@pytest.mark.parametrize(("name", "turns"), [("duel", 30), ("crossroads", 6), ("five-isles", 8)])
def test_the_policy_chooses_what_the_bot_chooses(name: str, turns: int) -> None:
    match = hoplon.new("hexabomb", map=name, turns=turns)
    bot, kinds, key = Painter(), set(), quick_stream(5, 6, 7)
    while not match.is_over:
        seat = match.to_move
        dice = Unasked()
        legal = match.legal()
        chosen = bot.choose(match.view(seat), legal, dice, 0.0)
        known = match.game.concealed(match.state.array, 0, seat)
        code = choice_in(known, 0, seat)
        assert match.game.entries.allows(match.state.array, 0, code)
        if not dice.used:
            assert code == chosen.code, match.notation()
        kinds.add(str(chosen).split()[0])
        number = len(match.choices)
        stray = quick_below(key, number, 4) == 0  # now and then something else, so that much happens
        match.play(legal[quick_below(key, number + 1, len(legal))] if stray else chosen)
    assert {"move", "bomb"} <= kinds
