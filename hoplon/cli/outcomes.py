"""`hoplon outcomes`: everything that can follow a choice."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.inputs import PositionText, interpret, match_at
from hoplon.cli.lines import write_line


def outcomes(
    position: PositionText,
    choice: Annotated[str, typer.Argument(metavar="CHOICE", help="A choice, such as 'walk n'.")],
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each outcome.")] = False,
) -> None:
    """Print every position that can follow a choice, with its probability and one turn that leads to it.

    \b
    Examples:
      hoplon outcomes "hoplite depth=3 hero=4,5 demons=F4,7;A6,6" "walk n"
      hoplon outcomes hoplite-7.hoplon "leap 4,4" --json
    """
    interpret()
    from hoplon.core.outcomes import outcomes as find

    found = find(match_at(position), choice)
    if as_json:
        for result in found.results:
            facts = {"probability": str(result.probability), "exact": found.exact}
            print(write_line({**facts, "position": result.state.notation, "log": result.turn}))
        return
    how = "every fall of the dice" if found.exact else f"a sample of {found.samples} falls of the dice"
    print(f"{len(found)} outcomes, from {how}")
    for result in found.results:
        print(f"\n{float(result.probability):.2%} ({result.probability})  {result.state.notation}")
        print("\n".join(f"  {line}" for line in str(result.turn).splitlines()))
