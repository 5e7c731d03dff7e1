"""Hoplite: a hex dungeon in which every attack is a reaction to movement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.core.editing import Editor
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game, Rules
from hoplon.core.outcome import Outcome
from hoplon.core.talents import Difficulty, Measure, Rung, Statistic
from hoplon.games.hoplite.advice import why_illegal
from hoplon.games.hoplite.alternatives import ALTERNATIVES
from hoplon.games.hoplite.board import BOARD
from hoplon.games.hoplite.daily import daily
from hoplon.games.hoplite.evaluation import EVALUATION
from hoplon.games.hoplite.guide import help_on
from hoplon.games.hoplite.legal import MOST_CHOICES, SPACE, count_legal, is_legal, nth_legal
from hoplon.games.hoplite.notation import notation, read_notation
from hoplon.games.hoplite.options import HopliteOptions, write_options
from hoplon.games.hoplite.passing import passing
from hoplon.games.hoplite.picture import draw
from hoplon.games.hoplite.rules import forget_dice, score_of, take_turn, to_move
from hoplon.games.hoplite.setup import new_run
from hoplon.games.hoplite.state import Do, End, level_t, options_t, turn_t
from hoplon.games.hoplite.story import death
from hoplon.games.hoplite.svg import picture
from hoplon.games.hoplite.threats import threats
from hoplon.games.hoplite.view import Position, put, view
from hoplon.games.hoplite.words import PHRASES, read_choice, write_choice

LADDER = (
    Rung("random", "any legal choice"),
    Rung("greedy", "looks one turn ahead"),
    Rung("learned", "a self-taught network"),
    Rung("learned:nodes=200", "the same, looks ahead"),
    Rung("search:nodes=500", "plays 500 turns in its head"),
    Rung("search", "plays 4,000 turns in its head"),
    Rung("search:nodes=32000", "plays 32,000 turns in its head"),
)
DIFFICULTIES = (
    Difficulty("Easy", "five hearts", {"hearts": "5"}),
    Difficulty("Medium", "three hearts"),
    Difficulty("Hard", "three hearts, from depth 5 on", {"depth": "5"}),
)


def outcome(states: Any, i: int) -> Outcome | None:
    """Won, killed by somebody, trapped, or resigned (11)."""
    s = states[i]
    if s.end == End.RUNNING:
        return None
    score = (int(s.score),)
    if s.end == End.LOST:
        return Outcome(score, (), death(int(s.killer)))
    return Outcome(score, (0,) if s.end == End.WON else (), End(int(s.end)).name.lower())


def put_view(position: Position) -> tuple[Game, Any]:
    """A view as a record; only the dice are hidden."""
    states = GAME.new_states(1)
    put(position, states, 0, 0)
    return GAME, states


def statistics() -> tuple[Statistic, ...]:
    """What is counted over many matches."""
    from hoplon.games.hoplite.statistics import STATISTICS

    return STATISTICS


def editor() -> Editor:
    """How a position is set up; loaded when somebody does."""
    from hoplon.games.hoplite.editing import EDITOR

    return EDITOR


def encodings() -> tuple[Encoding, ...]:
    """What learners are told; loaded when somebody learns."""
    from hoplon.games.hoplite.observe import ENCODINGS

    return ENCODINGS


GAME = Game(
    name="hoplite",
    title="Hoplite",
    summary="a hex dungeon where every attack is a reaction to movement",
    order=1,
    version=3,
    older=("0.1.0",),
    guide=Path(__file__).with_name("guide.md"),
    lessons=Path(__file__).with_name("lessons.toml"),
    puzzles=Path(__file__).with_name("puzzles.toml"),
    rulebook=Path(__file__).with_name("README.md"),
    words=Path(__file__).with_name("languages"),
    seats=(1, 1),
    actions=Do,
    state=level_t,
    turn=turn_t,
    options=HopliteOptions,
    options_record=options_t,
    rules=Rules(
        new=new_run,
        to_move=to_move,
        count_legal=count_legal,
        nth_legal=nth_legal,
        is_legal=is_legal,
        take_turn=take_turn,
        score=score_of,
        forget_dice=forget_dice,
    ),
    phrases=PHRASES,
    most_choices=MOST_CHOICES,
    write_options=write_options,
    outcome=outcome,
    view=view,
    put_view=put_view,
    draw=draw,
    picture=picture,
    write_choice=write_choice,
    read_choice=read_choice,
    why_illegal=why_illegal,
    help_on=help_on,
    notation=notation,
    read_notation=read_notation,
    space=SPACE,
    position_option="position",
    name_seats=lambda _options: ("Hero",),
    board=BOARD,
    threats=threats,
    evaluation=EVALUATION,
    encodings=encodings,
    ladder=LADDER,
    difficulties=DIFFICULTIES,
    passing=passing,
    editor=editor,
    daily=daily,
    alternatives=ALTERNATIVES,
    statistics=statistics,
    measure=Measure("depth", lambda states, i: int(states["depth"][i])),
    terminal="hoplon.cli.hoplite.terminal:TERMINAL",
)
