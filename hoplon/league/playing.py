"""Plays a task on this machine, by the one runner that `hoplon match` has too."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from time import time

from hoplon.core.replay import write
from hoplon.league.entries import TRIAL_STAGE, League
from hoplon.league.task import Played, Task
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.player import CLOCK, LONGEST, SeatRecord
from hoplon.referee.record_file import as_json
from hoplon.referee.run import Run
from hoplon.referee.series import LONGEST_ALONE, Job, row_of, run_job
from hoplon.sandbox.faults import TIMEOUT
from hoplon.sandbox.sight import Secrets

IDLE = 0.05  # of its limit: a program that had less processor time has hardly run
LEVEL = 1  # of compression: for speed


@dataclass(frozen=True)
class Seated:
    """A task with the players of this machine, and what they are called."""

    task: Task
    players: tuple[str, ...]
    names: tuple[str, ...]


def process_settings(league: League, secrets: Secrets) -> ProcessSettings:
    """How programs are run in a league."""
    chosen = league.settings
    return ProcessSettings(
        chosen.clock, chosen.clock, chosen.time_scale, chosen.strict_clock, chosen.sandbox, secrets=secrets
    )


def job_of(league: League, seated: Seated, programs: ProcessSettings) -> Job:
    """The match of a task; the seats that the game keeps have bots of its own."""
    seats = len(league.seats) + len(league.kept)
    taken = dict(zip(league.seats, zip(seated.players, seated.names, strict=True), strict=True))
    both = [taken.get(seat) or (league.kept[seat], league.kept[seat]) for seat in range(seats)]
    return Job(
        league.game,
        tuple(player for player, _ in both),
        seated.task.seed,
        league.options,
        tuple(name for _, name in both),
        clock=league.settings.clock or CLOCK,
        longest=league.settings.longest or (LONGEST_ALONE if seats == 1 else LONGEST),
        process_settings=programs,
        secret=league.secret,
    )


def play(league: League, seated: Seated, programs: ProcessSettings) -> Played:
    """Play a task."""
    job = job_of(league, seated, programs)
    began = time()
    done = run_job(job)
    row = row_of(job, done)
    done.match.names.update(enumerate(job.names))
    return Played(
        pairing=seated.task.pairing,
        attempt=seated.task.attempt,
        began=began,
        ended=time(),
        reason=row.reason,
        turns=row.turns,
        measure=row.measure,
        seats=tuple(row.seats[seat] for seat in league.seats),
        file=packed(write(done.match)),
        record=packed(json.dumps(as_json(done.records))),
        again=why_again(done, seated.task),
    )


def play_all(league: League, many: Sequence[Seated], programs: ProcessSettings) -> list[Played]:
    """Play tasks one after another."""
    return [play(league, seated, programs) for seated in many]


def packed(text: str) -> bytes:
    """A text for the database."""
    return zlib.compress(text.encode(), LEVEL)


def why_again(done: Run, task: Task) -> str:
    """Why a match should be played again; empty if it should not.

    In its trial a bot that sleeps is not given the benefit of the doubt.
    """
    if done.is_annulled:
        return done.faults[-1].text
    if task.stage == TRIAL_STAGE:
        return ""
    for record in done.records:
        if record.fault_kind == TIMEOUT and hardly_ran(record):
            return f"{record.fault}, with almost no processor time"
    return ""


def hardly_ran(record: SeatRecord) -> bool:
    """Did a program have almost no processor time for its last choice?"""
    if not record.spent:
        return False
    limit = record.first if len(record.spent) == 1 else record.later
    return record.spent[-1].cpu < IDLE * limit
