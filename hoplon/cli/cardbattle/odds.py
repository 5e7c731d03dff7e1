"""`hoplon odds`: the arithmetic of an attack, and the chance of everything that it may bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.inputs import PositionText, interpret, match_at
from hoplon.cli.lines import write_line
from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.core.match import Match

COLUMNS = 9


def odds(
    position: PositionText,
    attackers: Annotated[str, typer.Argument(metavar="COLUMNS", help="Who attacks, such as 3 or 3,4.")],
    targets: Annotated[str, typer.Argument(metavar="COLUMNS", help="Who is attacked, such as 4.")],
    flank: Annotated[
        str, typer.Option(metavar="COLUMNS", help="Attackers who are on the flank.", show_default=False)
    ] = "",
    by: Annotated[
        str, typer.Option(metavar="A|B", help="Whose attack it is.", show_default="the active player's")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON, with exact fractions.")] = False,
) -> None:
    """Print the numbers of an attack in a card battle and the exact chances of what it may bring.

    \b
    Examples:
      hoplon odds cardbattle-3.hoplon 3,4 4
      hoplon odds cardbattle-3.hoplon 2,3 3 --flank 2 --by B --json
    """
    interpret()
    from hoplon.games.cardbattle.fitting import names_for
    from hoplon.games.cardbattle.odds import odds_for

    match = match_at(position)
    if match.game.name != "cardbattle":
        raise BadOption(f"odds are of attacks in card battles; this is a match of {match.game.name}")
    seat = _seat(match, by)
    ours = [_unit(match, seat, column) for column in _columns("attackers", attackers)]
    theirs = [_unit(match, 1 - seat, column) for column in _columns("targets", targets)]
    beside = [_unit(match, seat, column) for column in _columns("--flank", flank)] if flank else []
    found = odds_for(match._states, 0, ours, theirs, beside)
    words = names_for(match.options).words
    if not as_json:
        print(found.text(lambda unit: words[unit]))
        return
    told: dict[str, Any] = {
        "column": found.sums.column,
        "hits": [{str(n): str(chance) for n, chance in sorted(side.items())} for side in found.hits],
        "leaves": {words[unit]: str(chance) for unit, chance in found.rout.items()},
    }
    print(write_line(told))


def _seat(match: Match, by: str) -> int:
    if not by:
        return int(match._states["active"][0])
    if by.upper() not in ("A", "B"):
        raise BadOption(f"--by is {by!r}; expected A or B")
    return "AB".index(by.upper())


def _columns(what: str, text: str) -> list[int]:
    """Columns as they are typed, counted from 1."""
    parts = text.split(",")
    if not all(part.isdecimal() and 1 <= int(part) <= COLUMNS for part in parts):
        raise BadOption(f"{what} is {text!r}; expected columns from 1 to {COLUMNS}, such as 3,4")
    return [int(part) - 1 for part in parts]


def _unit(match: Match, seat: int, column: int) -> int:
    """The unit that stands in a column."""
    from hoplon.games.cardbattle.areas import area

    unit = int(match._states["field"][0][area(seat, column)])
    if unit < 0:
        raise BadOption(f"no unit of {'AB'[seat]} stands in column {column + 1}")
    return unit
