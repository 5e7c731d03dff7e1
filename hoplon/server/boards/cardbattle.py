"""The card battles for the page: what a seat may see of fields, hands and logs, and the sums of attacks.

Places have short names: `A3` is column 3 of army A, `hA2` the second card of its hand, `rA1` the first unit
of its second line. A choice that needs two places has a source and a cell.
"""

from __future__ import annotations

from typing import Any, cast

from hoplon.core.actions import NOBODY
from hoplon.core.match import Match
from hoplon.core.text import Action, Turn
from hoplon.games.cardbattle.armies import supplied
from hoplon.games.cardbattle.choices import (
    COLUMN,
    HAND_AND_COLUMN,
    HAND_SLOT,
    NOTHING,
    REAR_PLACE,
    TARGET,
    TWO_COLUMNS,
    VERBS,
    argument_of,
    kind_of,
    rear_of,
)
from hoplon.games.cardbattle.fitting import names_for
from hoplon.games.cardbattle.guide import PHASE_TEXTS, help_on, kind_text, terrain_text
from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.options import CHOSEN_PREFS, CardBattleOptions
from hoplon.games.cardbattle.preferences import (
    PREF_DEFAULT,
    PREF_HELP,
    PREF_HIGH,
    PREF_IS_FLAG,
    PREF_LABELS,
    PREF_LOW,
)
from hoplon.games.cardbattle.seen import turn_for
from hoplon.games.cardbattle.state import COLUMNS, SIDE, Do
from hoplon.games.cardbattle.tables import KIND_CODES, KIND_NAMES, MODULE_IDS, TERRAIN_IDS, TERRAIN_NAMES
from hoplon.games.cardbattle.tally import odds_text
from hoplon.games.cardbattle.units import rout_points
from hoplon.games.cardbattle.view import View
from hoplon.games.cardbattle.words import FORMS
from hoplon.server.boards import Board, Entry, Field, Json, Mark, Note, Offer, Preview, Tool

KEYS = {Do.END_PHASE: "e", Do.PLAY: "p", Do.MOVE: "m", Do.AIM: "f", Do.LOOSE: "l", Do.ATTACK: "a",
        Do.CLOSE: "c", Do.RESOLVE: "r", Do.DRAW: "d", Do.WITHDRAW: "w", Do.STAND: "s"}  # fmt: skip
AT_ENEMY = {Do.AIM, Do.ATTACK, Do.ATTACK_FLANK, Do.STREW, Do.ALSO}
LAST = (Do.DISCARD, Do.END_PHASE)
ORDER = [kind for kind in VERBS if kind not in LAST] + list(LAST)
TOOLS = tuple(
    Tool(
        VERBS[kind].word,
        VERBS[kind].word.replace("-", " ").capitalize(),
        KEYS.get(Do(kind), ""),
        VERBS[kind].does,
    )
    for kind in ORDER
)
# Choices that only designate: what they lead to can be looked at without seeing dice or cards.
DESIGNATING = {Do.ATTACK, Do.ATTACK_FLANK, Do.JOIN, Do.JOIN_FLANK, Do.ALSO, Do.FLANK_ORDER, Do.FLANK_CARD}
WEIGHED = {Do.CLOSE, Do.RESOLVE, Do.LOOSE, Do.WITHDRAW, Do.STAND, Do.REACT, Do.HOLD}
UNIT_FORMS = {kind for kind, form in FORMS.items() if "{unit}" in form or "{card}" in form}


def form() -> tuple[Field, ...]:
    """Two armies, then the preferences."""
    armies = tuple(
        (army.id, f"{army.name} ({MODULE_IDS[army.module]}, {army.leader.name})") for army in supplied()
    )
    found = [
        Field("army_a", "First army", "one", "carthage", "Both armies are of the same period.", among=armies),
        Field("army_b", "Second army", "one", "rome_republic", "", among=armies),
    ]
    for pref in CHOSEN_PREFS:
        kind = "flag" if PREF_IS_FLAG[pref] else "number"
        value = int(PREF_DEFAULT[pref])
        default = ("no", "yes")[value] if PREF_IS_FLAG[pref] else str(value)
        low, high = int(PREF_LOW[pref]), int(PREF_HIGH[pref])
        found.append(
            Field(pref.name.lower(), PREF_LABELS[pref], kind, default, PREF_HELP[pref], low, high, rare=True)
        )
    found += [
        Field(name, name.capitalize(), "text", "", "Several with commas.", rare=True)
        for name in ("terrain", "restrictions")
    ]
    return (
        *found,
        Field("position", "Position", "text", "", "Begin from a line of the notation.", rare=True),
    )


def seats(options: Any) -> tuple[str, ...]:
    """The armies."""
    return names_for(cast(CardBattleOptions, options)).armies


def ground(match: Match) -> Json:
    """What things are called."""
    names = names_for(cast(CardBattleOptions, match.options))
    return {
        "columns": COLUMNS,
        "armies": names.armies,
        "leaders": names.leaders,
        "kinds": dict(zip(KIND_CODES, KIND_NAMES, strict=True)),
        "terrain": dict(zip(TERRAIN_IDS, TERRAIN_NAMES, strict=True)),
        "phases": PHASE_TEXTS,
    }


def look(match: Match, number: int, viewer: int) -> View:
    """The battle as the viewer sees it; the game knows spectators by the same numbers."""
    found: View = match.game.view(match.states_at(number), 0, viewer)
    return found


def position(match: Match, number: int, viewer: int) -> Json:
    """The whole table of a viewer; attacks with their arithmetic in words."""
    seen = look(match, number, viewer)
    found = seen.as_json()
    for told, attack in zip(found["attacks"], seen.attacks, strict=True):
        told["text"] = "" if attack.sum is None else str(attack.sum)
    found["lines"] = lines_of(match, number)
    return found


def lines_of(match: Match, number: int) -> list[list[str]]:
    """The second lines in their order, which everybody sees."""
    names = names_for(cast(CardBattleOptions, match.options))
    s = match.states_at(number)[0]
    return [[names.unit(unit) for unit in rear_of(s, seat)] for seat in range(len(SEATS))]


def area_of(states: Any, unit: int) -> str | None:
    """Where a unit stands on the field."""
    for area, u in enumerate(states["field"][0].tolist()):
        if u == unit:
            return f"{SEATS[area // COLUMNS]}{area % COLUMNS + 1}"
    return None


def entries(turn: Turn, match: Match, before: Any, after: Any) -> tuple[Entry, ...]:
    """A turn for the page; a unit is pointed at where it stands or stood."""

    def told(action: Action) -> Entry:
        unit = action.what if action.kind in UNIT_FORMS and 0 <= action.what < 2 * SIDE else NOBODY
        src = None if unit == NOBODY else area_of(before, unit)
        dst = None if unit == NOBODY else area_of(after, unit)
        cells = tuple(cell for cell in dict.fromkeys((src, dst)) if cell is not None)
        kind = match.game.actions(action.kind).name.lower()
        return Entry(kind, turn.phrases.write(action), action.depth, action.cause, src, dst, cells, action.n)

    return tuple(told(action) for action in turn.actions)


def log(match: Match, number: int, viewer: int) -> tuple[Entry, ...]:
    """What happened, without what the viewer may not know."""
    before, after = match.states_at(number - 1), match.states_at(number)
    return entries(turn_for(match.turns[number - 1], before[0], viewer), match, before, after)


def offers(match: Match) -> tuple[Offer, ...]:
    """Every legal choice, with the places that are clicked for it."""
    states = match.states_at(len(match.choices))
    own = SEATS[int(states["active"][0])]
    enemy = SEATS[1 - int(states["active"][0])]
    found = []
    for choice in match.legal():
        kind, argument = kind_of(choice.code), argument_of(choice.code)
        verb = VERBS[kind]
        aimed = enemy if kind in AT_ENEMY else own
        source, cell, label = None, None, TOOL_LABELS[verb.word]
        if verb.takes == HAND_AND_COLUMN:
            slot, column = divmod(argument, COLUMNS)
            source, cell = f"h{own}{slot + 1}", f"{own}{column + 1}"
        elif verb.takes == TWO_COLUMNS:
            first, second = divmod(argument, COLUMNS)
            source, cell = f"{own}{first + 1}", f"{aimed}{second + 1}"
        elif verb.takes == COLUMN:
            cell = f"{aimed}{argument + 1}"
        elif verb.takes == HAND_SLOT:
            cell = f"h{own}{argument + 1}"
        elif verb.takes == REAR_PLACE:
            cell = f"r{own}{argument + 1}"
        elif verb.takes != NOTHING:
            label = f"One hit to target {argument + 1}" if verb.takes == TARGET else str(choice)
        found.append(Offer(choice, verb.word, cell, label, verb.does, source))
    return tuple(found)


TOOL_LABELS = {tool.name: tool.label for tool in TOOLS}


def preview(match: Match, choice: str, viewer: int) -> Preview:
    """The arithmetic of an attack and the odds of what is designated, never dice or cards to come."""
    read = match.read(choice)
    kind = Do(kind_of(read.code))
    states = match.states_at(len(match.choices))
    names = names_for(cast(CardBattleOptions, match.options))
    if kind in DESIGNATING:
        twin = match.copy()
        twin.play(read)
        attacks = look(twin, len(twin.choices), viewer).attacks
        if attacks and attacks[-1].sum is not None:
            marks = [Mark(cell, "aim") for cell in _places(attacks[-1].attackers, twin)]
            marks += [Mark(cell, "hurt") for cell in _places(attacks[-1].targets, twin)]
            return Preview((), tuple(marks), str(attacks[-1].sum))
    if kind in WEIGHED:
        return Preview(summary=odds_text(names, states[0], viewer).replace("\n", "; ") or VERBS[kind].does)
    return Preview(summary=VERBS[kind].does)


def _places(units: tuple[str, ...], match: Match) -> list[str]:
    names = names_for(cast(CardBattleOptions, match.options))
    states = match.states_at(len(match.choices))
    found = [area_of(states, names.read_unit(unit)) for unit in units]
    return [cell for cell in found if cell is not None]


def explain(match: Match, viewer: int, cell: str) -> tuple[Note, ...]:
    """What lies in a place, as far as the viewer may know."""
    seen = look(match, len(match.choices), viewer)
    letter = cell.lstrip("hr")[:1]
    number = cell.lstrip("hr")[1:]
    if letter not in SEATS or not number.isdecimal() or len(number) > 2:
        return (Note("Nothing", f"There is no place {cell[:20]!r}."),)
    seat, at = SEATS.index(letter), int(number) - 1
    army = seen.armies[seat]
    unit, notes = None, []
    if cell[0] == "h":
        held = army.hand or ()
        if at < len(held) and held[at].unit is None:
            return (Note(held[at].card, help_on(held[at].card)),)
        unit = held[at].unit if at < len(held) else None
    elif cell[0] == "r":
        waiting = {one.id: one for one in (*army.routed, *army.rallied)}
        line = lines_of(match, len(match.choices))[seat]
        unit = waiting.get(line[at]) if at < len(line) else None
    elif at < COLUMNS:
        area = seen.fields[seat][at]
        unit = area.unit
        notes.append(Note(f"Column {at + 1}", terrain_text(TERRAIN_IDS.index(area.terrain))))
    if unit is not None:
        marks = f" Markers: {', '.join(unit.marks).replace('_', ' ')}." if unit.marks else ""
        text = f"Quality {unit.tq}, size {unit.size}, {unit.coh} of {unit.limit} hits.{marks} "
        notes.insert(0, Note(unit.name, text + kind_text(KIND_CODES.index(unit.kind))))
    return tuple(notes) or (Note("Nothing", "No card lies here."),)


def scores(match: Match, number: int) -> tuple[int, ...]:
    """Each side scores the rout points of the other (12.3)."""
    s = match.states_at(number)[0]
    return int(rout_points(s, 1)), int(rout_points(s, 0))


BOARD = Board(
    tools=TOOLS,
    form=form,
    check=lambda _options: None,
    seats=seats,
    ground=ground,
    position=position,
    log=log,
    offers=offers,
    preview=preview,
    threats=None,
    explain=explain,
    scores=scores,
    turn=lambda _match, number: number,
    can_undo=lambda _match, _seat, alone: alone,
    settled=None,
    hides=True,
)
