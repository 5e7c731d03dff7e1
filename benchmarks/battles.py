"""A hundred thousand random battles, each position checked: `python benchmarks/battles.py [BATTLES] [FIRST]`.

Each hundred battles have armies, terrain and preferences of their own, drawn from their number. After every
choice the compiled checker of tests/games/cardbattle/invariants.py looks at the whole position. Prints how
the battles of each module went; a fault is told with the options and the seed to replay it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from hoplon.core.actions import FINE
from hoplon.core.kernel import record, rule
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.legal import nth_legal
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.rules import take_turn, to_move
from hoplon.games.cardbattle.setup import new_battle
from hoplon.games.cardbattle.state import End
from hoplon.games.cardbattle.tables import MODULE_IDS
from tests.games.cardbattle.invariants import Broken, cards_of, whats_broken
from tests.games.cardbattle.strategies import random_options

BATTLES = 100_000
ALIKE = 100  # battles with the same options
LONGEST = 100_000  # choices
PLAYER = 0x424154
HEAD = ("module", "battles", "rounds", "choices", "longest", "routed", "both", "no units", "held out",
        "no end", "A won", "B won", "drawn")  # fmt: skip

report_t = record(
    [
        ("choices", "i8"),
        ("rounds", "i8"),
        ("longest", "i4"),
        ("endless", "i4"),
        ("ends", "i4", (len(End),)),
        ("won", "i4", (3,)),  # by seat; the last for draws
        ("broken", "i4"),
        ("fault", "i4"),
        ("seed", "i8"),  # of the first battle that went wrong
        ("at", "i4"),  # and the choice
    ]
)


@rule
def play_some(states, turns, options, reports, cards, first, last):
    """Battles with the same options, from one seed to another, checked after every choice."""
    s = states[0]
    turn = turns[0]
    r = reports[0]
    for seed in range(first, last):
        new_battle(s, options[0], seed)
        cards_of(s, cards)
        key = quick_stream(seed, PLAYER, 0)
        n = 0
        while to_move(s) >= 0 and n < LONGEST:
            take_turn(s, turn, nth_legal(s, quick_below(key, n, count_legal(s))))
            n += 1
            broken = whats_broken(s, cards)
            if broken != Broken.NOTHING or turn.fault != FINE:
                r.broken = broken
                r.fault = turn.fault
                r.seed = seed
                r.at = n
                return
        r.choices += n
        r.rounds += s.rounds
        r.longest = max(r.longest, n)
        if to_move(s) >= 0:
            r.endless += 1
        r.ends[s.end] += 1
        r.won[s.winner if s.winner >= 0 else 2] += 1


def main(battles: int, first: int) -> int:
    """Play, and print a table; 1 if anything was wrong."""
    states, turns = GAME.new_states(1), GAME.new_turns(1)
    cards = np.zeros(2, np.int64)
    totals = {name: np.zeros(1, report_t) for name in MODULE_IDS}
    played = dict.fromkeys(MODULE_IDS, 0)
    faults = 0
    begun = time.process_time()
    for number in range(first, first + battles, ALIKE):
        options = CardBattleOptions(**random_options(Random(number)))
        options.check()
        name = MODULE_IDS[options.module]
        report = np.zeros(1, report_t)
        room = GAME.options_array(options)
        play_some(states, turns, room, report, cards, number, number + ALIKE)
        if report["broken"][0] or report["fault"][0]:
            faults += 1
            what = Broken(int(report["broken"][0])).name
            print(
                f"{what}, fault {report['fault'][0]}, seed {report['seed'][0]}, choice {report['at'][0]}: "
                f"{options.as_text()}",
                flush=True,
            )
        played[name] += ALIKE
        for field in ("choices", "rounds", "endless", "ends", "won"):
            totals[name][field] += report[field]
        totals[name]["longest"] = max(totals[name]["longest"][0], report["longest"][0])
    took = time.process_time() - begun
    print("| " + " | ".join(HEAD) + " |")
    print("|---" * len(HEAD) + "|")
    for name, total in totals.items():
        t, n = total[0], played[name] or 1
        print(
            f"| {name} | {played[name]} | {t.rounds / n:.1f} | {t.choices / n:.0f} | {t.longest} | "
            + " | ".join(str(x) for x in [*t.ends[1:], t.endless, *t.won])
            + " |"
        )
    choices = sum(int(total["choices"][0]) for total in totals.values())
    print(f"{choices} choices in {took:.0f} s of CPU time, {choices / took:,.0f} a second, all checked")
    return 1 if faults else 0


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    sys.exit(main(given[0] if given else BATTLES, given[1] if len(given) > 1 else 0))
