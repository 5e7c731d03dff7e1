"""Turns and choices as text, both ways, and as JSON."""

from __future__ import annotations

import json

import pytest

import hoplon
from hoplon.core.errors import BadText
from tests.core.duel import GAME


@pytest.mark.representative
def test_a_turn_reads_back_action_by_action():
    match = hoplon.new("hoplite", seed=5, depth=9, hearts=8)
    phrases = match.game.phrases
    for n in range(25):
        if match.is_over:
            break
        legal = match.legal()
        turn = match.play(legal[n * 11 % len(legal)])
        assert phrases.read_turn(str(turn)).actions == turn.actions
        assert len(turn) == len(turn.lines()) == len(str(turn).splitlines())


def test_a_turn_as_json_holds_kind_text_and_numbers():
    match = hoplon.new("hoplite", seed=5, position="hoplite hero=4,4 demons=F5,4")
    entries = match.play("walk n").as_json()
    json.dumps(entries)
    assert [e["kind"] for e in entries] == ["walk", "stab", "kill"]
    assert entries[1]["text"] == "stab F1 5,4"
    assert (entries[2]["cause"], entries[2]["depth"], entries[2]["n"]) == (1, 2, 1)


def test_an_unknown_line_is_refused_with_what_lines_begin_with():
    with pytest.raises(BadText, match="no action reads 'jump'; one begins with ask, babble, domino"):
        GAME.phrases.read("jump")


def test_options_view_and_positions_are_plain_json():
    match = hoplon.new("hoplite", seed=5, prayers=("patience",))
    json.dumps(match.view().as_json())
    assert json.loads(json.dumps(match.options.as_json()))["prayers"] == ["patience"]
