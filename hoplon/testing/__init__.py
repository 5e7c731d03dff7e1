"""What every game must keep, for the tests of games that other packages bring. The game must be installed.

    import pytest
    from hoplon.testing import CHECKS, check_traces
    from my_package.my_game import GAME

    @pytest.mark.parametrize("check", CHECKS)
    def test_the_game_keeps(check):
        check(GAME)

    def test_its_traces():
        check_traces(GAME, "tests/traces/my-game")

A check raises AssertionError with a sentence, or unittest's SkipTest if something is missing on this machine.
"""

from __future__ import annotations

from hoplon.testing.description import description_is_complete
from hoplon.testing.encodings import (
    compiled_tells_as_interpreted,
    encodings_keep_their_word,
    encodings_tell_no_secrets,
)
from hoplon.testing.lessons import lessons_keep_their_word
from hoplon.testing.mutations import strange_notations_are_refused_or_played
from hoplon.testing.properties import (
    a_position_reads_back,
    a_replay_is_the_same,
    a_view_tells_nothing_of_dice,
    another_deal_looks_the_same,
    listed_choices_can_be_played,
    only_choices_are_legal,
    the_deeds_of_all_actors_are_the_turn,
    the_end_reads_back,
    undo_restores_every_byte,
)
from hoplon.testing.screens import boards_offer_legal_choices, boards_tell_no_secrets
from hoplon.testing.traces import check_traces
from hoplon.testing.walks import Walk, on_walks, walks
from hoplon.testing.ways_to_run import (
    batch_plays_as_match,
    compiled_plays_as_interpreted,
    later_matches_start_clean,
    programs_can_play,
    simulated_gpu_plays_as_batch,
)

CHECKS = (
    description_is_complete,
    *map(
        on_walks,
        (
            listed_choices_can_be_played,
            the_deeds_of_all_actors_are_the_turn,
            only_choices_are_legal,
            a_replay_is_the_same,
            undo_restores_every_byte,
            a_position_reads_back,
            a_view_tells_nothing_of_dice,
            another_deal_looks_the_same,
            boards_offer_legal_choices,
            boards_tell_no_secrets,
            encodings_tell_no_secrets,
            encodings_keep_their_word,
        ),
    ),
    the_end_reads_back,
    lessons_keep_their_word,
    strange_notations_are_refused_or_played,
    batch_plays_as_match,
    later_matches_start_clean,
    compiled_plays_as_interpreted,
    compiled_tells_as_interpreted,
    simulated_gpu_plays_as_batch,
    programs_can_play,
)

__all__ = ["CHECKS", "Walk", "check_traces", "walks"]
