"""My Game: the words, the pictures, and all that Hoplon knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.authoring.game import FromPosition, Game, Rung
from hoplon.authoring.pictures import Click, Counter, Scene, Screen, pieces_on, squares
from hoplon.authoring.words import (
    BadPosition,
    Phrases,
    position_words,
    read_numbers,
    read_rows,
    usual_words,
    write_rows,
)

from .rules import CELLS, EMPTY, NEUTRAL, RULES, SEATS, SIZE, TURNS, Do, state_t, turn_t

NAME = "my-game"
LETTERS = "." + "ABCDEFGH"[:SEATS] + "#"  # what lies on a cell
LAYOUT = squares.layout(SIZE, SIZE)
FORMS = {Do.PLACE: "place {who} {dst}", Do.TURN_OVER: "turn-over {who} {dst}"}
SAYS = {Do.PLACE: "{player} places a stone on {dst}", Do.TURN_OVER: "{player} takes the stone on {dst}"}


def notation(states: Any, i: int) -> str:
    """The rows of the board, and the number of turns played (1.3)."""
    rows = write_rows(states["cells"][i].tolist(), SIZE, LETTERS)
    return f"{NAME} {rows} {states['turns'][i]}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """The position that a line says; BadPosition says why it cannot be."""
    rows, turns = position_words(text, NAME, "ROWS", "TURNS")
    cells = read_rows(rows, SIZE, SIZE, LETTERS)
    (played,) = read_numbers(turns, 1, TURNS)
    if cells.count(EMPTY) < TURNS - played:
        raise BadPosition(f"there are too few empty cells for the {TURNS - played} stones to come")
    states["cells"][i], states["turns"][i] = cells, played


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """A piece for each stone, the points of each seat."""
    cells, left = states["cells"][i].tolist(), TURNS - int(states["turns"][i])
    points = tuple(Counter(LETTERS[n], str(cells.count(n)), n - 1) for n in range(1, NEUTRAL))
    return Scene(pieces_on(cells, LETTERS[1:], LETTERS[1:]), counters=points, note=f"{left} stones to place")


SCREEN = Screen(LAYOUT, scene, lambda _states, _i, choice: Click(choice), SAYS)
GAME = Game(
    name=NAME,
    title="My Game",
    summary="stones turn over the stones between them",
    rulebook=Path(__file__).with_name("README.md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=FromPosition,
    rules=RULES,
    space=range(CELLS),
    seats=(SEATS, SEATS),
    phrases=Phrases(Do, FORMS, usual_words(LAYOUT, LETTERS[1:])),
    write_choice=lambda _states, _i, choice: f"place {LAYOUT.cells[choice].id}",
    why_illegal=lambda _states, _i, _choice: "the cell is not empty",
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
    ladder=(Rung("random", "anything legal"), Rung("greedy", "the most points now", usual=True)),
)
