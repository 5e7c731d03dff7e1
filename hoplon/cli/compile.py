"""`hoplon compile`: make the rules ready, so that nothing has to wait for them later."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


def compile(
    games: Annotated[list[str] | None, typer.Argument(help="Games to compile; all if none is named.")] = None,
) -> None:
    """Compile the rules once and keep the result on disk; quick if that was done before.

    \b
    Examples:
      hoplon compile
      hoplon compile hoplite
    """
    from hoplon.core.warm import warm
    from hoplon.games import GAMES, game

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns) as progress:
        for name in games or sorted(GAMES):
            found = game(name)
            task = progress.add_task(f"Compiling the rules of {found.title}", total=1)

            def tell(what: str, done: int, of: int, task: int = task, title: str = found.title) -> None:
                text = f"Rules of {title}: {what}"
                progress.update(task, completed=done, total=of, description=text)  # type: ignore[arg-type]

            warm(found, tell)
