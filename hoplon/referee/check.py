"""Tries a bot out for its author: plays a few matches and reports problems with what to do about them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Any

from hoplon.core.game import Game
from hoplon.core.talents import Trial
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
from hoplon.protocols.player import SeatRecord
from hoplon.referee.run import UNFINISHED, Run, run
from hoplon.referee.series import keep
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import CLOSED, EXIT, GARBAGE, LIMIT, TIMEOUT, TOO_LONG
from hoplon.sandbox.limits import isolation

PATIENCE = 20.0  # times the limits, so that a slow bot can finish; by the wall clock, so that it ends
WHOLE = 60.0  # seconds for all matches, beyond which none is begun or goes on
STDERR_LINES = 8
MANY = 5
TRIAL_SEED = 1
LONGEST = 200  # turns: enough to see whether it follows the protocol

WRONG, ADVICE, FINE = "wrong", "advice", "fine"

HINTS = {
    TIMEOUT: "Answer every question with exactly one line, end it with a line feed, and flush the output.",
    CLOSED: "Keep stdout open until the end, and print nothing but answers to it.",
    EXIT: "Keep reading until the input ends; what the bot said on stderr is below.",
    LIMIT: "A bot that uses more than its limits is stopped; they are in docs/how-to/process-bots.md.",
    TOO_LONG: "An answer is one short line; debug output belongs on stderr.",
    GARBAGE: "Print nothing but answers to stdout; debug output belongs on stderr.",
    "illegal": "Copy one of the legal choices letter by letter.",
}


@dataclass(frozen=True)
class Finding:
    """One thing found: `wrong`, `advice` or `fine`."""

    level: str
    text: str


def check(
    command: str,
    game: Game,
    options: Any,
    seeds: Sequence[int],
    process_settings: ProcessSettings,
    folder: Path | None = None,
) -> list[Finding]:
    """Play a match on every seed, the first one twice, and report what was found.

    A match that failed is kept in the folder, in place of the last one of its game.
    """
    patient = replace(process_settings, scale=process_settings.scale * PATIENCE, strict=True)
    deadline = time() + WHOLE * process_settings.scale
    count = game.seat_count(options)
    bots = [ProcessBot(command, game, patient) for _ in range(count)]
    first, later = bots[0].first / PATIENCE, bots[0].later / PATIENCE
    runs = []
    for seed in seeds:
        played = run(game, bots, seed, options, longest=LONGEST, deadline=deadline)
        runs.append(played)
        fault = found_fault(played, game)
        if fault:
            return [*fault, *found_errors(record_of(played)), *kept(played, folder)]
        if played.stopped == UNFINISHED:
            text = f"stopped after {WHOLE * process_settings.scale:g} s in match {len(runs)} of {len(seeds)}"
            return [Finding(ADVICE, text), *found_times(runs, first, later, process_settings.strict)]
    found = [Finding(FINE, praise(runs))]
    found += found_times(runs, first, later, process_settings.strict)
    found += found_manners([record_of(played) for played in runs], game)
    again = run(game, bots, seeds[0], options, longest=LONGEST, deadline=deadline)
    if again.stopped != UNFINISHED and again.match.choices != runs[0].match.choices:
        text = "the same seed gave another match: use the number 'dice' of the hello line, or a fixed seed"
        found.append(Finding(ADVICE, text + ", if you want to be able to repeat a match"))
    found.append(Finding(FINE, f"its sandbox: {isolation(process_settings.sandbox)}"))
    return found


def try_out(
    command: str, game: Game, trials: Sequence[Trial], process_settings: ProcessSettings
) -> list[Finding]:
    """Play each trial once and tell what happened there, and what it is about where that was not a win."""
    deadline = time() + WHOLE * process_settings.scale
    found: list[Finding] = []
    for trial in trials:
        options = game.options.from_text(dict(trial.options))
        bots = [ProcessBot(command, game, process_settings) for _ in range(game.seat_count(options))]
        played = run(game, bots, TRIAL_SEED, options, longest=LONGEST, deadline=deadline)
        fault = found_fault(played, game)
        if fault:
            return [*found, Finding(WRONG, f"{trial.name}: {fault[0].text}"), *fault[1:]]
        if played.stopped == UNFINISHED:
            return [*found, Finding(ADVICE, f"{trial.name}: no time was left for it and those after it")]
        says = f"{trial.name}: {played.match.outcome or played.verdict}"
        if played.winners or not trial.can_be_won:
            found.append(Finding(FINE, says))
        else:
            found.append(Finding(ADVICE, f"{says}. {trial.purpose}"))
    return found


def kept(played: Run, folder: Path | None) -> list[Finding]:
    """How to look at a match that failed, if it can be kept."""
    if folder is None:
        return []
    path = folder / f"{played.match.game.name}.hoplon"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keep(played, path)
    except OSError:
        return []
    numbers = record_of(played).numbers
    place = f" --turn {numbers[-1]}" if numbers else ""
    return [
        Finding(ADVICE, f"what it was told and said: hoplon replay {shlex.quote(str(path))} --bots{place}")
    ]


def record_of(played: Run) -> SeatRecord:
    """The record of the bot at fault, otherwise of the first seat."""
    return played.records[max(0, played.fault.seat) if played.fault else 0]


def found_fault(played: Run, game: Game) -> list[Finding]:
    """What ended a match early, with a hint what to do about it."""
    if played.is_annulled and played.fault:
        return [Finding(WRONG, played.fault.text)]
    record = record_of(played)
    if not record.fault:
        return []
    text = played.fault.text if played.fault else record.fault
    found = [Finding(WRONG, text.removeprefix(record.player).strip())]
    hint = HINTS.get(record.fault_kind, "")
    if record.fault_kind == TIMEOUT and len(record.walls) == 1:
        hint += f" Not a single line came: does it read the input as {game.title} writes it?"
    return [*found, Finding(ADVICE, hint)] if hint else found


def found_errors(record: SeatRecord) -> list[Finding]:
    """The last lines on stderr, which usually say why a program ended."""
    lines = record.stderr.rstrip().splitlines()
    if not lines:
        return []
    return [Finding(ADVICE, "its last words on stderr:\n" + "\n".join(lines[-STDERR_LINES:]))]


def found_times(runs: Sequence[Run], first: float, later: float, strict: bool) -> list[Finding]:
    """The choices that would have been too late by the real clock."""
    late: list[str] = []
    slowest = 0.0
    for played in runs:
        record = record_of(played)
        clock = Clock(first, later, strict)
        for turn, spent in enumerate(record.spent, 1):
            limit = clock.limit
            own = spent.wall if strict else spent.own
            slowest = max(slowest, own if turn > 1 else 0.0)
            if own > limit:
                late.append(f"choice {turn} took {own * 1000:.0f} ms, {limit * 1000:.0f} are allowed")
            clock.taken.append(spent)
    if not late:
        used = slowest / later
        text = (
            f"in time: the slowest choice after the first took {slowest * 1000:.1f} ms of {later * 1000:.0f}"
        )
        advice = " (close to the limit)" if used > 0.5 else ""
        return [Finding(ADVICE if advice else FINE, text + advice)]
    more = f"; and {len(late) - MANY} more" if len(late) > MANY else ""
    return [Finding(WRONG, "too slow: " + "; ".join(late[:MANY]) + more)]


def found_manners(records: Sequence[SeatRecord], game: Game) -> list[Finding]:
    """What works, but is rarely intended."""
    found = []
    early = sum(record.early for record in records)
    if early:
        text = (
            f"{early} answers were there before the question: it says more than one line a turn, and every "
            "surplus line answers a later turn"
        )
        found.append(Finding(ADVICE, text))
    if any(record.lingered for record in records):
        found.append(Finding(ADVICE, "it does not end by itself after the 'end' line, and is killed instead"))
    errors = sum(record.stderr_bytes for record in records)
    if errors:
        found.append(Finding(FINE, f"it wrote {errors} bytes to stderr; hoplon match --verbose shows them"))
    said = sum(len(record.messages) for record in records)
    if said:
        found.append(Finding(FINE, f"it said {said} messages; hoplon match --verbose shows them"))
    if not dialect_of(game).end(0, None, ""):
        found.append(Finding(FINE, f"it speaks the original lines of {game.title}"))
    return found


def praise(runs: Sequence[Run]) -> str:
    """How the matches ended."""
    ends = ", ".join(f"seed {r.match.seed}: {r.match.outcome or r.verdict}" for r in runs)
    return f"played {len(runs)} matches without a fault ({ends})"
