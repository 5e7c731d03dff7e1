"""Help on a word of Hoplite, for people who play by typing."""

from __future__ import annotations

from difflib import get_close_matches

from hoplon.core.words import say
from hoplon.games.hoplite.story import prayer_line, title
from hoplon.games.hoplite.tables import (
    EVERY_ALTAR,
    FULL_CHARGE,
    GOD,
    GOD_NAMES,
    KILL_SCORE,
    KIND_NAMES,
    NEEDS,
    NO_PRAYER,
    PRAYER_NAMES,
    UNIQUE_WITH,
)

DEMONS = {
    "footman": "Strikes when it stands next to you, and walks towards you.",
    "archer": "Shoots along the six straight lines at distance 2 to 5, if nobody stands between.",
    "demolitionist": "Throws a bomb next to you from up to 3 tiles away, every third turn.",
    "wizard": "Sends a beam along a straight line, up to 5 tiles, if it touches no demon; then it recharges.",
}
ACTS = {
    "walk": "Go to a neighbouring tile: walk n, ne, se, s, sw or nw. Demons passed are stabbed, one straight "
    "ahead is lunged at.",
    "leap": "Jump two tiles far, over anything, for 50 energy: leap 5,6. It stabs and lunges as a walk does.",
    "bash": "Push what stands on a neighbouring tile away from you: bash n. It recovers for three turns.",
    "throw": "Throw the spear up to two tiles far: throw 3,4. It kills a demon there, and stays there.",
    "pray": "Use the altar beside you, once: pray fortitude. What it offers stands above the board.",
    "idle": "Let a turn pass; only with the prayer Patience.",
    "resign": "Give the run up.",
    "stab": "A demon next to both the tile you leave and the tile you reach is stabbed and dies.",
    "lunge": "With the spear in hand, moving straight at a demon that is then next to you kills it.",
    "energy": "A leap costs 50. Moving next to a demon gives 10, and each new depth fills it.",
    "streak": "With Surge or Regeneration: turns in a row in which you killed. The third is rewarded.",
    "order": "Demons attack and walk in this order. When one dies, the last takes its place.",
    "stairs": "Move there with the spear in hand to go one depth down.",
    "bomb": "It explodes in the coming turn and hits every neighbouring tile. A bash moves it.",
    "magma": "Nobody walks on it; demons that are pushed into it burn. Leaps and shots pass.",
    "altar": "Pray beside it, once. A used one is only in the way.",
    "fleece": "It lies on depth 16. Take it to the portal and you have won.",
}


def help_on(word: str) -> str:
    """What a prayer, a demon or another word means; without a word, what can be asked."""
    name = "-".join(word.lower().replace("_", " ").replace("-", " ").split())
    if name in PRAYER_NAMES:
        return _prayer(PRAYER_NAMES.index(name))
    if name in DEMONS:
        return f"{name.capitalize()}: {demon_help(name)}"
    if name in ACTS:
        return f"{name.capitalize()}: {ACTS[name]}"
    groups = f"{', '.join(ACTS)}; {', '.join(DEMONS)}; {', '.join(PRAYER_NAMES)}"
    if not name:
        return f"help WORD explains {groups}."
    near = get_close_matches(name, [*PRAYER_NAMES, *DEMONS, *ACTS], 1)
    meant = f"did you mean {near[0]}?" if near else f"expected one of {groups}"
    return f"there is no help on {word[:30]!r}; {meant}"


def demon_help(name: str, charge: int | None = None) -> str:
    """What a kind of demon does, how charged one is, and what it is worth."""
    kind = KIND_NAMES.index(name)
    full = int(FULL_CHARGE[kind])
    told = [say(DEMONS[name])]
    if full and charge is not None:
        told.append(say("Charge {n} of {most}.", n=charge, most=full))
    return " ".join((*told, say("Worth {n} points.", n=int(KILL_SCORE[kind]))))


def _prayer(prayer: int) -> str:
    god = int(GOD[prayer])
    where = "on every altar" if god == EVERY_ALTAR else f"a prayer to {GOD_NAMES[god]}"
    text = f"{title(PRAYER_NAMES[prayer])}, {where}: {prayer_line(PRAYER_NAMES[prayer])}."
    if NEEDS[prayer] != NO_PRAYER:
        text += f" It needs {title(PRAYER_NAMES[NEEDS[prayer]])}."
    if UNIQUE_WITH[prayer] != NO_PRAYER:
        text += f" It excludes {title(PRAYER_NAMES[UNIQUE_WITH[prayer]])}."
    return text
