"""What holds in every game of CodeKeeper."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoplon.core.batch import Batch
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.core.replay import read, verify, write
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.cells import ALL_CELLS, cheb
from hoplon.games.codekeeper.legal import FAIL, SPACE
from hoplon.games.codekeeper.state import NOTHING, Do
from tests.games.rulebook import section
from tests.waiting import patience

pytestmark = pytest.mark.representative

seeds = st.integers(-(2**63), 2**63 - 1)

commands = st.sampled_from(SPACE)

near_commands = st.tuples(st.integers(0, 4), st.integers(-2, 2), st.integers(-2, 2))

few = settings(max_examples=25, deadline=None)


def play_near(match: Match, moves: list[tuple[int, int, int]]) -> None:
    """Play commands aimed near the hero, which do more than those aimed anywhere."""
    for kind, dx, dy in moves:
        if match.is_over:
            return
        view = match.view()
        x, y = min(max(view.x + dx, 0), 15), min(max(view.y + dy, 0), 11)
        match.play(f"MOVE {x} {y}" if kind == 0 else f"ATTACK {kind - 1} {x} {y}")


@few
@given(seeds, st.lists(near_commands, max_size=30))
@section("2", "13.2")
def test_the_tables_of_a_position_agree(seed: int, moves: list[tuple[int, int, int]]) -> None:
    match = Match(GAME, seed)
    play_near(match, moves)
    s = match.state.record
    living = s.order[: s.living].tolist()
    assert [int(s.place[m]) for m in living] == list(range(len(living)))
    assert sorted(int(s.cell[m]) for m in living) == [c for c in ALL_CELLS if s.at[c] != NOTHING]
    assert all(s.at[s.cell[m]] == m and s.life[m] > 0 for m in living)
    keys = [(100 * (int(s.cell[m]) >> 4) + (int(s.cell[m]) & 15)) % int(s.monster_table) for m in living]
    assert keys == sorted(keys)
    assert s.at[s.hero] == NOTHING
    assert sum(int(column).bit_count() for column in s.occupied) == s.living


@few
@given(seeds, st.lists(near_commands, max_size=20))
@section("14")
def test_a_replay_agrees_and_text_survives(seed: int, moves: list[tuple[int, int, int]]) -> None:
    match = Match(GAME, seed)
    play_near(match, moves)
    assert verify(read(write(match)), GAME).agrees
    for turn in match.turns:
        assert str(GAME.phrases.read_turn(str(turn))) == str(turn)


@few
@given(seeds, st.lists(near_commands, max_size=20), st.integers(0, 2**40))
@section("5.1", "3")
def test_a_view_does_not_change_with_what_is_hidden(
    seed: int, moves: list[tuple[int, int, int]], mix: int
) -> None:
    match = Match(GAME, seed)
    play_near(match, moves)
    before = match.view()
    states = match._states.copy()
    s = states[0]
    s.rng = mix
    for c in ALL_CELLS:
        if cheb(c, int(s.hero)) > 3:
            s.loot[c] = NOTHING
            if s.at[c] != NOTHING:
                s.life[s.at[c]] = 1
    assert GAME.view(states, 0, 0) == before


@few
@given(seeds, commands)
@section("5.4")
def test_every_listed_choice_is_allowed_and_unlisted_numbers_are_not(seed: int, choice: int) -> None:
    states = GAME.new_states(1)
    GAME.entries.start(states, 0, GAME.options_array(GAME.options()), seed)
    assert GAME.entries.allows(states, 0, choice)
    assert GAME.entries.allows(states, 0, FAIL)
    for wrong in (-1, 12, FAIL + 1, 7 << 8):
        assert not GAME.entries.allows(states, 0, wrong)
    listed = np.zeros(GAME.most_choices, np.int64)
    assert GAME.entries.legal(states, 0, listed) == len(SPACE)
    assert tuple(listed.tolist()) == SPACE
    assert GAME.read_choice(states, 0, GAME.write_choice(states, 0, choice)) == choice


def test_a_batch_plays_like_single_matches() -> None:
    batch = Batch(GAME, 6, seed=40, threads=2, reset=False)
    matches = [Match(GAME, 40 + i) for i in range(6)]
    draw = np.random.default_rng(5)
    for _ in range(40):
        chosen = draw.choice(SPACE, 6)
        batch.play(chosen)
        for match, choice in zip(matches, chosen.tolist(), strict=True):
            if not match.is_over:
                match.play(GAME.write_choice(None, 0, choice))
    for i, match in enumerate(matches):
        assert match._states.tobytes() == batch.states[i : i + 1].tobytes()


@section("14")
def test_random_games_show_every_kind_of_action() -> None:
    seen: set[int] = set()
    match = Match(GAME, 1)
    match.play("error")
    seen |= {action.kind for turn in match.turns for action in turn.actions}
    match = Match(GAME, 1)
    match.play("timeout")
    seen |= {action.kind for turn in match.turns for action in turn.actions}
    for seed in range(40):
        match = Match(GAME, seed)
        draw = np.random.default_rng(seed)
        while not match.is_over:
            kind, dx, dy = (int(draw.integers(0, 5)), *draw.integers(-3, 4, 2).tolist())
            play_near(match, [(kind if draw.random() < 0.5 else 0, dx, dy)])
        seen |= {action.kind for turn in match.turns for action in turn.actions}
    match = Match(GAME, 0, GAME.options(maze="/".join(["HE" + "." * 14, *["." * 16] * 11])))
    match.play("MOVE 1 0")
    seen |= {action.kind for turn in match.turns for action in turn.actions}
    assert seen == set(Do)


def test_undo_restores_the_position_and_outcomes_sum_to_one() -> None:
    match = Match(GAME, 3)
    before = match.state
    match.play("MOVE 0 0")
    match.undo()
    assert match.state == before
    found = outcomes(match, "MOVE 0 0", samples=10)
    assert sum(result.probability for result in found.results) == 1


SCRIPT = """
from hoplon.core.batch import Batch
from hoplon.games.codekeeper import GAME
batch = Batch(GAME, 3, seed=90, threads=1)
batch.play_randomly(60, checked=True)
print(batch.results.tolist(), batch.states.tobytes().hex())
"""


def test_interpreted_and_compiled_games_are_the_same() -> None:
    out = []
    for switch in ("0", "1"):
        env = os.environ | {"NUMBA_DISABLE_JIT": switch}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, timeout=patience(300)
        )
        assert done.returncode == 0, done.stderr
        out.append(done.stdout)
    assert out[0] == out[1]
