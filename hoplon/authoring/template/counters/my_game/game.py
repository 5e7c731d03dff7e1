"""My Game: the words, the pictures, and all that Hoplon knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.authoring.game import FromPosition, Game, Rung
from hoplon.authoring.pictures import Cell, Click, Counter, Label, Layout, Piece, Scene, Screen
from hoplon.authoring.words import Phrases, position_words, read_numbers, usual_words, write_numbers

from .rules import COUNTERS, PITS, RULES, SEATS, TURNS, Do, state_t, turn_t

NAME = "my-game"
PLAYERS = "ABCDEFGH"[:SEATS]
RING = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1), (0, 1)]  # clockwise
CELLS = tuple(Cell("abcdefgh"[pit], 1.5 * x, 1.25 * y) for pit, (x, y) in enumerate(RING))
LABELS = tuple(Label(cell.x, cell.y + 1 if cell.y else -1, cell.id) for cell in CELLS)
LAYOUT = Layout("none", CELLS, LABELS)
FORMS = {Do.SOW: "sow {who} {src} {dst} {n}", Do.TAKE: "take {who} {dst} {n}"}
SAYS = {Do.SOW: "{player} sows {n} from {src} to {dst}", Do.TAKE: "{player} takes {n} from {dst}"}


def notation(states: Any, i: int) -> str:
    """The counters in the pits, those taken by each seat, the turns played (1.3)."""
    pits, taken = write_numbers(states["pits"][i]), write_numbers(states["taken"][i])
    return f"{NAME} {pits} {taken} {states['turns'][i]}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """The position that a line says; BadPosition says why it cannot be."""
    pits, taken, turns = position_words(text, NAME, "PITS", "TAKEN", "TURNS")
    states["pits"][i] = read_numbers(pits, PITS, COUNTERS)
    states["taken"][i] = read_numbers(taken, SEATS, COUNTERS)
    states["turns"][i] = read_numbers(turns, 1, TURNS)[0]


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """The number of counters in each pit, and those taken."""
    pits = [Piece(f"{pit}", pit, f"{n}", label=f"{n} counters") for pit, n in enumerate(states["pits"][i])]
    taken = [Counter(PLAYERS[seat], f"{n}", seat) for seat, n in enumerate(states["taken"][i])]
    left = TURNS - int(states["turns"][i])
    return Scene(tuple(pits), counters=tuple(taken), note=f"{left} turns left")


SCREEN = Screen(LAYOUT, scene, lambda _states, _i, choice: Click(choice), SAYS)
GAME = Game(
    name=NAME,
    title="My Game",
    summary="counters are sown around a ring of pits and taken in twos and threes",
    rulebook=Path(__file__).with_name("README.md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=FromPosition,
    rules=RULES,
    space=range(PITS),
    seats=(SEATS, SEATS),
    phrases=Phrases(Do, FORMS, usual_words(LAYOUT, PLAYERS)),
    write_choice=lambda _states, _i, choice: f"sow {LAYOUT.cells[choice].id}",
    why_illegal=lambda _states, _i, _choice: "the pit is empty",
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
    ladder=(Rung("random", "anything legal"), Rung("greedy", "the most points now", usual=True)),
)
