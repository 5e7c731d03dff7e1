"""`mcts` plays every game: legally, repeatably, by what its seat knows, and far better than `random`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hoplon
from hoplon.bots.dice import SeatDice
from hoplon.bots.generic.clear_tree import node_t
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.game import Game
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.games import own_names
from hoplon.referee.run import run

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "games"
SMALL = ("breakthrough", "four-in-a-row", "hex", "leduc-poker")
compiled = pytest.mark.skipif(not is_compiled(), reason="too slow interpreted")
every_game = pytest.mark.parametrize("name", [*own_names(), *SMALL])


def find(name: str) -> Game:
    """A game of Hoplon, or one of the examples, which are not installed here."""
    if name not in SMALL:
        return hoplon.game(name)
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    found: Game = import_module(f"hoplon_small_games.{name.replace('-', '_')}").GAME
    return found


def moments(name: str, seed: int, *numbers: int) -> list[Match]:
    """A match played at random, after so many choices."""
    match, random, found = Match(find(name), seed), Random(seed), []
    while not match.is_over and len(match.choices) <= max(numbers):
        if len(match.choices) in numbers:
            found.append(match.copy())
        match.play(random.choice(match.legal()))
    return found


def chosen(match: Match, bot: str = "mcts:nodes=20", dice: int = 0) -> str:
    """What `mcts` chooses."""
    seat = match.to_move or 0
    player = hoplon.bot(bot, match.game)
    return player.choose(match.view(seat), match.legal(), SeatDice(dice, seat), 1.0)


def stories() -> dict[str, list[str]]:
    """Choices in games that run quickly enough interpreted, with and without dice, secrets and a horizon."""
    numbers = {
        "hex": 90,
        "breakthrough": 40,
        "four-in-a-row": 9,
        "hexabomb": 5,
        "hoplite": 0,
        "leduc-poker": 1,
    }
    return {
        name: [chosen(match, "mcts:nodes=30", dice) for match in moments(name, 3, number) for dice in (1, 2)]
        for name, number in numbers.items()
    }


@every_game
def test_it_chooses_legally_and_repeats_itself_on_the_same_dice(name: str) -> None:
    for match in moments(name, 1, *((0, 3, 11) if is_compiled() else (0,))):
        choice = chosen(match)
        assert choice in match.legal()
        assert chosen(match) == choice


@compiled
def test_interpreted_it_chooses_the_same() -> None:
    code = "import json; from tests.bots.generic.test_mcts import stories; print(json.dumps(stories()))"
    settings = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    there = subprocess.run(
        [sys.executable, "-c", code], env=settings, cwd=ROOT, capture_output=True, check=True
    )
    assert json.loads(there.stdout) == stories()


@compiled
@every_game
def test_it_does_not_know_more_than_its_seat(name: str) -> None:
    """Another deal that looks the same to the seat leads to the same choice."""
    for match in moments(name, 2, 4, 9):
        seat = match.to_move or 0
        other = match.copy()
        other.game.entries.redeal(other._states, 0, seat, 77)
        assert [chosen(match, dice=d) for d in (1, 2)] == [chosen(other, dice=d) for d in (1, 2)]


@compiled
def test_other_dice_may_lead_to_another_choice() -> None:
    (match,) = moments("hex", 1, 0)
    assert len({chosen(match, dice=dice) for dice in range(5)}) > 1


@compiled
@every_game
def test_with_seconds_it_thinks_at_least_once_and_answers(name: str) -> None:
    (match,) = moments(name, 1, 2)
    assert chosen(match, "mcts:seconds=0.001") in match.legal()


def test_its_memory_is_fixed() -> None:
    assert node_t.itemsize == 32


def test_nodes_and_seconds_together_are_refused() -> None:
    with pytest.raises(BadOption, match="limited by nodes or by seconds, not by both"):
        hoplon.bot("mcts:nodes=5,seconds=1", "hoplite")


def test_a_game_whose_records_differ_must_say_how_a_view_is_put() -> None:
    from dataclasses import replace

    game = find("hexabomb")
    match = Match(game, 1)
    with pytest.raises(HoplonError, match="has views without a record"):
        replace(game, put_view=None).known(match.view(0))


# Four in a Row, solved by trying everything. Stones are bits as in its rules: rows of eight, the last empty.


def drop(stones: int, taken: int, column: int) -> int:
    """A stone more."""
    while taken >> column & 1:
        column += 8
    return stones | 1 << column


def has_line(stones: int) -> bool:
    """Are four in a line?"""
    return any(stones & stones >> way & stones >> 2 * way & stones >> 3 * way for way in (1, 7, 8, 9))


@cache
def worth(own: int, other: int) -> int:
    """1 if who is to move wins, 0 for a draw, -1 for a loss."""
    columns = [column for column in range(7) if not (own | other) >> 40 + column & 1]
    return max((worth_of(own, other, column) for column in columns), default=0)


def worth_of(own: int, other: int, column: int) -> int:
    """The same after a choice."""
    after = drop(own, own | other, column)
    return 1 if has_line(after) else -worth(other, after)


@compiled
def test_the_last_ten_stones_of_four_in_a_row_are_played_perfectly() -> None:
    random, game, tried = Random(1), find("four-in-a-row"), 0
    bot = hoplon.bot("mcts:nodes=2000", game)
    while tried < 60:
        match = Match(game, 0)
        stones = random.randint(32, 40)
        while not match.is_over and len(match.choices) < stones:
            match.play(random.choice(match.legal()))
        if match.is_over:
            continue
        seat, legal = match.to_move or 0, match.legal()
        own, other = (int(match.state.record.stones[one]) for one in (seat, 1 - seat))
        values = {choice: worth_of(own, other, choice.code) for choice in legal}
        if len(set(values.values())) > 1:  # there is something to get wrong
            tried += 1
            choice = bot.choose(match.view(seat), legal, SeatDice(tried, seat), 1.0)
            assert values[choice] == max(values.values()), match.state.notation


def against_random(name: str, nodes: int, seeds: int, **options: Any) -> tuple[int, float]:
    """How often `mcts` wins from both seats, and its mean score."""
    game = find(name)
    bots = [hoplon.bot(f"mcts:nodes={nodes}", game), hoplon.bot("random", game)]
    won, score = 0, 0
    for seed in range(seeds):
        for seat in (0, 1):
            players = bots if seat == 0 else bots[::-1]
            done = run(game, players, seed, game.options(**options), dice_seed=seed)
            assert done.fault is None
            won += seat in done.winners
            score += game.scores(done.match.state.array, 0, 2)[seat]
    return won, score / (2 * seeds)


@compiled
@pytest.mark.parametrize(
    ("name", "nodes", "seeds", "options"),
    [
        ("four-in-a-row", 100, 5, {}),
        ("hex", 100, 2, {}),
        ("breakthrough", 100, 3, {}),
        ("cardbattle", 300, 1, {}),
        ("hexabomb", 300, 1, {"map": "duel", "turns": 40}),
        ("hexabomb", 300, 1, {"map": "crossroads", "players": 2, "turns": 40}),
    ],
)
def test_it_beats_random_from_both_seats(name: str, nodes: int, seeds: int, options: dict[str, Any]) -> None:
    assert against_random(name, nodes, seeds, **options)[0] == 2 * seeds


@compiled
def test_it_takes_the_chips_of_a_random_player() -> None:
    """About 2.2 a hand, with a standard error of 0.2 here; the most possible is 2.37."""
    assert against_random("leduc-poker", 300, 400)[1] > 1.5


@compiled
@pytest.mark.parametrize(("name", "nodes", "longest"), [("hoplite", 500, 25), ("codekeeper", 200, 200)])
def test_it_does_better_than_random_alone(name: str, nodes: int, longest: int) -> None:
    game, better = find(name), 0
    for seed in range(4):
        scores = []
        for bot in (f"mcts:nodes={nodes}", "random"):
            done = run(game, [hoplon.bot(bot, game)], seed, longest=longest, dice_seed=seed)
            assert done.fault is None
            scores.append(game.scores(done.match.state.array, 0, 1)[0])
        better += scores[0] > scores[1]
    assert better >= 3
