"""Actions and turns as text, both ways.

A game gives each kind of action a phrase such as `stab {demon} {dst}`, and says how each word in braces
is written and read. A turn is one phrase on each line, indented under its cause.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from hoplon.core.actions import NO_CAUSE, NOBODY, NOWHERE
from hoplon.core.errors import BadText

INDENT = "  "


class Action(NamedTuple):
    """One entry of a turn log, as plain numbers."""

    kind: int
    who: int = NOBODY
    what: int = NOBODY
    src: int = NOWHERE
    dst: int = NOWHERE
    n: int = 0
    cause: int = NO_CAUSE
    depth: int = 0


@dataclass(frozen=True)
class Word:
    """How a word of a phrase is written from an action, and read back into fields of it."""

    write: Callable[[Action], str]
    read: Callable[[str], Mapping[str, int]]


@dataclass(frozen=True)
class Phrases:
    """Everything that can happen in a game, as text both ways."""

    kinds: type[IntEnum]
    forms: Mapping[Any, str]  # by kind: numbers or members of `kinds`
    words: Mapping[str, Word]

    def write(self, action: Action) -> str:
        """One line for an action."""
        return " ".join(
            self.words[part[1:-1]].write(action) if part.startswith("{") else part
            for part in self.forms[action.kind].split()
        )

    def read(self, line: str) -> Action:
        """The action that a line describes; its place in a log is not part of the line."""
        given = line.split()
        for kind, form in self.forms.items():
            parts = form.split()
            if len(parts) != len(given):
                continue
            if any(not p.startswith("{") and p != g for p, g in zip(parts, given, strict=True)):
                continue
            fields: dict[str, int] = {}
            for part, token in zip(parts, given, strict=True):
                if part.startswith("{"):
                    fields.update(self.words[part[1:-1]].read(token))
            return Action(int(kind), **fields)
        raise BadText(f"no action reads {line.strip()!r}; one begins with " + self._first_words())

    def _first_words(self) -> str:
        return ", ".join(sorted({form.split()[0] for form in self.forms.values()}))

    def read_turn(self, text: str) -> Turn:
        """The turn that indented lines describe."""
        actions: list[Action] = []
        path: list[int] = []
        for number, line in enumerate(text.splitlines(), 1):
            depth, rest = divmod(len(line) - len(line.lstrip(" ")), len(INDENT))
            if rest or depth > len(path):
                raise BadText(f"line {number} of the turn is indented by {depth * 2 + rest} blanks")
            action = self.read(line)
            del path[depth:]
            cause = path[-1] if path else NO_CAUSE
            path.append(len(actions))
            actions.append(action._replace(depth=depth, cause=cause))
        return Turn(tuple(actions), self)


@dataclass(frozen=True)
class Turn:
    """What happened in one turn: a tree of actions, in the order of play."""

    actions: tuple[Action, ...]
    phrases: Phrases
    is_complete: bool = True

    def __str__(self) -> str:
        lines = [INDENT * a.depth + self.phrases.write(a) for a in self.actions]
        if not self.is_complete:
            lines.append("…")
        return "\n".join(lines)

    def __len__(self) -> int:
        return len(self.actions)

    def lines(self) -> list[str]:
        """The phrases without indentation."""
        return [self.phrases.write(a) for a in self.actions]

    def as_json(self) -> list[dict[str, Any]]:
        """The log for programs: the kind by name, the numbers, and the line as people read it."""
        return [
            {"kind": self.phrases.kinds(a.kind).name.lower(), "text": self.phrases.write(a)}
            | {name: getattr(a, name) for name in Action._fields[1:]}
            for a in self.actions
        ]


def turn_of(record: Any, phrases: Phrases, upto: int | None = None) -> Turn:
    """The log of a turn record, or its beginning."""
    n = int(record["n"]) if upto is None else upto
    entries: Sequence[Any] = record["log"][:n].tolist()
    return Turn(tuple(Action(*entry) for entry in entries), phrases, upto is None)
