"""What a bot was told and what it answered, for the terminal."""

from __future__ import annotations

import shutil
from textwrap import fill
from typing import TYPE_CHECKING

from hoplon.core.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplon.protocols.player import SeatRecord
    from hoplon.referee.bot_turns import BotTurn
    from hoplon.sandbox.clock import Spent

LABEL = 10  # columns
LEAST_WIDTH = 40
MOST_LINES = 16
MOST_NAMED = 8  # turns
LEAST_SHOWN = 0.0001  # seconds


def block_of(turn: BotTurn, told: str, happened: str, is_full: bool) -> str:
    """One choice: who, how long, told, answered, stderr, message, and what happened."""
    lines = [f"  seat {turn.seat}, {printable(turn.player)}, {how_long(turn.spent)}"]
    for label, text in (
        ("told", told),
        ("answered", turn.answer),
        ("stderr", turn.errors),
        ("message", turn.message),
        ("happened", happened),
    ):
        if text or label == "answered":
            lines += labelled(label, text or "(nothing)", is_full)
    return "\n".join(lines)


def how_long(spent: Spent | None) -> str:
    """What a choice took, in words."""
    if spent is None:
        return "time unknown"
    parts = [f"{spent.cpu * 1000:.1f} ms on a processor"]
    if spent.waited >= LEAST_SHOWN:
        parts.append(f"{spent.waited * 1000:.1f} ms waiting for one")
    return f"{spent.wall * 1000:.1f} ms ({', '.join(parts)})"


def labelled(label: str, text: str, is_full: bool, indent: int = 4) -> list[str]:
    """A text with its label at the left; long lines and many lines are shortened unless asked for."""
    rows = printable(text).rstrip("\n").split("\n")
    if not is_full:
        width = max(LEAST_WIDTH, shutil.get_terminal_size().columns) - indent - LABEL
        more = len(rows) - MOST_LINES
        rows = [shortened(row, width) for row in (rows if more <= 1 else rows[:MOST_LINES])]
        if more > 1:
            rows.append(f"… {more} more lines")
    return [f"{'':{indent}}{label if n == 0 else '':{LABEL}}{row}".rstrip() for n, row in enumerate(rows)]


def shortened(row: str, width: int) -> str:
    """A line that fits, with how much was left out."""
    if len(row) <= width:
        return row
    kept = row[: width - len(f" … {len(row)} more")]
    return f"{kept} … {len(row) - len(kept)} more"


def summary_of(turns: Sequence[BotTurn]) -> str:
    """The choices of one bot in a sentence: how many, which was the slowest, where it wrote to stderr."""
    first, count = turns[0], len(turns)
    timed = [(turn.spent.wall, -turn.number) for turn in turns[1:] if turn.spent]
    parts = [f"{count} choices" if count > 1 else "1 choice"]
    if first.spent:
        parts.append(f"the first took {first.spent.wall * 1000:.1f} ms")
    if timed:
        wall, number = max(timed)
        parts.append(f"the slowest after it {wall * 1000:.1f} ms, in turn {-number}")
    wrote = [str(turn.number) for turn in turns if turn.errors]
    if wrote:
        more = f" and {len(wrote) - MOST_NAMED} more" if len(wrote) > MOST_NAMED else ""
        named = f"turn{'s' * (len(wrote) > 1)} {', '.join(wrote[:MOST_NAMED])}{more}"
        parts.append(f"stderr in {'all of them' if len(wrote) == count > 1 else named}")
    return wrapped(f"seat {first.seat}, {printable(first.player)}: {'; '.join(parts)}")


def faults_of(records: Sequence[tuple[int, SeatRecord]], is_full: bool) -> str:
    """What went wrong, with the last line of each bot at fault, and stderr that belongs to no choice."""
    lines: list[str] = []
    for seat, record in records:
        if record.fault:
            lines += ["", wrapped(f"fault of seat {seat} ({record.fault_kind}): {printable(record.fault)}")]
            if record.fault_line:
                lines += labelled("its line", record.fault_line, is_full, 2)
        if record.stderr and not record.errors:
            lines += ["", wrapped(f"stderr of seat {seat}, {printable(record.player)}")]
            lines += labelled("", record.stderr, is_full, 2)
    return "\n".join(lines)


def wrapped(sentence: str) -> str:
    """A sentence as wide as the terminal."""
    width = max(LEAST_WIDTH, shutil.get_terminal_size().columns)
    return fill(sentence, width, subsequent_indent="  ", break_on_hyphens=False)
