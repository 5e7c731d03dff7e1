"""My Game: the words, the pictures, and all that Hoplon knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplon.authoring.game import FromPosition, Game, Rung
from hoplon.authoring.pictures import Card, Cell, Click, Counter, Hand, Label, Layout, Piece, Scene, Screen
from hoplon.authoring.words import (
    Action,
    Phrases,
    position_words,
    read_numbers,
    read_rows,
    usual_words,
    write_numbers,
    write_rows,
)

from .rules import COUNTERS, PITS, RULES, SEATS, TURNS, UNKNOWN, Do, state_t, turn_t

NAME = "my-game"
PLAYERS = "ABCDEFGH"[:SEATS]
TOKENS, MOST = "-12345?", 1000
RING = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1), (0, 1)]  # clockwise
CELLS = tuple(Cell("abcdefgh"[pit], 1.5 * x, 1.25 * y) for pit, (x, y) in enumerate(RING))
LABELS = tuple(Label(cell.x, cell.y + 1 if cell.y else -1, cell.id) for cell in CELLS)
LAYOUT = Layout("none", CELLS, LABELS)
FORMS = {
    Do.SOW: "sow {who} {src} {dst} {n}",
    Do.TAKE: "take {who} {dst} {n}",
    Do.UNCOVER: "uncover {who} {dst} {n}",
}
SAYS = {
    Do.SOW: "{player} sows {n} from {src} to {dst}",
    Do.TAKE: "{player} takes {n} from {dst}",
    Do.UNCOVER: "{player} uncovers a token worth {n} under {dst}",
}


def notation(states: Any, i: int) -> str:
    """The counters in the pits, the tokens, the points of each seat, the turns played (1.4)."""
    tokens = write_rows(states["tokens"][i].tolist(), PITS, TOKENS)
    pits, points = write_numbers(states["pits"][i]), write_numbers(states["points"][i])
    return f"{NAME} {pits} {tokens} {points} {states['turns'][i]}"


def read_notation(states: Any, i: int, text: str, _seed: int = 0) -> None:
    """The position that a line says; BadPosition says why it cannot be."""
    pits, tokens, points, turns = position_words(text, NAME, "PITS", "TOKENS", "POINTS", "TURNS")
    states["pits"][i] = read_numbers(pits, PITS, COUNTERS)
    states["tokens"][i] = read_rows(tokens, PITS, 1, TOKENS[:UNKNOWN])
    states["points"][i] = read_numbers(points, SEATS, MOST)
    states["turns"][i] = read_numbers(turns, 1, TURNS)[0]


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """The number of counters in each pit, the tokens as cards, the points."""
    pits = [Piece(f"{pit}", pit, f"{n}", label=f"{n} counters") for pit, n in enumerate(states["pits"][i])]
    tokens = [
        Card(f"{pit}", TOKENS[n], f"Worth {n}", hidden=n == UNKNOWN)
        for pit, n in enumerate(states["tokens"][i].tolist())
    ]
    points = [Counter(PLAYERS[seat], f"{n}", seat) for seat, n in enumerate(states["points"][i])]
    left = TURNS - int(states["turns"][i])
    hand = Hand(None, "Tokens a to h", tuple(tokens))
    return Scene(tuple(pits), hands=(hand,), counters=tuple(points), note=f"{left} turns left")


def seen(action: Action, _viewer: int) -> Action:
    """All see whatever happens (2.5); a secret in the log would be blanked here for whoever may not know."""
    return action


SCREEN = Screen(LAYOUT, scene, lambda _states, _i, choice: Click(choice), SAYS, seen)
GAME = Game(
    name=NAME,
    title="My Game",
    summary="counters are sown around a ring of pits, with secret tokens under them",
    rulebook=Path(__file__).with_name("README.md"),
    version=1,
    actions=Do,
    state=state_t,
    turn=turn_t,
    options=FromPosition,
    rules=RULES,
    space=range(PITS),
    seats=(SEATS, SEATS),
    hides=True,
    deals=True,
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
