"""Actions and turns as text, both ways.

A game gives each kind of action a phrase such as `stab {demon} {dst}`, and says how each word in braces
is written and read. A turn is one phrase on each line, indented under its cause.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from hoplon.core.actions import NO_CAUSE, NOBODY, NOWHERE
from hoplon.core.errors import BadText

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match

INDENT = "  "
ENTRY = struct.Struct("=8h")  # an action in the bytes of a log
ENTRY_BYTES = ENTRY.size


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
    name_actor: Callable[[Action], str | None] | None = None  # whose deed it is; the word `who` unless given

    @cached_property
    def _templates(self) -> dict[int, tuple[str, tuple[Callable[[Action], str], ...]]]:
        """By kind, once it was written: its form with holes, and what writes the words into them."""
        return {}

    def _template(self, kind: int) -> tuple[str, tuple[Callable[[Action], str], ...]]:
        parts = self.forms[kind].split()
        writers = tuple(self.words[part[1:-1]].write for part in parts if part.startswith("{"))
        holes = ("%s" if part.startswith("{") else part.replace("%", "%%") for part in parts)
        self._templates[kind] = found = (" ".join(holes), writers)
        return found

    def write(self, action: Action) -> str:
        """One line for an action."""
        template, writers = self._templates.get(action.kind) or self._template(action.kind)
        return template % tuple([write(action) for write in writers])

    def actor(self, action: Action) -> str | None:
        """Who does something; None where nobody in particular does."""
        if self.name_actor is not None:
            return self.name_actor(action)
        if action.who == NOBODY or "{who}" not in self.forms[action.kind].split():
            return None
        return self.words["who"].write(action)

    def belong_to(self, game: Game) -> None:
        """Remember the first game that uses them: pickle finds them again there."""
        self.__dict__.setdefault("game", game)

    def __reduce_ex__(self, protocol: Any) -> Any:
        game = self.__dict__.get("game")
        return super().__reduce_ex__(protocol) if game is None else (phrases_of, (game,))

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


def phrases_of(game: Game) -> Phrases:
    """The phrases of a game."""
    return game.phrases


class Turn:
    """What happened in one turn: a tree of actions, in the order of play.

    It is made from actions or from the bytes of a log, which are read when somebody looks.
    """

    __slots__ = ("_log", "_match", "is_complete", "phrases")

    def __init__(
        self,
        log: tuple[Action, ...] | bytes,
        phrases: Phrases,
        is_complete: bool = True,
        match: Callable[[], Match | None] = lambda: None,
    ) -> None:
        self._log = log
        self._match = match  # where it was played, as long as there is that match
        self.phrases = phrases
        self.is_complete = is_complete

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in the order of play."""
        if isinstance(self._log, bytes):
            self._log = tuple(map(Action._make, ENTRY.iter_unpack(self._log)))
        return self._log

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Turn)
            and self.actions == other.actions
            and self.is_complete == other.is_complete
            and self.phrases == other.phrases
        )

    def __hash__(self) -> int:
        return hash((self.actions, self.is_complete))

    def __repr__(self) -> str:
        return f"Turn({self.lines()})"

    def __str__(self) -> str:
        lines = [INDENT * a.depth + self.phrases.write(a) for a in self.actions]
        if not self.is_complete:
            lines.append("…")
        return "\n".join(lines)

    def __len__(self) -> int:
        return len(self.actions)

    def _repr_html_(self) -> str:
        from hoplon.core.notebook import played, tree

        match = self._match()
        if match is not None and (said := played(match, self)):
            return said
        lines = [(a.depth, self.phrases.write(a)) for a in self.actions]
        return tree(lines if self.is_complete else [*lines, (0, "…")])

    def __reduce__(self) -> tuple[type[Turn], tuple[Any, ...]]:
        return Turn, (self._log, self.phrases, self.is_complete)

    def lines(self) -> list[str]:
        """The phrases without indentation."""
        return [self.phrases.write(a) for a in self.actions]

    def by_actor(self) -> list[Deeds]:
        """The same log in parts, one for each actor in the order of play, each a tree of its own.

        What follows from a deed stays under it, whoever it happens to. An actor whose deeds are apart has
        several parts, so that the parts in a row are the turn.
        """
        starts: list[tuple[int, str | None]] = []
        for i, action in enumerate(self.actions):
            if action.cause == NO_CAUSE:
                actor = self.phrases.actor(action)
                if not starts or starts[-1][1] != actor:
                    starts.append((i, actor))
        ends = [i for i, _ in starts[1:]] + [len(self)]
        return [Deeds(starts[k][1], self._part(starts[k][0], ends[k])) for k in range(len(starts))]

    def _part(self, first: int, end: int) -> Turn:
        """The actions from `first` to before `end`, which begin with a root, as a turn of their own."""
        own = tuple(
            action if action.cause == NO_CAUSE else action._replace(cause=action.cause - first)
            for action in self.actions[first:end]
        )
        return Turn(own, self.phrases, self.is_complete or end < len(self))

    def as_json(self) -> list[dict[str, Any]]:
        """The log for programs: the kind by name, the numbers, and the line as people read it."""
        return [
            {"kind": self.phrases.kinds(a.kind).name.lower(), "text": self.phrases.write(a)}
            | {name: getattr(a, name) for name in Action._fields[1:]}
            for a in self.actions
        ]


class Deeds(NamedTuple):
    """What one actor does in a turn, with everything that follows from it; `turn` is that part of the log."""

    actor: str | None  # None: nobody in particular, such as the end of a match
    turn: Turn

    def __str__(self) -> str:
        lines = (INDENT + line for line in str(self.turn).splitlines())
        return "\n".join([self.actor or "nobody", *lines])


def turn_of(record: Any, phrases: Phrases, upto: int | None = None) -> Turn:
    """The log of a turn record, or its beginning."""
    n = int(record["n"]) if upto is None else upto
    return Turn(record["log"][:n].tobytes(), phrases, upto is None)
