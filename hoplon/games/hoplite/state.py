"""What a position consists of (rulebook 2), and the names of everything in it."""

from __future__ import annotations

from enum import IntEnum

from hoplon.core.actions import turn_type
from hoplon.core.dice import SEED
from hoplon.core.kernel import record

MAX_DEMONS = 32
MAX_BOMBS = 6
MAX_HEALTH = 8
LAST_DEPTH = 16

HELD = -2  # the spear is in hand


class Do(IntEnum):
    """Everything that can happen. The first seven are the choices."""

    WALK = 0
    LEAP = 1
    BASH = 2
    THROW = 3
    PRAY = 4
    IDLE = 5
    RESIGN = 6

    TAKE_SPEAR = 7
    GAIN = 8
    STAB = 9
    LUNGE = 10
    DEEP_LUNGE = 11
    STUN = 12
    TAKE_FLEECE = 13
    LAND_SPEAR = 14
    SMASH = 15
    PUSH = 16
    PUSH_AWAY = 17
    SLIDE = 18
    ROLL = 19
    BURN = 20
    CRUSH = 21
    EXPLODE = 22
    KILL = 23
    HIT = 24
    STREAK = 25
    SURGE = 26
    READY_BASH = 27
    RETURN_SPEAR = 28
    REGENERATE = 29
    STRIKE = 30
    SHOOT = 31
    BEAM = 32
    LOB = 33
    STEP = 34
    RECHARGE = 35
    DESCEND = 36
    WIN = 37
    DIE = 38


class Kind(IntEnum):
    """Who can hurt: the four demons, then the other causes of death."""

    FOOTMAN = 0
    ARCHER = 1
    DEMOLITIONIST = 2
    WIZARD = 3
    BOMB = 4
    TRAPPED = 5


class Prayer(IntEnum):
    """The seventeen prayers (9.1)."""

    DIVINE_RESTORATION = 0
    FORTITUDE = 1
    MIGHTY_BASH = 2
    SWEEPING_BASH = 3
    SPINNING_BASH = 4
    QUICK_BASH = 5
    GREATER_ENERGY = 6
    GREATER_ENERGY_II = 7
    BLOODLUST = 8
    WINGED_SANDALS = 9
    STAGGERING_LEAP = 10
    GREATER_THROW = 11
    GREATER_THROW_II = 12
    DEEP_LUNGE = 13
    SURGE = 14
    REGENERATION = 15
    PATIENCE = 16


class Variant(IntEnum):
    """Decisions that could have gone the other way (13), each a bit of `variants`."""

    BOMB_NEAR_THROWER = 0
    DEMOLITIONIST_SEEKS_RANGE = 1
    WIZARD_ALWAYS_MOVES = 2
    VACATED_TILES_BLOCKED = 3
    STUN_STOPS_CHARGE = 4
    COOLDOWN_CARRIES_OVER = 5
    STREAK_CARRIES_OVER = 6
    DESCEND_AFTER_DEMONS = 7
    REGENERATION_LAST = 8
    BOMBS_BLOCK_PUSHES = 9
    ENDLESS = 10


# The dice of a level, one stream for each purpose (10.4).
LAYOUT_DICE = 0
OFFER_DICE = 1
DEMON_DICE = 2
PUSH_DICE = 3


class End(IntEnum):
    """How the run stands."""

    RUNNING = 0
    WON = 1
    LOST = 2
    RESIGNED = 3


options_t = record(
    [
        ("depth", "i2"),
        ("hearts", "i2"),
        ("stun_turns", "i2"),
        ("prayers", "i4"),
        ("variants", "i4"),
    ]
)

# A set of tiles is two integers, `lo` and `hi` (see board.py).
level_t = record(
    [
        SEED,
        ("magma_lo", "i8"),
        ("magma_hi", "i8"),
        ("static_lo", "i8"),
        ("static_hi", "i8"),
        ("demons_lo", "i8"),
        ("demons_hi", "i8"),
        ("bombs_lo", "i8"),
        ("bombs_hi", "i8"),
        ("turn", "i4"),
        ("score", "i4"),
        ("prayers", "i4"),
        ("offers", "i4"),
        ("variants", "i4"),
        ("draws", "i4", (2,)),
        ("depth", "i2"),
        ("hero", "i2"),
        ("health", "i2"),
        ("max_health", "i2"),
        ("energy", "i2"),
        ("max_energy", "i2"),
        ("cooldown", "i2"),
        ("spear", "i2"),
        ("streak", "i2"),
        ("killing", "i2"),
        ("regenerated", "i2"),
        ("stun_turns", "i2"),
        ("altar", "i2"),
        ("altar_used", "i2"),
        ("fleece", "i2"),
        ("carries_fleece", "i2"),
        ("portal", "i2"),
        ("end", "i2"),
        ("killer", "i2"),
        ("demons", "i2"),
        ("bombs", "i2"),
        ("order", "i2", (MAX_DEMONS,)),
        ("kind", "i2", (MAX_DEMONS,)),
        ("cell", "i2", (MAX_DEMONS,)),
        ("charge", "i2", (MAX_DEMONS,)),
        ("stun", "i2", (MAX_DEMONS,)),
        ("bomb", "i2", (MAX_BOMBS,)),
        ("bashed", "i2", (MAX_BOMBS,)),
    ]
)

# The widest queue is the step phase: a step and a recharge for each demon, and the way out.
turn_t = turn_type(log=256, queue=2 * MAX_DEMONS + 8, stack=2 * MAX_DEMONS + 64)
