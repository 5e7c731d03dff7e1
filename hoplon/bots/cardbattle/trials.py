"""Trials of `search` at card battles: one choice tried in one of the battles that a seat thinks possible.

What the seat cannot know is dealt anew, the choice is played by the real rules, then `judge` plays both
sides until some turns are over; the battle then is worth what both armies have lost by then.
"""

from __future__ import annotations

from hoplon.bots.cardbattle.attacks import best_alone, best_company
from hoplon.bots.cardbattle.ground import balance, balance_of_all, play_value, relief_value
from hoplon.bots.cardbattle.judgement import is_double, judge
from hoplon.bots.cardbattle.worth import cost_of, worth
from hoplon.core.dice import named
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_stream
from hoplon.games.cardbattle.areas import unit_at
from hoplon.games.cardbattle.legal import nth_legal, question
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.rules import take_turn
from hoplon.games.cardbattle.secrets import redeal
from hoplon.games.cardbattle.state import (
    ARGS,
    COLUMNS,
    EMPTY,
    Do,
    End,
    Phase,
    Place,
)
from hoplon.games.cardbattle.units import in_hand, in_rear, rout_points

WON = 1.5
ROUTED = 0.1  # of its worth that a routed unit keeps
MOST_CHOICES_A_TRIAL = 400
NEVER = -1000.0
DONE = 4.0  # what it is liked to be done with a phase or an attack
PHASES = 8

# Places in `counts`.
NODES = 0
TRIALS = 1


@rule
def trial(states, turns, counts, seat, code, seed, horizon, field):
    """What a choice brings in the world of a seed; states hold what the seat knows, and room for one more."""
    states[1] = states[0]
    s = states[1]
    redeal(s, seat, named(seed))
    turn = turns[0]
    ends = 0
    active = int(s.active)
    began = int(s.rounds)
    phase = -1
    n = 0
    while True:
        if s.phase != phase:
            phase = int(s.phase)
            roll_for_phase(s, seed)
        take_turn(s, turn, code)
        n += 1
        if s.end != End.RUNNING or n >= MOST_CHOICES_A_TRIAL or turn.fault != 0:
            break
        if s.active != active or s.rounds != began:
            active = int(s.active)
            began = int(s.rounds)
            ends += 1
            if ends >= horizon and s.pending.n == 0:
                break
        code = judge(s)
    counts[NODES] += n
    counts[TRIALS] += 1
    return outcome(s, seat, field)


@rule
def roll_for_phase(s, seed):
    """Each phase has dice of its own, so that choices are compared on the same dice as far as can be."""
    key = quick_stream(seed, int(s.rounds), PHASES * int(s.active) + int(s.phase))
    s.seed[0] = key
    s.draws = 0


@rule
def outcome(s, seat, field):
    """What a battle is worth to a seat: from -WON for a defeat to WON for a victory."""
    if s.end != End.RUNNING:
        if s.winner == seat:
            return WON
        return -WON if s.winner == 1 - seat else 0.0
    return standing(s, 1 - seat) - standing(s, seat) + field * field_share(s, seat)


@rule
def standing(s, seat):
    """The part of its level that an army has lost, the hits of its units counted in part."""
    lost = float(rout_points(s, seat))
    if s.unroutable[seat] != 0:
        lost *= 0.1
    for c in range(COLUMNS):
        u = unit_at(s, seat, c)
        if u != EMPTY:
            lost += cost_of(s, u, int(s.coh[u]))
    for i in range(s.rear_n[seat]):
        u = in_rear(s, seat, i)
        if s.place[u] == Place.ROUTED:
            lost -= ROUTED * worth(s, u)
        else:
            lost += 0.5 * cost_of(s, u, int(s.coh[u]))
    return lost / max(int(s.level[seat]), 1)


@rule
def field_share(s, seat):
    """The chances on the field, in parts of the mean level."""
    levels = max(int(s.level[0]) + int(s.level[1]), 2)
    return 2.0 * balance_of_all(s, seat) / levels


@rule
def list_choices(s, codes, likes):
    """The choices worth a trial: judge's first, then others with what judge thinks of them; how many."""
    first = judge(s)
    codes[0] = first
    likes[0] = 1000.0
    n = 1
    if not is_worth_thinking(s):
        return n
    total = count_legal(s)
    for k in range(total):
        code = nth_legal(s, k)
        if code == first:
            continue
        like = liking(s, code)
        if like > NEVER and n < len(codes):
            codes[n] = code
            likes[n] = like
            n += 1
    return n


@rule
def is_worth_thinking(s):
    """Fire, reaction fire, rallies and hits to share are left to judge."""
    asked = question(s)
    if asked != 0:
        return asked == Do.ASK_WITHDRAW or asked == Do.ASK_INITIATIVE
    return s.phase != Phase.MISSILE and s.phase != Phase.RALLY


@rule
def liking(s, code):
    """What judge thinks of a choice, where it has a number for it; NEVER for what is not tried."""
    do = code // ARGS
    arg = code % ARGS
    seat = int(s.active)
    row = arg // COLUMNS
    c = arg % COLUMNS
    if do == Do.PLAY or do == Do.RELIEVE:
        if is_double(s, seat, row):
            return NEVER
        u = in_hand(s, seat, row)
        if do == Do.PLAY:
            return play_value(s, seat, u, c, balance(s, seat, c))
        return relief_value(s, seat, u, c, balance(s, seat, c))
    if do == Do.ATTACK or do == Do.ATTACK_FLANK:
        u = unit_at(s, seat, row)
        v = unit_at(s, 1 - seat, c)
        return max(best_alone(s, u, v), best_company(s, seat, u, v)) + 1.0
    if do == Do.DISCARD or do == Do.STREW or do == Do.ORDER:
        return NEVER
    if do == Do.RESOLVE or do == Do.CLOSE or do == Do.END_PHASE:
        return DONE
    return 0.0
