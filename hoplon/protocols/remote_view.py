"""Views sent to Hoplon on another machine and turned into the same objects there.

A view is sent as the JSON that programs read. Its classes are plain data, so their annotations say how to
read them back. Some views contain a record for bots that simulate (`Game.view_record`), with nothing in it
that the seat may not know; it is sent as bytes, which are the same on both sides as long as both use the same
version of the rules.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import fields, is_dataclass, replace
from enum import IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from hoplon.core.errors import BadText
from hoplon.core.game import Game
from hoplon.core.json_line import write_line
from hoplon.core.match import Match

RECORD = "known"  # as it is called in the message


def write_view(view: Any, game: Game) -> dict[str, Any]:
    """A view as JSON values."""
    content: dict[str, Any] = {"view": json.loads(write_line(view))}
    if game.view_record is not None:
        content[RECORD] = b64encode(getattr(view, game.view_record).tobytes()).decode()
    return content


def read_view(content: Any, match: Match) -> Any:
    """The view that was sent; `match` is any match with the same options. BadText says what is wrong."""
    try:
        made = _made(type(match.view(0)), content["view"])
        if match.game.view_record is not None:
            dtype = match.states_at(0).dtype
            record = np.frombuffer(b64decode(content[RECORD], validate=True), dtype).copy()
            if record.shape != (1,):
                raise ValueError(f"its record holds {record.shape[0]} positions")
            made = replace(made, **{match.game.view_record: _checked(record, match)})
        return made
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadText(f"the view cannot be read: {error}") from None


def _checked(record: Any, match: Match) -> Any:
    """The same record by way of the position notation, which refuses numbers out of range.

    Compiled rules would use them unchecked.
    """
    checked = match.game.new_states(1)
    match.game.read_notation(checked, 0, match.game.notation(record, 0), 0)
    return checked


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _made(kind: Any, value: Any) -> Any:
    """A value of a given type, from its JSON."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin in (Union, UnionType):
        (some,) = (one for one in inner if one is not NoneType)
        return None if value is None else _made(some, value)
    if origin is tuple:
        if not isinstance(value, list):
            raise TypeError(f"{value!r:.60} is no list")
        kinds = [inner[0]] * len(value) if inner[1:] == (Ellipsis,) else inner
        return tuple(_made(one, each) for one, each in zip(kinds, value, strict=True))
    if origin is dict:
        return {str(name): _made(inner[1], each) for name, each in value.items()}
    if is_dataclass(kind):
        hints = _hints(kind)  # type: ignore[arg-type]
        given = {f.name: _made(hints[f.name], value[f.name]) for f in fields(kind) if f.name in value}
        return kind(**given)  # type: ignore[operator]
    if isinstance(value, str) and issubclass(kind, IntEnum):
        return kind[value.upper()]
    if not isinstance(value, int if issubclass(kind, int) else kind):
        raise TypeError(f"{value!r:.60} is no {kind.__name__}")
    return kind(value)
