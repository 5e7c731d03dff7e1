"""Tries a bot out for its author: plays a few matches and reports problems with what to do about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hoplon.core.game import Game
from hoplon.protocols.lines.json_lines import dialect_of
from hoplon.protocols.lines.process_bot import BotLog, ProcessBot, ProcessSettings
from hoplon.referee.run import Run, run
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import CLOSED, EXIT, GARBAGE, LIMIT, TIMEOUT, TOO_LONG
from hoplon.sandbox.limits import no_bubblewrap

PATIENCE = 20.0  # times the limits, so that a slow bot can finish
STDERR_LINES = 8
MANY = 5
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
    command: str, game: Game, options: Any, seeds: Sequence[int], process_settings: ProcessSettings
) -> list[Finding]:
    """Play a match on every seed, the first one twice, and report what was found."""
    patient = replace(process_settings, scale=process_settings.scale * PATIENCE)
    bots = [ProcessBot(command, game, patient) for _ in range(game.seat_count(options))]
    first, later = bots[0].first / PATIENCE, bots[0].later / PATIENCE
    runs = []
    for seed in seeds:
        played = run(game, bots, seed, options, longest=LONGEST)
        runs.append(played)
        fault = found_fault(played, game)
        if fault:
            return [*fault, *found_errors(bot_log_of(played))]
    found = [Finding(FINE, praise(runs))]
    found += found_times(runs, first, later, process_settings.strict)
    found += found_manners([bot_log_of(played) for played in runs], game)
    again = run(game, bots, seeds[0], options, longest=LONGEST)
    if again.match.choices != runs[0].match.choices:
        text = "the same seed gave another match: use the number 'dice' of the hello line, or a fixed seed"
        found.append(Finding(ADVICE, text + ", if you want to be able to repeat a match"))
    why_not = no_bubblewrap()
    if process_settings.sandbox == "auto" and why_not:
        found.append(Finding(ADVICE, f"{why_not}, so it was not tried without network and write access"))
    return found


def bot_log_of(played: Run) -> BotLog:
    """The log of the bot at fault, otherwise of the first seat."""
    bot_log = played.bot_logs[played.fault.seat if played.fault else 0]
    assert bot_log is not None
    return bot_log


def found_fault(played: Run, game: Game) -> list[Finding]:
    """What ended a match early, with a hint what to do about it."""
    bot_log = bot_log_of(played)
    if not bot_log.fault:
        return []
    text = played.fault.text if played.fault else bot_log.fault
    found = [Finding(WRONG, text.removeprefix(bot_log.bot).strip())]
    hint = HINTS.get(bot_log.fault_kind, "")
    if bot_log.fault_kind == TIMEOUT and len(bot_log.walls) == 1:
        hint += f" Not a single line came: does it read the input as {game.title} writes it?"
    return [*found, Finding(ADVICE, hint)] if hint else found


def found_errors(bot_log: BotLog) -> list[Finding]:
    """The last lines on stderr, which usually say why a program ended."""
    lines = bot_log.stderr.rstrip().splitlines()
    if not lines:
        return []
    return [Finding(ADVICE, "its last words on stderr:\n" + "\n".join(lines[-STDERR_LINES:]))]


def found_times(runs: Sequence[Run], first: float, later: float, strict: bool) -> list[Finding]:
    """The choices that would have been too late by the real clock."""
    late: list[str] = []
    slowest = 0.0
    for played in runs:
        bot_log = bot_log_of(played)
        clock = Clock(first, later, strict)
        for turn, spent in enumerate(bot_log.spent, 1):
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


def found_manners(bot_logs: Sequence[BotLog], game: Game) -> list[Finding]:
    """What works, but is rarely intended."""
    found = []
    early = sum(bot_log.early for bot_log in bot_logs)
    if early:
        text = (
            f"{early} answers were there before the question: it says more than one line a turn, and every "
            "surplus line answers a later turn"
        )
        found.append(Finding(ADVICE, text))
    if any(bot_log.lingered for bot_log in bot_logs):
        found.append(Finding(ADVICE, "it does not end by itself after the 'end' line, and is killed instead"))
    errors = sum(bot_log.stderr_bytes for bot_log in bot_logs)
    if errors:
        found.append(Finding(FINE, f"it wrote {errors} bytes to stderr; hoplon match --verbose shows them"))
    said = sum(len(bot_log.messages) for bot_log in bot_logs)
    if said:
        found.append(Finding(FINE, f"it said {said} messages; hoplon match --verbose shows them"))
    if not dialect_of(game).end(0, None, ""):
        found.append(Finding(FINE, f"it speaks the original lines of {game.title}"))
    return found


def praise(runs: Sequence[Run]) -> str:
    """How the matches ended."""
    ends = ", ".join(f"seed {r.match.seed}: {r.match.outcome or r.verdict}" for r in runs)
    return f"played {len(runs)} matches without a fault ({ends})"
