"""The depth-first loop: order, overtaken reactions, questions on the stack, chains without end."""

from __future__ import annotations

import pytest

from hoplon.core.actions import FINE, LOG_FULL, NO_CAUSE
from hoplon.core.batch import Batch
from hoplon.core.errors import IllegalChoice, RunawayChain
from hoplon.core.match import Match
from hoplon.core.replay import load, write
from tests.core.duel import GAME, Do, DuelOptions

pytestmark = pytest.mark.representative


def duel(seed: int = 1, **options) -> Match:
    return Match(GAME, seed, DuelOptions(**options))


def test_all_that_follows_from_an_action_comes_before_what_was_waiting():
    assert str(duel().play("domino")) == (
        "domino 0\n"
        "  make_room 1\n"
        "    make_room 2\n"
        "      slide 2\n"
        "    slide 1\n"
        "  shove 0"
    )  # fmt: skip


def test_every_entry_of_the_log_knows_its_cause():
    turn = duel().play("domino")
    for place, action in enumerate(turn.actions):
        if action.depth == 0:
            assert action.cause == NO_CAUSE
        else:
            assert action.cause < place
            assert turn.actions[action.cause].depth == action.depth - 1


def test_a_reaction_overtaken_by_events_leaves_no_trace():
    match = duel(hearts=3)
    turn = match.play("volley")
    assert turn.lines() == ["volley 0", "wound 1", "wound 1", "wound 1"]
    assert str(match.outcome) == "touched, score 3 0"


def test_a_question_stops_the_turn_and_is_put_to_the_seat_it_names():
    match = duel()
    assert match.to_move == 0
    turn = match.play("strike")
    assert turn.lines() == ["strike 0"], "the question is not an event, and the rest waits"
    assert match.to_move == 1
    assert list(match.legal()) == ["parry", "take"]
    assert match.view().asked
    with pytest.raises(IllegalChoice, match="a question waits"):
        match.play("wait")


def test_after_the_answer_the_rest_of_the_turn_goes_on():
    match = duel()
    match.play("strike")
    turn = match.play("take")
    assert str(turn) == "take 1\n  wound 1\ntire 0"
    assert match.to_move == 1, "the turn passes"
    assert match.seats == [0, 1]
    assert match.state.record["breath"].tolist() == [8, 9]


def test_what_waited_is_a_root_of_the_new_log_so_that_the_text_reads_back():
    match = duel()
    match.play("strike")
    turn = match.play("take")
    assert GAME.phrases.read_turn(str(turn)).actions == turn.actions


def test_the_stack_is_part_of_the_state_and_survives_save_copy_and_undo(tmp_path):
    match = duel(seed=5)
    match.play("strike")
    copied = match.copy()
    loaded = load(write(match), lambda _name: GAME)
    for other in (copied, loaded):
        assert other.state == match.state
        assert other.to_move == 1
    turns = [m.play("parry") for m in (match, copied, loaded)]
    assert str(turns[0]) == str(turns[1]) == str(turns[2])
    assert match.checks == copied.checks == loaded.checks
    match.undo()
    assert match.to_move == 1
    assert str(match.redo()) == str(turns[0])
    match.undo()
    match.undo()
    assert match.to_move == 0
    assert match.state.record["pending"]["n"] == 0


@pytest.mark.parametrize(
    ("choice", "what"),
    [("echo", "its log"), ("babble", "waiting actions"), ("flood", "the reactions of one action")],
)
def test_a_chain_without_end_is_one_clear_error_and_changes_nothing(choice, what):
    match = duel(seed=3)
    match.play("wait")
    before, checks = match.state, list(match.checks)
    with pytest.raises(RunawayChain) as error:
        match.play(choice)
    assert str(error.value) == (
        f"turn 2 of duel (seed 3) did not come to an end: the room for {what} is full"
    )
    assert match.state == before
    assert match.checks == checks
    assert match.choices == ["wait"]
    assert match.play("wait").lines() == ["wait 1"], "and the match goes on"


def test_a_batch_tells_a_chain_without_end_as_a_fault():
    batch = Batch(GAME, 2, threads=1)
    results = batch.play([Do.ECHO.value, Do.WAIT.value])
    assert results["fault"].tolist() == [LOG_FULL, FINE]


def test_every_kind_of_duel_event_reads_back():
    for do in Do:
        form = GAME.phrases.forms[do]
        line = form.replace("{seat}", "1").replace("{n}", "2")
        assert GAME.phrases.write(GAME.phrases.read(line)) == line
