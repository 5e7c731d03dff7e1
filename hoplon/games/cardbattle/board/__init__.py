"""Hoplites for the page: what a seat may see, read and choose, with the numbers of every attack."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast
from weakref import WeakKeyDictionary

from hoplon.core.board import Board, Entry, Json, Mark, Note, Offer, Preview
from hoplon.core.json_line import values_of
from hoplon.core.match import Match
from hoplon.core.sentences import listed
from hoplon.core.text import Action, Turn
from hoplon.core.words import say
from hoplon.games.cardbattle.answering import answered_by
from hoplon.games.cardbattle.board import advice, texts
from hoplon.games.cardbattle.board import offers as choices
from hoplon.games.cardbattle.board.entering import entering
from hoplon.games.cardbattle.board.form import check, check_study, ended, form
from hoplon.games.cardbattle.board.labels import labels_of, plain
from hoplon.games.cardbattle.board.odds import ahead, attack_json, question_json, shots_json
from hoplon.games.cardbattle.board.rehearsal import rehearse
from hoplon.games.cardbattle.board.story import ENDS, Story
from hoplon.games.cardbattle.debrief import debrief
from hoplon.games.cardbattle.fitting import names_for
from hoplon.games.cardbattle.naming import SEATS, Names
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.seen import ABOUT_A_UNIT, turn_for
from hoplon.games.cardbattle.state import CARD, COLUMNS, SIDE, Do, End, Place
from hoplon.games.cardbattle.tally import as_seen
from hoplon.games.cardbattle.units import rout_points
from hoplon.games.cardbattle.view import View, view

TOLD = ("seat", "module", "round", "phase", "active", "first", "second_half", "to_move", "allowances",
        "fields", "setup_round", "ended", "winner")  # fmt: skip
AT_ENEMY = (Do.AIM, Do.SHOT, Do.ATTACK, Do.ATTACK_FLANK, Do.REACT, Do.ASK_FIRE)
BY_SEAT_AT_ENEMY = (Do.ALSO, Do.STREW)
ON_OWN = (Do.PLAY, Do.RELIEVE, Do.COME, Do.MOVE, Do.TURN_TO)
TELLS = (Do.DEAL, Do.REVEAL, Do.ASK_WITHDRAW, Do.ASK_FIRE, Do.ASK_INITIATIVE, Do.TURN)  # not to be taken back


@lru_cache(maxsize=64)
def _names(options: CardBattleOptions) -> Names:
    return names_for(options)


def names_of(match: Match) -> Names:
    """What the cards of a battle are called."""
    return _names(cast(CardBattleOptions, match.options))


def look(match: Match, number: int, viewer: int) -> View:
    """The battle as a viewer sees it; the game's own views know spectators by the same numbers."""
    return view(names_of(match), match.states_at(number)[0], viewer)


def position(match: Match, number: int, viewer: int) -> Json:
    """The view of a seat, with the numbers of what is designated and asked."""
    seen = look(match, number, viewer)
    names, s = names_of(match), match.states_at(number)[0]
    known = as_seen(s, viewer)
    found: Json = {name: values_of(getattr(seen, name)) for name in TOLD}
    found["armies"] = [
        {**values_of(army), "name": name, "points": {**vars(army.points), "total": army.points.total}}
        for army, name in zip(seen.armies, labels_of(names).armies, strict=True)
    ]
    found["last_round"] = seen.last_round
    found["attacks"] = [attack_json(names, known, k, viewer) for k in range(int(s.attacks))]
    found["shots"] = shots_json(names, known)
    found["question"] = question_json(names, known, seen.question)
    if found["question"]:
        found["question"]["answered_by"] = [answer.name.lower() for answer in answered_by(seen)]
    found["debriefing"] = _debriefing(match) if seen.ended and number == len(match.choices) else None
    return found


_debriefings: WeakKeyDictionary[Match, tuple[Turn, Json]] = WeakKeyDictionary()  # with the turn that ended it


def _debriefing(match: Match) -> Json:
    last, found = _debriefings.get(match, (None, {}))
    if last is not match.turns[-1]:  # an end may be taken back, and another come
        end = End(int(match.states_at(len(match.choices))[0].end))
        found = debrief(match).as_json() | {"ending": ENDS.get(end, "")}
        _debriefings[match] = match.turns[-1], found
    return found | {"ending": say(found["ending"]) if found["ending"] else ""}


def _cell_of(s: Any, before: Any, unit: int) -> str | None:
    """Where a unit stands, or stood."""
    for state in (s, before):
        if state.place[unit] == Place.FIELD:
            return f"{SEATS[unit // SIDE]}{int(state.at[unit]) + 1}"
    return None


def log(match: Match, number: int, viewer: int) -> tuple[Entry, ...]:
    """What happened, as far as the viewer may read it."""
    before, after = match.states_at(number - 1)[0], match.states_at(number)[0]
    turn = turn_for(match.turns[number - 1], before, viewer)
    says = Story(names_of(match), turn, before, viewer).sentences()
    return tuple(
        _entry(match, action, before, after, said) for action, said in zip(turn.actions, says, strict=True)
    )


def _entry(match: Match, action: Action, before: Any, after: Any, says: str) -> Entry:
    kind = Do(action.kind)
    unit = action.what if kind in ABOUT_A_UNIT and 0 <= action.what < CARD else -1
    src = _cell_of(after, before, unit) if unit >= 0 else None
    owner = unit // SIDE if unit >= 0 else action.who
    dst = None
    if owner in (0, 1) and 0 <= action.dst < COLUMNS:
        if kind in AT_ENEMY or kind in BY_SEAT_AT_ENEMY:
            dst = f"{SEATS[1 - owner]}{action.dst + 1}"
        elif kind in ON_OWN:
            dst = f"{SEATS[owner]}{action.dst + 1}"
            src = f"{SEATS[owner]}{action.src + 1}" if kind == Do.MOVE and action.src >= 0 else None
    cells = tuple(cell for cell in dict.fromkeys((src, dst)) if cell is not None)
    text = match.game.phrases.write(action)
    kind_name, n, who = kind.name.lower(), action.n, action.who
    return Entry(kind_name, text, action.depth, action.cause, src, dst, cells, n, who, says)


def told(match: Match, number: int, viewer: int) -> str | None:
    """A choice as the viewer may read it: the first line of its log, since choices name cards."""
    turn = turn_for(match.turns[number - 1], match.states_at(number - 1)[0], viewer)
    return match.game.phrases.write(turn.actions[0]) if turn.actions else None


def offers(match: Match) -> tuple[Offer, ...]:
    """The legal choices, each with what is taken up and where it is put down."""
    return choices.offers(names_of(match), match)


def preview(match: Match, choice: str, viewer: int) -> Preview:
    """The arithmetic and the odds of what a choice would designate; no hidden unit and no die has a part."""
    read = match.read(choice)
    found = next(offer for offer in offers(match) if offer.text == read)
    marks = tuple(Mark(cell, "aim") for cell in (found.source, found.cell) if cell and ":" not in cell)
    names = names_of(match)
    summary = "; ".join([found.label, *entering(names, match, read, viewer)])
    return Preview((), marks, summary, ahead(names, match, read, viewer))


def threats(match: Match, number: int, viewer: int) -> tuple[Mark, ...]:
    """Units that an enemy in sight touches (3.2), with his name."""
    seen = look(match, number, viewer)
    one_zone = seen.module == "300"
    found = []
    for seat, field in enumerate(seen.fields):
        if viewer >= 0 and seat != viewer:
            continue
        for area in field:
            near = [
                plain(other.unit.id)
                for other in seen.fields[1 - seat]
                if other.unit and touches(area.column, other.column, one_zone)
            ]
            if area.unit and near:
                found.append(
                    Mark(
                        f"{SEATS[seat]}{area.column}",
                        "hurt",
                        say("in contact with {names}", names=listed(near)),
                    )
                )
    return tuple(found)


def touches(column: int, other: int, one_zone: bool) -> bool:
    """Are two columns in contact?"""
    zones = [(c > 2) + (c > 7) for c in (column, other)]
    return abs(column - other) <= 1 and (one_zone or zones[0] == zones[1])


def explain(match: Match, number: int, viewer: int, cell: str) -> tuple[Note, ...]:
    """What is at a place of the table and what can be done with it; or why two do not go together."""
    names, seen = names_of(match), look(match, number, viewer)
    source, onto, end = cell.partition(advice.ONTO)
    about = texts.explain(seen, end or source)
    if number < len(match.choices):
        return about
    if onto:
        texts.explain(seen, source)
        refused = advice.refuse(names, match, viewer, source, end)
        return (refused,) if refused else about
    return (*advice.advise(names, match, viewer, cell, offers(match)), *about)


def reach(match: Match, number: int, viewer: int, cell: str) -> tuple[Mark, ...]:
    """The enemies in sight that a unit on the field touches."""
    if len(cell) != 2 or cell[0] not in SEATS or cell[1] not in "123456789":
        return ()
    seen = look(match, number, viewer)
    seat, column = SEATS.index(cell[0]), int(cell[1])
    if seen.fields[seat][column - 1].unit is None:
        return ()
    return tuple(
        Mark(f"{SEATS[1 - seat]}{area.column}", "hurt")
        for area in seen.fields[1 - seat]
        if area.unit and touches(column, area.column, seen.module == "300")
    )


def scores(match: Match, number: int) -> tuple[int, ...]:
    """The rout points that each side has made the other lose."""
    s = match.states_at(number)[0]
    return int(rout_points(s, 1)), int(rout_points(s, 0))


def can_undo(match: Match, seat: int, alone: bool) -> bool:
    """Whoever plays alone may; others only a choice of their own turn that rolled no die and told nothing."""
    if alone:
        return True
    before, after = match.states_at(len(match.choices) - 1)[0], match.states_at(len(match.choices))[0]
    if before.draws != after.draws or match.to_move != seat:
        return False
    return not any(action.kind in TELLS for action in match.turns[-1].actions)


BOARD = Board(
    tools=choices.TOOLS,
    form=form,
    check=check,
    check_study=check_study,
    ground=lambda match: texts.ground(look(match, 0, -1)) | {"clans": names_of(match).clans},
    position=position,
    log=log,
    offers=offers,
    preview=preview,
    threats=threats,
    explain=explain,
    reach=reach,
    scores=scores,
    can_undo=can_undo,
    told=told,
    played=lambda _options, seats: say(" against ").join(seats),
    ended=ended,
    rehearse=lambda: rehearse(position, preview),
)
