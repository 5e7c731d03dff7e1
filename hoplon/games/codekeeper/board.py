"""CodeKeeper for the page: what the hero sees and has seen; the whole maze only where nothing is secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.core.board import ALL, Board, Entry, Field, Json, Mark, Note, Offer, Preview, Tool, entry_of
from hoplon.core.cached_record import CachedRecord
from hoplon.core.match import Match
from hoplon.core.sentences import Sentences, listed, several
from hoplon.core.text import Action, Turn
from hoplon.core.words import say
from hoplon.games.codekeeper.cells import ALL_CELLS, HEIGHT, SIGHT, WIDTH, cell_at, cheb, has
from hoplon.games.codekeeper.legal import ATTACK, MOVE
from hoplon.games.codekeeper.named_mazes import name_of, named_mazes
from hoplon.games.codekeeper.state import LAST_TURN, MAX_HEALTH, Do, Thing, Weapon
from hoplon.games.codekeeper.tables import (
    DAMAGE,
    FIRST_MONSTER,
    FULL_HEALTH,
    LETTERS,
    MONSTER_NAMES,
    REACH,
    STRENGTH,
    THING_NAMES,
    VIEW,
    WEAPON_NAMES,
)
from hoplon.games.codekeeper.view import Entity, cells_in_sight, entities_on
from hoplon.games.codekeeper.weapons import reaches
from hoplon.games.codekeeper.words import PHRASES, TEXT_OF, read_cell, write_cell

ENDS = {
    "exit": "left by the exit",
    "dead": "the hero died",
    "limit": "no turns were left",
    "error": "an illegal command",
    "timeout": "no command in time",
}
TOOLS = (
    Tool("move", "Move", "m", "One step towards a cell; a monster in the way gets the sword."),
    Tool("sword", "Sword", "1", "10 damage to a neighbour."),
    Tool("hammer", "Hammer", "2", "6 damage to three cells beside you."),
    Tool("scythe", "Scythe", "3", "7 damage to two cells of a straight line."),
    Tool("bow", "Bow", "4", "8 damage to a cell up to 3 away."),
    Tool("wait", "Wait", "w", "Let a turn pass."),
)
MONSTER = re.compile(rf"\b([{LETTERS}])[0-9]+\b")
HERO_PHASE = {Do.MOVE, Do.ATTACK, Do.IDLE, Do.HIT, Do.DESTROY, Do.TAKE, Do.LEAVE}
# What everything is in the story of a programmer who is late.
STORY_NAMES = {
    "exit": "The deadline",
    "obstacle": "The void",
    "treasure": "Commits",
    "potion": "A mysterious liquid",
    "hammer-chest": "A linter",
    "scythe-chest": "Unit tests",
    "bow-chest": "Breakpoints",
    "box": "A syntax error",
    "skeleton": "An array out of bounds",
    "gargoyle": "A stack overflow",
    "orc": "A null pointer exception",
    "vampire": "A memory leak",
}
ITEMS = {
    "exit": "Step on it: 10000 points, and the game is over.",
    "treasure": "100 points.",
    "potion": "10 health, up to 20.",
    "hammer-chest": "One charge of the hammer.",
    "scythe-chest": "One charge of the scythe.",
    "bow-chest": "One charge of the bow.",
}


SAYS: dict[int, str] = {
    Do.MOVE: "[you move|the hero moves] to {dst}",
    Do.ATTACK: "[you attack|the hero attacks] {dst} with {weapon}",
    Do.IDLE: "[you stay where you are|the hero stays]",
    Do.FAIL: "[your|the hero's] program has failed",
    Do.TIME_OUT: "[your|the hero's] program was too slow",
    Do.HIT: "{monster} on {dst} takes {n} damage",
    Do.DESTROY: "{monster} is destroyed: {points}",
    Do.TAKE: "[you take|the hero takes] {item}",
    Do.LEAVE: "[you are|the hero is] out: 10000 points",
    Do.STRIKE: "{monster} strikes [you|the hero] for {n}",
    Do.STEP: "{monster} walks to {dst}",
    Do.HURT: "[you lose|the hero loses] {n} health",
    Do.DIE: "[you are|the hero is] dead",
    Do.RUN_OUT: "the time is over",
}


def _the(name: str) -> str:
    """A monster, an item or a weapon, with its article."""
    return say("the " + name.replace("-", " "))


SENTENCES = Sentences(
    SAYS,
    {name: word.write for name, word in PHRASES.words.items()}
    | {
        "monster": lambda action: _the(
            MONSTER_NAMES[action.what]
        ),  # without its number: nobody may count them
        "points": lambda action: several(action.n, "point"),
        "item": lambda action: _the(THING_NAMES[action.what]),
        "weapon": lambda action: _the(WEAPON_NAMES[action.what]),
    },
)


def tell(action: Action, viewer: int) -> str:
    """The sentence about an action; none for a monster that cannot come nearer and steps where it is."""
    stays = action.kind == Do.STEP and action.src == action.dst
    return "" if stays else SENTENCES.say(action, viewer >= 0)


ALSO_SAID = (
    "A new one",
    *(
        text
        for name in (*THING_NAMES, *WEAPON_NAMES)
        for text in ("the " + name.replace("-", " "), name.replace("-", " ").capitalize())
        if name != THING_NAMES[Thing.OBSTACLE]
    ),
)
MAZES = "Those with a name each try out one thing."
DRAWN = "Drawn by hand, or one with a name to change: twelve rows with / between them."


def form() -> tuple[Field, ...]:
    """What may be chosen: the seed makes the maze, unless it is one with a name."""
    named = ((maze.option, f"{maze.name}: {say(maze.purpose)}") for maze in named_mazes().values())
    return (
        Field("maze", "Rows of a maze", "text", "", DRAWN, rare=True),
        Field("position", "Position", "text", "", "Begin from a line of the position notation.", rare=True),
        Field("maze", "Maze", "one", "", MAZES, among=(("", "A new one"), *named)),
    )


def played(options: Mapping[str, str], _seats: Sequence[str]) -> str:
    """Which maze."""
    maze = options.get("maze", "")
    if options.get("position"):
        return say("from a position")
    return (name_of(maze) or say("a drawn maze")) if maze else ""


def ground(_match: Match) -> Json:
    """The size of the board and the words for what can be on it."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "turns": LAST_TURN,
        "health": MAX_HEALTH,
        "things": list(THING_NAMES),
        "first_monster": FIRST_MONSTER,
        "full": FULL_HEALTH.tolist(),
    }


def position(match: Match, number: int, viewer: int) -> Json:
    """What the hero sees, what he has seen, and the whole maze for those who may see it."""
    states = match.states_at(number)
    s = CachedRecord(states[0])
    hero = int(s.hero)
    sight = cells_in_sight(hero, int(s.sight_table))
    found: Json = {
        "turn": int(s.turn),
        "hero": write_cell(hero),
        "health": int(s.health),
        "score": int(s.score),
        "charges": s.charges.tolist()[1:],
        "sight": [write_cell(c) for c in sight],
        "fog": viewer != ALL,
    }
    known, things = remembered(match, number)
    found["seen"] = len(known)  # by the hero, also where the whole maze is shown
    if viewer == ALL:
        known = set(ALL_CELLS)
        things = list(entities_on(states, 0, ALL_CELLS))
    else:
        things = [e for e in things if 16 * e.x + e.y not in sight]
        things += entities_on(states, 0, sight)
    found["known"] = [write_cell(c) for c in sorted(known)]
    found["things"] = [[f"{e.x},{e.y}", THING_NAMES[e.type], e.value] for e in things]
    return found


def remembered(match: Match, number: int) -> tuple[set[int], list[Entity]]:
    """Every cell that the hero has seen so far, and the walls and items as they were seen last."""
    seen: dict[int, tuple[Entity, ...]] = {}
    before = -1
    for k in range(number, -1, -1):
        states = match.states_at(k)
        hero = int(states["hero"][0])
        if hero == before:
            continue
        before = hero
        new = [c for c in cells_in_sight(hero, int(states["sight_table"][0])) if c not in seen]
        seen |= dict.fromkeys(new, ())
        for entity in entities_on(states, 0, new):
            if entity.type < FIRST_MONSTER:  # one on a cell
                seen[cell_at(entity.x, entity.y)] = (entity,)
    return set(seen), [entity for found in seen.values() for entity in found]


def _cell(cell: int) -> str | None:
    return None if cell == NOWHERE else write_cell(cell)


def told(turn: Turn, match: Match, hero: int, viewer: int) -> tuple[Entry, ...]:
    """A turn as it was seen: monsters have no numbers, since nobody may count them."""
    found: list[Entry] = []
    place: dict[int, int] = {}
    for number, action in enumerate(turn.actions):
        if viewer != ALL:
            cells = [c for c in (action.src, action.dst) if c != NOWHERE]
            if any(cheb(c, hero) > SIGHT for c in cells):
                continue
            text = MONSTER.sub(lambda m: MONSTER_NAMES[LETTERS.index(m[1])], match.game.phrases.write(action))
            entry = replace(entry_of(action, match, _cell, tell(action, viewer), text), who=-1)
        else:
            entry = entry_of(action, match, _cell, tell(action, viewer))
        place[number] = len(found)
        found.append(replace(entry, cause=place.get(action.cause, -1)))
    return tuple(found)


def log(match: Match, number: int, viewer: int) -> tuple[Entry, ...]:
    """What happened, as far as the hero saw it."""
    hero = int(match.states_at(number)["hero"][0])
    return told(match.turns[number - 1], match, hero, viewer)


@lru_cache(maxsize=1024)
def _aims(weapon: int, hero: int) -> tuple[int, ...]:
    return tuple(c for c in ALL_CELLS if reaches(weapon, hero, c))


def offers(match: Match) -> tuple[Offer, ...]:
    """Steps towards cells in sight that are no walls, and blows that hit; all else comes to nothing."""
    if match.is_over:
        return ()
    states = match.states_at(len(match.choices))
    s = CachedRecord(states[0])
    hero = int(s.hero)
    sight = cells_in_sight(hero, int(s.sight_table))
    monsters = {cell_at(e.x, e.y) for e in entities_on(states, 0, sight) if e.type >= FIRST_MONSTER}
    found = [
        Offer(TEXT_OF[MOVE | c], "move", write_cell(c), "Move")
        for c in sight
        if c != hero and not has(s.walls, c)
    ]
    for weapon in Weapon:
        if weapon == Weapon.SWORD or s.charges[weapon] > 0:
            name = WEAPON_NAMES[weapon]
            for c in _aims(weapon.value, hero):
                if monsters.isdisjoint(_hit(weapon.value, hero, c)):
                    continue
                text = TEXT_OF[ATTACK + (weapon.value << 8) | c]
                found.append(Offer(text, name, write_cell(c), name.capitalize()))
    found.append(Offer(TEXT_OF[MOVE | hero], "wait", None, "Wait"))
    return tuple(found)


def preview(match: Match, choice: str, viewer: int) -> Preview:
    """What the hero would do; how the monsters answer is not known before."""
    s: Any = match.states_at(len(match.choices))[0]
    turn = match.preview(choice)
    hero = int(s.hero)
    own = tuple(action for action in turn.actions if action.kind in HERO_PHASE)
    marks, lines = [], []
    for action in own:
        kind = Do(action.kind)
        if kind == Do.MOVE and action.src != action.dst:
            marks.append(Mark(write_cell(action.dst), "reach"))
        elif kind == Do.ATTACK:
            marks += [Mark(write_cell(c), "aim") for c in _hit(action.what, action.src, action.dst)]
            weapon, damage = _the(WEAPON_NAMES[action.what]), int(DAMAGE[action.what])
            lines.append(say("{weapon}, {n} damage", weapon=weapon, n=damage))
        elif kind == Do.DESTROY:
            marks.append(Mark(write_cell(action.dst), "kill"))
            lines.append(say("destroys {monster}", monster=_the(MONSTER_NAMES[action.what])))
        elif kind == Do.TAKE:
            lines.append(say("takes {item}", item=_the(THING_NAMES[action.what])))
        elif kind == Do.IDLE:
            lines.append(say("nothing happens"))
    return Preview(told(Turn(own, turn.phrases), match, hero, viewer), tuple(marks), "; ".join(lines))


@lru_cache(maxsize=4096)
def _hit(weapon: int, hero: int, aim: int) -> tuple[int, ...]:
    from hoplon.games.codekeeper.weapons import MOST_HIT, hit_cell

    cells = [int(hit_cell(weapon, hero, aim, k)) for k in range(MOST_HIT)]
    return tuple(c for c in cells if c != NOWHERE)


def threats(match: Match, number: int, viewer: int) -> tuple[Mark, ...]:
    """Where the monsters in sight can strike, and from where they would notice the hero."""
    return _ranges(position(match, number, viewer)["things"])


def reach(match: Match, number: int, viewer: int, cell: str) -> tuple[Mark, ...]:
    """Where the monster on a cell can strike, and from where it would notice the hero."""
    things = position(match, number, viewer)["things"]
    return _ranges([thing for thing in things if thing[0] == cell])


def _ranges(things: list[Any]) -> tuple[Mark, ...]:
    struck: dict[int, list[str]] = {}
    noticed: dict[int, list[str]] = {}
    for cell, name, _ in things:
        if name not in MONSTER_NAMES:
            continue
        kind, at = MONSTER_NAMES.index(name), read_cell(cell)
        for c in ALL_CELLS:
            far = cheb(c, at)
            if 0 < far <= REACH[kind]:
                struck.setdefault(c, []).append(say("{monster} at {cell}", monster=_the(name), cell=cell))
            elif 0 < far <= VIEW[kind]:
                noticed.setdefault(c, []).append(say("{monster} at {cell}", monster=_the(name), cell=cell))
    found = [
        Mark(write_cell(c), "hurt", say("within reach of {names}", names=listed(names)))
        for c, names in struck.items()
    ]
    found += [
        Mark(write_cell(c), "aim", say("in view of {names}", names=listed(names)))
        for c, names in noticed.items()
        if c not in struck
    ]
    return tuple(found)


def explain(match: Match, number: int, viewer: int, cell: str) -> tuple[Note, ...]:
    """What is on a cell, if that is known."""
    p = position(match, number, viewer)
    read_cell(cell)
    if cell == p["hero"]:
        health = say("Health {n} of {most}", n=p["health"], most=MAX_HEALTH)
        return (Note("You" if viewer >= 0 else "The hero", f"{health}."),)
    if cell not in p["known"]:
        return (Note("Fog", "The hero sees three cells in every direction and was never near this one."),)
    notes = []
    for at, name, value in p["things"]:
        if at != cell:
            continue
        if name in MONSTER_NAMES:
            kind = MONSTER_NAMES.index(name)
            text = say(
                "Health {n} of {most}. Sees {view} far, strikes {reach} far for {strength}. Worth {points}.",
                n=value,
                most=int(FULL_HEALTH[kind]),
                view=int(VIEW[kind]),
                reach=int(REACH[kind]),
                strength=int(STRENGTH[kind]),
                points=several(int(FULL_HEALTH[kind]), "point"),
            )
            idle = f"{say('It holds nothing and does nothing.')} " if kind == 0 else ""
            notes.append(Note(name.capitalize(), f"{say(STORY_NAMES[name])}. {idle}{text}"))
        elif name == THING_NAMES[Thing.OBSTACLE]:
            notes.append(
                Note("Wall", f"{say(STORY_NAMES[name])}. {say('Stops feet, but neither sight nor blows.')}")
            )
        else:
            notes.append(
                Note(name.replace("-", " ").capitalize(), f"{say(STORY_NAMES[name])}. {say(ITEMS[name])}")
            )
    if cell not in p["sight"] and viewer != ALL:
        notes.append(Note("Out of sight", "As it was seen last."))
    return tuple(notes) or (Note("Floor", "Nothing is here."),)


BOARD = Board(
    tools=TOOLS,
    form=form,
    ground=ground,
    played=played,
    ended=lambda reason, _names: say(ENDS.get(reason, reason)),
    position=position,
    log=log,
    offers=offers,
    preview=preview,
    threats=threats,
    explain=explain,
    reach=reach,
    scores=lambda match, number: (int(match.states_at(number)["score"][0]),),
    can_undo=lambda _match, _seat, _alone: True,
)
