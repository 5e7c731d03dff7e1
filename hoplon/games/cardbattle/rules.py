"""The rules of a card battle: which chapter an action belongs to, and what one choice brings about."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from hoplon.core.actions import NOBODY, begin, blank, then
from hoplon.core.dice import keep_seed
from hoplon.core.engine import engine, take_answer
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.arithmetic import party_of
from hoplon.games.cardbattle.attacks import asks_withdrawal
from hoplon.games.cardbattle.challenge import perform_challenge, react_challenge
from hoplon.games.cardbattle.checks import perform_checks, react_checks
from hoplon.games.cardbattle.course import asks_initiative, pass_on, perform_course, react_course
from hoplon.games.cardbattle.designate import perform_designate, react_designate
from hoplon.games.cardbattle.fight import asks_share, perform_fight, react_fight
from hoplon.games.cardbattle.markers import perform_markers
from hoplon.games.cardbattle.missile import asks_fire, perform_missile, react_missile
from hoplon.games.cardbattle.playing import perform_playing, react_playing
from hoplon.games.cardbattle.pursuit import perform_pursuit, react_pursuit
from hoplon.games.cardbattle.rampage import perform_rampage, react_rampage
from hoplon.games.cardbattle.rear import perform_rear, react_rear
from hoplon.games.cardbattle.rout import perform_rout, react_rout
from hoplon.games.cardbattle.settle import perform_settle, react_settle
from hoplon.games.cardbattle.state import ARGS, ATTACKERS, COLUMNS, SIDE, Do, End
from hoplon.games.cardbattle.units import in_hand, in_rear, rout_points


class Chapter(IntEnum):
    """The modules, each with the actions that it performs and reacts to."""

    COURSE = 0
    PLAYING = 1
    MARKERS = 2
    REAR = 3
    CHALLENGE = 4
    CHECKS = 5
    MISSILE = 6
    DESIGNATE = 7
    FIGHT = 8
    SETTLE = 9
    ROUT = 10
    RAMPAGE = 11
    PURSUIT = 12


# Each line holds the actions from one to another.
_CHAPTERS = (
    (Do.END_PHASE, Do.END_PHASE, Chapter.COURSE),
    (Do.PLAY, Do.STEADY, Chapter.PLAYING),
    (Do.AIM, Do.LOOSE, Chapter.MISSILE),
    (Do.ATTACK, Do.RAID, Chapter.DESIGNATE),
    (Do.RESOLVE, Do.RESOLVE, Chapter.FIGHT),
    (Do.RALLY, Do.TAKE, Chapter.REAR),
    (Do.CHALLENGE, Do.CHALLENGE, Chapter.CHALLENGE),
    (Do.WITHDRAW, Do.STAND, Chapter.DESIGNATE),
    (Do.REACT, Do.HOLD, Chapter.MISSILE),
    (Do.SPEND, Do.KEEP, Chapter.COURSE),
    (Do.GIVE, Do.GIVE, Chapter.FIGHT),
    (Do.DETERMINE, Do.NO_SHOCK, Chapter.COURSE),
    (Do.DEAL, Do.REFILL, Chapter.REAR),
    (Do.OVER, Do.OVER, Chapter.COURSE),
    (Do.COME, Do.LEAVE, Chapter.PLAYING),
    (Do.LOSE, Do.DISENGAGE, Chapter.MARKERS),
    (Do.CHECK, Do.FAILED, Chapter.CHECKS),
    (Do.ENTER, Do.ENTER, Chapter.PLAYING),
    (Do.ROUT, Do.CALM, Chapter.ROUT),
    (Do.ASK_WITHDRAW, Do.ASK_WITHDRAW, Chapter.DESIGNATE),
    (Do.ASK_FIRE, Do.ASK_FIRE, Chapter.MISSILE),
    (Do.ASK_INITIATIVE, Do.ASK_INITIATIVE, Chapter.COURSE),
    (Do.ASK_SHARE, Do.ASK_SHARE, Chapter.FIGHT),
    (Do.SHOT, Do.BURST, Chapter.MISSILE),
    (Do.FLANKS, Do.EVADE, Chapter.DESIGNATE),
    (Do.FIGHT, Do.REFUSE, Chapter.FIGHT),
    (Do.SETTLE, Do.CLEAR, Chapter.SETTLE),
    (Do.RAIDS, Do.PLUNDER, Chapter.FIGHT),
    (Do.PURSUE, Do.AWAY, Chapter.PURSUIT),
    (Do.STAMPEDE, Do.CRUSHED, Chapter.RAMPAGE),
    (Do.MEET, Do.MEET, Chapter.FIGHT),
    (Do.TRY, Do.COUNT, Chapter.REAR),
    (Do.FIGHTERS, Do.BUNDORI, Chapter.CHALLENGE),
)
CHAPTER = np.full(max(Do) + 1, -1)
for _first, _last, _chapter in _CHAPTERS:
    CHAPTER[_first : _last + 1] = _chapter


@rule
def asks(s, a):
    """Who must answer an action before anything goes on."""
    kind = a.kind
    if kind < Do.ASK_WITHDRAW or kind > Do.ASK_SHARE:
        return NOBODY
    if kind == Do.ASK_FIRE:
        return asks_fire(s, a)
    if kind == Do.ASK_WITHDRAW:
        return asks_withdrawal(s, a)
    if kind == Do.ASK_SHARE:
        return asks_share(s, a)
    return asks_initiative(s, a)


@rule
def perform(s, turn, a):
    """Carry out an action; says whether it happened."""
    chapter = CHAPTER[a.kind]
    if chapter == Chapter.COURSE:
        return perform_course(s, turn, a)
    if chapter == Chapter.PLAYING:
        return perform_playing(s, turn, a)
    if chapter == Chapter.MARKERS:
        return perform_markers(s, turn, a)
    if chapter == Chapter.REAR:
        return perform_rear(s, turn, a)
    if chapter == Chapter.CHALLENGE:
        return perform_challenge(s, turn, a)
    if chapter == Chapter.CHECKS:
        return perform_checks(s, turn, a)
    if chapter == Chapter.MISSILE:
        return perform_missile(s, turn, a)
    if chapter == Chapter.DESIGNATE:
        return perform_designate(s, turn, a)
    if chapter == Chapter.FIGHT:
        return perform_fight(s, turn, a)
    if chapter == Chapter.SETTLE:
        return perform_settle(s, turn, a)
    if chapter == Chapter.ROUT:
        return perform_rout(s, turn, a)
    if chapter == Chapter.RAMPAGE:
        return perform_rampage(s, turn, a)
    return perform_pursuit(s, turn, a)


@rule
def react(s, turn, a):
    """What follows from an action."""
    chapter = CHAPTER[a.kind]
    if chapter == Chapter.COURSE:
        react_course(s, turn, a)
    elif chapter == Chapter.PLAYING:
        react_playing(s, turn, a)
    elif chapter == Chapter.REAR:
        react_rear(s, turn, a)
    elif chapter == Chapter.CHALLENGE:
        react_challenge(s, turn, a)
    elif chapter == Chapter.CHECKS:
        react_checks(s, turn, a)
    elif chapter == Chapter.MISSILE:
        react_missile(s, turn, a)
    elif chapter == Chapter.DESIGNATE:
        react_designate(s, turn, a)
    elif chapter == Chapter.FIGHT:
        react_fight(s, turn, a)
        if a.kind == Do.RESOLVE:
            pass_on(s, turn)
    elif chapter == Chapter.SETTLE:
        react_settle(s, turn, a)
    elif chapter == Chapter.ROUT:
        react_rout(s, turn, a)
    elif chapter == Chapter.RAMPAGE:
        react_rampage(s, turn, a)
    elif chapter == Chapter.PURSUIT:
        react_pursuit(s, turn, a)


resolve = engine(perform, react, asks)


@rule
def take_turn(s, turn, choice):
    """One choice, with all that follows from it until somebody must choose again."""
    begin(turn)
    s.turn += 1
    do = choice // ARGS
    arg = choice % ARGS
    if s.pending.n > 0:
        answer(s, turn, do, arg)
    else:
        choose(s, turn, do, arg)
    resolve(s, turn, s.pending)
    tidy(s.pending)


@rule
def answer(s, turn, do, arg):
    """The answer to the question on top of the stack."""
    asked = take_answer(turn, s.pending)
    if do == Do.SPEND or do == Do.KEEP:
        then(turn, do, who=asked.who)
    elif do == Do.REACT:
        then(turn, do, what=asked.what, dst=asked.dst)
    elif do == Do.GIVE:
        then(turn, do, what=party_of(s, int(s.fight))[ATTACKERS + arg])
    else:
        then(turn, do, what=asked.what)


@rule
def choose(s, turn, do, arg):
    """The action that a choice begins with; which fields it uses is said in `Do`."""
    seat = int(s.active)
    row = arg // COLUMNS
    column = arg % COLUMNS
    own = COLUMNS * seat
    if do == Do.PLAY or do == Do.RELIEVE:
        then(turn, do, who=seat, what=in_hand(s, seat, row), dst=column)
    elif do == Do.STREW or do == Do.ALSO:
        then(turn, do, who=seat, dst=column)
    elif do == Do.MOVE:
        then(turn, do, what=s.field[own + row], src=row, dst=column)
    elif do == Do.AIM or do == Do.ATTACK or do == Do.ATTACK_FLANK:
        then(turn, do, what=s.field[own + row], dst=column)
    elif do == Do.REAR:
        then(turn, do, what=s.field[own + column], src=column)
    elif do == Do.DISCARD:
        then(turn, do, who=seat, what=in_hand(s, seat, arg))
    elif do == Do.REGROUP:
        then(turn, do, what=SIDE * seat + arg)
    elif do >= Do.RALLY and do <= Do.TAKE and do != Do.RESERVE and do != Do.DRAW:
        then(turn, do, what=in_rear(s, seat, arg))
    elif is_of_one_unit(do):
        then(turn, do, what=s.field[own + column])
    else:
        then(turn, do, who=seat)


@rule
def is_of_one_unit(do):
    """Choices whose argument is the column of an own unit."""
    if do == Do.STEADY or do == Do.SUPPLY or do == Do.RAID:
        return True
    return do == Do.JOIN or do == Do.JOIN_FLANK or do == Do.FLANK_ORDER or do == Do.FLANK_CARD


@rule
def tidy(pending):
    """Blank what the stack held during the turn, so that equal positions are equal byte by byte."""
    i = pending.n
    while i < len(pending.actions) and (pending.actions[i].kind != 0 or pending.actions[i].what != 0):
        blank(pending.actions[i])
        i += 1


@rule
def to_move(s):
    """The seat that is asked, else the active player; nobody after the end."""
    if s.end != End.RUNNING:
        return NOBODY
    if s.pending.n > 0:
        return asks(s, s.pending.actions[s.pending.n - 1])
    return int(s.active)


@rule
def score_of(s, seat):
    """The rout points of the other army (12.2)."""
    return rout_points(s, 1 - seat)


@rule
def forget_dice(s, seed):
    """Other dice from here on."""
    keep_seed(s, seed)
