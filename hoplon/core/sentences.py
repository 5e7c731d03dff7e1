"""What happened, in sentences for people: one form for each kind of action.

A form names words in braces, and the words are written from the action. A kind without a form is bookkeeping:
it stays in the log for programs and is not shown to people.

Where a sentence depends on who reads it, `[you walk|the hero walks]` gives what the player reads, then what
everybody else does. Catalogues have forms in other languages, with the same words in braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hoplon.core.text import Action
from hoplon.core.words import count, say

Write = Callable[[Action], str]
ADDRESSED = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


@dataclass(frozen=True)
class Sentences:
    """The forms of a game, and how their words are written."""

    forms: Mapping[Any, str]  # by kind of action
    words: Mapping[str, Write]

    def say(self, action: Action, is_own: bool = True) -> str:
        """The sentence about an action, for its player or for others; empty if there is nothing to read."""
        form = say(self.forms.get(action.kind, ""))
        return begin(addressed(form, is_own).format_map(_Filled(self.words, action)))


class _Filled(dict[str, str]):
    """The words of one action, written on demand."""

    def __init__(self, words: Mapping[str, Write], action: Action) -> None:
        self.writers, self.action = words, action

    def __missing__(self, word: str) -> str:
        return self.writers[word](self.action)


def addressed(text: str, is_own: bool) -> str:
    """A text as the player reads it, or as everybody else does."""
    return ADDRESSED.sub(lambda found: found[1 if is_own else 2], text) if "[" in text else text


def begin(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def signed(n: int) -> str:
    """A number that is added: with its sign, and a real minus."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def listed(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def several(n: int, word: str) -> str:
    """`1 hit`, `2 hits`."""
    return count(n, "{n} " + word, "{n} " + word + "s")
