"""Bots at card battles: legal everywhere, repeatable, blind to what is hidden, and better than chance."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hoplon.bots import bot, bots_for
from hoplon.bots.cardbattle.judge import judge_in
from hoplon.bots.cardbattle.search import Search
from hoplon.bots.dice import SeatDice
from hoplon.core.errors import BadOption
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.games import game
from hoplon.games.cardbattle.names import Module
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.secrets import concealed, redeal_in
from hoplon.games.cardbattle.state import ARGS, Do, Phase, Place
from hoplon.games.cardbattle.tables import Card, Kind
from hoplon.referee.run import run
from tests.games.cardbattle.boards import A
from tests.games.cardbattle.boards import Table as Layout
from tests.games.cardbattle.strategies import random_options
from tests.games.rulebook import section

GAME = game("cardbattle")
MODULES = list(Module)
compiled = pytest.mark.skipif(not is_compiled(), reason="too slow interpreted")


class Table:
    """A battle in plain records, without texts."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.states = GAME.new_states(1)
        self._turns = GAME.new_turns(1)
        self._codes = np.zeros(GAME.most_choices, np.int64)
        GAME.entries.start(self.states, 0, GAME.options_array(CardBattleOptions(**options)), seed)

    @property
    def mover(self) -> int:
        return int(GAME.entries.mover(self.states, 0))

    def legal(self) -> list[int]:
        return self._codes[: GAME.entries.legal(self.states, 0, self._codes)].tolist()

    def known(self, seat: int) -> Any:
        return concealed(self.states[0], seat)

    def play(self, code: int) -> None:
        GAME.entries.play(self.states, 0, self._turns, 0, code)
        assert self._turns["fault"][0] == 0


def positions(module: Module, seed: int, n: int) -> Table:
    """A battle after n choices, one in two by judge and the others by chance."""
    dice = Random(seed)
    table = Table(random_options(dice, module), seed)
    for _ in range(n):
        if table.mover < 0:
            break
        code = dice.choice(table.legal())
        if dice.random() < 0.5:
            code = int(judge_in(table.known(table.mover), 0))
        table.play(code)
    return table


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(8))
def test_judge_plays_legal_choices_with_all_preferences(module: Module, seed: int) -> None:
    dice = Random(seed)
    table = Table(random_options(dice, module), seed)
    for _ in range(700 if is_compiled() else 40):
        seat = table.mover
        if seat < 0:
            break
        known = table.known(seat)
        before = known.tobytes()
        code = int(judge_in(known, 0))
        assert known.tobytes() == before
        legal = table.legal()
        assert code in legal
        table.play(code if dice.random() < 0.8 else dice.choice(legal))


@pytest.mark.representative
@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(6))
@section("21")
def test_a_redealt_battle_looks_the_same(module: Module, seed: int) -> None:
    """Fog of war and pursuit on: everything that can be hidden is."""
    dice = Random(100 + seed)
    options = random_options(dice, module)
    options |= {"fog_of_war": True, "cavalry_pursuit": True}
    if module != Module.THE_300:
        options["terrain"] = ("woods", "forest")
    match = Match(GAME, seed, CardBattleOptions(**options))
    for number in range(300 if is_compiled() else 60):
        if match.is_over:
            break
        match.play(dice.choice(match.legal()))
        if number % 20:
            continue
        for seat in range(2):
            states = match.state.array
            redeal_in(states, 0, seat, number)
            other = match.game.view(states, 0, seat)
            assert other == match.view(seat)
            assert other.known.tobytes() == match.view(seat).known.tobytes()


@pytest.mark.parametrize("module", MODULES)
def test_a_redealt_battle_has_the_same_legal_choices_and_goes_on(module: Module) -> None:
    for seed in range(4):
        table = positions(module, seed, 150 if is_compiled() else 20)
        seat = table.mover
        if seat < 0:
            continue
        legal = table.legal()
        for world in range(3):
            other = Table({}, 0)
            other.states[0] = table.states[0]
            redeal_in(other.states, 0, seat, world)
            assert other.legal() == legal
            other.play(legal[world % len(legal)])


@pytest.mark.parametrize("module", MODULES)
@section("21")
def test_bots_do_not_peek(module: Module) -> None:
    """Other hidden cards, decks and dice: the same choice."""
    thinker = Search(nodes=60, width=3, horizon=1)
    for seed in range(3 if is_compiled() else 1):
        table = positions(module, 50 + seed, 120 if is_compiled() else 10)
        seat = table.mover
        if seat < 0:
            continue
        other = Table({}, 0)
        other.states[0] = table.states[0]
        redeal_in(other.states, 0, seat, 7)
        assert judge_in(other.known(seat), 0) == judge_in(table.known(seat), 0)
        assert thinker.think(other.known(seat), seat, 3) == thinker.think(table.known(seat), seat, 3)


@compiled
@pytest.mark.parametrize("module", MODULES)
def test_search_plays_legal_choices_and_repeats_itself(module: Module) -> None:
    options = random_options(Random(module), module)
    both = [Search(nodes=150, width=4), Search(nodes=150, width=4)]
    table = Table(options, 5)
    for number in range(120):
        seat = table.mover
        if seat < 0:
            break
        chosen = {thinker.think(table.known(seat), seat, number) for thinker in both}
        assert len(chosen) == 1
        assert chosen <= set(table.legal())
        table.play(chosen.pop())


@section("21", "17.1")
def test_card_battles_have_bots_and_three_strengths() -> None:
    own = ["easy", "hard", "judge", "learned", "mcts", "medium", "random", "search"]
    assert bots_for("cardbattle") == own
    with pytest.raises(BadOption, match="limited by nodes or by seconds, not by both"):
        bot("search:nodes=9,seconds=1", "cardbattle")


@compiled
@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_a_strength_plays_through_the_referee(name: str) -> None:
    longest = 40 if name == "hard" else 200
    played = run(GAME, [bot(name, "cardbattle"), bot("random", "cardbattle")], 3, clock=0.02, longest=longest)
    assert played.fault is None


def test_a_bot_gets_no_dice_of_the_match() -> None:
    match = Match(GAME, 9)
    choice = bot("judge", "cardbattle").choose(match.view(match.to_move), match.legal(), SeatDice(0, 0), 1.0)
    assert choice in match.legal()


@compiled
def test_judge_beats_random() -> None:
    bots = [bot("judge", "cardbattle"), bot("random", "cardbattle")]
    wins = 0
    for seed in range(5):
        wins += run(GAME, bots, seed, longest=5000).winners == (0,)
        wins += run(GAME, bots[::-1], seed, longest=5000).winners == (1,)
    assert wins >= 9


def drawn(layout: Layout) -> Do:
    """What judge does with its draw."""
    layout.phase(Phase.DRAW)
    return Do(int(judge_in(concealed(layout.s, A), 0)) // ARGS)


@pytest.mark.parametrize(("hits", "on_field"), [(0, 1), (1, 1), (0, 7)])
def test_judge_takes_a_rallied_unit_that_is_better_than_the_deck(hits: int, on_field: int) -> None:
    layout = Layout()
    for column in range(1, on_field + 1):
        layout.field(A, column)
    layout.hand(A, Kind.MI)
    layout.deck(A, Kind.MI, Kind.MI, Card.FLANK, tq=5)
    layout.rear(A, Place.RALLIED, Kind.HI, tq=8, coh=hits)
    assert drawn(layout) == Do.TAKE


def test_judge_leaves_a_worn_unit_in_the_second_line() -> None:
    layout = Layout()
    layout.field(A, 5)
    layout.hand(A, Kind.MI)
    layout.deck(A, Kind.MI, Kind.MI, tq=5)
    layout.rear(A, Place.RALLIED, Kind.HI, tq=6, coh=4)
    assert drawn(layout) == Do.DRAW


def test_judge_takes_a_worn_unit_rather_than_none() -> None:
    layout = Layout()
    layout.field(A, 5)
    layout.deck(A, Card.FLANK, Card.FLANK, tq=5)
    layout.rear(A, Place.RALLIED, Kind.HI, tq=6, coh=4)
    assert drawn(layout) == Do.TAKE
