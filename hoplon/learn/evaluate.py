"""Tests of players: the matches of a task's sections, as jobs of the referee, and what their rows say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hoplon.core.errors import HoplonError
from hoplon.learn.results import SectionResult, figures_of
from hoplon.learn.sections import Section, starts
from hoplon.learn.tasks import Task
from hoplon.learn.tasks.figures import Played
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.player import CLOCK
from hoplon.referee.run import ANNULLED, FAULT, STOPPED, UNFINISHED
from hoplon.referee.series import Job, Row
from hoplon.referee.versions import version_of

OPPONENT = "{} as the opponent"  # a player may be tested against itself


def jobs_of(
    task: Task,
    section: Section,
    player: str,
    matches: int,
    folder: Path,
    clock: float | None = None,
    settings: ProcessSettings | None = None,
) -> list[Job]:
    """The matches of a player in a section."""
    texts = [player, section.opponent] if section.opponent else [player]
    marks = {text: version_of(text, task.rules, [folder]) for text in texts}
    called = {False: player, True: OPPONENT.format(section.opponent)}
    jobs = []
    for start in starts(task, section, matches):
        seats = range(task.rules.seat_count(start.options))
        players = tuple(player if seat == start.seat else section.opponent for seat in seats)
        jobs.append(
            Job(
                task.game,
                players,
                start.seed,
                tuple(start.options.as_text().items()),
                tuple(called[seat != start.seat] for seat in seats),
                tuple(marks[text] for text in players),
                clock or CLOCK,
                start.longest,
                folder=str(folder),
                process_settings=settings,
            )
        )
    return jobs


def judge(task: Task, section: Section, player: str, rows: Sequence[Row]) -> SectionResult:
    """What the rows of a section say about the player, in the order of its matches."""
    played = []
    faults = {}
    for number, (start, row) in enumerate(zip(starts(task, section, len(rows)), rows, strict=True)):
        _check_opponents(section, start.seat, row)
        played.append(played_in(row, start.seat))
        if row.seats[start.seat].verdict == FAULT:
            faults[number] = row.seats[start.seat].fault
    return SectionResult(
        player, section.opponent, section.held_out, len(rows), figures_of(task, played), faults
    )


def played_in(row: Row, seat: int) -> Played:
    """A match as the referee saw it; it says the same as a replay of its file."""
    ended = row.reason not in (FAULT, STOPPED, UNFINISHED)
    winners = tuple(one.seat for one in row.seats if ended and one.verdict == "won")
    return Played(seat, tuple(one.score for one in row.seats), winners, row.measure, row.turns, ended)


def _check_opponents(section: Section, seat: int, row: Row) -> None:
    """A match counts only if nobody but the player can have failed in it."""
    if row.reason == ANNULLED:
        raise HoplonError(
            f"the match of seed {row.seed} counts for nobody, because the machine was too busy; "
            "the same command plays it again"
        )
    for one in row.seats:
        if one.seat != seat and one.verdict == FAULT:
            raise HoplonError(f"the opponent {section.opponent} failed on seed {row.seed}: {one.fault}")
