"""The form of a new match, made from a game's options where its board declares none."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from hoplon.core.board import Field
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.core.options import write_value

FARTHEST = 1000  # how far from the default to look for the bounds of a number
POSITION = "Begin from a line of the position notation."


def form_of(game: Game) -> tuple[Field, ...]:
    """A number, a switch or a text for each option, labelled with its name."""
    options = game.options()
    found = []
    for option in fields(options):
        default = getattr(options, option.name)
        label = option.name.replace("_", " ").capitalize()
        is_position = option.name == game.position_option
        field = Field(
            option.name, label, _kind(default), write_value(default), POSITION * is_position, rare=is_position
        )
        if field.kind == "number":
            least, most = (_bound(options, option.name, default, step) for step in (-1, 1))
            field = replace(field, least=least, most=most)
        found.append(field)
    return tuple(found)


def _kind(default: Any) -> str:
    return "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "text"


def _bound(options: Any, name: str, value: int, step: int) -> int:
    """The furthest number in one direction that the options allow."""
    for _ in range(FARTHEST):
        try:
            replace(options, **{name: value + step}).check()
        except BadOption:
            return value
        value += step
    return value
