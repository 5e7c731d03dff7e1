"""What a vector of matches is made from: a task, with whatever is asked for instead of its own settings."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hoplon.core.encoding import Encoding
from hoplon.core.errors import HoplonError, hint
from hoplon.core.game import Game
from hoplon.core.kernel import Dtype
from hoplon.learn.seeding import Seeds
from hoplon.learn.stepping import DISABLED, NEXT_STEP, SAME_STEP, Kind, place_type, settings_t

MODES = {"same-step": SAME_STEP, "next-step": NEXT_STEP, "disabled": DISABLED}
ILLEGAL = ("raise", "refuse")
MOST_SEATS = 62  # the learning ones are bits of a number


@dataclass(frozen=True)
class Plan:
    """All that decides how matches go, read and checked."""

    name: str
    game: Game  # that fits all the options
    options: tuple[Any, ...]
    encoding: Encoding
    measure: Any
    unit: float
    longest: int
    seeds: Seeds
    joint: bool
    skip_forced: bool
    seats: int
    opponents: tuple[tuple[int, str], ...]
    mode: str
    raises: bool
    keeps_final: bool
    root: int = 0
    paced: bool = False

    @cached_property
    def columns(self) -> int:
        """Rows of a match."""
        return self.agents if self.joint else 1

    @cached_property
    def agents(self) -> int:
        """The most agents that a match has."""
        count = self.encoding.count_agents
        if count is None:
            return self.seats
        states = self.game.new_states(1)
        most = 0
        for options in self.options:
            self.game.start(states, 0, options, 0)
            most = max(most, int(count(states[0])))
        return most

    @cached_property
    def learners(self) -> tuple[int, ...]:
        """The seats that wait for actions."""
        taken = {seat for seat, _ in self.opponents}
        return tuple(seat for seat in range(self.seats) if seat not in taken)

    @property
    def only_seat(self) -> int | None:
        """The seat that learns, if it is only one."""
        return self.learners[0] if len(self.learners) == 1 else None

    @cached_property
    def place_t(self) -> Dtype:
        """The record of a place."""
        rewarded = self.columns if self.joint else self.seats
        return place_type(self.seats, rewarded, max(self.agents, 1), self.encoding.memory)

    @cached_property
    def kind(self) -> Kind:
        """What is compiled."""
        if self.opponents:
            from hoplon.bots.policies import policy

        named = {seat: policy(name, self.game) for seat, name in self.opponents}
        policies = tuple(named.get(seat) for seat in range(self.seats))
        if len(set(named.values())) == 1:  # one step for all seats: the settings say which of them learn
            policies = (*named.values(),)[:1] * self.seats
        return Kind(
            self.game.rules, self.encoding, self.measure, self.joint, self.skip_forced, self.seats,
            self.columns, policies if named else (), self.paced,
        )  # fmt: skip

    @cached_property
    def options_array(self) -> Any:
        """The options as records."""
        written = np.zeros(len(self.options), self.game.options_record)
        for i, options in enumerate(self.options):
            self.game.write_options(written, i, options)
        return written

    def settings(self) -> Any:
        """The settings as compiled code reads them."""
        found = np.zeros(1, settings_t)
        found["root"], found["first"], found["count"] = self.root, self.seeds.first, self.seeds.count
        found["listed"], found["shuffled"] = self.seeds.listed is not None, self.seeds.shuffled
        found["longest"], found["mode"] = self.longest, MODES[self.mode]
        found["raises"], found["keeps_final"] = self.raises, self.keeps_final
        found["learners"] = sum(1 << seat for seat in self.learners)
        found["plan"], found["unit"] = self.mark, self.unit
        return found

    @cached_property
    def mark(self) -> int:
        """A number that stands for what is in no setting."""
        seeds = self.seeds.list.tobytes()
        kinds = [tuple(each.as_text().items()) for each in self.options]
        rest = self.name, str(self.encoding), kinds, self.opponents, self.joint, self.skip_forced, self.paced
        return zlib.crc32(repr(rest).encode() + seeds)


def fitted(game: Game, options: Sequence[Any]) -> Game:
    """The game whose records have room for all of these options."""
    games = [game.ready(each)[1] for each in options]
    largest = max(games, key=lambda one: one.state.itemsize)
    for each, one in zip(options, games, strict=True):
        position = getattr(each, one.position_option) if one.position_option else ""
        if position:
            raise HoplonError(f"{one.name} is learnt from its beginnings, not from the position {position!r}")
    return largest


def encoding_named(game: Game, found: Sequence[Encoding], name: str | None) -> Encoding:
    """One of the encodings of a game; the first unless one is named."""
    fitting = [each for each in found if each.fits(game)]
    names = [each.name for each in fitting]
    has = f"it has {', '.join(names)}"
    if not fitting:
        raise HoplonError(f"{game.name} with these options has no encoding for learners")
    if name is None:
        return fitting[0]
    for each in fitting:
        if each.name == name:
            return each
    raise HoplonError(f"{game.name} has no encoding {name!r}; {hint(str(name), names, has)}")


def read_opponents(given: Mapping[int, str] | None, seats: int) -> tuple[tuple[int, str], ...]:
    """Which seats are played by bots inside the step."""
    if given is not None and not isinstance(given, Mapping):
        raise HoplonError(
            f"got opponents {given!r}; expected the names of bots by seat, such as {{1: 'random'}}"
        )
    found = tuple(sorted((_seat(seat, seats), bot) for seat, bot in (given or {}).items()))
    if len(found) == seats:
        raise HoplonError("every seat is played by a bot; expected one that learns")
    return found


def _seat(given: Any, seats: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or not 0 <= given < seats:
        raise HoplonError(f"there is no seat {given!r}; expected 0 to {seats - 1}")
    return int(given)
