"""The names of everything in the tables; the numbers follow the order of the data files (22)."""

from __future__ import annotations

from enum import IntEnum


class Module(IntEnum):
    """The four periods; armies of different ones never meet (6.1)."""

    ANTIQUITY = 0
    SAMURAI = 1
    FANTASY = 2
    THE_300 = 3


class Kind(IntEnum):
    """Type and class of a unit (23.7)."""

    PH = 0
    HI = 1
    HI_TR = 2
    LG_HA = 3
    LG_PR = 4
    CO_VET = 5
    CO_REC = 6
    CO_CON = 7
    MI = 8
    BI = 9
    LI = 10
    LI_VE = 11
    LP = 12
    SK_SL = 13
    SK_AR = 14
    SK_JA = 15
    HC = 16
    HC_CAT = 17
    RC = 18
    BC = 19
    LN = 20
    LC = 21
    LC_NUM = 22
    GC = 23
    CA = 24
    EL = 25
    EL_CAT = 26
    CH = 27
    CH_LGT = 28
    AT = 29
    AS = 30
    KB = 31
    TP = 32
    YU = 33
    OZ = 34
    SM = 35
    LM = 36


class Flanks(IntEnum):
    """How a kind may attack on the flank (10.3)."""

    NEVER = 0
    CARD = 1
    ORDER = 2


class Routs(IntEnum):
    """What happens to a kind at its rout limit (11.1)."""

    ROUT = 0
    ELIMINATE = 1
    RAMPAGE = 2
    ELIMINATE_UNLESS_CONTROL = 3


class Worth(IntEnum):
    """How a kind's value in rout points follows from its TQ (12.1)."""

    TQ = 0
    ONE = 1
    TWO = 2
    DOUBLE = 3
    DOUBLE_IF_SIZE_10 = 4
    X1_5 = 5


class Superior(IntEnum):
    """Who is superior in a frontal attack (23.3)."""

    NOBODY = 0
    ATTACKER = 1
    DEFENDER = 2


class Terrain(IntEnum):
    """What lies on an area (23.5)."""

    CLEAR = 0
    CLIFF = 1
    RIVER = 2
    STREAM = 3
    WOODS = 4
    ROUGH = 5
    MARSH = 6
    CAMP = 7
    MOUNTAIN = 8
    SLOPE = 9
    CALTROP = 10
    CASTLE = 11
    WALL = 12


class Natural(IntEnum):
    """Options of the terrain dialog, in the order in which they are applied (4.2); numbers of bits."""

    RIVER = 0
    GORGE = 1
    WOODS = 2
    STREAM = 3
    ROUGH = 4
    MARSH = 5
    FOREST = 6
    RANDOM = 7


class Missile(IntEnum):
    """The letter on a card (2.1)."""

    NONE = 0
    J = 1
    S = 2
    A = 3
    B = 4
    P = 5
    T = 6
    M = 7


class Card(IntEnum):
    """Special cards (2.3)."""

    FLANK = 0
    RALLY = 1
    COHESION = 2
    RESERVE = 3
    INITIATIVE = 4
    MISSILE_SUPPLY = 5
    CHALLENGE = 6
    CALTROP = 7


class Special(IntEnum):
    """Special rules of an army (5); numbers of bits."""

    TRIBAL_COMMAND = 0
    FEROCITY = 1
    MOBILITY = 2
    LONG_SWORDS = 3
    NO_LEADER_COHESION = 4
    DISCIPLINE = 5


class Trait(IntEnum):
    """Characteristics of monsters (15.2); numbers of bits.

    INDIAN is no characteristic: it marks elephants with that word in their name, for the refinement
    `indian_elephants`.
    """

    FEAR = 0
    TERROR = 1
    ACID_BLOOD = 2
    REGENERATE = 3
    FEROCITY = 4
    UNDEAD = 5
    SPEED = 6
    MOUNTED = 7
    STRENGTH = 8
    ELEMENTAL = 9
    FLY = 10
    CONTROL = 11
    INDIAN = 12


class Roman(IntEnum):
    """Which combined moves of the Romans an army knows (7.3)."""

    NO = 0
    EARLY = 1
    LATE = 2


class Pref(IntEnum):
    """Preferences (18.1)."""

    SK_ALWAYS_OW = 0
    LI_ALWAYS_OW = 1
    CAV_ALWAYS_OW = 2
    ALL_ALWAYS_OW = 3
    SK_ALWAYS_RF = 4
    LI_ALWAYS_RF = 5
    ALL_ALWAYS_RF = 6
    QUICK_ATTACK = 7
    SOUNDS = 8
    USE_RESTRICTIONS = 9
    VARIABLE_INITIATIVE = 10
    LEADER_REMOVES_COH = 11
    DYNAMIC_PLAY_DRAW = 12
    RESTRICTED_CH_MELEE = 13
    ELEPHANT_FULL_TQ = 14
    FOG_OF_WAR = 15
    CAVALRY_PURSUIT = 16
    SPECIAL_LI_MOBILITY = 17
    ENGAGED_NO_MISSILE = 18
    SECOND_LINE_ATTACK_4 = 19
    SETUP_TURNS = 20
    NO_COMBAT_ON_SETUP = 21
    RALLY_ALL_MONSTERS = 22
    MAGIC_MISSILES = 23
    DECK_INITIATIVE = 24
    DECK_COHESION = 25
    DECK_RESERVE = 26
    DECK_CHALLENGE = 27
    SIZE_ROUNDING = 28
    SKIRMISH_HIT_CAP = 29
    LIGHT_CAVALRY_HALVED = 30
    FLANK_EXCEPTIONS = 31
    DEPLETED_FIRE = 32
    DEPLETED_DEFENDER = 33
    CHARIOT_MISSILE_DOUBLE = 34
    PHALANX_DISTRIBUTION = 35
    PHALANX_STAND = 36
    MISSILE_CANCELS_DS = 37
    INDIAN_ELEPHANTS = 38


class Answer(IntEnum):
    """Preferences of the topic Play, one set a seat; numbers of bits, the same as in `Pref`."""

    SK_ALWAYS_OW = 0
    LI_ALWAYS_OW = 1
    CAV_ALWAYS_OW = 2
    ALL_ALWAYS_OW = 3
    SK_ALWAYS_RF = 4
    LI_ALWAYS_RF = 5
    ALL_ALWAYS_RF = 6


class Run(IntEnum):
    """What a roll of a rampaging elephant brings (13.5)."""

    NOTHING = 0
    ENEMY = 1
    SIDE = 2
    END = 3
