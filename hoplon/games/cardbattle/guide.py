"""Short help for players: units, cards, special rules, characteristics, preferences, terrain and choices.

The figures come from the data files, so help and rules never part.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from textwrap import fill

from hoplon.core.errors import BadText
from hoplon.games.cardbattle.charts import CHARTS
from hoplon.games.cardbattle.choices import VERBS
from hoplon.games.cardbattle.content import read_table
from hoplon.games.cardbattle.preferences import PREF_DEFAULT, PREF_HELP, PREF_IDS, PREF_IS_FLAG, PREF_LABELS
from hoplon.games.cardbattle.tables import (
    CARD_NAMES,
    CARD_TEXTS,
    COVER_DIE,
    COVERS,
    ENTRY,
    FLANKS,
    IS_ARTILLERY,
    KIND_CODES,
    KIND_NAMES,
    MARKED,
    MAY_MOVE,
    MAY_SHOCK,
    MOUNTED,
    NA,
    ROUTS,
    SHOCK_SHIFT,
    SPECIAL_IDS,
    SPECIAL_NAMES,
    SPECIAL_TEXTS,
    TERRAIN_IDS,
    TERRAIN_IMMUNE,
    TERRAIN_NAMES,
    TRAIT_IDS,
    WORTH,
    Card,
    Flanks,
    Routs,
    Worth,
)

WIDE = 96
TRAIT_TEXTS = {
    "FEAR": "Units that attack it add 1 to the die of their check before the shock.",
    "TERROR": "Units that attack it add 2 to the die of their check before the shock; FEAR is not added.",
    "ACID_BLOOD": "When it defends, its attackers take 1 hit more.",
    "REGENERATE": "It loses 1 hit at the end of each turn of its owner.",
    "FEROCITY": "It subtracts 2 from the die of all its TQ checks.",
    "UNDEAD": "It takes 1 hit less from each result of a shock.",
    "SPEED": "It is played without a manoeuvre marker.",
    "MOUNTED": "It counts as cavalry: no marker when played, flank orders, withdrawal from foot.",
    "STRENGTH": "Its opponents take 1 hit more from the result of a shock.",
    "ELEMENTAL": "Missiles cannot hit it, it is superior when it attacks, and 1 hit in a shock ends it.",
    "FLY": "It may flank every unit that does not fly, whether a side is open or not.",
    "CONTROL": "It can be rallied.",
}
PHASE_TEXTS = {
    "play": "Play a unit of the hand on an empty area (play) or in place of another (relieve); CALTROP.",
    "move": "Move one unit sideways (move) or to the second line (rear); COHESION on the field (steady).",
    "missile": "Designate fire (fire), then resolve it (loose); MISSILE SUPPLY (supply).",
    "shock": "Begin an attack (attack), add to it (join, also, flank-order, flank-card) and close it; attack "
    "the second line (raid); then resolve everything (resolve).",
    "rally": "The leader (rally) or a card (rally-card) brings routed units back; regroup pursuers.",
    "draw": "Discard, mend units of the second line (recover, order), play RESERVE, draw from the deck or "
    "take a rallied unit from the second line.",
}
CLAN_TEXT = (
    "A samurai unit carries the banner of its clan. Whoever is played, moves, fires, attacks, is relieved, "
    "rallied or regrouped activates its clan for the turn; no more clans may act in a turn than the leader "
    "commands. Reaction fire and withdrawals activate none."
)
FLANK_TEXTS = {
    Flanks.NEVER: "never attacks on the flank",
    Flanks.CARD: "attacks on the flank with a FLANK card",
    Flanks.ORDER: "may be ordered to the flank of foot",
}
ROUT_TEXTS = {
    Routs.ROUT: "routs to the second line",
    Routs.ELIMINATE: "is eliminated instead of routing",
    Routs.RAMPAGE: "runs amok instead of routing and is then eliminated",
    Routs.ELIMINATE_UNLESS_CONTROL: "is eliminated instead of routing unless it has CONTROL",
}
WORTH_TEXTS = {
    Worth.TQ: "its TQ",
    Worth.ONE: "1",
    Worth.TWO: "2",
    Worth.DOUBLE: "twice its TQ",
    Worth.DOUBLE_IF_SIZE_10: "its TQ, from size 10 on twice its TQ",
    Worth.X1_5: "one and a half times its TQ",
}
_types = read_table("unit_types")
_sets = {row["id"]: row["attackers"] for row in _types["ow_set"]}


def kind_text(kind: int) -> str:
    """What a kind of unit is and does (13, 23.7)."""
    row = _types["unit_type"][kind]
    parts = ["mounted" if MOUNTED[kind] else "on foot"]
    parts.append(
        "gets a manoeuvre marker when played" if MARKED[kind] else "is played without a manoeuvre marker"
    )
    if not MAY_MOVE[kind]:
        parts.append("never moves")
    if MAY_SHOCK[kind]:
        parts.append(f"attacks as {row['attack_as']} and defends as {row['defend_as']}")
        parts.append(FLANK_TEXTS[Flanks(FLANKS[kind])])
    else:
        parts.append(f"never attacks and defends as {row['defend_as']}")
    sets = [_sets[name] for name in row["ow"]]
    parts.append(f"withdraws from {' and '.join(sets)}" if sets else "never withdraws")
    if TERRAIN_IMMUNE[kind]:
        parts.append("is not harmed by terrain")
    if IS_ARTILLERY[kind]:
        parts.append("fires in the turn it is played")
    parts.append(ROUT_TEXTS[Routs(ROUTS[kind])])
    parts.append(f"is worth {WORTH_TEXTS[Worth(WORTH[kind])]} in rout points")
    note = f" Also: {row['note']}." if "note" in row else ""
    return f"{KIND_CODES[kind]}, {KIND_NAMES[kind]}: {', '.join(parts)}.{note}"


def terrain_text(terrain: int) -> str:
    """What a kind of terrain does (23.5)."""
    costs = [
        f"{who} {'may not enter' if cost == NA else cost}"
        for who, cost in zip(("PH/HI", "CAV", "other foot", "EL", "CH"), ENTRY[terrain].tolist(), strict=True)
    ]
    return (
        f"{TERRAIN_NAMES[terrain]}: hits to enter: {', '.join(costs)}; shock shift {SHOCK_SHIFT[terrain]:+d} "
        f"when the lead defender stands there; missile value {COVER_DIE[terrain]}; "
        f"{'units may hide there' if COVERS[terrain] else 'no cover to hide in'}."
    )


def topics() -> Iterator[tuple[str, str, str]]:
    """Everything that has a help text: its group, its word and the text."""
    for kind, code in enumerate(KIND_CODES):
        yield "units", code.replace(" ", "-"), kind_text(kind)
    for card in Card:
        word = card.name.replace("_", "-")
        yield "cards", word, f"{CARD_NAMES[card]} card: {CARD_TEXTS[card]}"
    for special, name in enumerate(SPECIAL_IDS):
        yield "rules", name.replace("_", "-"), f"{SPECIAL_NAMES[special]}: {SPECIAL_TEXTS[special]}"
    for name in TRAIT_IDS:
        yield "characteristics", name.replace("_", "-"), f"{name}: {TRAIT_TEXTS[name]}"
    yield "rules", "clan", f"Clans: {CLAN_TEXT}"
    for pref, name in enumerate(PREF_IDS):
        default = ("off", "on")[PREF_DEFAULT[pref]] if PREF_IS_FLAG[pref] else str(PREF_DEFAULT[pref])
        yield "preferences", name, f"{PREF_LABELS[pref]}: {PREF_HELP[pref]} Default: {default}."
    for terrain, name in enumerate(TERRAIN_IDS):
        yield "terrain", name, terrain_text(terrain)
    for name, text in PHASE_TEXTS.items():
        yield "phases", f"{name}-phase", f"{name.capitalize()} phase: {text}"
    for verb in VERBS.values():
        yield (
            "choices",
            verb.word,
            f"{verb.word} {verb.takes}".rstrip() + f": {verb.does}; for example {verb.example}",
        )


def overview() -> str:
    """What help can be asked for."""
    groups: dict[str, list[str]] = {}
    for group, word, _ in topics():
        groups.setdefault(group, []).append(word)
    lines = [
        fill(f"{group}: {', '.join(words)}", WIDE, subsequent_indent="  ") for group, words in groups.items()
    ]
    lines.append(fill(f"charts: {', '.join(CHARTS)}", WIDE))
    return "\n".join(lines)


def help_on(words: str) -> str:
    """The help text for a word such as LG-HA, FLANK, ferocity or attack; for none, what there is."""
    asked = "-".join(words.replace("_", "-").lower().split())
    if not asked:
        return overview()
    found = list(topics())
    texts = [text for group, word, text in found if asked in (word.replace("_", "-").lower(), group)]
    texts += [
        text for _, word, text in found if not texts and word.partition(".")[2].replace("_", "-") == asked
    ]
    if not texts:
        texts = [
            text for group, word, text in found if group == "units" and word.lower().startswith(f"{asked}-")
        ]
    if not texts:
        near = get_close_matches(asked, [word.lower() for _, word, _ in found], 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; type help alone for a list"
        raise BadText(f"there is no help on {words!r}{hint}")
    return "\n".join(fill(text, WIDE, subsequent_indent="  ") for text in texts)
