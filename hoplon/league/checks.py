"""What is checked before a league is played: its rules, its bots, and how many processes there may be."""

from __future__ import annotations

from hoplon.core.errors import BadOption, hint
from hoplon.league.entries import COMMAND, NETORCAI, PACKAGE, League
from hoplon.league.formats.read import GAUNTLET, read_format
from hoplon.league.store import Store
from hoplon.referee.series import cores

PROGRAMS = (COMMAND, PACKAGE, NETORCAI)


def check_rules(league: League) -> None:
    """Refuse a league of other rules than those of this Hoplon."""
    if league.rules != league.found.version:
        raise BadOption(
            f"the league {league.name} is played by {league.found.other_version(league.rules)}: "
            "go on with that one, or make a new league"
        )


def check_playable(store: Store, league: League) -> None:
    """Refuse a league that cannot be played, or has nobody to play it."""
    check_rules(league)
    names = [bot.name for bot in store.bots(league)]
    chosen = read_format(league.format, len(league.seats), league.game)
    if chosen.kind == GAUNTLET and chosen.hero not in names:
        has = f"it has {', '.join(names) or 'none'}"
        raise BadOption(
            f"the league {league.name} is a gauntlet of {chosen.hero!r}, but has no such bot; "
            f"{hint(chosen.hero, names, has)}"
        )
    needed = 1 if len(league.seats) == 1 else 2
    if len(names) < needed:
        raise BadOption(
            f"the league {league.name} has {len(names)} bots; expected {needed} at least: "
            f"hoplon league add {store.named} NAME SOURCE"
        )


def jobs_for(store: Store, league: League, wanted: int) -> int:
    """How many processes may play: never more programs run at once than there are processors."""
    has_programs = any(version.kind in PROGRAMS for version in store.versions(league))
    return max(1, min(wanted, cores())) if has_programs else wanted
