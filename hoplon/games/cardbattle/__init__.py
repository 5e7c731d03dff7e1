"""Hoplites: card battles of antiquity, of the samurai, of legend and at the Hot Gates."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from hoplon.core.editing import Editor
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game, Rules
from hoplon.core.outcome import Outcome
from hoplon.core.passing import passing_by
from hoplon.core.riddles import Riddles
from hoplon.core.talents import Correspondence, Difficulty, Rung, Statistic
from hoplon.games.cardbattle.board import BOARD
from hoplon.games.cardbattle.board.form import WHY, seats
from hoplon.games.cardbattle.daily import daily
from hoplon.games.cardbattle.evaluation import EVALUATION
from hoplon.games.cardbattle.fitting import dress, names_for, texts_of
from hoplon.games.cardbattle.legal import MOST_CHOICES, SPACE, is_legal, nth_legal
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.naming import Names, seat_word
from hoplon.games.cardbattle.options import CardBattleOptions, options_t, write_options
from hoplon.games.cardbattle.picture import describe
from hoplon.games.cardbattle.rules import forget_dice, score_of, take_turn, to_move
from hoplon.games.cardbattle.secrets import conceal, redeal
from hoplon.games.cardbattle.seen import turn_for
from hoplon.games.cardbattle.setup import new_battle
from hoplon.games.cardbattle.state import Do, End, state_t, turn_t
from hoplon.games.cardbattle.units import rout_points

LADDER = (
    Rung("random", "any legal choice"),
    Rung("easy", "plays well, with slips"),
    Rung("medium", "weighs gains and losses", usual=True),
    Rung("judge", "the same as medium", same_as="medium"),
    Rung("learned", "a self-taught network"),
    Rung("search", "tries choices in its head", same_as="hard"),
    Rung("hard", "tries choices in its head, half a second each"),
    Rung("search:nodes=160000", "the same, for longer"),
)
DIFFICULTIES = (
    Difficulty("Easy", "against a computer that makes mistakes", bot="easy"),
    Difficulty("Medium", "against a computer that weighs gains and losses", bot="medium"),
    Difficulty("Hard", "against a computer that looks ahead", bot="hard"),
)


def active(states: Any, i: int) -> int:
    """The active player, whoever is asked now (7.1)."""
    return int(states["active"][i])


def outcome(states: Any, i: int) -> Outcome | None:
    """Who has won and why; each seat scores the rout points of the other (12.3)."""
    s = states[i]
    if s.end == End.RUNNING:
        return None
    scores = (int(rout_points(s, 1)), int(rout_points(s, 0)))
    winner = int(s.winner)
    if winner < 0:
        return Outcome(scores, (), "drawn")
    reason = WHY[End(int(s.end))].format(winner=seat_word(winner), loser=seat_word(1 - winner))
    return Outcome(scores, (winner,), f"won by {seat_word(winner)}: {reason}")


def fit(options: CardBattleOptions) -> Game:
    """The game with words for the units of a battle."""
    return _fitted(names_for(options))


@lru_cache(maxsize=64)
def _fitted(names: Names) -> Game:
    return dress(GAME, names)


def statistics() -> tuple[Statistic, ...]:
    """What is counted over many matches."""
    from hoplon.games.cardbattle.statistics import STATISTICS

    return STATISTICS


def editor() -> Editor:
    """How a position is set up; loaded when somebody does."""
    from hoplon.games.cardbattle.editing import EDITOR

    return EDITOR


def riddles() -> Riddles:
    """Which positions hold no puzzle; loaded when one is looked for."""
    from hoplon.games.cardbattle.riddles import RIDDLES

    return RIDDLES


def encodings() -> tuple[Encoding, ...]:
    """What learners are told; loaded when somebody learns."""
    from hoplon.games.cardbattle.observe import ENCODINGS

    return ENCODINGS


GAME = Game(
    name="cardbattle",
    title="Hoplites: card battles",
    summary="card battles of antiquity, samurai, legend and the Hot Gates for two",
    order=4,
    version=2,
    older=("0.1.0",),
    guide=Path(__file__).with_name("guide.md"),
    lessons=Path(__file__).with_name("lessons.toml"),
    puzzles=Path(__file__).with_name("puzzles.toml"),
    rulebook=Path(__file__).with_name("README.md"),
    words=Path(__file__).with_name("languages"),
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
        conceal=conceal,
        redeal=redeal,
    ),
    most_choices=MOST_CHOICES,
    write_options=write_options,
    outcome=outcome,
    space=SPACE,
    fit_to=fit,
    position_option="position",
    name_seats=seats,
    hides=True,
    deals=True,
    telling_options=("position",),
    view_record="known",
    board=BOARD,
    statistics=statistics,
    evaluation=EVALUATION,
    encodings=encodings,
    riddles=riddles,
    correspondence=Correspondence(active, describe, turn_for, judge="judge", option="pbem"),
    ladder=LADDER,
    difficulties=DIFFICULTIES,
    passing=passing_by("end", "hold", "stand", "loose", "close", "resolve", "keep"),
    editor=editor,
    daily=daily,
    terminal="hoplon.cli.cardbattle.terminal:TERMINAL",
    **texts_of(names_for(CardBattleOptions())),
)
