"""What a test of a task consists of: sections of matches with given seeds, options and seats."""

from __future__ import annotations

from dataclasses import dataclass

from hoplon.core.errors import BadOption
from hoplon.core.options import Options
from hoplon.learn.tasks import Task


@dataclass(frozen=True)
class Section:
    """One opponent, if the game has more than one seat, and the options that were learned with or others."""

    opponent: str = ""
    held_out: bool = False

    def __str__(self) -> str:
        against = f"against {self.opponent}" if self.opponent else "alone"
        return f"{against}, options held out" if self.held_out else against


@dataclass(frozen=True)
class Start:
    """How a match of a section begins, and the seat of the player tested."""

    seed: int
    options: Options
    seat: int
    longest: int  # choices of all seats after which the match is cut off


def sections_of(task: Task) -> list[Section]:
    """The sections of a test, in their order."""
    sets = (False, True) if task.held_out() else (False,)
    return [Section(opponent, held) for opponent in task.opponents or ("",) for held in sets]


def seats_of(task: Task) -> int:
    """How many seats a match has; it is the same with all options of a task."""
    return task.rules.seat_count(task.options()[0])


def most_matches(task: Task) -> int:
    """A whole section: every test seed from every seat."""
    return len(task.test) * seats_of(task)


def check_matches(task: Task, matches: int) -> None:
    """Refuse a part of a section in which not every seed is played from every seat."""
    seats, most = seats_of(task), most_matches(task)
    if matches % seats or not 0 < matches <= most:
        several = f"a multiple of {seats}, so that each seed is played from every seat, " if seats > 1 else ""
        raise BadOption(f"{matches} matches of {task.name}; expected {several}from {seats} to {most}")


def starts(task: Task, section: Section, matches: int) -> list[Start]:
    """The first matches of a section: seed by seed from every seat, the options in turn."""
    seats = seats_of(task)
    known = task.held_out() if section.held_out else task.options()
    longest = [longest_of(task, options) for options in known[: matches // seats]]
    return [
        Start(task.test[unit], known[unit % len(known)], seat, longest[unit % len(known)])
        for unit in range(matches // seats)
        for seat in range(seats)
    ]


def longest_of(task: Task, options: Options) -> int:
    """How many choices a match has at most; where all agents choose in one step, each step has theirs."""
    if not task.joint:
        return task.longest
    game = task.rules.ready(options)[1]
    count = task.find_encoding().count_agents
    states = game.new_states(1)
    game.start(states, 0, options, task.test[0])
    return task.longest * (seats_of(task) if count is None else int(count(states[0])))
