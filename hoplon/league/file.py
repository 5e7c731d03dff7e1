"""Makes a league from what was asked for: on the command line, or in a file such as `league.toml`.

    name = "cup"
    game = "cardbattle"
    format = "round-robin"
    seeds = "1-10"
    paired = true

    [options]
    budget = "300"

    [bots]
    anna = "bots/anna.zip"
    judge = "builtin:judge"

Beside it a lock file, `league.lock`, holds the digest of every bot, so that the same file makes the same
league again, or says which bot has changed.
"""

from __future__ import annotations

import tomllib
from contextlib import chdir
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from hoplon.core.errors import BadOption, hint
from hoplon.core.options import read_pairs
from hoplon.games import game as find_game
from hoplon.league.entries import League
from hoplon.league.formats.read import GAUNTLET, read_format
from hoplon.league.names import check_name
from hoplon.league.settings import Settings
from hoplon.league.sources import entrant_of
from hoplon.league.store import Entrant, Store

LOCK = ".lock"
LARGEST = 1 << 20
OWN = {"name": str, "game": str, "format": str, "secret": bool, "options": dict, "bots": dict}
KINDS: dict[str, tuple[type, ...]] = {
    "seeds": (str,),
    "paired": (bool,),
    "clock": (int, float),
    "longest": (int,),
    "time_scale": (int, float),
    "strict_clock": (bool,),
    "sandbox": (str,),
    "trial": (int,),
    "faults": (int,),
}


@dataclass(frozen=True)
class Plan:
    """A league that was asked for. `bots` are names and sources; paths begin in `folder`."""

    name: str
    game: str
    format: str = "round-robin"
    options: tuple[str, ...] = ()  # as they are typed: name=value
    settings: Settings = field(default_factory=Settings)
    is_secret: bool = False
    bots: tuple[tuple[str, str], ...] = ()
    folder: Path = Path()
    lock: Path | None = None
    may_change: bool = False  # bots that the lock file knows


def make(store: Store, plan: Plan, name: str) -> League:
    """Make a league; everything is checked first. `name` is what it is called if it has not been named."""
    found = find_game(plan.game)
    given = tuple(read_pairs(plan.options).items())
    read = found.options.from_text(dict(given))
    found.fit(read)
    plan.settings.check()
    free = found.seat_count(read) - len(found.bots_kept(read))
    chosen = read_format(plan.format, free, found.name)
    if plan.settings.paired and free == 1:
        raise BadOption(f"--paired is for matches of several; here one plays {found.name} alone")
    if plan.bots and chosen.kind == GAUNTLET and chosen.hero not in dict(plan.bots):
        raise BadOption(f"the gauntlet is that of {chosen.hero!r}, which is not among the bots")
    entrants: dict[str, Entrant] = {}
    with chdir(plan.folder):
        for bot, source in plan.bots:
            check_name(bot, "bot")
            entrants[bot] = entrant_of(source, found, store.files)
    if plan.lock is not None:
        check_lock(plan, entrants)
    league = store.add_league(
        plan.name or name, found.name, found.version, given, plan.format, plan.settings, plan.is_secret
    )
    for bot, entrant in entrants.items():
        store.add_version(league, bot, entrant)
    if plan.lock is not None:
        plan.lock.write_text(lock_text(plan, entrants), encoding="utf-8")
    return league


def read_file(path: Path, may_change: bool = False) -> Plan:
    """A league in a file; BadOption says what is wrong with it."""
    content = read_toml(path)
    known = {one.name for one in fields(Settings)}
    for key, value in content.items():
        if key not in OWN and key not in known:
            expected = f"expected {', '.join([*OWN, *sorted(known)])}"
            raise BadOption(f"{path}: there is no {key!r}; {hint(key, [*OWN, *known], expected)}")
        kinds = (OWN[key],) if key in OWN else KINDS[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            names = " or ".join(kind.__name__ for kind in kinds)
            raise BadOption(f"{path}: {key} is {value!r}; expected {names}")
    if "game" not in content:
        raise BadOption(f'{path}: it names no game; expected game = "..."')
    return Plan(
        name=content.get("name", ""),
        game=content["game"],
        format=content.get("format", "round-robin"),
        options=tuple(f"{key}={written(value)}" for key, value in content.get("options", {}).items()),
        settings=Settings(**{key: value for key, value in content.items() if key in known}),
        is_secret=content.get("secret", False),
        bots=tuple(texts(path, "bots", content.get("bots", {}))),
        folder=path.absolute().parent,
        lock=path.absolute().with_suffix(LOCK),
        may_change=may_change,
    )


def read_toml(path: Path) -> dict[str, Any]:
    """What a file says."""
    try:
        with path.open("rb") as file:
            return tomllib.loads(file.read(LARGEST).decode())
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadOption(f"{path} cannot be read: {error}") from None


def written(value: object) -> str:
    """An option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts(path: Path, of: str, found: dict[str, Any]) -> list[tuple[str, str]]:
    """Names and texts."""
    for name, value in found.items():
        if not isinstance(value, str):
            raise BadOption(f"{path}: {of}.{name} is {value!r}; expected a text")
    return list(found.items())


def check_lock(plan: Plan, entrants: dict[str, Entrant]) -> None:
    """Refuse bots that are not those of the lock file."""
    assert plan.lock is not None
    if plan.may_change or not plan.lock.exists():
        return
    known = read_toml(plan.lock).get("digests", {})
    for bot, entrant in entrants.items():
        if bot in known and known[bot] != entrant.digest:
            raise BadOption(
                f"the bot {bot!r} has digest {entrant.digest[:12]}, but {plan.lock.name} says "
                f"{str(known[bot])[:12]}: it has changed; --update accepts that"
            )


def lock_text(plan: Plan, entrants: dict[str, Entrant]) -> str:
    """The content of a lock file."""
    head = "# Which versions of its bots a league was made with; 'hoplon league new --from' checks it.\n"
    rules = f'game = "{plan.game}"\nrules = {find_game(plan.game).version}\n\n[digests]\n'
    lines = [f"{quoted(bot)} = {quoted(entrant.digest)}\n" for bot, entrant in entrants.items()]
    return head + rules + "".join(lines)


def quoted(text: str) -> str:
    """A text as TOML has it; names are printable, so only two signs need care."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
