"""What is counted over many games of CodeKeeper: how they end, monsters, weapons, and what is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hoplon.core.match import Match
from hoplon.core.talents import Column, Statistic, Tally
from hoplon.games.codekeeper.state import Do, End, Thing, Weapon
from hoplon.games.codekeeper.tables import MONSTER_NAMES, THING_NAMES, WEAPON_NAMES

FOUND = (Thing.TREASURE, Thing.POTION, Thing.HAMMER_CHEST, Thing.SCYTHE_CHEST, Thing.BOW_CHEST)


def endings(match: Match) -> Iterator[Tally]:
    """How the game ended, of all ways."""
    s = match.state.record
    for end in End:
        if end != End.RUNNING:
            so = int(s.end) == end
            yield Tally(
                (end.name.lower(),),
                (float(so), float(s.score) if so else None, float(s.turn) if so else None),
            )


def monsters(match: Match) -> Iterator[Tally]:
    """How many of each kind were destroyed, and how often they struck."""
    destroyed, struck = Counter[int](), Counter[int]()
    for turn in match.turns:
        for action in turn.actions:
            if action.kind == Do.DESTROY:
                destroyed[action.what] += 1
            elif action.kind == Do.STRIKE:
                struck[action.what] += 1
    for kind, name in enumerate(MONSTER_NAMES):
        yield Tally((name,), (float(destroyed[kind]), float(struck[kind])))


def weapons(match: Match) -> Iterator[Tally]:
    """How often each was used, and what that destroyed."""
    used, destroyed = Counter[int](), Counter[int]()
    for turn in match.turns:
        deed = turn.actions[0] if turn.actions else None
        if deed is not None and deed.kind == Do.ATTACK:
            used[deed.what] += 1
            destroyed[deed.what] += sum(action.kind == Do.DESTROY for action in turn.actions)
    for weapon in Weapon:
        yield Tally((WEAPON_NAMES[weapon],), (float(used[weapon]), float(destroyed[weapon])))


def finds(match: Match) -> Iterator[Tally]:
    """What was taken."""
    taken = Counter(a.what for turn in match.turns for a in turn.actions if a.kind == Do.TAKE)
    for thing in FOUND:
        yield Tally((THING_NAMES[thing],), (float(taken[thing]),))


STATISTICS = (
    Statistic(
        "endings",
        "How games ended",
        ("end",),
        (Column("share", "of all games", is_share=True), Column("score", "score"), Column("turns", "turns")),
        endings,
    ),
    Statistic(
        "monsters",
        "Monsters",
        ("monster",),
        (Column("destroyed", "destroyed a game"), Column("struck", "strikes a game")),
        monsters,
    ),
    Statistic(
        "weapons",
        "Weapons",
        ("weapon",),
        (Column("used", "attacks a game"), Column("destroyed", "monsters destroyed a game")),
        weapons,
    ),
    Statistic("finds", "What was found", ("thing",), (Column("taken", "taken a game"),), finds),
)
