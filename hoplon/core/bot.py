"""What a bot is: a player that is a program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol

from hoplon.core.choices import Choice, Choices
from hoplon.core.game import Game

Setting = int | float


class Dice(Protocol):
    """A bot's own dice, supplied by the referee so that a match can be repeated."""

    def below(self, sides: int) -> int:
        """One of 0 … sides - 1."""
        ...


class Bot(ABC):
    """A player that is a program. It sees what its seat may see and nothing else.

    A bot derives from this class and overrides `choose`. SETTINGS are the numeric keyword arguments of its
    constructor with their defaults: `search:nodes=2000` makes `Search(nodes=2000)`. `game` is the game
    that it was found for, or its name; a bot that plays every game needs it. FILES are those besides its
    source that decide how it plays, LIMITS the most of a setting that others may ask for on a server. A bot
    that LOOKS_AHEAD tries many turns for each choice, which takes too long while the rules are interpreted.
    """

    SETTINGS: ClassVar[Mapping[str, Setting]] = {}
    LIMITS: ClassVar[Mapping[str, Setting]] = {}
    FILES: ClassVar[tuple[Path, ...]] = ()
    LOOKS_AHEAD: ClassVar[bool] = False
    name = ""
    summary = ""  # how it chooses, in a few words, for lists
    origin = ""  # of a bot that was trained: how, for people who want to know
    game: Game | str = ""

    def forget(self) -> None:  # noqa: B027  most bots remember nothing
        """A match begins: what was seen in an earlier one no longer counts."""

    def see(self, view: Any) -> None:  # noqa: B027  most bots remember nothing
        """Take in an earlier view of the seat: for a bot that remembers and joins a match under way."""

    @abstractmethod
    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:
        """Return one of the legal choices. `clock` is the time allowed, in seconds."""
