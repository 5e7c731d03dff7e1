"""States to search, as OpenSpiel's users know them."""

from __future__ import annotations

import pytest

from hoplon import learn
from hoplon.core.errors import HoplonError
from hoplon.learn.openspiel import TERMINAL, load_game
from hoplon.learn.redeal import redeal
from tests.learn.walking import any_actions

BY_GAME = sorted({task.game: name for name, task in reversed(learn.tasks().items())}.values())
MOST = 60


@pytest.mark.parametrize("name", BY_GAME)
def test_a_match_is_stepped_to_its_end(name: str) -> None:
    game = load_game(name, longest=MOST)
    state = game.new_initial_state(seed=5)
    gained = [0.0] * game.num_players()
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == [a for a, allowed in enumerate(state.legal_actions_mask()) if allowed]
        assert len(state.observation_tensor()) == game.observation_tensor_shape()[0]
        assert 0 <= state.current_player() < game.num_players()
        state.apply_action(actions[len(state.history()) % len(actions)])
        gained = [sum(both) for both in zip(gained, state.rewards(), strict=True)]
    assert state.returns() == pytest.approx(gained, abs=1e-3)
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert len(state.history()) <= game.max_game_length()
    with pytest.raises(HoplonError, match="after the end"):
        state.apply_action(0)


@pytest.mark.parametrize("name", BY_GAME)
def test_a_clone_falls_as_its_original_and_leaves_it_alone(name: str) -> None:
    state = load_game(name).new_initial_state(seed=6)
    before, text = state.observation_tensor(), str(state)
    action = state.legal_actions()[0]
    twins = [state.clone(), state.child(action)]
    twins[0].apply_action(action)
    assert str(twins[0]) == str(twins[1])
    assert twins[1].history() == [action]
    assert (state.observation_tensor(), str(state), state.history()) == (before, text, [])


@pytest.mark.parametrize("name", BY_GAME)
def test_what_a_player_cannot_know_is_dealt_anew_and_what_it_is_told_stays(name: str) -> None:
    env = learn.make(name, n=4, joint=False)
    for number in range(12):
        env.step(any_actions(env, number))
    obs, mask, states = env.obs.copy(), env.mask.copy(), env._states.tobytes()
    redeal(env, seed=3)
    assert (env.obs == obs).all()
    assert (env.mask == mask).all()
    only_choices_are_hidden = env.plan.game.simultaneous
    assert only_choices_are_hidden or env._states.tobytes() != states
    with pytest.raises(HoplonError, match="there is no seat 99"):
        redeal(env, seed=3, seat=99)


def test_resampled_states_have_other_dice() -> None:
    state = load_game("hoplite-depth16-v1").new_initial_state(seed=6)
    pasts = set()
    for seed in range(8):
        other = state.resample_from_infostate(0, seed)
        assert other.observation_tensor() == state.observation_tensor()
        for _ in range(3):
            if not other.is_terminal():
                other.apply_action(other.legal_actions()[0])
        pasts.add(str(other))
    assert len(pasts) > 1


def test_actions_are_texts_both_ways() -> None:
    state = load_game("hoplite-depth1-v1").new_initial_state(seed=2)
    texts = {action: state.action_to_string(0, action) for action in state.legal_actions()}
    assert len(set(texts.values())) == len(texts)
    assert {state.string_to_action(text): text for text in texts.values()} == texts
    assert state.observation_string(0)
    with pytest.raises(HoplonError, match="player 1 is not asked now; expected 0"):
        state.observation_tensor(1)
