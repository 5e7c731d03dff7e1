"""A game as it is played by e-mail: whose turn it is, and who answers for the absent player."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from hoplon.core.choices import Choice
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.talents import Correspondence
from hoplon.core.text import Turn
from hoplon.grids.plain import draw_for

INVITER, GUEST = 0, 1  # the seats
TWO = (2, 2)


@dataclass(frozen=True)
class Judge:
    """Answers for the absent player, from the position alone and the same on every machine."""

    name: str
    choose: Callable[[Match], Choice]
    sources: tuple[Path, ...] = ()


FIRST = Judge("first", lambda match: match.legal()[0])


class Stage(Enum):
    """How far a side's turn has come."""

    CHOOSING = "it must choose"
    ASKING = "the other side, which is away, is asked"
    PASSED = "the other side's turn has come"
    OVER = "the match is over"


def has_letters(game: Game) -> bool:
    """Can a game be played by e-mail?"""
    return game.seats == TWO


def switch_for(game: Game, given: Collection[str]) -> str:
    """The option that is switched on by e-mail, unless it or a position is given; empty: there is none."""
    switch = game.correspondence.option if game.correspondence else ""
    return "" if switch in given or game.position_option in given else switch


@dataclass(frozen=True)
class LetterGame:
    """A game, and the judge who answers for the absent player.

    `watch` is called with the number of each choice that is about to be replayed.
    """

    game: Game
    judge: Judge = FIRST
    watch: Callable[[int], None] = lambda _: None

    @property
    def says(self) -> Correspondence:
        """The game's own correspondence settings."""
        return self.game.correspondence or Correspondence()

    def __post_init__(self) -> None:
        if not has_letters(self.game):
            raise HoplonError(f"{self.game.name} cannot be played by e-mail: that needs a game of two seats")

    def stage(self, match: Match, side: int) -> Stage:
        """How far the turn of a side has come."""
        seat = match.to_move
        if seat is None:
            return Stage.OVER
        if seat == side:
            return Stage.CHOOSING
        return Stage.ASKING if self._is_turn_of(match, side) else Stage.PASSED

    def _is_turn_of(self, match: Match, side: int) -> bool:
        states = match.state.array
        if self.says.active is not None:
            return self.says.active(states, 0) == side
        return "pending" in states.dtype.names and bool(states["pending"]["n"][0] > 0)

    def answer_for_absent(self, match: Match, side: int) -> None:
        """Play all answers of the absent player, until the other must choose or the turn ends."""
        while self.stage(match, side) is Stage.ASKING:
            match.play(self.judge.choose(match))

    def show(self, match: Match, seat: int) -> str:
        """The position as a seat sees it."""
        return draw_for(match.game, match.states_at(len(match.choices)), 0, seat)

    def tell(self, match: Match, seat: int, since: int) -> list[Turn]:
        """What happened after this many choices, as a seat may read it."""
        if self.says.log is None:
            turns = zip(match.seats[since:], match.turns[since:], strict=True)
            return [turn for mover, turn in turns if mover == seat or not self.game.hides]
        back = match.copy()
        read = []
        for turn in reversed(match.turns[since:]):
            back.undo()
            read.append(self.says.log(turn, back.state.record, seat))
        return read[::-1]
