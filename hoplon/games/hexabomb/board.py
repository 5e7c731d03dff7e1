"""hexabomb for the page: everything is seen but the orders that others have given in this turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.board import ALL, Board, Entry, Field, Json, Mark, Note, Offer, Preview, Tool, entry_of
from hoplon.core.errors import BadOption
from hoplon.core.match import Match
from hoplon.core.sentences import Sentences, begin, several
from hoplon.core.text import Action
from hoplon.core.words import count, say
from hoplon.games.hexabomb.bombs import explode
from hoplon.games.hexabomb.legal import STAY, delay_of, kind_of, range_of, way_of
from hoplon.games.hexabomb.maps import LINE, RUN, names
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.setup import clear_board
from hoplon.games.hexabomb.state import SIZES, Do
from hoplon.games.hexabomb.tables import NEUTRAL
from hoplon.games.hexabomb.view import Position, put, view, whole
from hoplon.games.hexabomb.words import read_cell, write_cell

MOST_CELLS = SIZES[1].cells
MOST_PAGE_TURNS = 1000

TOOLS = (
    Tool("move", "Move", "m", "To a neighbouring cell, which takes your colour."),
    Tool("bomb", "Bomb", "b", "Drop a bomb here: how far it reaches, and when it explodes."),
    Tool("revive", "Revive", "r", "Come back to life where the character died."),
    Tool("stay", "Stay", "s", "Do nothing this turn."),
)


SAYS: dict[int, str] = {
    Do.MOVE: "{character} moves to {dst}",
    Do.BOMB: "{character} drops a bomb: {n} far, in {turns}",
    Do.REVIVE: "{character} comes back to life on {dst}",
    Do.REFILL: "everybody gets a bomb",
    Do.EXPLODE: "bomb of {owner} explodes on {src}, {n} far",
    Do.BURN: "{cells}",
    Do.KILL: "{character} dies on {src}",
    Do.RESTART: "{character} waits again",
    Do.LEAD: "{owner} leads",
    Do.FINISH: "the match is over: {owner}",
}


ALSO_SAID = ("drawn", "all")  # of how it ended, and of the form


def form() -> tuple[Field, ...]:
    """What may be chosen."""
    maps = tuple((name, _map_label(name)) for name in names())
    counts = (("-1", "all"), *((str(n), str(n)) for n in range(17)))
    return (
        Field("map", "Map", "one", "duel", "The board, and how many can play on it.", among=maps),
        Field("players", "Players", "one", "-1", "How many play.", among=counts),
        Field("turns", "Turns", "number", "100", "How long it lasts.", 1, MOST_PAGE_TURNS),
        Field("special", "Sudden death", "flag", "no", "A special player hunts the others; nobody revives."),
        Field("position", "Position", "text", "", "Begin from a line of the position notation.", rare=True),
    )


def _map_label(name: str) -> str:
    board = HexabombOptions(map=name).board
    about = say("{players} players, {cells} cells", players=len(board.starts), cells=len(board.cells))
    return f"{name} ({about})"


def check(options: Mapping[str, str]) -> None:
    """A server reads no files for strangers, and plays on boards that a page can draw."""
    said = options.get("map", "")
    if said and said not in names() and not LINE.match(said):
        known = ", ".join(names())
        raise BadOption(f"there is no map {said[:40]!r}; expected {known} or a map in one line")
    cells = sum(
        int(last or first) - int(first) + 1
        for text in (said, options.get("position", "").partition("cells=")[2].partition(" ")[0])
        for first, last in RUN.findall(text.partition("@")[0])
    )
    if cells > 2 * MOST_CELLS:  # the numbers of columns are counted too
        raise BadOption(f"the map is too large; the arena plays on at most {MOST_CELLS} cells")
    if options.get("turns", "").isdecimal() and int(options["turns"][:9]) > MOST_PAGE_TURNS:
        raise BadOption(f"option turns is {options['turns'][:20]}; the arena plays at most {MOST_PAGE_TURNS}")


def whole_of(options: HexabombOptions) -> Position:
    """The position that options begin from."""
    from hoplon.games.hexabomb.notation import read

    return read(options.position)


def played(options: Mapping[str, str], _seats: Sequence[str]) -> str:
    """The map by its name."""
    if options.get("position"):
        return say("from a position")
    said = options.get("map", HexabombOptions().map)
    return say("map {name}", name=said) if said in names() else say("a map of one's own")


def ended(reason: str, who: Sequence[str]) -> str:
    """How a match has ended, with the winner's name."""
    won = re.fullmatch(r"won by player (\d+)", reason)
    return say("won by {name}", name=who[int(won[1])]) if won else say(reason)


def seats(options: HexabombOptions) -> tuple[str, ...]:
    """The players; the special one is the first (2.1)."""
    special = is_sudden_death(options)
    count = whole_of(options).seats if options.position else options.player_count + special
    if special:
        return ("Special player", *(f"Player {seat}" for seat in range(1, count)))
    return tuple(f"Player {seat}" for seat in range(1, count + 1))


def is_sudden_death(options: HexabombOptions) -> bool:
    """Is there a special player?"""
    return whole_of(options).special if options.position else options.special


def kept_seats(options: HexabombOptions) -> dict[int, str]:
    """The special player is a bot that hunts the others (7)."""
    return {0: "hunter"} if is_sudden_death(options) else {}


def look(match: Match, number: int, viewer: int) -> Position:
    """The position as the viewer sees it; no seat has the number of a spectator."""
    states = match.states_at(number)
    return whole(states, 0) if viewer == ALL else view(states, 0, viewer)


def ground(match: Match) -> Json:
    """The cells, and who plays."""
    p = look(match, 0, ALL)
    return {
        "cells": [write_cell(cell) for cell in p.cells],
        "special": p.special,
        "seats": p.seats,
        "turns": p.turns,
    }


def position(match: Match, number: int, viewer: int) -> Json:
    """The position without the board."""
    p = look(match, number, viewer)
    asked = p.to_order
    return {
        "turn": p.turn,
        "turns": p.turns,
        "colours": p.colours,
        "characters": [
            {"id": c.id, "seat": c.seat, "cell": write_cell(c.cell), "held": c.held, "wait": c.wait}
            for c in p.characters
        ],
        "bombs": [
            {"seat": b.seat, "cell": write_cell(b.cell), "range": b.range, "delay": b.delay} for b in p.bombs
        ],
        "blasts": [[write_cell(cell), colour] for cell, colour in p.blasts],
        "scores": p.scores,
        "counts": p.counts,
        "leader": p.leader,
        "asked": None if asked is None else asked.id,
        "orders": [
            {
                "character": o.character,
                "kind": o.kind.name.lower(),
                "to": _target(p, o.character, o.kind, o.way),
            }
            for o in p.orders
        ],
    }


def _target(p: Position, character: int, kind: Do, way: int) -> str | None:
    if kind != Do.MOVE:
        return None
    cell = p.board.number[p.characters[character].cell]
    to = p.board.near[cell][way]
    return None if to == NOWHERE else write_cell(p.cells[to])


def log(match: Match, number: int, _viewer: int) -> tuple[Entry, ...]:
    """What happened; orders make no log before all are given."""
    states = match.states_at(number)

    def cell(c: int) -> str | None:
        return None if c == NOWHERE else f"{int(states['q'][0, c])},{int(states['r'][0, c])}"

    names_of = seats(cast(HexabombOptions, match.options))
    owners = states["seat"][0]
    forms = (
        {kind: form for kind, form in SAYS.items() if kind != Do.RESTART} if states["special"][0] else SAYS
    )
    says = Sentences(
        forms,
        {
            "character": lambda a: say(
                "character {n} of {name}", n=_nth(owners, a.who), name=names_of[int(owners[a.who])]
            ),
            "owner": lambda a: say("nobody") if a.who == NOBODY else names_of[a.who],
            "src": lambda a: str(cell(a.src)),
            "dst": lambda a: str(cell(a.dst)),
            "n": lambda a: str(a.n),
            "turns": lambda a: several(a.what, "turn"),
            "cells": lambda a: count(a.n, "{n} cell burns", "{n} cells burn"),
        },
    )

    def told(action: Action) -> Entry:
        entry = entry_of(action, match, cell, says.say(action))
        if action.kind == Do.BURN:
            return replace(entry, cells=tuple(write_cell(c) for c, _ in view(states, 0, NOBODY).blasts))
        return entry

    return tuple(told(action) for action in match.turns[number - 1].actions)


def offers(match: Match) -> tuple[Offer, ...]:
    """The orders for the character that is asked."""
    p = look(match, len(match.choices), NOBODY)
    who = p.to_order
    if who is None:
        return ()
    found = []
    for choice in match.legal():
        kind = Do(kind_of(choice.code))
        if kind == Do.MOVE:
            cell = _target(p, who.id, kind, way_of(choice.code))
            found.append(Offer(choice, "move", cell, "Move"))
        elif kind == Do.BOMB:
            reach, delay = range_of(choice.code), delay_of(choice.code)
            label = say("{reach} far, in {delay}", reach=reach, delay=delay)
            far, turns = several(reach, "cell"), several(delay, "turn")
            found.append(
                Offer(
                    choice,
                    "bomb",
                    None,
                    label,
                    say("reaches {far} each way, explodes in {turns}", far=far, turns=turns),
                )
            )
        else:
            name = kind.name.lower()
            found.append(Offer(choice, name, None, name.capitalize()))
    return tuple(found)


def blast_cells(states: Any, cell: int, reach: int) -> list[int]:
    """The cells that a bomb would hit, by the rules of explosions."""
    trial = states.copy()
    s = trial[0]
    clear_board(s)
    s.bombs, s.hits = 1, 0
    s.bomb_cell[0], s.bomb_range[0], s.bomb_seat[0] = cell, reach, 0
    explode(s, 0)
    found: list[int] = trial["hit"][0][: int(trial["hits"][0])].tolist()
    return found


def preview(match: Match, choice: str, viewer: int) -> Preview:
    """Where a move leads, what a bomb would hit; nothing that depends on the orders of others."""
    read = match.read(choice)
    p = look(match, len(match.choices), viewer)
    who = p.to_order
    kind = Do(kind_of(read.code))
    if who is None or kind in (Do.STAY, Do.REVIVE):
        return Preview(
            summary=say("comes back to life") if kind == Do.REVIVE else say("does nothing this turn")
        )
    if kind == Do.MOVE:
        cell = _target(p, who.id, kind, way_of(read.code))
        return Preview((), (Mark(str(cell), "reach"),), say("moves to {cell}, if it is free then", cell=cell))
    states = match.states_at(len(match.choices))
    hit = blast_cells(states, p.board.number[who.cell], range_of(read.code))
    gained = sum(p.colours[c] != who.seat + 1 for c in hit)
    marks = tuple(Mark(write_cell(p.cells[c]), "reach") for c in hit)
    text = say(
        "explodes in {turns}, colours {cells}, {n} of them not yours",
        turns=several(delay_of(read.code), "turn"),
        cells=several(len(hit), "cell"),
        n=gained,
    )
    return Preview((), marks, text)


def threats(match: Match, number: int, viewer: int) -> tuple[Mark, ...]:
    """Cells that will burn at the end of this turn if nobody drops another bomb: a turn in which all stay."""
    p = replace(look(match, number, viewer), asked=0, orders=(), blasts=())
    if p.to_order is None:
        return ()
    game = match.game
    states, turns = game.new_states(1), game.new_turns(1)
    put(p, states, 0)
    for _ in p.characters:
        game.entries.play(states, 0, turns, 0, STAY)
    names_of = seats(cast(HexabombOptions, match.options))

    def text(colour: int) -> str:
        if colour == NEUTRAL:
            return say("burns this turn, by bombs of several players")
        return say("burns this turn, by a bomb of {name}", name=names_of[colour - 1])

    return tuple(
        Mark(write_cell(cell), "hurt", text(colour)) for cell, colour in view(states, 0, NOBODY).blasts
    )


def reach(match: Match, number: int, viewer: int, cell: str) -> tuple[Mark, ...]:
    """Cells that the bomb on a cell would hit by itself."""
    p = look(match, number, viewer)
    at = read_cell(cell)
    for bomb in p.bombs:
        if bomb.cell == at:
            hit = blast_cells(match.states_at(number), p.board.number[at], bomb.range)
            return tuple(Mark(write_cell(p.cells[c]), "hurt" if bomb.delay <= 1 else "aim") for c in hit)
    return ()


def explain(match: Match, number: int, viewer: int, cell: str) -> tuple[Note, ...]:
    """What is on a cell."""
    p = look(match, number, viewer)
    at = read_cell(cell)
    names_of = seats(cast(HexabombOptions, match.options))
    notes = []
    for c in p.characters:
        if c.cell == at:
            nth = _nth([one.seat for one in p.characters], c.id)
            title = begin(say("character {n} of {name}", n=nth, name=names_of[c.seat]))
            if c.alive:
                text = say("Alive, {bombs} in hand.", bombs=several(c.held, "bomb"))
            else:
                text = say("Dead; {when}.", when=_return(p, c.wait))
            notes.append(Note(title, text))
    for b in p.bombs:
        if b.cell == at:
            owner = names_of[b.seat]
            turns, far = several(b.delay, "turn"), several(b.range, "cell")
            text = say("Explodes in {turns}, reaches {far} each way.", turns=turns, far=far)
            notes.append(Note(say("Bomb of {name}", name=owner), text))
    colour = p.colour_at.get(at)
    if colour is not None and p.special:
        notes.append(Note(say("Cell {cell}", cell=cell), "In sudden death nobody needs cells."))
    elif colour is not None:
        owner = say("nobody") if colour == NEUTRAL else names_of[colour - 1]
        notes.append(Note(say("Cell {cell}", cell=cell), say("Belongs to {name}.", name=owner)))
    return tuple(notes)


def _nth(owners: Sequence[int], who: int) -> int:
    """Which of its player's characters it is, counted from 1."""
    return sum(1 for owner in owners[: who + 1] if owner == owners[who])


def _return(p: Position, wait: int) -> str:
    """When the dead come back (7: not in sudden death)."""
    if p.special:
        return say("in sudden death nobody comes back")
    return say("may revive in {turns}", turns=several(wait, "turn")) if wait else say("may revive now")


def can_undo(match: Match, seat: int, alone: bool) -> bool:
    """An order may be taken back until all are given; whoever plays alone may go back further."""
    return alone or (asked(match) > 0 and match.seats[-1] == seat)


def asked(match: Match) -> int:
    """How many orders of this turn are given."""
    return int(match.states_at(len(match.choices))["asked"][0])


def scores(match: Match, number: int) -> tuple[int, ...]:
    """The running scores."""
    states = match.states_at(number)
    found: list[int] = states["score"][0][: int(states["seats"][0])].tolist()
    return tuple(found)


def counts(match: Match, number: int) -> tuple[int, ...]:
    """The cells of each player."""
    states = match.states_at(number)
    found: list[int] = states["count"][0][: int(states["seats"][0])].tolist()
    return tuple(found)


BOARD = Board(
    tools=TOOLS,
    form=form,
    check=check,
    ground=ground,
    played=played,
    ended=ended,
    position=position,
    log=log,
    offers=offers,
    preview=preview,
    threats=threats,
    explain=explain,
    reach=reach,
    scores=scores,
    counts=counts,
    turn=lambda match, number: int(match.states_at(number)["turn"][0]),
    can_undo=can_undo,
    settled=lambda match: len(match.choices) - asked(match),
)
