"""Hoplites: card battles of antiquity, of the samurai, of legend and at the Hot Gates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hoplon.core.game import Game, Outcome, Rules
from hoplon.games.cardbattle.fitting import dress, names_for, read_notation, texts_of
from hoplon.games.cardbattle.legal import MOST_CHOICES, SPACE, count_legal, is_legal, nth_legal
from hoplon.games.cardbattle.naming import Names, seat_word
from hoplon.games.cardbattle.options import CardBattleOptions, options_t, write_options
from hoplon.games.cardbattle.rules import forget_dice, score_of, take_turn, to_move
from hoplon.games.cardbattle.setup import new_battle
from hoplon.games.cardbattle.state import Do, End, state_t, turn_t
from hoplon.games.cardbattle.units import rout_points

REASONS = {
    End.ROUTED: "{loser} is routed",
    End.BOTH_ROUTED: "both armies are routed",
    End.NO_UNITS: "{loser} has no units left",
    End.HELD_OUT: "{winner} has held out",
}


def start(states: Any, i: int, options: CardBattleOptions, seed: int) -> None:
    """Begin a battle, or from a given position."""
    if options.position:
        read_notation(states, i, options.position, seed)
    else:
        GAME.entries.start(states, i, GAME.options_array(options), seed)


def outcome(states: Any, i: int) -> Outcome | None:
    """Who has won and why; each seat scores the rout points of the other (12.3)."""
    s = states[i]
    if s.end == End.RUNNING:
        return None
    scores = (int(rout_points(s, 1)), int(rout_points(s, 0)))
    winner = int(s.winner)
    if winner < 0:
        return Outcome(scores, (), "drawn")
    reason = REASONS[End(int(s.end))].format(winner=seat_word(winner), loser=seat_word(1 - winner))
    return Outcome(scores, (winner,), f"won by {seat_word(winner)}: {reason}")


def fit(options: CardBattleOptions) -> Game:
    """The game with words for the units of a battle."""
    return _fitted(names_for(options))


@lru_cache(maxsize=64)
def _fitted(names: Names) -> Game:
    return dress(GAME, names)


GAME = Game(
    name="cardbattle",
    title="Hoplites",
    summary="card battles of antiquity, samurai, legend and the Hot Gates for two",
    version=1,
    seats=(2, 2),
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=CardBattleOptions,
    options_record=options_t,
    rules=Rules(
        new=new_battle,
        to_move=to_move,
        count_legal=count_legal,
        nth_legal=nth_legal,
        is_legal=is_legal,
        take_turn=take_turn,
        score=score_of,
        forget_dice=forget_dice,
    ),
    most_choices=MOST_CHOICES,
    start=start,
    write_options=write_options,
    outcome=outcome,
    space=SPACE,
    fit_to=fit,
    **texts_of(names_for(CardBattleOptions())),
)
