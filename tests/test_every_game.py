"""What is true of every game that is installed: the checks of `hoplon.testing`, by Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hoplon
from hoplon.testing import Walk, description, properties, screens, ways_to_run
from tests.strategies import strategies

SEEDS = st.integers(0, 2**63 - 1)
PICKS = st.lists(st.integers(0, 10**6), min_size=1, max_size=25)

every_game = pytest.mark.parametrize("name", hoplon.game_names())


@pytest.mark.representative
@every_game
@pytest.mark.parametrize(
    "check",
    [
        properties.listed_choices_can_be_played,
        properties.the_deeds_of_all_actors_are_the_turn,
        properties.a_replay_is_the_same,
        properties.undo_restores_every_byte,
        properties.a_view_tells_nothing_of_dice,
        properties.another_deal_looks_the_same,
    ],
)
@given(data=st.data(), picks=PICKS)
def test_a_match(name, check, data, picks):
    check(walk(name, data, picks))


@every_game
@pytest.mark.parametrize(
    "check",
    [
        properties.a_position_reads_back,
        screens.boards_offer_legal_choices,
        screens.boards_tell_no_secrets,
    ],
)
@given(data=st.data(), picks=PICKS)
def test_a_match_in_pictures_and_words(name, check, data, picks):
    check(walk(name, data, picks))


def walk(name: str, data: st.DataObject, picks: list[int]) -> Walk:
    """A match with a seed and options that Hypothesis chose."""
    return Walk(hoplon.game(name), data.draw(SEEDS), tuple(picks), data.draw(strategies(name).options()))


@every_game
@pytest.mark.parametrize(
    "check",
    [
        description.description_is_complete,
        ways_to_run.batch_plays_as_match,
        ways_to_run.later_matches_start_clean,
        ways_to_run.programs_can_play,
        properties.the_end_reads_back,
    ],
)
def test_a_game(name, check):
    check(hoplon.game(name))


@every_game
def test_interpreted_and_compiled_rules_agree_log_for_log(name):
    ways_to_run.compiled_plays_as_interpreted(hoplon.game(name), strategies(name).sets())
