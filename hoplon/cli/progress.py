"""Plays a series with a progress bar, saves each match as it ends, and resumes where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

Key = TypeVar("Key", bound=Hashable)
Work = TypeVar("Work")
Done = TypeVar("Done")


def play_the_rest(
    wanted: Mapping[Key, Work],
    play: Callable[[Sequence[Work]], Iterable[Done]],
    key_of: Callable[[Done], Key],
    row: Callable[..., Done],
    folder: Path,
    settings: dict[str, str],
    noun: str,
) -> list[Done]:
    """Play the matches that a folder does not have yet, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from hoplon.referee.results import Journal

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    journal: Any = Journal(folder, settings)
    try:
        done = {key_of(found): found for found in journal.rows(row)}
        rows = [found for key, found in done.items() if key in wanted]
        left = [work for key, work in wanted.items() if key not in done]
        console = Console(stderr=True)
        if rows:
            said = f"{len(rows)} of {len(wanted)} {noun} are done already in {folder}"
            console.print(said, markup=False, highlight=False)
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(noun, total=len(wanted), completed=len(rows))
            for found in play(left):
                journal.add(found)
                rows.append(found)
                bar.advance(task)
    finally:
        journal.close()
    return rows
