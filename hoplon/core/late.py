"""Plain data that is made when somebody looks at it: most bots look at little of what they are shown.

Looking means reading a field; `vars` shows only what is there already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from types import SimpleNamespace
from typing import Any, TypeVar

T = TypeVar("T")
WAITING = "_waiting"  # the function that makes the fields of an object, and what it is made from


class Part:
    """A field of an object that is perhaps still to be made; once it is there, Python finds it itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        if owner is None:
            return self
        own = owner.__dict__
        if WAITING in own:
            make, given = own[WAITING]
            own.update(vars(make(*given)) | own)
            own.pop(WAITING, None)
        if self.name not in own:
            raise AttributeError(f"{type(owner).__name__} has no {self.name} yet")
        return own[self.name]


def late(kind: type[T]) -> type[T]:
    """A decorator of frozen dataclasses: objects of this one can be made by `later` too."""
    for each in fields(kind):  # type: ignore[arg-type]
        setattr(kind, each.name, Part(each.name))
    return kind


def later(kind: type[T], make: Callable[..., T], *given: Any, **now: Any) -> T:
    """The object that `make` returns for what is given, made when somebody looks at a field.

    Nothing of what is given may change before that. Fields that are there already are named.
    """
    found = object.__new__(kind)
    found.__dict__.update(now)
    found.__dict__[WAITING] = make, given
    return found


def plain(states: Any) -> Any:
    """The fields of the only record of an array as plain numbers and arrays, under the same names."""
    return SimpleNamespace(**dict(zip(states.dtype.names, states.item(), strict=True)))
