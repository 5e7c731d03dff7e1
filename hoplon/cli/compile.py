"""`hoplon compile`: compile the rules, so that nothing has to wait for it later."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated, Any

import typer

MOST_WORKERS = 4  # a compiler takes up to a gigabyte
NEWS_SECONDS = 0.2


def compile(
    games: Annotated[list[str] | None, typer.Argument(help="Games to compile; all if none is named.")] = None,
) -> None:
    """Compile rules and bots and keep the result on disk, several games at once; quick if done before.

    \b
    Examples:
      hoplon compile
      hoplon compile hoplite
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from hoplon.games import game, game_names
    from hoplon.server.warmup import BOTS, RULES, is_ready

    found = [game(name) for name in games or game_names()]
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns) as bars:
        tasks = {each.name: bars.add_task(f"Compiling the rules of {each.title}", total=1) for each in found}
        titles = {each.name: each.title for each in found}

        def tell(name: str, what: str, done: int, of: int) -> None:
            text = f"Rules of {titles[name]}: {what}"
            bars.update(tasks[name], completed=done, total=of, description=text)

        cold = [each.name for each in found if not all(is_ready(each, part) for part in (RULES, BOTS))]
        if len(cold) > 1:
            warm_side_by_side(cold, tell)
        elif cold:
            make_all_ready(cold[0], tell)
        for each in found:
            tell(each.name, "ready", 1, 1)


def make_all_ready(name: str, tell: Callable[[str, str, int, int], None]) -> None:
    """Compile the rules of a game and its bots."""
    from hoplon.games import game
    from hoplon.server.warmup import BOTS, RULES, make_ready

    found = game(name)
    for part in (RULES, BOTS):
        make_ready(found, part, lambda what, done, of: tell(name, what, done, of))


def warm_side_by_side(names: Sequence[str], tell: Callable[[str, str, int, int], None]) -> None:
    """Compile games in processes of their own, as many as there are cores."""
    from queue import Empty

    context = get_context("spawn")
    workers = min(len(names), os.cpu_count() or 1, MOST_WORKERS)
    with context.Manager() as manager, ProcessPoolExecutor(workers, context) as pool:
        news = manager.Queue()
        work: list[Future[None]] = [pool.submit(warm_one, name, news) for name in names]
        while not all(each.done() for each in work) or not news.empty():
            try:
                tell(*news.get(timeout=NEWS_SECONDS))
            except Empty:
                continue
        for each in work:
            each.result()


def warm_one(name: str, news: Any) -> None:
    """Compile one game and report progress."""
    make_all_ready(name, lambda *told: news.put(told))
