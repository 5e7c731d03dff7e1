"""The form of a new battle: armies by module, terrain, and the preferences by their topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hoplon.core.board import Field
from hoplon.core.errors import BadOption
from hoplon.core.words import say
from hoplon.games.cardbattle.armies import Army, supplied
from hoplon.games.cardbattle.board import labels
from hoplon.games.cardbattle.content import read_table
from hoplon.games.cardbattle.fitting import names_for
from hoplon.games.cardbattle.options import ANSWER_NAMES, CHOSEN_PREFS, PLACES, CardBattleOptions
from hoplon.games.cardbattle.preferences import (
    PREF_DEFAULT,
    PREF_HELP,
    PREF_HIGH,
    PREF_IS_FLAG,
    PREF_LABELS,
    PREF_LOW,
    ZONES,
)
from hoplon.games.cardbattle.state import End
from hoplon.games.cardbattle.tables import KIND_NAMES, KINDS, MODULE_IDS, NATURAL_IDS, Pref

MODULES = {"antiquity": "Antiquity", "samurai": "Samurai", "fantasy": "Fantasy", "300": "The Hot Gates"}
KIND_MODULES = tuple(str(row["module"]) for row in read_table("unit_types")["unit_type"])
WHY = {  # a battle is won
    End.ROUTED: "{loser} is routed",
    End.BOTH_ROUTED: "both armies are routed",
    End.NO_UNITS: "{loser} has no units left",
    End.HELD_OUT: "{winner} has held out",
}
ALSO_SAID = (*WHY.values(), "drawn")
TOPICS = tuple(str(row["topic"]) for row in read_table("preferences")["preference"])


def form() -> tuple[Field, ...]:
    """What may be chosen."""
    armies = tuple((army.id, army.name) for army in supplied())
    of_module: dict[str, Any] = {
        "among": armies,
        "own": True,
        "sorted_by": "Module",
        "sorts": tuple(MODULES.items()),
        "sort_of": tuple(MODULE_IDS[army.module] for army in supplied()),
        "about": tuple(_about(army) for army in supplied()),
        "lot": "A random army",
    }
    own = CardBattleOptions()
    answers = tuple((name, PREF_LABELS[k]) for k, name in enumerate(ANSWER_NAMES))
    fields = [
        Field("army_a", "Army A", "one", own.army_a, "The army of the first player.",
              lot_takes=("rout_a", "rout_b"), **of_module),
        Field("army_b", "Army B", "one", own.army_b, "The army of the second.",
              lot_takes=("rout_b", "rout_a"), **of_module),
        Field(
            "terrain",
            "Terrain",
            "many",
            "",
            "What is laid on both fields; random is one of the others.",
            among=tuple((name, name.capitalize()) for name in NATURAL_IDS),
        ),
        Field("rout_a", "Rout percent A", "number", "0", "0: the army's own.", 0, 100, group="Victory"),
        Field("rout_b", "Rout percent B", "number", "0", "0: the army's own.", 0, 100, group="Victory"),
        Field("answers_a", "Answers of A", "many", "", "Questions answered beforehand.",
              among=answers, group="Answers"),
        Field("answers_b", "Answers of B", "many", "", "Questions answered beforehand.",
              among=answers, group="Answers"),
    ]  # fmt: skip
    for pref in CHOSEN_PREFS:
        flag = PREF_IS_FLAG[pref]
        default = ("no", "yes")[PREF_DEFAULT[pref]] if flag else str(PREF_DEFAULT[pref])
        fields.append(
            Field(
                pref.name.lower(),
                PREF_LABELS[pref],
                "flag" if flag else "number",
                default,
                PREF_HELP[pref],
                int(PREF_LOW[pref]),
                int(PREF_HIGH[pref]),
                group=TOPICS[pref],
            )
        )
    fields.append(_restrictions())
    return tuple(fields)


def _about(army: Army) -> str:
    """What an army is, beside its choice."""
    total = army.totals()
    return f"{army.description} Under {army.leader.name}: {total['units']} units, {total['points']} points."


def _restrictions() -> Field:
    """Where each type may be played; samurai are not bound (18.2)."""
    rows: dict[str, int] = {}
    for kind, (name, _) in enumerate(KINDS):
        if KIND_MODULES[kind] != "samurai":
            rows.setdefault(name, kind)
    where = {bits: place for place, bits in PLACES.items()}
    return Field(
        "restrictions",
        "Where each type may be played",
        "ticks",
        "",
        "Tick the zones for each type of unit.",
        among=tuple((name, f"{name} {KIND_NAMES[kind].partition(':')[0]}") for name, kind in rows.items()),
        group=TOPICS[Pref.USE_RESTRICTIONS],
        needs="use_restrictions",
        columns=(("wings", "Wings"), ("centre", "Centre")),
        ticked=tuple(where[int(ZONES[kind])] for kind in rows.values()),
    )


def check(options: Mapping[str, str]) -> None:
    """A battle of the arena begins with the deal: a position may say anything about what waits in it."""
    if options.get("position"):
        raise BadOption("the arena begins battles with the deal; leave out the option position")


def check_study(options: Mapping[str, str]) -> None:
    """In a study anybody may look at any battle, but none in the middle of a fight.

    What waits in it would be done as the line says, in whatever order.
    """
    if " pending=" in options.get("position", ""):
        raise BadOption(
            "the battle waits for an answer in the middle of a fight (pending=…); "
            "go back to before the fight, or open its match file"
        )


def ended(reason: str, names: Sequence[str]) -> str:
    """How a battle has ended, with names instead of the letters of the seats."""
    for seat, winner in enumerate("AB"):
        who = {"winner": names[seat], "loser": names[1 - seat]}
        for text in WHY.values():
            if reason == f"won by {winner}: {text.format(winner=winner, loser='BA'[seat])}":
                return say("won by {winner}: {why}", winner=names[seat], why=say(text, **who))
    return say(reason)


def seats(options: CardBattleOptions) -> tuple[str, ...]:
    """The armies; two of the same name by their letters."""
    return labels.armies(*names_for(options).armies)
