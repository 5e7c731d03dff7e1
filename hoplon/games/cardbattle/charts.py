"""The tables of the rulebook (23) for players: made from the same arrays that the rules read.

A chart is a caption and grids of words, which a page draws and a terminal prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any

from hoplon.core.errors import BadText
from hoplon.games.cardbattle.content import read_table
from hoplon.games.cardbattle.picture import SIGN_HELP
from hoplon.games.cardbattle.tables import (
    COLUMNS,
    COVER_DIE,
    COVERS,
    CRT,
    DICE,
    ENTRY,
    KIND_CODES,
    KIND_MODULE,
    KIND_NAMES,
    MODULE_IDS,
    NA,
    RALLY_COH,
    RAMPAGE,
    SHOCK,
    SHOCK_KEYS,
    SHOCK_SHIFT,
    SUPER_KEYS,
    SUPERIORITY,
    TERRAIN_NAMES,
    WITHDRAWS,
    Module,
    Run,
    Superior,
)

SAMURAI_KEYS = ("AS", "KB", "TP", "YU", "OZ")
LETTERS = {Superior.NOBODY: "·", Superior.ATTACKER: "A", Superior.DEFENDER: "D"}
WIDE = 96
MONSTERS = ("SM", "LM")


@dataclass(frozen=True)
class Grid:
    """Rows under their heads; the first word of a row names it."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    printed: tuple[str, ...] = ()  # the lines of a terminal, where it does not print columns

    def __str__(self) -> str:
        """As a terminal prints it."""
        body = "\n".join(self.printed) or _table(self.head, self.rows)
        return f"{self.caption}\n{body}" if self.caption else body


@dataclass(frozen=True)
class Chart:
    """One chart of the rulebook."""

    caption: str
    grids: tuple[Grid, ...]
    signs: str = ""  # what a terminal adds about its own signs

    def __str__(self) -> str:
        """As a terminal prints it."""
        lines = ([self.caption] if self.caption else []) + [str(grid) for grid in self.grids]
        return "\n".join([*lines, "", self.signs] if self.signs else lines)


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Grid, ...]:
    return (Grid(tuple(head), tuple(map(tuple, rows))),)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under their heads, in columns as wide as they need."""
    lines = [list(head), *map(list, rows)]
    wide = [max(len(line[k]) for line in lines) for k in range(len(head))]
    return "\n".join(
        "  ".join(
            f"{text:<{wide[k]}}" if k == 0 else f"{text:>{wide[k]}}" for k, text in enumerate(line)
        ).rstrip()
        for line in lines
    )


def crt(module: str) -> Chart:
    """23.1: hits on attackers and defenders by die and column."""
    rows = [
        [str(die), *(f"{CRT[die, c, 0]}/{CRT[die, c, 1]}" for c in range(1, COLUMNS + 1))]
        for die in range(DICE)
    ]
    head = ["die", *map(str, range(1, COLUMNS + 1))]
    return Chart("Combat results: attackers/defenders, before multipliers", _grid(head, rows))


def _keys(keys: Sequence[str], module: str) -> list[int]:
    """The keys that armies of a module use."""
    samurai = module == MODULE_IDS[Module.SAMURAI]
    fantasy = module == MODULE_IDS[Module.FANTASY]
    return [
        k
        for k, key in enumerate(keys)
        if (key in SAMURAI_KEYS) == samurai and (fantasy or key not in MONSTERS)
    ]


def shock(module: str) -> Chart:
    """23.2 and 23.9: base columns, front/flank."""
    keys = _keys(SHOCK_KEYS, module)

    def cell(d: int, a: int) -> str:
        front, flank = (str(value or "NA") for value in SHOCK[d, a].tolist())
        return f"{front}/{flank}"

    rows = [[SHOCK_KEYS[d], *(cell(d, a) for a in keys)] for d in keys]
    head = ["def\\att", *(SHOCK_KEYS[a] for a in keys)]
    return Chart("Base columns by defender (row) and attacker: front/flank", _grid(head, rows))


def superiority(module: str) -> Chart:
    """23.3 and 23.9: who is superior in a frontal attack."""
    keys = _keys(SUPER_KEYS, module)
    rows = [[SUPER_KEYS[d], *(LETTERS[Superior(SUPERIORITY[d, a])] for a in keys)] for d in keys]
    head = ["def\\att", *(SUPER_KEYS[a] for a in keys)]
    return Chart(
        "Superiority by defender (row) and attacker, front only:\n"
        "A doubles the defender's hits, D triples the attacker's",
        _grid(head, rows),
    )


def missile(module: str) -> Chart:
    """23.4 and 14.3: what a shot needs."""
    table = read_table("missile")
    if module == MODULE_IDS[Module.SAMURAI]:
        rows = [
            [gun["unit_type"], str(gun["base"]), _hits(gun), _runs_out_low(gun)]
            for gun in table["samurai_weapon"]
        ]
        return Chart(
            "Fire: a hit if die - cover is at least the base value",
            _grid(("unit", "base", "hits", "runs out on"), rows),
        )
    weapons = [
        [
            weapon["code"] + (f" of {weapon['unit_type']}" if "unit_type" in weapon else ""),
            "mounted" if weapon["mounted"] else "foot",
            str(weapon["strength"]),
            _runs_out(weapon),
        ]
        for weapon in table["weapon"]
    ]
    modifiers = [(_signed(row["value"]), str(row["when"])) for row in table["modifier"]]
    return Chart(
        "Fire: a hit if the die with its modifiers is at most the strength",
        (
            *_grid(("missile", "by", "strength", "runs out on"), weapons),
            _list("Added to the die:", ("die", "when"), modifiers),
        ),
    )


def checks(module: str) -> Chart:
    """23.6: what is added to the die of a TQ check."""
    modifiers = [
        (_signed(row["drm"]), f"{row['check']}: {row['when']}")
        for row in read_table("tq_modifiers")["modifier"]
    ]
    return Chart(
        "TQ check: passed if the die with its modifiers is at most the TQ",
        (_list("", ("die", "when"), modifiers),),
    )


def _list(caption: str, head: tuple[str, str], rows: Sequence[tuple[str, str]]) -> Grid:
    """Modifiers, and when they count."""
    return Grid(head, tuple(rows), caption, tuple(f"  {n:>4}  {when}" for n, when in rows))


def _signed(value: Any) -> str:
    return f"{value:+d}" if isinstance(value, int) else str(value)


def _runs_out(weapon: dict[str, Any]) -> str:
    first = int(weapon["no_missile_from"])
    return "never" if first > DICE - 1 else str(first) if first == DICE - 1 else f"{first} to {DICE - 1}"


def _runs_out_low(gun: dict[str, Any]) -> str:
    last = int(gun["no_missile_max"])
    return "never" if last < 0 else "0" if last == 0 else f"0 to {last}"


def _hits(gun: dict[str, Any]) -> str:
    by_die = gun.get("hits_by_die")
    return " ".join(map(str, by_die)) + " by die" if by_die else "1"


def terrain(module: str) -> Chart:
    """23.5: what entering costs, shifts and cover."""
    rows = [
        [
            name,
            *("NA" if cost == NA else str(cost) for cost in ENTRY[k].tolist()),
            f"{SHOCK_SHIFT[k]:+d}" if SHOCK_SHIFT[k] else "0",
            str(COVER_DIE[k]),
            "yes" if COVERS[k] else "no",
        ]
        for k, name in enumerate(TERRAIN_NAMES)
    ]
    head = ["terrain", "PH/HI", "CAV", "INF", "EL", "CH", "shock", "missile", "cover"]
    return Chart(
        "Hits to enter by kind of unit; columns of shift when the lead defender stands there",
        _grid(head, rows),
    )


def withdrawal(module: str) -> Chart:
    """23.8: who may withdraw from whom, kinds that do alike together."""
    kinds = _kinds(module)
    alike: dict[str, list[str]] = {}
    for d in kinds:
        attackers = ", ".join(KIND_CODES[a] for a in kinds if WITHDRAWS[d, a])
        alike.setdefault(attackers, []).append(KIND_CODES[d])
    rows = tuple((", ".join(codes), attackers or "nobody") for attackers, codes in alike.items())
    lines = tuple(
        fill(f"{codes}: from {attackers}", WIDE, subsequent_indent="  ") for codes, attackers in rows
    )
    return Chart(
        "Who may withdraw from whom; one attacker of another kind is enough to forbid it",
        (Grid(("unit", "may withdraw from"), rows, printed=lines),),
    )


def _kinds(module: str) -> list[int]:
    """The kinds of units that armies of a module may have."""
    samurai = module == MODULE_IDS[Module.SAMURAI]
    fantasy = module == MODULE_IDS[Module.FANTASY]
    return [
        k
        for k, of in enumerate(KIND_MODULE.tolist())
        if (of == Module.SAMURAI) == samurai and (fantasy or of != Module.FANTASY)
    ]


def rally(module: str) -> Chart:
    """11.3: hits that a rallied unit keeps, by die."""
    rows = [[name, *map(str, RALLY_COH[k].tolist())] for k, name in enumerate(("TQ to 5", "TQ from 6"))]
    return Chart(
        "Rally: die at most initiative + 1; then the hits that stay, by die "
        "(+2 if the unit was depleted before)",
        _grid(["die", *map(str, range(DICE))], rows),
    )


def rampage(module: str) -> Chart:
    """13.5: what an elephant does that runs amok."""
    words = {Run.NOTHING: "-", Run.ENEMY: "enemy", Run.SIDE: "side", Run.END: "ends"}
    rows = [
        [name, *(words[Run(RAMPAGE[later, k])] for k in range(1, 11))]
        for later, name in enumerate(("first roll", "later"))
    ]
    return Chart("Rampage: up to four rolls of d10", _grid(["d10", *map(str, range(1, 11))], rows))


def abbreviations(module: str) -> Chart:
    """Kinds of units, and the signs of the picture."""
    rows = tuple((KIND_CODES[k], KIND_NAMES[k]) for k in _kinds(module))
    lines = tuple(f"{code:<7} {name}" for code, name in rows)
    kinds = Grid(("unit", "kind"), rows, printed=lines)
    return Chart("", (kinds,), fill("Markers: " + SIGN_HELP, WIDE))


CHARTS: dict[str, Callable[[str], Chart]] = {
    "crt": crt,
    "shock": shock,
    "superiority": superiority,
    "missile": missile,
    "checks": checks,
    "terrain": terrain,
    "withdrawal": withdrawal,
    "rally": rally,
    "rampage": rampage,
    "abbreviations": abbreviations,
}


def chart(name: str, module: str = MODULE_IDS[Module.ANTIQUITY]) -> str:
    """A chart by its name as text, or all of them for no name."""
    if not name:
        return "\n\n".join(str(make(module)) for make in CHARTS.values())
    found = [chart for chart in CHARTS if chart.startswith(name.lower())]
    if len(found) != 1:
        raise BadText(f"there is no chart {name!r}; expected one of {', '.join(CHARTS)}")
    return str(CHARTS[found[0]](module))
