"""What happened, in sentences for people: one form for each kind of action.

A form names words in braces, and the words are written from the action. A kind without a form is bookkeeping:
it stays in the log for programs and is not shown to people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hoplon.core.text import Action

Write = Callable[[Action], str]


@dataclass(frozen=True)
class Sentences:
    """The forms of a game, and how their words are written."""

    forms: Mapping[Any, str]  # by kind of action
    words: Mapping[str, Write]

    def say(self, action: Action) -> str:
        """The sentence about an action; empty if there is nothing to read."""
        return begin(self.forms.get(action.kind, "").format_map(_Filled(self.words, action)))


class _Filled(dict[str, str]):
    """The words of one action, written on demand."""

    def __init__(self, words: Mapping[str, Write], action: Action) -> None:
        self.writers, self.action = words, action

    def __missing__(self, word: str) -> str:
        return self.writers[word](self.action)


def begin(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def signed(n: int) -> str:
    """A number that is added: with its sign, and a real minus."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def listed(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def several(n: int, word: str) -> str:
    """`1 hit`, `2 hits`."""
    return f"{n} {word}{'s' * (n != 1)}"
