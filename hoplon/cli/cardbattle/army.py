"""`hoplon army`: armies of the card battles, listed, shown and checked."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import interpret
from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from hoplon.games.cardbattle.army import Army

HELP = """Armies of Hoplites, the card battles: list, show and check them.

\b
Examples:
  hoplon army list
  hoplon army show carthage
  hoplon army check mine.toml
"""
FAULTY = 2

army = typer.Typer(help=HELP, no_args_is_help=True)

Folder = Annotated[
    Path | None,
    typer.Option(
        "--armies",
        metavar="DIR",
        help="Your own armies; hoplon/armies in the platform's data folder if not given.",
        show_default=False,
    ),
]


@army.command("list")
def show_list(
    module: Annotated[
        str,
        typer.Option(metavar="MODULE", help="Only antiquity, samurai, fantasy or 300.", show_default=False),
    ] = "",
    armies: Folder = None,
) -> None:
    """List the supplied armies and your own.

    \b
    Examples:
      hoplon army list
      hoplon army list --module samurai
      hoplon army list --armies my-armies
    """
    interpret()
    from hoplon.games.cardbattle.armies import supplied
    from hoplon.games.cardbattle.checking import near
    from hoplon.games.cardbattle.tables import MODULE_IDS

    if module and module not in MODULE_IDS:
        hint = near(module, MODULE_IDS)
        raise BadOption(f"there is no module {module!r}{hint}; expected one of {', '.join(MODULE_IDS)}")
    found = [*((army, "") for army in supplied()), *((army, "yours") for army in own_armies(folder(armies)))]
    print_list([row for row in found if not module or MODULE_IDS[row[0].module] == module])


@army.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id, name or file of an army.")],
    armies: Folder = None,
    inline: Annotated[
        bool, typer.Option("--inline", help="The whole army in one line, for an option of a match.")
    ] = False,
    toml: Annotated[
        Path | None,
        typer.Option(
            "--toml",
            metavar="FILE",
            help="Write it to an army file; the name of the file becomes its id.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show an army: its leader, special rules, cards, terrain and units.

    \b
    Examples:
      hoplon army show carthage
      hoplon army show "Republican Rome"
      hoplon army show mine --armies my-armies
      hoplon army show my-armies/mine.toml --inline
      hoplon army show carthage --toml mine.toml
    """
    interpret()
    from hoplon.games.cardbattle import armies as known

    is_file = name.endswith(known.SUFFIX) and Path(name).exists()
    found = known.load(name) if is_file else known.find(name, folder(armies))
    if toml is not None:
        write_file(found, toml)
    elif inline:
        print(known.inline(found))
    else:
        print_army(found)


@army.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Army files.", show_default=False)],
) -> None:
    """Check army files: one line for each fault, with its line number.

    The exit code is 2 if any file has a fault.

    \b
    Examples:
      hoplon army check mine.toml
      hoplon army check my-armies/*.toml
    """
    interpret()
    from hoplon.games.cardbattle.armies import BadArmy, load

    faulty = False
    for path in files:
        try:
            found = load(path)
        except BadArmy as error:
            faulty = True
            print(*error.each(), sep="\n", file=sys.stderr)
        else:
            total = found.totals()
            print(f"{path}: {found.name}, {total['units']} unit cards, {total['points']} points, no faults")
            for warning in found.warnings():
                print(f"{path}: note: {warning}")
    if faulty:
        raise typer.Exit(FAULTY)


def write_file(army: Army, path: Path) -> None:
    """Write an army to a new file, under the id that the file's name gives it."""
    from hoplon.games.cardbattle.armies import SUFFIX, read
    from hoplon.games.cardbattle.army_text import as_toml

    if path.suffix != SUFFIX:
        raise BadOption(f"an army cannot be written to {str(path)!r}; expected a file NAME{SUFFIX}")
    text = as_toml(replace(army, id=path.stem))
    read(text, str(path), path.stem)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise BadOption(f"the file {str(path)!r} is there already; expected a new one") from None
    print(f"{army.name} is written to {path}")


def folder(given: Path | None) -> Path | None:
    """The folder that was asked for; a folder that is named must be there."""
    if given is not None and not given.is_dir():
        raise BadOption(f"there is no folder {str(given)!r}; expected one with army files (*.toml)")
    return given


def own_armies(where: Path | None) -> list[Army]:
    """The user's armies; what is wrong with the others is said on stderr."""
    from hoplon.games.cardbattle.armies import BadArmy, load, shadowed, user_files

    hidden = shadowed(where)
    found = []
    for path in user_files(where).values():
        if path in hidden:
            print(f"{path}: a supplied army has this id; expected another name", file=sys.stderr)
            continue
        try:
            found.append(load(path))
        except BadArmy as error:
            print(error, file=sys.stderr)
    return found


def console() -> Console:
    """Where tables are printed."""
    from rich.console import Console

    return Console(highlight=False)


def new_table(*headings: str, wrapped: Collection[str] = (), numbers: int = 0) -> Table:
    """A table that fits 80 columns: the last headings are those of numbers, some columns may wrap."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for k, heading in enumerate(headings):
        is_number = k >= len(headings) - numbers
        table.add_column(heading, justify="right" if is_number else "left", no_wrap=heading not in wrapped)
    return table


def print_list(found: list[tuple[Army, str]]) -> None:
    """A table a module, a row an army."""
    from rich.markup import escape

    from hoplon.games.cardbattle.tables import MODULE_IDS

    for module in dict.fromkeys(sorted(army.module for army, _ in found)):
        headings = (MODULE_IDS[module], "army", "leader", "units", "level", "points")
        table = new_table(*headings, wrapped=("army", "leader"), numbers=3)
        for army, whose in found:
            if army.module == module:
                total = army.totals()
                numbers = (total[key] for key in ("units", "rout_level", "points"))
                name = escape(army.name) + (f" [dim]({whose})[/]" if whose else "")
                table.add_row(f"[bold]{army.id}[/]", name, escape(army.leader.name), *map(str, numbers))
        console().print(table)


def print_army(army: Army) -> None:
    """Everything about an army on a page."""
    from rich.markup import escape
    from rich.table import Table

    from hoplon.games.cardbattle.tables import MODULE_IDS

    total, page = army.totals(), console()
    words = (f"[bold]{escape(army.name)}[/]", army.id, MODULE_IDS[army.module], escape(army.period))
    page.print(", ".join(filter(None, words)))
    if army.description:
        page.print(escape(army.description))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for heading, text in facts(army):
        grid.add_row(f"[dim]{heading}[/]", escape(text))
    page.print()
    page.print(grid)
    print_units(army, page)
    page.print(
        f"{total['units']} unit cards, TQ {total['tq_sum']}, value {total['rout_total']}, "
        f"routed at {total['rout_level']} ({army.rout_percent} %), {total['points']} points"
    )


def facts(army: Army) -> Iterator[tuple[str, str]]:
    """What an army has besides its units."""
    from hoplon.games.cardbattle.names import Card, Roman
    from hoplon.games.cardbattle.tables import CARD_NAMES, SPECIAL_NAMES, SPECIAL_TEXTS, TERRAIN_NAMES

    leader = army.leader
    clans = f", {leader.clans} clans a turn" if leader.clans else ""
    yield "leader", f"{leader.name}: initiative {leader.initiative}, command {leader.command}{clans}"
    for rule in army.rules:
        yield "rule", f"{SPECIAL_NAMES[rule]}: {SPECIAL_TEXTS[rule]}"
    cards = ", ".join(f"{CARD_NAMES[card]} {army.cards[card]}" for card in Card if army.cards[card])
    yield (
        "cards",
        f"{cards or 'none'} ({army.limited_cards} of {leader.card_allowance} allowed by the leader)",
    )
    places = [f"{TERRAIN_NAMES[one.terrain]} in column {one.column}" for one in army.defences]
    if army.field_terrain is not None:
        places.append(f"{TERRAIN_NAMES[army.field_terrain]} on all of its field")
    if places:
        yield "terrain", ", ".join(places)
    if army.clans:
        yield "clans", ", ".join(army.clans)
    notes = {
        f"{army.roman.name.lower()} Roman combined moves": army.roman != Roman.NO,
        f"the battle ends after {army.turn_limit} rounds": army.turn_limit,
        "it wins at that limit": army.wins_at_turn_limit,
        "its deck refills": army.endless,
        "it cannot be routed": army.cannot_be_routed,
    }
    if any(notes.values()):
        yield "notes", ", ".join(note for note, holds in notes.items() if holds)


def print_units(army: Army, page: Console) -> None:
    """A row for each kind of card."""
    from rich.markup import escape

    from hoplon.games.cardbattle.tables import KIND_CODES, MISSILE_LETTERS

    headings = (
        "unit",
        "type",
        "fire",
        *(["clan"] if army.clans else []),
        "cards",
        "TQ",
        "size",
        "value",
        "points",
    )
    table = new_table(*headings, wrapped=("unit",), numbers=5)
    for unit in army.units:
        traits = ", ".join(trait.name.lower().replace("_", " ") for trait in unit.traits)
        numbers = (unit.count, unit.tq, unit.size, unit.value(), unit.points)
        name = escape(unit.name) + (f"\n  [dim]{traits}[/]" if traits else "")
        clan = [escape(unit.clan)] if army.clans else []
        cells = (name, KIND_CODES[unit.kind], MISSILE_LETTERS[unit.missile], *clan)
        table.add_row(*cells, *map(str, numbers))
    page.print(table)
