"""Text picture, SVG and board of a game come from one layout and one scene."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hoplon.core.board import ALL, SPECTATOR, made_from_options
from hoplon.core.form import form_of
from hoplon.core.match import Match
from hoplon.core.text import Action
from hoplon.grids import hexes, squares
from hoplon.grids.plain import plain_board
from hoplon.grids.scene import Card, Counter, Hand, Layout, Piece, Scene, pieces_on
from hoplon.grids.screen import Click, Screen
from hoplon.grids.svg_picture import svg_picture
from hoplon.grids.text_picture import text_picture
from tests.core.duel import GAME, Do, DuelOptions
from tests.core.secret_duel import GAME as SECRET

LAYOUT = squares.layout(3, 2)


def scene(states: Any, i: int, viewer: int) -> Scene:
    """Hearts on the board; the viewer is told in the note."""
    hearts = states["hearts"][i].tolist()
    return Scene((Piece("a", 0, "A", 0, "A fencer", hearts[0]), Piece("b", 5, "B", 1)), note=f"for {viewer}")


def screen(**more: Any) -> Screen:
    return Screen(LAYOUT, scene, **more)


def test_a_text_picture_shows_pieces_labels_and_what_lies_beside():
    pieces = pieces_on([0, 1, 0, 0, 0, 2], "xo", ("X", "O"))
    hands = (
        Hand(0, "Hand", (Card("1", "K♠", "king"), Card("2", "?", "", hidden=True))),
        Hand(None, "Table", ()),
    )
    found = text_picture(
        LAYOUT, Scene(pieces, {0: "wall"}, hands, (Counter("Pot", "3"), Counter("Bid", "1")), "Go!")
    )
    assert found.splitlines() == [
        "2 . . o",
        "1 # x .",
        "  a b c",
        "Hand: K♠ ??",
        "Table: -",
        "Pot 3  Bid 1",
        "Go!",
    ]


def test_rows_of_hexagons_are_shifted_by_half_a_cell():
    found = text_picture(hexes.rhombus(2), Scene(pieces_on([1, 0, 0, 2], "xo", ("X", "O"))))
    assert found.splitlines() == [" a b", "1 x .", " 2 . o"]


def test_a_picture_is_an_svg_that_says_what_is_where():
    found = svg_picture(LAYOUT, Scene((Piece("a", 0, "<", 0, "A & B", 3),)), "A <title>")
    assert found.startswith("<svg")
    assert "<title>a1: A &amp; B, 3</title>" in found
    assert "A &lt;title&gt;" in found


def test_the_page_gets_layout_and_scene_with_cells_by_name():
    match, board = Match(GAME, 1), screen().board
    ground = board.ground(match)["scene"]
    assert ground["grid"] == "square"
    assert ground["cells"][5] == {"id": "c2", "x": 2, "y": 0, "tone": ""}
    assert ground["labels"][0] == {"x": 0, "y": 2, "text": "a"}
    position = board.position(match, 0, 1)
    assert list(position) == ["turn", "pieces", "tones", "hands", "counters", "note"]
    assert position["pieces"][0] == {
        "key": "a", "cell": "a1", "glyph": "A", "seat": 0, "label": "A fencer", "count": 3, "dim": False,
    }  # fmt: skip
    assert position["note"] == "for 1"
    assert json.dumps([ground, position])


def test_a_layout_may_name_colours_and_be_turned():
    assert Layout("none").as_json() == {"grid": "none", "cells": [], "labels": []}
    found = squares.layout(2, 1, colours=("red", "white"), turns=True).as_json()
    assert (found["colours"], found["turns"]) == (["red", "white"], True)


def test_choices_are_buttons_unless_the_game_says_where_to_click():
    match = Match(GAME, 1)
    assert {(offer.cell, offer.label) for offer in screen().board.offers(match)} >= {(None, "Strike")}
    clicks = screen(
        offer=lambda _states, _i, choice: Click(choice % 6, source=1, also=(2,), label="Go")
    ).board
    offer = clicks.offers(match)[1]
    assert (offer.text, offer.cell, offer.source, offer.also, offer.label) == (
        "strike",
        "b1",
        "b1",
        ("c1",),
        "Go",
    )


def test_people_read_phrases_or_sentences_and_nothing_of_a_kind_without_one():
    match = Match(GAME, 1)
    match.play("volley")
    assert [entry.says for entry in screen().board.log(match, 1, 0)][:2] == ["volley 0", "wound 1"]
    says = {Do.WOUND: "{player} is wounded ({seat})"}
    entries = screen(says=says).board.log(match, 1, 0)
    assert [entry.says for entry in entries][:2] == ["", "Player 2 is wounded (1)"]
    assert [entry.text for entry in entries][:2] == ["volley 0", "wound 1"]


def test_what_a_viewer_may_not_know_is_left_out_of_the_log():
    def seen(action: Action, viewer: int) -> Action | None:
        if viewer == ALL or action.who == viewer:
            return action
        return None if action.kind == Do.VOLLEY else action._replace(who=0)

    match = Match(SECRET, 1)
    match.play("volley")
    board = screen(seen=seen).board
    assert [(e.kind, e.who, e.cause) for e in board.log(match, 1, 0)][:2] == [
        ("volley", 0, -1),
        ("wound", 0, 0),
    ]
    assert [(e.kind, e.cause) for e in board.log(match, 1, SPECTATOR)][:1] == [("wound", -1)]
    assert (board.told(match, 1, 0), board.told(match, 1, 1)) == ("volley", None)


def test_where_something_is_hidden_a_seat_reads_its_own_turns_unless_the_game_says_more():
    match = Match(SECRET, 1)
    match.play("volley")
    board = screen().board
    assert [len(board.log(match, 1, viewer)) > 0 for viewer in (0, 1, SPECTATOR, ALL)] == [
        True,
        False,
        False,
        True,
    ]
    assert board.told(match, 1, 1) is None


def test_a_layout_may_depend_on_the_state():
    made = Screen(lambda states, i: squares.layout(int(states["hearts"][i, 0]), 1), scene=lambda *_: Scene())
    match = Match(GAME, 1, DuelOptions(hearts=2))
    assert len(made.board.ground(match)["scene"]["cells"]) == 2
    assert made.draw(match.states_at(0), 0).splitlines() == ["1 . .", "  a b"]


def test_a_form_is_made_from_the_options_with_the_bounds_that_they_have():
    assert screen().board.form is made_from_options
    fields = {field.name: field for field in form_of(GAME)}
    hearts = fields["hearts"]
    assert (hearts.label, hearts.kind, hearts.default, hearts.least, hearts.most) == (
        "Hearts",
        "number",
        "3",
        1,
        9,
    )
    assert [fields[name].kind for name in ("names", "title", "quick")] == ["text", "text", "flag"]


def test_a_game_without_a_board_is_shown_by_its_text():
    match, board = Match(GAME, 1), plain_board(GAME)
    position = board.position(match, 0, SPECTATOR)
    assert position["text"] == str(match)
    assert position["pieces"] == []
    assert [offer.text for offer in board.offers(match)] == list(match.legal())


@pytest.mark.parametrize("viewer", [0, SPECTATOR, ALL])
def test_every_viewer_gets_a_position(viewer: int) -> None:
    assert screen().board.position(Match(GAME, 1), 0, viewer)["note"] == f"for {viewer}"
