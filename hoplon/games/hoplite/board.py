"""Hoplite for the page. It hides nothing, so every viewer is told the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.core.board import Board, Entry, Field, Json, Mark, Note, Offer, Preview, Tool, entry_of
from hoplon.core.match import Match
from hoplon.core.sentences import Sentences, listed
from hoplon.core.text import Action, Turn
from hoplon.games.hoplite.cells import ALL_CELLS, STAIRS, neighbour
from hoplon.games.hoplite.legal import aim_of, kind_of
from hoplon.games.hoplite.options import VARIANT_NAMES
from hoplon.games.hoplite.state import LAST_DEPTH, MAX_HEALTH, Do, Kind
from hoplon.games.hoplite.tables import (
    FULL_CHARGE,
    KILL_SCORE,
    KIND_NAMES,
    LETTERS,
    PRAYER_HELP,
    PRAYER_NAMES,
    SACRIFICE,
)
from hoplon.games.hoplite.threats import threats as threatened
from hoplon.games.hoplite.view import DemonView, view
from hoplon.games.hoplite.words import PHRASES, WAY_NAMES, write_cell

TOOLS = (
    Tool("move", "Walk or leap", "m", "Walk to a neighbour, or leap for 50 energy."),
    Tool("bash", "Bash", "b", "Push what stands on a neighbouring tile away from you."),
    Tool("throw", "Throw", "t", "Throw the spear; it stays where it lands."),
    Tool("pray", "Pray", "p", "Use the altar beside you, once."),
    Tool("idle", "Wait", "w", "Let a turn pass."),
    Tool("resign", "Give up", "", "End the run."),
)
DEMONS = {
    "footman": "Strikes when it stands next to you, and walks towards you.",
    "archer": "Shoots along the six straight lines at distance 2 to 5, if nobody stands between.",
    "demolitionist": "Throws a bomb next to you from up to 3 tiles away, every third turn.",
    "wizard": "Sends a beam along a straight line, up to 5 tiles, if it touches no demon; then it recharges.",
}


SAYS: dict[int, str] = {
    Do.WALK: "you walk to {dst}",
    Do.LEAP: "you leap to {dst}",
    Do.BASH: "you bash {way}",
    Do.THROW: "you throw the spear at {dst}",
    Do.PRAY: "you pray: {prayer}",
    Do.IDLE: "you wait",
    Do.RESIGN: "you give up",
    Do.TAKE_SPEAR: "you take up the spear",
    Do.GAIN: "{n} energy",
    Do.STAB: "you stab {entity} in passing",
    Do.LUNGE: "you lunge at {entity}",
    Do.DEEP_LUNGE: "the lunge goes on to {entity}",
    Do.STUN: "{entity} is stunned",
    Do.TAKE_FLEECE: "you take the golden fleece",
    Do.LAND_SPEAR: "the spear lands on {dst}",
    Do.SMASH: "the landing shakes {dst}",
    Do.PUSH: "{entity} is pushed {way}",
    Do.PUSH_AWAY: "{entity} is pushed {way}",
    Do.SLIDE: "{entity} slides to {dst}",
    Do.ROLL: "{entity} rolls to {dst}",
    Do.BURN: "{entity} burns in the magma of {dst}",
    Do.CRUSH: "{entity} is crushed",
    Do.EXPLODE: "{entity} explodes on {src}",
    Do.KILL: "{entity} dies",
    Do.HIT: "you are hit by {entity}",
    Do.STREAK: "{n} killed in a row",
    Do.SURGE: "surge: the bash is ready again",
    Do.REGENERATE: "you regain a heart",
    Do.STRIKE: "{entity} strikes you",
    Do.SHOOT: "{entity} shoots at you",
    Do.BEAM: "{entity} sends a beam through {dst}",
    Do.LOB: "{entity} throws a bomb to {dst}",
    Do.STEP: "{entity} walks to {dst}",
    Do.DESCEND: "you go down to depth {n}",
    Do.WIN: "you carry the fleece home",
    Do.DIE: "you die: {killer}",
}


def _entity(action: Action) -> str:
    """A demon with its name on the board, or a bomb."""
    if action.what == Kind.BOMB:
        return "the bomb"
    return f"{KIND_NAMES[action.what]} {LETTERS[action.what]}{action.who + 1}"


SENTENCES = Sentences(
    SAYS,
    {name: word.write for name, word in PHRASES.words.items()}
    | {"entity": _entity, "prayer": lambda action: title(PRAYER_NAMES[action.what])},
)


def title(name: str) -> str:
    """A prayer or a variant for people: `greater-energy-ii` is Greater Energy II."""
    return " ".join("II" if word == "ii" else word.capitalize() for word in name.split("-"))


def prayer_line(name: str) -> str:
    """What a prayer does and costs."""
    prayer = PRAYER_NAMES.index(name)
    cost = int(SACRIFICE[prayer])
    return PRAYER_HELP[prayer] + (f"; costs {cost} heart{'s' * (cost > 1)}" if cost else "")


def form() -> tuple[Field, ...]:
    """What may be chosen."""
    held = [name for name in PRAYER_NAMES if name not in ("divine-restoration", "fortitude")]
    prayers = tuple((name, f"{title(name)}: {PRAYER_HELP[PRAYER_NAMES.index(name)]}") for name in held)
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
    return "from a position" if options.get("position") else f"from depth {options.get('depth', '1')}"


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


def entries(turn: Turn, match: Match) -> tuple[Entry, ...]:
    """A turn for the page."""
    return tuple(entry_of(action, match, _cell, SENTENCES.say(action)) for action in turn.actions)


def log(match: Match, number: int, _viewer: int) -> tuple[Entry, ...]:
    """What happened."""
    return entries(match.turns[number - 1], match)


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
    """Who would die, and what would hurt, as far as no dice are involved."""
    turn = match.preview(choice)
    marks, lines = [], []
    demons = {demon.id: _place(demon) for demon in view(match.states_at(len(match.choices)), 0).demons}
    killed, hits, energy = [], 0, 0
    for action in turn.actions:
        kind = Do(action.kind)
        if kind == Do.KILL:
            killed.append(demons.get(action.who, "a demon"))
            marks.append(Mark(write_cell(action.dst), "kill"))
        elif kind == Do.HIT:
            hits += 1
            marks.append(Mark(write_cell(action.dst), "hurt"))
        elif kind == Do.GAIN:
            energy += action.n
        elif kind in (Do.SHOOT, Do.BEAM, Do.STRIKE):
            marks.append(Mark(write_cell(action.src), "aim"))
        elif kind in (Do.SLIDE, Do.ROLL, Do.LAND_SPEAR):
            marks.append(Mark(write_cell(action.dst), "reach"))
        elif kind == Do.DESCEND:
            lines.append(f"down to depth {action.n}")
        elif kind == Do.WIN:
            lines.append("you win")
        elif kind == Do.DIE:
            lines.append("you die")
    if killed:
        lines.insert(0, f"kills {listed(killed)}")
    if hits:
        lines.append(f"{hits} hit{'s' * (hits > 1)} on you")
    if energy:
        lines.append(f"{energy} energy")
    return Preview(entries(turn, match), tuple(marks), "; ".join(lines))


def threats(match: Match, number: int, _viewer: int) -> tuple[Mark, ...]:
    """Tiles that would be attacked next turn if the demons stayed where they are."""
    states = match.states_at(number)
    names = {_name(demon): _place(demon) for demon in view(states, 0).demons} | {"bomb": "the bomb"}
    found = []
    for cell, threat in threatened(states, 0).items():
        texts = []
        if threat.by:
            texts.append(f"attacked by {listed([names[name] for name in threat.by])}")
        if threat.bombs_from:
            texts.append(f"a bomb from {listed([names[name] for name in threat.bombs_from])}")
        found.append(Mark(cell, "hurt" if threat.by else "aim", "; ".join(texts)))
    return tuple(found)


def _name(demon: DemonView) -> str:
    """As logs name it."""
    return f"{LETTERS[Kind[demon.kind.upper()]]}{demon.id + 1}"


def _place(demon: DemonView) -> str:
    """As people find it on the board, where no names are drawn."""
    return f"the {demon.kind} at {demon.cell}"


def reach(match: Match, number: int, _viewer: int, cell: str) -> tuple[Mark, ...]:
    """Tiles that the demon on a tile would attack next turn if it stayed there."""
    states = match.states_at(number)
    here = {_name(demon) for demon in view(states, 0).demons if demon.cell == cell}
    found = []
    for tile, threat in threatened(states, 0).items():
        if here & {*threat.by, *threat.bombs_from}:
            found.append(Mark(tile, "hurt" if here & set(threat.by) else "aim"))
    return tuple(found)


def explain(match: Match, number: int, _viewer: int, cell: str) -> tuple[Note, ...]:
    """What is on a tile."""
    p = view(match.states_at(number), 0)
    notes = []
    if cell == p.hero:
        notes.append(
            Note("You", f"Health {p.health} of {p.max_health}, energy {p.energy} of {p.max_energy}.")
        )
    for demon in p.demons:
        if demon.cell == cell:
            kind = Kind[demon.kind.upper()]
            full = int(FULL_CHARGE[kind])
            charge = f" Charge {demon.charge} of {full}." if full else ""
            stun = " Stunned." if demon.stunned else ""
            worth = f" Worth {int(KILL_SCORE[kind])} points."
            notes.append(
                Note(
                    f"{demon.kind.capitalize()} {_name(demon)}",
                    DEMONS[demon.kind] + charge + stun + worth,
                )
            )
    if cell in p.bombs:
        notes.append(
            Note("Bomb", "Explodes in this coming turn and hits every neighbouring tile. A bash moves it.")
        )
    if cell == p.spear:
        notes.append(
            Note("Spear", "Move here to take it up. Without it you neither lunge, throw nor descend.")
        )
    if cell == p.altar:
        text = "Used." if p.altar_used else "Offers " + ", ".join(title(name) for name in p.offers) + "."
        notes.append(Note("Altar", f"Pray from a neighbouring tile, once. {text}"))
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
