"""The board of a game that declares none: its text picture, and a button for each choice."""

from __future__ import annotations

from typing import Any

from hoplon.core.board import ALL, Board, Entry, Json, Offer, entry_of
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.grids.scene import Layout, Scene

NO_CELLS = Layout("none")


def draw_for(game: Game, states: Any, i: int, viewer: int) -> str:
    """A position as text, as a viewer may see it.

    Where seats have secrets, a seat reads its view, if that says how it is written out, else the picture of
    the concealed position; spectators see nothing.
    """
    if viewer == ALL or not game.hides:
        return game.draw(states, i)
    if viewer < 0:
        return ""
    view = game.view(states, i, viewer)
    if (text := _written(game, view)) is not None:
        return text
    return game.draw(game.concealed(states, i, viewer), 0)


def draw_view(game: Game, view: Any) -> str:
    """The same of a view alone, where the position is not known."""
    if game.hides and (text := _written(game, view)) is not None:
        return text
    fitted, states = game.known(view)
    return fitted.draw(states, 0)


def _written(game: Game, view: Any) -> str | None:
    """A view as its game writes it out, if it does."""
    if game.correspondence is not None and game.correspondence.draw is not None:
        return game.correspondence.draw(view)
    if "__str__" in vars(type(view)) or game.rules.conceal is None:
        return str(view)
    return None


def plain_board(game: Game) -> Board:
    """All that can be told of a game without knowing what it is about.

    Where seats have secrets, a seat reads its own turns, and everybody else nothing until nothing is secret
    any more.
    """

    def is_open(match: Match, number: int, viewer: int) -> bool:
        return viewer == ALL or not game.hides or match.seats[number - 1] == viewer

    def position(match: Match, number: int, viewer: int) -> Json:
        text = draw_for(match.game, match.states_at(number), 0, viewer)
        return {"turn": number, **Scene().as_json(NO_CELLS), "text": text}

    def log(match: Match, number: int, viewer: int) -> tuple[Entry, ...]:
        if not is_open(match, number, viewer):
            return ()
        write = match.game.phrases.write
        turn = match.turns[number - 1]
        return tuple(entry_of(action, match, lambda _cell: None, write(action)) for action in turn.actions)

    def told(match: Match, number: int, viewer: int) -> str | None:
        return str(match.choices[number - 1]) if is_open(match, number, viewer) else None

    return Board(
        offers=lambda match: tuple(Offer(choice, "", None, choice) for choice in match.legal()),
        ground=lambda _match: {"scene": NO_CELLS.as_json()},
        position=position,
        log=log,
        told=told,
    )
