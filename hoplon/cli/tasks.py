"""`hoplon tasks`: what there is to learn."""

from __future__ import annotations

import sys


def tasks() -> None:
    """List the tasks for learners, with what each is about.

    \b
    Examples:
      hoplon tasks
      hoplon evaluate hoplite-depth16-v1 --bot greedy
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from hoplon.learn.tasks import left_out
    from hoplon.learn.tasks import tasks as all_tasks

    table = Table(box=SIMPLE_HEAD)
    for name in ("task", "what it is", "tested against"):
        table.add_column(name)
    for task in all_tasks().values():
        table.add_row(task.name, task.summary, ", ".join(task.opponents) or "–")
    Console(markup=False, highlight=False).print(table)
    for fault in left_out():
        print(f"hoplon: {fault}", file=sys.stderr)
