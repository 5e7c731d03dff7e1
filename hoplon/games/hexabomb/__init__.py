"""hexabomb: characters colour a board of hexagons by walking and by bombs; all move at once."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from hoplon.core.editing import Editor
from hoplon.core.encoding import Encoding
from hoplon.core.errors import BadOption
from hoplon.core.game import Game, Rules
from hoplon.core.outcome import Outcome
from hoplon.core.passing import passing_by
from hoplon.core.riddles import Riddles
from hoplon.core.talents import Difficulty, Rung, Statistic
from hoplon.games.hexabomb.advice import why_illegal
from hoplon.games.hexabomb.board import BOARD, kept_seats, seats
from hoplon.games.hexabomb.daily import daily
from hoplon.games.hexabomb.evaluation import EVALUATION
from hoplon.games.hexabomb.flags import FLAGS
from hoplon.games.hexabomb.legal import MOST_CHOICES, SPACE, count_legal, is_legal, nth_legal
from hoplon.games.hexabomb.maps import HexMap
from hoplon.games.hexabomb.notation import notation, read, read_notation
from hoplon.games.hexabomb.options import HexabombOptions, board_of, write_options
from hoplon.games.hexabomb.picture import draw
from hoplon.games.hexabomb.record import simulate
from hoplon.games.hexabomb.rules import forget_dice, score_of, take_turn, to_move
from hoplon.games.hexabomb.secrets import conceal, redeal
from hoplon.games.hexabomb.setup import new_match
from hoplon.games.hexabomb.state import NO_LEADER, SIZES, Do, Size, options_type, state_type, turn_record
from hoplon.games.hexabomb.svg import picture
from hoplon.games.hexabomb.view import Position, put, view
from hoplon.games.hexabomb.words import phrases, read_choice, write_choice

LADDER = (
    Rung("random", "wishes without looking"),
    Rung("hunter", "goes for characters; for sudden death"),
    Rung("painter", "paints what is near, flees fire", usual=True),
    Rung("search", "tries each choice in its head"),
    Rung("learned", "a self-taught network"),
)
SHORT = {"turns": "30"}
DIFFICULTIES = (
    Difficulty("Easy", "against a computer that plays at random", SHORT, "random"),
    Difficulty("Medium", "against a computer that paints and flees fire", SHORT, "painter"),
    Difficulty("Hard", "against a computer that looks ahead", SHORT, "search"),
)


def outcome(states: Any, i: int) -> Outcome | None:
    """After the last turn the leader has won; a shared lead is a draw (4.6)."""
    s = states[i]
    if s.turn < s.turns:
        return None
    scores = tuple(s.score[: s.seats].tolist())
    if s.leader == NO_LEADER:
        return Outcome(scores, (), "drawn")
    return Outcome(scores, (int(s.leader),), f"won by player {int(s.leader)}")


def fit(options: HexabombOptions) -> Game:
    """The game with room for a match, and with words for the cells of its board."""
    if not options.position and options.player_count + options.special == 0:
        raise BadOption("option players is 0; a match needs somebody to play it")
    board = board_of(read(options.position).cells) if options.position else options.board
    return _fitted(options.size(), board)


@lru_cache(maxsize=64)
def _fitted(size: Size, board: HexMap) -> Game:
    return replace(
        GAME,
        state=state_type(size),
        turn=turn_record(size),
        options_record=options_type(size),
        phrases=phrases(board),
    )


def statistics() -> tuple[Statistic, ...]:
    """What is counted over many matches."""
    from hoplon.games.hexabomb.statistics import STATISTICS

    return STATISTICS


def editor() -> Editor:
    """How a position is set up; loaded when somebody does."""
    from hoplon.games.hexabomb.editing import EDITOR

    return EDITOR


def riddles() -> Riddles:
    """Which positions hold no puzzle; loaded when one is looked for."""
    from hoplon.games.hexabomb.riddles import RIDDLES

    return RIDDLES


def encodings() -> tuple[Encoding, ...]:
    """What learners are told; loaded when somebody learns."""
    from hoplon.games.hexabomb.observe import ENCODINGS

    return ENCODINGS


def put_view(position: Position) -> tuple[Game, Any]:
    """A view as a record of its size; the orders of the others are not in it."""
    game = _fitted(position.size(), position.board)
    states = game.new_states(1)
    put(position, states, 0)
    return game, states


GAME = Game(
    name="hexabomb",
    title="hexabomb",
    summary="bombs and paint on hexagons; everybody moves at once",
    order=3,
    version=1,
    guide=Path(__file__).with_name("guide.md"),
    lessons=Path(__file__).with_name("lessons.toml"),
    puzzles=Path(__file__).with_name("puzzles.toml"),
    rulebook=Path(__file__).with_name("README.md"),
    words=Path(__file__).with_name("languages"),
    seats=(1, SIZES[-1].seats),
    actions=Do,
    state=state_type(SIZES[0]),
    turn=turn_record(SIZES[0]),
    options=HexabombOptions,
    options_record=options_type(SIZES[0]),
    rules=Rules(
        new=new_match,
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
    phrases=phrases(HexabombOptions().board),
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
    notation=notation,
    read_notation=read_notation,
    space=SPACE,
    fit_to=fit,
    position_option="position",
    name_seats=seats,
    kept_seats=kept_seats,
    simultaneous=True,
    hides=True,
    telling_options=("position",),
    board=BOARD,
    statistics=statistics,
    evaluation=EVALUATION,
    encodings=encodings,
    riddles=riddles,
    record=simulate,
    ladder=LADDER,
    difficulties=DIFFICULTIES,
    passing=passing_by("stay"),
    editor=editor,
    daily=daily,
    flags=FLAGS,
)
