"""`hoplon explain`: can a position follow another, how likely, and by which variants of the rules?"""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.inputs import interpret
from hoplon.cli.lines import write_line


def explain(
    before: Annotated[str, typer.Argument(metavar="BEFORE", help="A position in one line.")],
    choice: Annotated[str, typer.Argument(metavar="CHOICE", help="The choice that was made there.")],
    after: Annotated[str, typer.Argument(metavar="AFTER", help="The position that was seen then.")],
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WORD",
            help="A word of positions that is not compared, such as turn; give it as often as needed.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each variant.")] = False,
) -> None:
    """Say whether a position can follow, with what probability, and which variants of the rules agree.

    \b
    Examples:
      hoplon explain "hoplite hero=4,2 demons=F4,6" "walk n" "hoplite hero=4,3 demons=F4,5 turn=1"
      hoplon explain "hoplite hero=4,2 demons=F4,6" "walk n" "hoplite hero=4,3 demons=F4,5" --ignore turn
    """
    interpret()
    from hoplon.analysis.explain import explain as find

    found = find(before, choice, after, ignore or ())
    if as_json:
        for ruling in found.rulings:
            print(write_line(ruling.as_json()))
        return
    print(found)
