"""`hoplon trace`: make the golden traces of a game again, or add one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import (
    GameName,
    OptionTexts,
    compiling_notice_for,
    find_game,
    interpret,
    make_ready,
    read_options,
    read_seed,
)
from hoplon.core.errors import BadOption, HoplonError

CONTEXT = TAKES_FLAGS
FOLDER = Path("tests/traces")
SEED = 1
TURNS = 60


def trace(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the traces.", show_default="tests/traces/GAME"),
    ] = None,
    add: Annotated[
        str | None, typer.Option(metavar="NAME", help="Add a trace of this name.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=read_seed, help="The seed of the added trace.", show_default=str(SEED)
        ),
    ] = None,
    option: OptionTexts = None,
    turns: Annotated[
        int | None, typer.Option(min=1, help="The most turns of the added trace.", show_default=str(TURNS))
    ] = None,
) -> None:
    """Regenerate the traces of a game, each from its own head; or add one.

    \b
    Examples:
      hoplon trace hoplite
      hoplon trace hoplite --add wizards --seed 5 -o depth=6 --turns 60
    """
    interpret()
    from hoplon.core.trace import Recipe, make_trace, read_recipe

    found = find_game(game)
    folder = out or FOLDER / game
    texts = with_flags(found, option, context)
    if add is None:
        if texts or seed is not None or turns is not None:
            raise BadOption(
                "a trace is regenerated as its head says; seed, turns and options need --add NAME"
            )
        todo = {path: read_recipe(path) for path in sorted(folder.glob("*.trace"))}
        if not todo:
            raise HoplonError(f"there is no trace in {folder}; make the first one with --add NAME")
    else:
        options = read_options(found, texts).as_text()
        recipe = Recipe(game, SEED if seed is None else seed, turns or TURNS, options)
        todo = {folder / f"{add}.trace": recipe}
    with compiling_notice_for(found):
        make_ready(found)
    folder.mkdir(parents=True, exist_ok=True)
    for path, recipe in todo.items():
        new = make_trace(found, recipe)
        old = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(new, encoding="utf-8", newline="\n")
        print(f"{path}: {'new' if old is None else 'unchanged' if new == old else 'changed'}")
