"""Which preferences of the topic Play answer a question (18.1), for whoever answers outside the rules.

A preference that a battle began with answers inside the rules (`withdraws_always`, `reacts_always`). One that
is switched on later belongs to the screen: terminal and page ask here, and give the answer as a choice.
"""

from __future__ import annotations

from hoplon.games.cardbattle.tables import CAV, IS_LI, IS_SK, KIND_CODES, Answer
from hoplon.games.cardbattle.view import UnitView, View

ENDINGS = {"withdraw": "OW", "fire": "RF"}


def answered_by(view: View) -> tuple[Answer, ...]:
    """The preferences that say yes to the question that waits; none to one about no unit."""
    asked = view.question
    if asked is None or asked.unit is None or asked.asks not in ENDINGS:
        return ()
    units = (area.unit for field in view.fields for area in field if area.unit)
    unit = next((unit for unit in units if unit.id == asked.unit), None)
    return () if unit is None else _of(unit, ENDINGS[asked.asks])


def _of(unit: UnitView, ending: str) -> tuple[Answer, ...]:
    kind = KIND_CODES.index(unit.kind)
    is_cavalry = bool(CAV[kind]) or "MOUNTED" in unit.traits
    who = {"ALL": True, "SK": bool(IS_SK[kind]), "LI": bool(IS_LI[kind]), "CAV": is_cavalry}
    names = (f"{name}_ALWAYS_{ending}" for name, is_one in who.items() if is_one)
    return tuple(Answer[name] for name in names if name in Answer.__members__)
