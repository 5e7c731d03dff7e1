"""Hoplite for the page. It hides nothing, so every viewer is told the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.core.board import Board, Entry, Field, Json, Mark, Note, Offer, Preview, Tool, entry_of
from hoplon.core.match import Match
from hoplon.core.sentences import begin, listed, several
from hoplon.core.text import Turn
from hoplon.core.words import say
from hoplon.games.hoplite.cells import ALL_CELLS, STAIRS, neighbour
from hoplon.games.hoplite.foresight import foresee
from hoplon.games.hoplite.guide import demon_help
from hoplon.games.hoplite.legal import aim_of, kind_of
from hoplon.games.hoplite.options import VARIANT_NAMES
from hoplon.games.hoplite.state import LAST_DEPTH, MAX_HEALTH, Do, Kind
from hoplon.games.hoplite.story import ENTITIES, ended, prayer_line, sentences, title
from hoplon.games.hoplite.tables import LETTERS, PRAYER_HELP, PRAYER_NAMES
from hoplon.games.hoplite.threats import threats as threatened
from hoplon.games.hoplite.view import DemonView, view
from hoplon.games.hoplite.words import WAY_NAMES, write_cell

TOOLS = (
    Tool("move", "Walk or leap", "m", "Walk to a neighbour, or leap for 50 energy."),
    Tool("bash", "Bash", "b", "Push what stands on a neighbouring tile away from you."),
    Tool("throw", "Throw", "t", "Throw the spear; it stays where it lands."),
    Tool("pray", "Pray", "p", "Use the altar beside you, once."),
    Tool("idle", "Wait", "w", "Let a turn pass."),
    Tool("resign", "Give up", "", "End the run."),
)
PLACES = {
    "footman": "the footman at {cell}",
    "archer": "the archer at {cell}",
    "demolitionist": "the demolitionist at {cell}",
    "wizard": "the wizard at {cell}",
}
ENDS = {Do.DESCEND: "down to depth {n}", Do.WIN: "you win", Do.DIE: "you die"}  # of a preview


def form() -> tuple[Field, ...]:
    """What may be chosen."""
    held = [name for name in PRAYER_NAMES if name not in ("divine-restoration", "fortitude")]
    prayers = tuple((name, f"{title(name)}: {say(PRAYER_HELP[PRAYER_NAMES.index(name)])}") for name in held)
    return (
        Field("depth", "Depth", "number", "1", "Where the run begins.", 1, LAST_DEPTH),
        Field("hearts", "Hearts", "number", "3", "Health at the start.", 1, MAX_HEALTH),
        Field("endless", "Endless", "flag", "no", "Go on below depth 16."),
        Field(
            "prayers",
            "Prayers held",
            "many",
            "",
            "Prayers that the hero already has.",
            among=prayers,
            rare=True,
        ),
        Field(
            "variants",
            "Variants",
            "many",
            "",
            "Decisions of the rulebook (13) the other way round.",
            among=tuple((name, title(name)) for name in VARIANT_NAMES),
            rare=True,
        ),
        Field("position", "Position", "text", "", "Begin from a line of the position notation.", rare=True),
    )


def played(options: Mapping[str, str], _seats: Sequence[str]) -> str:
    """Where the run begins."""
    if options.get("position"):
        return say("from a position")
    return say("from depth {n}", n=options.get("depth", "1"))


def ground(_match: Match) -> Json:
    """The tiles, the words for prayers."""
    return {
        "cells": [write_cell(c) for c in ALL_CELLS],
        "stairs": write_cell(STAIRS),
        "prayers": {name: {"title": title(name), "help": prayer_line(name)} for name in PRAYER_NAMES},
        "last_depth": LAST_DEPTH,
    }


def position(match: Match, number: int, _viewer: int) -> Json:
    """The whole position."""
    return view(match.states_at(number), 0).as_json()


def _cell(cell: int) -> str | None:
    return None if cell == NOWHERE else write_cell(cell)


def entries(turn: Turn, match: Match, viewer: int) -> tuple[Entry, ...]:
    """A turn for the page."""
    said = zip(turn.actions, sentences(turn, viewer >= 0), strict=True)
    return tuple(entry_of(action, match, _cell, says) for action, says in said)


def log(match: Match, number: int, viewer: int) -> tuple[Entry, ...]:
    """What happened."""
    return entries(match.turns[number - 1], match, viewer)


def offers(match: Match) -> tuple[Offer, ...]:
    """The legal choices, each with the tile that is clicked for it."""
    states: Any = match.states_at(len(match.choices))
    hero = int(states["hero"][0])
    found = []
    for choice in match.legal():
        kind, aim = kind_of(choice.code), aim_of(choice.code)
        if kind == Do.PRAY:
            name = PRAYER_NAMES[aim]
            found.append(Offer(choice, "pray", None, title(name), prayer_line(name)))
            continue
        if kind in (Do.WALK, Do.BASH):
            cell = _neighbour(hero, aim)
        else:
            cell = write_cell(aim) if kind in (Do.LEAP, Do.THROW) else None
        tool = {Do.WALK: "move", Do.LEAP: "move", Do.BASH: "bash", Do.THROW: "throw"}.get(kind, "idle")
        label = {Do.WALK: "Walk", Do.LEAP: "Leap", Do.BASH: "Bash", Do.THROW: "Throw"}.get(kind, "Wait")
        found.append(Offer(choice, tool, cell, label))
    if not match.is_over:
        found.append(Offer("resign", "resign", None, "Give up"))
    return tuple(found)


def _neighbour(hero: int, way: int) -> str | None:
    return None if way >= len(WAY_NAMES) else _cell(int(neighbour(hero, way)))


def preview(match: Match, choice: str, _viewer: int) -> Preview:
    """Everything that can follow, with its chances; in short, who would die and what would hurt."""
    marks: list[Mark] = []
    killed: dict[str, list[str]] = {}  # by chance
    hits: dict[str, int] = {}
    energy = 0
    ends: list[str] = []
    demons = {demon.id: _place(demon) for demon in view(match.states_at(len(match.choices)), 0).demons}
    lines = foresee(match, choice)
    for line in lines:
        action, kind = line.action, Do(line.action.kind)
        if kind == Do.KILL:
            killed.setdefault(line.chance, []).append(demons.get(action.who, say("a demon")))
            marks.append(Mark(write_cell(action.dst), "kill"))
        elif kind == Do.HIT:
            hits[line.chance] = hits.get(line.chance, 0) + 1
            marks.append(Mark(write_cell(action.dst), "hurt"))
        elif kind == Do.GAIN and not line.chance:
            energy += action.n
        elif kind in (Do.SHOOT, Do.BEAM, Do.STRIKE):
            marks.append(Mark(write_cell(action.src), "aim"))
        elif kind in (Do.SLIDE, Do.ROLL, Do.LAND_SPEAR):
            marks.append(Mark(write_cell(action.dst), "reach"))
        elif kind in ENDS:
            ends.append(_likely(line.chance, say(ENDS[kind], n=action.n)))
    told = [_likely(chance, say("kills {names}", names=listed(names))) for chance, names in killed.items()]
    told += ends
    told += [_likely(chance, say("{hits} on you", hits=several(n, "hit"))) for chance, n in hits.items()]
    told += [say("{n} energy", n=energy)] if energy else []
    log = tuple(replace(entry_of(one.action, match, _cell, one.says), chance=one.chance) for one in lines)
    return Preview(log, tuple(marks), "; ".join(told))


def _likely(chance: str, text: str) -> str:
    return f"{chance}: {text}" if chance else text


def threats(match: Match, number: int, _viewer: int) -> tuple[Mark, ...]:
    """Tiles that would be attacked next turn if the demons stayed where they are."""
    states = match.states_at(number)
    names = {_name(demon): _place(demon) for demon in view(states, 0).demons} | {"bomb": say("the bomb")}
    found = []
    for cell, threat in threatened(states, 0).items():
        texts = []
        if threat.by:
            texts.append(say("attacked by {names}", names=listed([names[name] for name in threat.by])))
        if threat.bombs_from:
            texts.append(
                say("a bomb from {names}", names=listed([names[name] for name in threat.bombs_from]))
            )
        found.append(Mark(cell, "hurt" if threat.by else "aim", "; ".join(texts)))
    return tuple(found)


def _name(demon: DemonView) -> str:
    """As logs name it."""
    return f"{LETTERS[Kind[demon.kind.upper()]]}{demon.id + 1}"


def _place(demon: DemonView) -> str:
    """As people find it on the board, where no names are drawn."""
    return say(PLACES[demon.kind], cell=demon.cell)


def reach(match: Match, number: int, _viewer: int, cell: str) -> tuple[Mark, ...]:
    """Tiles that the demon on a tile would attack next turn if it stayed there."""
    states = match.states_at(number)
    here = {_name(demon) for demon in view(states, 0).demons if demon.cell == cell}
    found = []
    for tile, threat in threatened(states, 0).items():
        if here & {*threat.by, *threat.bombs_from}:
            found.append(Mark(tile, "hurt" if here & set(threat.by) else "aim"))
    return tuple(found)


def explain(match: Match, number: int, viewer: int, cell: str) -> tuple[Note, ...]:
    """What is on a tile."""
    p = view(match.states_at(number), 0)
    notes = []
    if cell == p.hero:
        who = say("You") if viewer >= 0 else say("The hero")
        health = say("Health {n} of {most}", n=p.health, most=p.max_health)
        notes.append(Note(who, f"{health}, {say('energy {n} of {most}', n=p.energy, most=p.max_energy)}."))
    for demon in p.demons:
        if demon.cell == cell:
            stun = f" {say('Stunned.')}" if demon.stunned else ""
            name = begin(say(ENTITIES[demon.kind], name=_name(demon)))
            notes.append(Note(name, demon_help(demon.kind, demon.charge) + stun))
    if cell in p.bombs:
        notes.append(
            Note("Bomb", "Explodes in this coming turn and hits every neighbouring tile. A bash moves it.")
        )
    if cell == p.spear:
        notes.append(
            Note("Spear", "Move here to take it up. Without it you neither lunge, throw nor descend.")
        )
    if cell == p.altar:
        notes.append(
            Note("Altar", say("Used.") if p.altar_used else say("Pray from a neighbouring tile, once."))
        )
        if not p.altar_used:
            notes += [Note(title(name), f"{begin(prayer_line(name))}.") for name in p.offers]
    if cell == p.fleece:
        notes.append(Note("Golden fleece", "Move here to take it."))
    if cell == p.portal:
        notes.append(Note("Portal", "Enter it with the fleece and you have won."))
    if cell == write_cell(STAIRS):
        notes.append(
            Note("Stairs", "Move here with the spear in hand to go one depth down; energy is full again.")
        )
    if cell in p.magma:
        notes.append(
            Note("Magma", "Nobody walks on it; demons that are pushed into it burn. Leaps and shots pass.")
        )
    return tuple(notes) or (Note("Ground", "Nothing is here."),)


def scores(match: Match, number: int) -> tuple[int, ...]:
    """The running score."""
    return (int(match.states_at(number)["score"][0]),)


BOARD = Board(
    tools=TOOLS,
    form=form,
    ground=ground,
    played=played,
    ended=lambda reason, _names: ended(reason),
    position=position,
    log=log,
    offers=offers,
    preview=preview,
    threats=threats,
    explain=explain,
    reach=reach,
    scores=scores,
    can_undo=lambda _match, _seat, _alone: True,
)
