"""Turns and choices as text, both ways, and as JSON."""

from __future__ import annotations

import json

import pytest

import hoplon
from hoplon.core.errors import BadText
from hoplon.core.text import Phrases, Word
from tests.core.duel import GAME, Do


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


def test_a_turn_by_actor_has_a_tree_for_each_in_the_order_of_play():
    match = hoplon.new("hoplite", seed=5, position="hoplite hero=4,4 demons=F5,4;A4,8;F3,3")
    turn = match.play("walk n")
    assert "\n".join(map(str, turn.by_actor()[:2])) == (
        "hero\n"
        "  walk 4,4 4,5\n"
        "    stab F1 5,4\n"
        "      kill F1 5,4 credited\n"
        "A2\n"
        "  shoot A2 4,8 4,5\n"
        "    hit 4,5 by A2"
    )
    assert [part.actor for part in turn.by_actor()] == ["hero", "A2", "F3"]


@pytest.mark.parametrize(
    ("name", "actors"),
    [
        (
            "hoplite",
            {
                "bash 4,2 4,3 n": "hero",
                "step D4 3,6 4,6": "D4",
                "explode o1 4,6 credited": "o1",
                "surge": None,
            },
        ),
        (
            "hexabomb",
            {"move 3 0,0 1,0": "character 3", "explode 2 0,0 of 1 range 3": "bomb 2", "refill": None},
        ),
        ("codekeeper", {"move 1,10 2,10 fine": "hero", "strike O30 4,10 2,10 2": "O30", "hurt 2,10 2": None}),
        ("cardbattle", {"draw B": "B", "raid A.1": "A", "discard B.RALLY": "B", "void attack 1": None}),
    ],
)
def test_every_game_says_whose_deed_an_action_is(name, actors):
    phrases = hoplon.new(name, seed=1).game.phrases
    assert {line: phrases.actor(phrases.read(line)) for line in actors} == actors


def test_without_a_word_on_actors_it_is_the_word_who():
    words = {"who": Word(lambda action: "xo"[action.who], lambda text: {"who": "xo".index(text)})}
    phrases = Phrases(Do, {Do.STRIKE: "strike {who}", Do.TIRE: "tire"}, words)
    turn = phrases.read_turn("strike x\n  tire\nstrike x\nstrike o\ntire")
    assert [(part.actor, part.turn.lines()) for part in turn.by_actor()] == [
        ("x", ["strike x", "tire", "strike x"]),
        ("o", ["strike o"]),
        (None, ["tire"]),
    ]


def test_the_parts_of_a_preview_end_where_it_does():
    match = hoplon.new("hoplite", seed=5, position="hoplite hero=4,4 demons=F5,4;F3,8")
    turn = match.preview("walk n")
    parts = turn.by_actor()
    assert not turn.is_complete
    assert [part.turn.is_complete for part in parts] == [True] * (len(parts) - 1) + [False]


def test_an_unknown_line_is_refused_with_what_lines_begin_with():
    with pytest.raises(BadText, match="no action reads 'jump'; one begins with ask, babble, domino"):
        GAME.phrases.read("jump")


def test_options_view_and_positions_are_plain_json():
    match = hoplon.new("hoplite", seed=5, prayers=("patience",))
    json.dumps(match.view().as_json())
    assert json.loads(json.dumps(match.options.as_json()))["prayers"] == ["patience"]
