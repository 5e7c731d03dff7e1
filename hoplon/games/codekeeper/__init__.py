"""CodeKeeper – The Hero: a maze under fog, monsters, four weapons and an exit."""

from __future__ import annotations

from typing import Any

from hoplon.core.game import Game, Outcome, Rules
from hoplon.games.codekeeper.legal import MOST_CHOICES, SPACE, count_legal, is_legal, nth_legal
from hoplon.games.codekeeper.notation import notation, read_notation
from hoplon.games.codekeeper.options import CodeKeeperOptions, write_options
from hoplon.games.codekeeper.picture import draw
from hoplon.games.codekeeper.rules import forget_dice, score_of, take_turn, to_move
from hoplon.games.codekeeper.setup import new_game
from hoplon.games.codekeeper.state import Do, End, maze_t, options_t, turn_t
from hoplon.games.codekeeper.svg import picture
from hoplon.games.codekeeper.view import view
from hoplon.games.codekeeper.words import PHRASES, read_choice, why_illegal, write_choice


def start(states: Any, i: int, options: CodeKeeperOptions, seed: int) -> None:
    """Begin a game, or from a given position."""
    if options.position:
        read_notation(states, i, options.position, seed)
    else:
        GAME.entries.start(states, i, GAME.options_array(options), seed)


def outcome(states: Any, i: int) -> Outcome | None:
    """By the exit, death, the turn limit or a failure (10)."""
    s = states[i]
    if s.end == End.RUNNING:
        return None
    return Outcome((int(s.score),), (0,) if s.end == End.EXIT else (), End(int(s.end)).name.lower())


GAME = Game(
    name="codekeeper",
    title="CodeKeeper – The Hero",
    summary="a maze under fog, monsters, four weapons and an exit",
    version=1,
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
    ),
    phrases=PHRASES,
    most_choices=MOST_CHOICES,
    start=start,
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
)
