"""The board of a game that declares none: its text picture, and a button for each choice."""

from __future__ import annotations

from hoplon.core.board import ALL, Board, Entry, Json, Offer, entry_of
from hoplon.core.game import Game
from hoplon.core.match import Match


def plain_board(game: Game) -> Board:
    """All that can be told of a game without knowing what it is about.

    Where seats have secrets, a seat reads its view and its own turns, and everybody else nothing until
    nothing is secret any more.
    """

    def text(match: Match, number: int, viewer: int) -> str:
        states = match.states_at(number)
        if viewer == ALL or not game.hides:
            return match.game.draw(states, 0)
        return str(match.game.view(states, 0, viewer)) if viewer >= 0 else ""

    def is_open(match: Match, number: int, viewer: int) -> bool:
        return viewer == ALL or not game.hides or match.seats[number - 1] == viewer

    def position(match: Match, number: int, viewer: int) -> Json:
        return {"turn": number, "text": text(match, number, viewer)}

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
        ground=lambda _match: {"scene": {"grid": "none", "cells": [], "labels": []}},
        position=position,
        log=log,
        told=told,
    )
