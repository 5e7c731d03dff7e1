"""`hoplon dataset`: match files as arrays, for those who learn from them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import find_game, naming
from hoplon.cli.verify import is_zip
from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match

SUFFIXES = (".npz", ".parquet")


def dataset(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The dataset: a name with .npz or .parquet.")],
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Match files, or results of `hoplon evaluate`.")
    ],
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            metavar="NAME",
            help="What a row tells; that of the task, or the game's usual one, if not given.",
            show_default=False,
        ),
    ] = None,
    task: Annotated[
        str | None,
        typer.Option(
            "--task",
            metavar="TASK",
            help="Returns are what this task gives; else points.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Replay match files and write what was observed and done before each choice, as arrays.

    A row has the observation, the mask, the action, the return (what the seat still gained from there on),
    the seat and the number of the match.

    \b
    Examples:
      hoplon dataset greedy.npz hoplite-depth16-v1.zip --task hoplite-depth16-v1
      hoplon dataset battles.parquet runs/*.hoplon --encoding units
    """
    from hoplon.core.generic_encoding import encodings_of
    from hoplon.learn.datasets import Replay, save
    from hoplon.learn.plan import encoding_named
    from hoplon.learn.tasks import task as find_task

    if out.suffix not in SUFFIXES:
        raise BadOption(f"the dataset is to be called {out}; expected a name with {' or '.join(SUFFIXES)}")
    given = find_task(task) if task else None
    rows: Replay | None = None
    first: Game | None = None
    for match in matches_in(files):
        if first is None or rows is None:
            first = match.game
            if given and given.game != first.name:
                raise BadOption(
                    f"the matches are of {first.name}; the task {given.name} is one of {given.game}"
                )
            if given and encoding is None:
                found = given.find_encoding()
            else:
                found = encoding_named(first, encodings_of(first), encoding)
            rows = Replay(found, given.measure if given else None, given.unit if given else 1.0)
        if match.game.name != first.name:
            raise BadOption(f"there are matches of {first.name} and of {match.game.name}; expected one game")
        rows.add(match)
    if rows is None:
        raise BadOption("there is no match in these files; expected at least one")
    data = rows.dataset()
    save(data, out)
    less = f"; {data.left_out} choices have no action in it" if data.left_out else ""
    print(f"{out}: {len(data)} rows of {int(data.match[-1]) + 1} matches, encoding {data.encoding}{less}")


def matches_in(files: list[Path]) -> Iterator[Match]:
    """All matches in match files and result files, replayed."""
    from hoplon.cli.inputs import load
    from hoplon.core import replay
    from hoplon.learn.results import read

    for path in files:
        if not is_zip(path):
            yield load(path)
            continue
        with naming(path):
            for text in read(path)[1].values():
                yield replay.load(text, find_game)
