"""A turn of Hoplite in sentences, and how a run ended."""

from __future__ import annotations

from hoplon.core.actions import NOWHERE
from hoplon.core.sentences import Sentences, several
from hoplon.core.text import Action, Turn
from hoplon.core.words import say
from hoplon.games.hoplite.reactions import STREAK_GOAL
from hoplon.games.hoplite.state import Do, Kind
from hoplon.games.hoplite.tables import DEMON_NAMES, KIND_NAMES, LETTERS, PRAYER_HELP, PRAYER_NAMES, SACRIFICE
from hoplon.games.hoplite.words import PHRASES, write_cell

# Between brackets: as the player reads it, and as everybody else does.
SAYS: dict[int, str] = {
    Do.WALK: "[you walk|the hero walks] to {dst}",
    Do.LEAP: "[you leap|the hero leaps] to {dst}",
    Do.BASH: "[you bash|the hero bashes] {bashed}",
    Do.THROW: "[you throw|the hero throws] the spear at {dst}",
    Do.PRAY: "[you pray|the hero prays] for {prayer}",
    Do.IDLE: "[you wait|the hero waits]",
    Do.RESIGN: "[you give|the hero gives] up",
    Do.TAKE_SPEAR: "[you take|the hero takes] up the spear",
    Do.GAIN: "[you gain|the hero gains] {n} energy",
    Do.STAB: "[you stab|the hero stabs] {entity} in passing",
    Do.LUNGE: "[you lunge|the hero lunges] at {entity}",
    Do.DEEP_LUNGE: "the lunge goes on to {entity}",
    Do.STUN: "{entity} is stunned",
    Do.TAKE_FLEECE: "[you take|the hero takes] the golden fleece",
    Do.LAND_SPEAR: "the spear lands on {dst}",
    Do.PUSH: "{entity} is pushed {towards}",
    Do.PUSH_AWAY: "{entity} has to make way",
    Do.SLIDE: "{entity} slides to {dst}",
    Do.ROLL: "{entity} rolls to {dst}",
    Do.BURN: "{entity} burns in the magma of {dst}",
    Do.CRUSH: "{entity} is crushed",
    Do.EXPLODE: "{entity} explodes on {src}",
    Do.KILL: "{entity} dies",
    Do.HIT: "[you are|the hero is] hit",
    Do.STREAK: "killing turn {n} of {goal} in a row",
    Do.SURGE: "Surge rewards the streak",
    Do.READY_BASH: "the bash is ready again",
    Do.RETURN_SPEAR: "the spear comes back from {src}",
    Do.REGENERATE: "[you regain|the hero regains] a heart",
    Do.STRIKE: "{entity} strikes [you|the hero]",
    Do.SHOOT: "{entity} shoots at [you|the hero]",
    Do.BEAM: "{entity} sends a beam through {dst}",
    Do.LOB: "{entity} throws a bomb to {dst}",
    Do.STEP: "{entity} walks to {dst}",
    Do.DESCEND: "[you go|the hero goes] down to depth {n}",
    Do.WIN: "[you carry|the hero carries] the fleece home",
    Do.DIE: "[you were|the hero was] {death}",
}
UNMOVED = "{entity} is pushed {towards} and does not move"
ENTITIES = {
    "footman": "footman {name}",
    "archer": "archer {name}",
    "demolitionist": "demolitionist {name}",
    "wizard": "wizard {name}",
}
WAYS = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def title(name: str) -> str:
    """A prayer or a variant for people: `greater-energy-ii` is Greater Energy II."""
    return say(" ".join("II" if word == "ii" else word.capitalize() for word in name.split("-")))


def prayer_line(name: str) -> str:
    """What a prayer does and costs."""
    prayer = PRAYER_NAMES.index(name)
    cost = int(SACRIFICE[prayer])
    told = say(PRAYER_HELP[prayer])
    return say("{told}; costs {hearts}", told=told, hearts=several(cost, "heart")) if cost else told


def death(killer: int) -> str:
    """How the hero died, after "You were" (11)."""
    if killer < len(DEMON_NAMES):
        return f"killed by a demon {DEMON_NAMES[killer]}"
    return "killed by a bomb" if killer == Kind.BOMB else "trapped"


def entity(action: Action) -> str:
    """A demon with its name on the board, or a bomb."""
    if action.what == Kind.BOMB:
        return say("the bomb")
    return say(ENTITIES[KIND_NAMES[action.what]], name=f"{LETTERS[action.what]}{action.who + 1}")


def _bashed(action: Action) -> str:
    return say("all around") if action.dst == NOWHERE else say("at {cell}", cell=write_cell(action.dst))


def _prayer(action: Action) -> str:
    name = PRAYER_NAMES[action.what]
    return say("{prayer}: {what}", prayer=title(name), what=prayer_line(name))


WORDS = {name: word.write for name, word in PHRASES.words.items()} | {
    "entity": entity,
    "bashed": _bashed,
    "prayer": _prayer,
    "towards": lambda action: say(WAYS[action.n]),
    "death": lambda action: say(death(action.what)),
    "goal": lambda _action: str(STREAK_GOAL),
}
SENTENCES = Sentences(SAYS, WORDS)
OF_THE_UNMOVED = Sentences({Do.PUSH: UNMOVED}, WORDS)

# Said by `title`, and of how it ended.
ALSO_SAID = (
    *(
        " ".join("II" if word == "ii" else word.capitalize() for word in name.split("-"))
        for name in PRAYER_NAMES
    ),
    *(death(killer) for killer in (*range(len(DEMON_NAMES)), Kind.BOMB, len(KIND_NAMES))),
    "won",
    "resigned",
)


def sentences(turn: Turn, is_own: bool) -> list[str]:
    """What each action of a turn says to the player or to others; empty where there is nothing to read."""
    moved = {action.cause for action in turn.actions}
    return [
        (SENTENCES if action.kind != Do.PUSH or n in moved else OF_THE_UNMOVED).say(action, is_own)
        for n, action in enumerate(turn.actions)
    ]


def ended(reason: str) -> str:
    """How a run ended, for its player and for others."""
    if reason.startswith(("killed", "trapped")):
        return say("[you were {how}|{how}]", how=say(reason))
    return say(reason)
