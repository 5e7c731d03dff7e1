"""How strong the bots of the card battles are, and how the armies do: three tables, bounded in time.

    python benchmarks/battle_bots.py random --battles 400
    python benchmarks/battle_bots.py armies --module antiquity --seeds 2
    python benchmarks/battle_bots.py search --bot search:nodes=2000 --seeds 1-100 --out search.jsonl

`random`: judge against random, in all modules. `armies`: judge against judge, every two armies of a module on
both sides, with the length of the battles. `search`: a bot against judge; each seed is a battle between two
armies that is played twice, with the bots swapped, --jobs at a time. Battles already in the file of --out are
not played again. Every table can be ended early with --stop-after SECONDS.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from hoplon.bots import bot
from hoplon.bots.cardbattle.judgement import judge
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.armies import supplied
from hoplon.games.cardbattle.legal import nth_legal
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.rules import take_turn, to_move
from hoplon.games.cardbattle.secrets import conceal, concealed
from hoplon.games.cardbattle.tables import MODULE_IDS
from hoplon.referee.series import read_seeds
from hoplon.referee.stats import mean, sign_test, wilson

RANDOM, JUDGE, OTHER = range(3)
BOT_DICE = 0x424F54
LONGEST = 20_000


class Battle(NamedTuple):
    """What came of a battle: the seat that won or -1, choices made, rounds begun."""

    winner: int
    choices: int
    rounds: int


@rule
def play_until_other(states, turns, players, seed, n):
    """Let `random` and `judge` play until it is another bot's choice or the end; returns the choices made."""
    s = states[0]
    key = quick_stream(seed, BOT_DICE, 0)
    while n < LONGEST:
        seat = to_move(s)
        if seat < 0 or players[seat] == OTHER:
            break
        if players[seat] == RANDOM:
            choice = nth_legal(s, quick_below(key, n, count_legal(s)))
        else:
            states[1] = states[0]
            conceal(states[1], seat)
            choice = judge(states[1])
        take_turn(s, turns[0], choice)
        n += 1
    return n


def play(armies: tuple[str, str], seed: int, players: tuple[int, int], bot_process: Any = None) -> Battle:
    """One battle; `bot_process` plays for OTHER."""
    states, turns = GAME.new_states(2), GAME.new_turns(1)
    options = GAME.options_array(CardBattleOptions(army_a=armies[0], army_b=armies[1]))
    GAME.entries.start(states, 0, options, seed)
    seats = np.array(players)
    n = play_until_other(states, turns, seats, seed, 0)
    while n < LONGEST and (seat := int(GAME.entries.mover(states, 0))) >= 0:
        code = bot_process.think(concealed(states[0], seat), seat, seed * LONGEST + n)
        GAME.entries.play(states, 0, turns, 0, code)
        n = play_until_other(states, turns, seats, seed, n + 1)
    return Battle(int(states[0].winner), n, int(states[0].rounds))


def armies_of(module: str) -> list[str]:
    """The supplied armies of a module."""
    return [army.id for army in supplied() if MODULE_IDS[army.module] == module]


def pair_of(seed: int, module: str) -> tuple[str, str]:
    """The armies of a seed: all pairs of the module in turn."""
    pairs = list(combinations(armies_of(module), 2))
    key = quick_stream(seed, BOT_DICE, 1)
    first, second = pairs[quick_below(key, 0, len(pairs))]
    return (second, first) if quick_below(key, 1, 2) else (first, second)


def percent(won: int, n: int) -> str:
    """A share with its interval."""
    share = wilson(won, n)
    return f"{share.value:.1%} ({share.low:.1%}-{share.high:.1%})"


def against_random(given: argparse.Namespace) -> None:
    """Judge against random, module by module; each battle is played from both sides."""
    until = time() + given.stop_after
    total = Counter[str]()
    for module in MODULE_IDS:
        won = n = 0
        began, choices = perf_counter(), 0
        for seed in range(1, given.battles // (2 * len(MODULE_IDS)) + 1):
            if time() > until:
                break
            pair = pair_of(seed, module)
            for seat, players in enumerate(((JUDGE, RANDOM), (RANDOM, JUDGE))):
                battle = play(pair, seed, players)
                won += battle.winner == seat
                choices += battle.choices
                n += 1
        total["won"] += won
        total["n"] += n
        spent = (perf_counter() - began) / max(choices, 1)
        print(f"{module:10} {n:5} battles, judge won {percent(won, n)}, {spent * 1e6:.0f} us a choice")
    print(f"{'all':10} {total['n']:5} battles, judge won {percent(total['won'], total['n'])}")


def between_armies(given: argparse.Namespace) -> None:
    """Judge against judge: length of the battles and wins of each army."""
    until = time() + given.stop_after
    won, played = Counter[str](), Counter[str]()
    rounds, choices, undecided, first = [], [], 0, 0
    began = perf_counter()
    for seed in range(1, given.seeds_each + 1):
        for pair in combinations(armies_of(given.module), 2):
            for armies in (pair, pair[::-1]):
                if time() > until:
                    break
                battle = play(armies, seed, (JUDGE, JUDGE))
                rounds.append(float(battle.rounds))
                choices.append(float(battle.choices))
                undecided += battle.winner < 0
                first += battle.winner == 0
                played.update(armies)
                if battle.winner >= 0:
                    won[armies[battle.winner]] += 1
    spent = (perf_counter() - began) / max(sum(choices), 1)
    length = mean(rounds)
    span = f"{length.value:.1f} rounds ({length.low:.1f}-{length.high:.1f}), longest {max(rounds):.0f}"
    print(f"{given.module}: {len(rounds)} battles, {span}, {mean(choices).value:.0f} choices")
    print(f"  undecided {undecided}, seat A won {percent(first, len(rounds))}, {spent * 1e6:.0f} us a choice")
    for army in sorted(played, key=lambda name: -won[name] / played[name]):
        print(f"  {army:20} {won[army]:4} of {played[army]:4}  {percent(won[army], played[army])}")


def one_against_judge(wanted: tuple[str, int, int, str, float]) -> dict[str, Any] | None:
    """The row of one battle of a bot, at a seat, against judge; none after the time `until`."""
    name, seed, seat, module, until = wanted
    if time() > until:
        return None
    pair = pair_of(seed, module)
    began = perf_counter()
    battle = play(pair, seed, (OTHER, JUDGE) if seat == 0 else (JUDGE, OTHER), bot(name, "cardbattle"))
    row: dict[str, Any] = {"bot": name, "seed": seed, "seat": seat, "module": module, "armies": pair}
    row |= {"won": battle.winner == seat, "drawn": battle.winner < 0, **battle._asdict()}
    return row | {"seconds": round(perf_counter() - began, 2)}


def against_judge(given: argparse.Namespace) -> None:
    """A bot against judge on paired seeds; rows are kept, and the table is made of all of them."""
    until = time() + given.stop_after
    bot(given.bot, "cardbattle")  # a name or a setting that is unknown is told at once
    modules = given.modules.split(",")
    rows: dict[tuple[str, int, int], dict[str, Any]] = {}
    if given.out and given.out.exists():
        for text in given.out.read_text(encoding="utf-8").splitlines():
            row = json.loads(text)
            rows[row["bot"], row["seed"], row["seat"]] = row
    wanted = [
        (given.bot, seed, seat, modules[seed % len(modules)], until)
        for seed in read_seeds(given.seeds)
        for seat in (0, 1)
        if (given.bot, seed, seat) not in rows
    ]
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(one_against_judge, one) for one in wanted]):
            if (row := done.result()) is None:
                continue
            rows[row["bot"], row["seed"], row["seat"]] = row
            if given.out:
                with given.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    report(given.bot, [row for row in rows.values() if row["bot"] == given.bot])


def report(name: str, rows: list[dict[str, Any]]) -> None:
    """The share of wins, in all and by module, and the paired count."""
    for module in ("all", *MODULE_IDS):
        some = [row for row in rows if module in ("all", row["module"])]
        if not some:
            continue
        won = sum(row["won"] for row in some)
        seconds = sum(row["seconds"] for row in some) / len(some)
        print(f"{name} against judge, {module}: {len(some)} battles, won {percent(won, len(some))}, "
              f"{seconds:.1f} s a battle")  # fmt: skip
    by_seed = Counter[int]()
    for row in rows:
        by_seed[row["seed"]] += 1 if row["won"] else -1
    better, worse = sum(v > 0 for v in by_seed.values()), sum(v < 0 for v in by_seed.values())
    print(
        f"seeds won with both armies: {better}, lost with both: {worse}, p = {sign_test(better, worse):.2g}"
    )


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    tables = parser.add_subparsers(required=True)
    table = tables.add_parser("random", help="judge against random")
    table.add_argument("--battles", type=int, default=400)
    table.set_defaults(make=against_random)
    armies = tables.add_parser("armies", help="judge against judge, by army")
    armies.add_argument("--module", choices=MODULE_IDS, default=MODULE_IDS[0])
    armies.add_argument("--seeds", dest="seeds_each", type=int, default=1, help="battles of each two armies")
    armies.set_defaults(make=between_armies)
    search = tables.add_parser("search", help="a bot against judge")
    search.add_argument("--bot", default="search:nodes=2000")
    search.add_argument("--seeds", default="1-100")
    search.add_argument("--modules", default=",".join(MODULE_IDS))
    search.add_argument("--jobs", type=int, default=1, help="battles played at a time")
    search.add_argument("--out", type=Path, help="JSON lines, appended")
    search.set_defaults(make=against_judge)
    for one in (table, armies, search):
        one.add_argument("--stop-after", type=float, default=inf, metavar="SECONDS")
    return parser.parse_args()


if __name__ == "__main__":
    given = arguments()
    try:
        given.make(given)
    except HoplonError as error:
        sys.exit(f"battle_bots: {error}")
