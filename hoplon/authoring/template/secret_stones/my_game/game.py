"""My Game: the words, the pictures, and all that Hoplon knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.authoring.game import FromPosition, Game, Rung
from hoplon.authoring.pictures import Click, Counter, Piece, Scene, Screen, squares
from hoplon.authoring.words import (
    Action,
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
PLAYERS = "ABCDEFGH"[:SEATS]
LETTERS = f".{PLAYERS}{PLAYERS.lower()}#"  # what lies on a cell
WORTHS = "-12345"
LAYOUT = squares.layout(SIZE, SIZE)
FORMS = {Do.PLACE: "place {who} {dst} {n}", Do.TURN_OVER: "turn-over {who} {dst} {n}"}
SAYS = {Do.PLACE: "{player} places a stone on {dst}", Do.TURN_OVER: "{player} takes {n} on {dst}"}


def notation(states: Any, i: int) -> str:
    """What lies on the board, what is known of its worth, and the number of turns played (1.4)."""
    rows = write_rows(states["cells"][i].tolist(), SIZE, LETTERS)
    values = write_rows(states["worth"][i].tolist(), SIZE, WORTHS)
    return f"{NAME} {rows} {values} {states['turns'][i]}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """The position that a line says; BadPosition says why it cannot be."""
    rows, values, turns = position_words(text, NAME, "ROWS", "WORTHS", "TURNS")
    cells = read_rows(rows, SIZE, SIZE, LETTERS)
    worth = read_rows(values, SIZE, SIZE, WORTHS)
    (played,) = read_numbers(turns, 1, TURNS)
    if cells.count(EMPTY) < TURNS - played:
        raise BadPosition(f"there are too few empty cells for the {TURNS - played} stones to come")
    for cell, one in enumerate(LAYOUT.cells):
        if (worth[cell] > 0) != (cells[cell] != EMPTY):
            raise BadPosition(f"{one.id} lacks a stone or what it is worth; expected both or none")
    states["cells"][i], states["worth"][i], states["turns"][i] = cells, worth, played


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """A piece for each stone, with what it is worth where that is known; the points of each seat."""
    cells, worth = states["cells"][i].tolist(), states["worth"][i].tolist()
    pieces = [
        Piece(f"{cell}", cell, glyph(n, worth[cell]), n - 1, f"{LETTERS[n]}, worth {worth[cell] or '?'}")
        for cell, n in enumerate(cells)
        if n != EMPTY
    ]
    points = [sum(w for n, w in zip(cells, worth, strict=True) if n == seat + 1) for seat in range(SEATS)]
    counters = tuple(Counter(PLAYERS[seat], str(n), seat) for seat, n in enumerate(points))
    left = TURNS - int(states["turns"][i])
    return Scene(tuple(pieces), counters=counters, note=f"{left} stones to place")


def glyph(stone: int, worth: int) -> str:
    """A neutral stone shows what it is worth to those who know."""
    return LETTERS[stone] if stone < NEUTRAL else str(worth or "?")


def seen(action: Action, _viewer: int) -> Action:
    """All see whatever happens (2.3); a secret in the log would be blanked here for whoever may not know."""
    return action


SCREEN = Screen(LAYOUT, scene, lambda _states, _i, choice: Click(choice), SAYS, seen)
GAME = Game(
    name=NAME,
    title="My Game",
    summary="stones turn over the stones between them, some of secret worth",
    rulebook=Path(__file__).with_name("README.md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=FromPosition,
    rules=RULES,
    space=range(CELLS),
    seats=(SEATS, SEATS),
    hides=True,
    deals=True,
    phrases=Phrases(Do, FORMS, usual_words(LAYOUT, PLAYERS)),
    write_choice=lambda _states, _i, choice: f"place {LAYOUT.cells[choice].id}",
    why_illegal=lambda _states, _i, _choice: "the cell is not empty",
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
    ladder=(Rung("random", "anything legal"), Rung("greedy", "the most points now", usual=True)),
)
