"""What a battle consists of, and the names of everything in it (rulebook 2, 3, 7).

A unit is a number: `SIDE * seat + its place in the army list`. Columns count from 0 here and from 1 in every
text. A card in a deck or a hand is the number of a unit, or `CARD` + the number of a special card.
"""

from __future__ import annotations

from enum import IntEnum

from hoplon.core.actions import pending_type, turn_type
from hoplon.core.dice import SEED
from hoplon.core.kernel import record

SIDE = 60  # unit cards in an army, at most
UNITS = 2 * SIDE
COLUMNS = 9
AREAS = 2 * COLUMNS  # the area of a seat and a column is COLUMNS * seat + column
DECK = 104  # cards in a deck, at most
HAND = 7
REAR = 8  # the second line
CARD = 200
CARDS = 8
PREFS = 48
KINDS = 40
ATTACKERS = 2
TARGETS = 3
ATTACKS = COLUMNS
EMPTY = -1
ARGS = 128  # a choice is ARGS * the action it begins with + an argument


class Module(IntEnum):
    """The periods; armies of different ones never meet (6.1)."""

    ANTIQUITY = 0
    SAMURAI = 1
    FANTASY = 2
    THERMOPYLAE = 3


class Phase(IntEnum):
    """The phases of a turn (7.1)."""

    PLAY = 0
    MOVE = 1
    MISSILE = 2
    SHOCK = 3
    RALLY = 4
    DRAW = 5


class Place(IntEnum):
    """Where a unit card is; always exactly one of these (2.1)."""

    NOWHERE = 0  # there is no such card
    DECK = 1
    HAND = 2
    FIELD = 3
    ROUTED = 4
    RALLIED = 5
    PURSUIT = 6
    ELIMINATED = 7
    DISCARDED = 8


class Mark(IntEnum):
    """Bits of `marks`: markers of a unit (2.2), and what it did this turn or phase."""

    NO_MISSILE = 1
    OW = 2  # has withdrawn this phase
    FLANK = 4
    RAIDING = 8  # designated for a second line attack
    ENGAGED = 16
    HIDDEN = 32
    AIMING = 64  # designated to fire, or has fired this phase
    SUPPLIED = 128  # loses its no-missile marker when the phase is resolved
    ATTACKING = 256  # designated as an attacker this phase
    ATTACKED = 512  # designated as a target this phase
    FOUGHT = 1024  # took part in a resolved combat of this phase
    CHARGER = 2048  # a chariot played this turn whose marker does not forbid the charge (13.6)
    ARRIVED = 4096  # played this turn
    FRESH = 8192  # entered the second line this turn: not to be drawn, steadied or raided yet
    USED = 16384  # has been on the field
    HID = 32768  # has been hidden: it hides no second time (Q6)


class Check(IntEnum):
    """What a TQ check is made for (8)."""

    PRE_SHOCK = 0
    WITHDRAWAL = 1
    FLANK_ORDER = 2
    RAID = 3


class Why(IntEnum):
    """The cause of a modifier or a shift, as the log names it (23.4, 23.6, 10.7)."""

    ARMOUR = 0
    SKIRMISHER_AT_HEAVY = 1
    DISPERSED = 2
    CATAPHRACT = 3
    LIGHT_CHARIOT = 4
    COVER = 5
    DEPLETED = 6
    CHARIOTS = 7
    ELEPHANTS = 8
    CAMELS = 9
    FEAR = 10
    TERROR = 11
    FLANK = 12
    OWN_CHARIOT = 13
    FEROCITY = 14
    SAVAGE = 15  # the characteristic FEROCITY of a monster
    SIZE = 16
    TERRAIN = 17
    CATAPHRACTS_ATTACK = 18
    CATAPHRACTS_DEFEND = 19
    INDIAN = 20
    DEPLETED_DEFENDER = 21
    STRENGTH = 22
    ACID_BLOOD = 23
    UNDEAD = 24
    SKIRMISH_CAP = 25
    LIGHT_CAVALRY_HALVED = 26
    EXCESS = 27
    ATTACKING = 28
    TWICE_DEPLETED = 29  # the rally die of a unit depleted before


class Edge(IntEnum):
    """Who is superior in a combat (10.7 step 7)."""

    NONE = 0
    ATTACKER = 1
    DEFENDER = 2
    FLANK = 3


class Loss(IntEnum):
    """What a unit loses cohesion to."""

    TERRAIN = 0
    CALTROPS = 1
    MISSILE = 2
    CHECK = 3
    WITHDRAWAL = 4
    SHOCK = 5
    RAMPAGE = 6


class End(IntEnum):
    """How the battle stands (12.3)."""

    RUNNING = 0
    ROUTED = 1  # one army reached its rout level
    BOTH_ROUTED = 2  # both did; the smaller excess wins, an equal one is a draw
    NO_UNITS = 3
    HELD_OUT = 4  # the turn limit of the 300 module


class Do(IntEnum):
    """Everything that can happen.

    The fields each one uses are named beside it; all others keep their default, so that a line of a log says
    everything. `what` is a unit unless said otherwise, `src` and `dst` are columns, `who` a seat.
    """

    # What the active player chooses (7.5)
    END_PHASE = 0  # who
    PLAY = 1  # who what dst
    RELIEVE = 2  # who what dst: a combined move
    STREW = 3  # who dst: CALTROP on the enemy area
    MOVE = 4  # what src dst
    REAR = 5  # what src: to the second line
    STEADY = 6  # what: COHESION on the field
    AIM = 7  # what dst: fire at the enemy in column dst
    SUPPLY = 8  # what: MISSILE SUPPLY
    LOOSE = 9  # who: resolve the missiles
    ATTACK = 10  # what dst: begin an attack on the enemy in column dst
    ATTACK_FLANK = 11  # what dst: the same with a FLANK card
    JOIN = 12  # what: a second attacker
    JOIN_FLANK = 13  # what: the same with a FLANK card
    ALSO = 14  # who dst: one more target
    FLANK_ORDER = 15  # what
    FLANK_CARD = 16  # what
    CLOSE = 17  # who: the attack is complete, its targets answer
    RAID = 18  # what: a second line attack
    RESOLVE = 19  # who: resolve everything designated
    RALLY = 20  # what: by the leader
    RALLY_CARD = 21  # what
    REGROUP = 22  # what
    DISCARD = 23  # who what: a card of the hand, unit or CARD + special card
    RECOVER = 24  # what: COHESION in the second line
    ORDER = 25  # what: a cohesion order of the leader
    RESERVE = 26  # who
    DRAW = 27  # who: from the deck
    TAKE = 28  # what: from the second line
    CHALLENGE = 29  # who

    # What the side that is asked answers
    WITHDRAW = 30  # what
    STAND = 31  # what
    REACT = 32  # what dst: reaction fire at the unit that came to column dst
    HOLD = 33  # what
    SPEND = 34  # who: the INITIATIVE card
    KEEP = 35  # who
    GIVE = 36  # what: one of the hits to be shared out

    # The course of the battle
    DETERMINE = 39  # the initiative of the coming rounds is determined, the cards bid already
    ROUND = 40  # n: a round begins
    TURN = 41  # who: a turn begins
    PHASE = 42  # who n: a phase begins
    TURN_END = 43  # who
    INITIATIVE = 44  # who n: d10 of an initiative roll
    FIRST = 45  # who n: goes first for so many rounds, 0 for all
    NO_SHOCK = 46  # who: this turn has no shock phase
    DEAL = 47  # who what: a card comes from the deck to the hand
    REFILL = 48  # who n: the endless army's dead return, so many
    OVER = 49  # who n: the battle is over; who has won or NOBODY, n an End

    # Units and markers
    COME = 50  # what dst: a unit stands in an area now
    LEAVE = 51  # what: to the rallied group of the second line
    LOSE = 52  # what src n: n cohesion hits; src is a Loss
    MEND = 53  # what n: n cohesion hits fewer
    MARK = 54  # what n: manoeuvre marker of this level
    HIDE = 55  # what
    REVEAL = 56  # what
    RUN_OUT = 57  # what: no-missile marker
    RESUPPLY = 58  # what: the marker goes
    ENGAGE = 59  # what
    DISENGAGE = 60  # what
    CHECK = 61  # what src n: the die of a TQ check; src is a Check
    MODIFY = 62  # what n: `what` is a Why, n what it adds to the die or takes from a result
    PASSED = 63  # n: by so much
    FAILED = 64  # n: by so much
    ENTER = 65  # what n: an elephant's caltrops, terrain: the cost of entering
    ROUT = 66  # what: at its limit; what becomes of it follows
    FLEE = 67  # what: to the routed group
    ELIMINATE = 68  # what
    FERVOUR = 69  # who n: the Ferocity test, its die
    CALM = 70  # who: Ferocity ends

    # Questions; they wait on the stack
    ASK_WITHDRAW = 72  # who what
    ASK_FIRE = 73  # who what dst: unit `what` at the unit that came to column dst
    ASK_INITIATIVE = 74  # who
    ASK_SHARE = 75  # who n: so many hits still to share out

    # Missiles
    SHOT = 80  # what dst n: fires at the enemy in column dst; n is the die
    AGAINST = 81  # n: strength of the weapon (or base value in Samurai)
    TOTAL = 82  # n: the modified die
    HIT = 83  # what n: so many hits on the target
    MISS = 84  # what: the firer
    BURST = 85  # what n: the second die of a great gun

    # Shock
    FLANKS = 90  # what: gets the flank marker
    CALL_OFF = 91  # what: its part in the attack is cancelled
    VOID = 92  # n: attack n has no targets or no attackers left
    EVADE = 93  # what: the OW marker
    FIGHT = 94  # n: attack n is resolved
    FACE = 95  # n: after the checks of attack n
    LEAD = 96  # what: leads its side
    BASE = 97  # n: base column
    SIZES = 98  # src dst n: size of both sides, shift
    SHIFT = 99  # what n: `what` is a Why
    COLUMN = 100  # n: final column
    SUPERIOR = 101  # n: an Edge
    CLASH = 102  # n: the die of the combat results
    RESULT = 103  # src dst: hits on attackers and defenders before multipliers
    TIMES = 104  # who n: the hits of this side are multiplied
    TAKES = 105  # who n: hits of this side after all
    AFTER = 106  # n: after the clash of attack n
    SPARED = 107  # what n: everybody would rout; this one stays with n hits
    REFUSE = 108  # what n: a phalanx rolls to stand (refinement), its die
    SETTLE = 109  # who: engagement and collapse
    COLLAPSE = 110  # what n: the die
    RALLY_ROUND = 111  # what n: passed, hits now n
    CLEAR = 112  # who: markers of the phase are removed
    RAIDS = 113  # what: a second line attack is resolved
    PLUNDER = 114  # who n: n rout points for army who
    PURSUE = 115  # what n: the die
    PREY = 116  # what n: the die of the prey
    AWAY = 117  # what n: pursues, level n
    STAMPEDE = 118  # what dst: an elephant runs amok from column dst
    ROLL = 119  # what n: its d10
    TURN_TO = 120  # what dst: an elephant runs to a column
    CRUSHED = 121  # what: the elephant is dead at the end of its rampage
    MEET = 122  # n: those left of attack n come to blows

    # Rally, draw, duel
    TRY = 124  # what n: the die of a rally or of regrouping
    RALLIED = 125  # what n: rallied with n hits
    COUNT = 126  # what n: the die for the hits that a rallied unit keeps
    FIGHTERS = 127  # src dst: warriors of the active and of the other player
    BOUT = 128  # src dst: totals of both
    WOUND = 129  # who n: so many wounds
    BUNDORI = 130  # who: loses 5 rout points


CHOICES = 37

state_t = record(
    [
        SEED,
        ("draws", "i4"),  # dice rolled so far
        ("turn", "i4"),  # choices made so far
        ("warriors", "i4"),  # bits: used in duels
        ("module", "i2"),
        ("pref", "i2", (PREFS,)),
        ("zones", "i2", (KINDS,)),  # where a kind may be played: a bit a zone
        ("pbem", "i2"),
        # The course of the battle
        ("rounds", "i2"),  # the number of this round; NumPy records have a method `round`
        ("active", "i2"),
        ("first", "i2"),
        ("opener", "i2"),  # won the first initiative roll
        ("second_half", "i2"),
        ("phase", "i2"),
        ("period", "i2"),  # rounds left until the next initiative roll, with variable initiative
        ("no_shock", "i2"),
        ("double", "i2"),  # the next turn is the second in a row of its player and has no shock phase
        ("bids", "i2", (2,)),  # INITIATIVE cards played in this determination
        ("end", "i2"),
        ("winner", "i2"),
        # Done this turn
        ("played", "i2"),
        ("moved", "i2"),
        ("drawn", "i2"),
        ("flank_orders", "i2"),
        ("attempts", "i2"),
        ("orders", "i2"),
        ("clans_active", "i2"),
        ("supply", "i2"),  # units that the MISSILE SUPPLY card being played may still supply
        # Armies, by seat
        ("units", "i2", (2,)),
        ("initiative", "i2", (2,)),
        ("command", "i2", (2,)),
        ("clans", "i2", (2,)),
        ("rules", "i2", (2,)),  # bits of Special
        ("roman", "i2", (2,)),
        ("endless", "i2", (2,)),
        ("unroutable", "i2", (2,)),
        ("turn_limit", "i2", (2,)),
        ("wins_at_limit", "i2", (2,)),
        ("level", "i2", (2,)),  # rout level
        ("lost", "i2", (2,)),  # rout points of eliminated units
        ("fled", "i2", (2,)),  # of units now routed
        ("raided", "i2", (2,)),  # by second line attacks
        ("bundori", "i2", (2,)),  # heads lost, 5 points each
        ("routs", "i2", (2,)),  # counted for Ferocity
        ("answers", "i2", (2,)),  # bits: preferences that answer questions
        # Cards
        ("deck_n", "i2", (2,)),
        ("hand_n", "i2", (2,)),
        ("rear_n", "i2", (2,)),
        ("deck", "i2", (2 * DECK,)),  # the top is the last
        ("hand", "i2", (2 * HAND,)),
        ("rear", "i2", (2 * REAR,)),
        ("spent", "i2", (2 * CARDS,)),  # special cards played or discarded
        # The field
        ("field", "i2", (AREAS,)),
        ("terrain", "i2", (AREAS,)),
        # Units: what they are …
        ("kind", "i2", (UNITS,)),
        ("tq", "i2", (UNITS,)),
        ("sizes", "i2", (UNITS,)),  # NumPy records have an attribute `size`
        ("missile", "i2", (UNITS,)),
        ("clan", "i2", (UNITS,)),
        ("traits", "i2", (UNITS,)),
        ("value", "i2", (UNITS,)),
        # … and how they are
        ("place", "i2", (UNITS,)),
        ("at", "i2", (UNITS,)),  # column on the field, else EMPTY
        ("coh", "i2", (UNITS,)),
        ("depletion", "i2", (UNITS,)),
        ("level_m", "i2", (UNITS,)),  # manoeuvre marker, or pursuit level
        ("marks", "i4", (UNITS,)),
        # Designated this phase, in order
        ("shots", "i2"),
        ("shooter", "i2", (COLUMNS,)),
        ("shot_at", "i2", (COLUMNS,)),
        ("attacks", "i2"),
        ("open", "i2"),  # the last attack is still being put together
        ("attacker", "i2", (ATTACKS * ATTACKERS,)),
        ("target", "i2", (ATTACKS * TARGETS,)),  # all EMPTY for a second line attack
        ("is_raid", "i2", (ATTACKS,)),
        # The combat being resolved, and the elephant running amok
        ("fight", "i2"),  # the number of the attack
        ("lead_a", "i2"),
        ("lead_d", "i2"),
        ("column", "i2"),
        ("edge", "i2"),
        ("share", "i2"),  # hits still to be shared out by choice
        ("rampage_at", "i2"),
        ("rampage_rolls", "i2"),
        ("amok", "i2", (AREAS,)),  # elephants at their limit, the one that runs first
        ("amok_n", "i2"),
        ("shaken", "i2"),  # bits: units of the combat that took hits in the step being resolved
        ("prey", "i2"),  # the unit that its pursuer destroys, plus one
        ("pending", pending_type(96)),
    ]
)

turn_t = turn_type(log=768, queue=96, stack=1)
