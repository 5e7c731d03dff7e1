"""CodeKeeper – The Hero: a maze under fog, monsters, four weapons and an exit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.core.editing import Editor
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game, Rules
from hoplon.core.outcome import Outcome
from hoplon.core.talents import Difficulty, Flag, Rung, Statistic
from hoplon.games.codekeeper.board import BOARD
from hoplon.games.codekeeper.daily import daily
from hoplon.games.codekeeper.dialect import CodeKeeperLines
from hoplon.games.codekeeper.evaluation import EVALUATION
from hoplon.games.codekeeper.legal import MOST_CHOICES, SPACE, count_legal, is_legal, nth_legal
from hoplon.games.codekeeper.named_mazes import find_maze, trials
from hoplon.games.codekeeper.notation import notation, read_notation
from hoplon.games.codekeeper.options import CodeKeeperOptions, write_options
from hoplon.games.codekeeper.passing import passing
from hoplon.games.codekeeper.picture import draw
from hoplon.games.codekeeper.record import simulate
from hoplon.games.codekeeper.rules import forget_dice, score_of, take_turn, to_move
from hoplon.games.codekeeper.secrets import conceal, redeal
from hoplon.games.codekeeper.setup import new_game
from hoplon.games.codekeeper.state import Do, End, maze_t, options_t, turn_t
from hoplon.games.codekeeper.svg import picture
from hoplon.games.codekeeper.view import View, known, view
from hoplon.games.codekeeper.words import PHRASES, read_choice, why_illegal, write_choice


def statistics() -> tuple[Statistic, ...]:
    """What is counted over many matches."""
    from hoplon.games.codekeeper.statistics import STATISTICS

    return STATISTICS


def editor() -> Editor:
    """How a position is set up; loaded when somebody does."""
    from hoplon.games.codekeeper.editing import EDITOR

    return EDITOR


def encodings() -> tuple[Encoding, ...]:
    """What learners are told."""
    from hoplon.games.codekeeper.observe import ENCODINGS

    return ENCODINGS


LADDER = (
    Rung("random", "any legal choice"),
    Rung("wanderer", "walks where no wall is"),
    Rung("explorer", "goes by a list of rules"),
    Rung("seeker:nodes=1500", "remembers the maze, thinks briefly"),
    Rung("seeker", "remembers the maze, looks ahead"),
    Rung("seeker:nodes=96000", "remembers the maze, looks far ahead"),
    Rung("learned", "a self-taught network"),
    Rung("learned:nodes=200", "the same, looks ahead"),
)
DIFFICULTIES = (
    Difficulty("Easy", "a small maze", {"maze": "everything"}),
    Difficulty("Medium", "a new maze each time"),
    Difficulty("Hard", "a treasure among vampires", {"maze": "trap"}),
)


STORY = (
    "A programmer is lost in a maze of code. Errors lie in wait behind every corner, the deadline is "
    "somewhere at the far end, and whatever lies about has to do for a tool. Be quick, be brave, be "
    "clever with what you find, and get there in one piece: your coworkers are in the same maze, and "
    "this will show who is the better programmer. There are nobler causes, but it is the one we have."
)


def outcome(states: Any, i: int) -> Outcome | None:
    """By the exit, death, the turn limit or a failure (10)."""
    s = states[i]
    if s.end == End.RUNNING:
        return None
    return Outcome((int(s.score),), (0,) if s.end == End.EXIT else (), End(int(s.end)).name.lower())


def put_view(seen: View) -> tuple[Game, Any]:
    """A view as a record: rock out of sight."""
    return GAME, known(seen)


GAME: Game = Game(
    name="codekeeper",
    title="CodeKeeper – The Hero",
    summary="a maze under fog, monsters, four weapons and an exit",
    order=2,
    story=STORY,
    version=1,
    guide=Path(__file__).with_name("guide.md"),
    lessons=Path(__file__).with_name("lessons.toml"),
    puzzles=Path(__file__).with_name("puzzles.toml"),
    rulebook=Path(__file__).with_name("README.md"),
    words=Path(__file__).with_name("languages"),
    seats=(1, 1),
    actions=Do,
    state=maze_t,
    turn=turn_t,
    options=CodeKeeperOptions,
    options_record=options_t,
    rules=Rules(
        new=new_game,
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
    phrases=PHRASES,
    most_choices=MOST_CHOICES,
    write_options=write_options,
    outcome=outcome,
    view=view,
    draw=draw,
    picture=picture,
    write_choice=write_choice,
    read_choice=read_choice,
    why_illegal=why_illegal,
    notation=notation,
    read_notation=read_notation,
    space=SPACE,
    least_seed=-(2**63),
    position_option="position",
    name_seats=lambda _options: ("Hero",),
    hides=True,
    views_add_up=True,
    put_view=put_view,
    telling_options=("position", "maze"),
    board=BOARD,
    statistics=statistics,
    evaluation=EVALUATION,
    encodings=encodings,
    dialect=CodeKeeperLines,
    record=simulate,
    ladder=LADDER,
    difficulties=DIFFICULTIES,
    passing=passing,
    editor=editor,
    daily=daily,
    flags=(
        Flag(
            "--maze",
            "A maze by its name ('hoplon maze list'), or a drawn one.",
            lambda text: {"maze": "/".join(find_maze(text))},
            "NAME|FILE",
        ),
    ),
    trials=trials,
)
