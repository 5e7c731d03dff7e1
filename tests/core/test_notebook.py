"""What notebooks show of matches, positions, choices and turns."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import hoplon
from hoplon.games import own_names


def parsed(html: str) -> ElementTree.Element:
    """The HTML, which must be well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


@pytest.mark.parametrize("name", own_names())
def test_a_match_is_shown_as_its_board_with_how_it_stands(name: str) -> None:
    match = hoplon.new(name, seed=3)
    match.play(match.legal()[0])
    shown = match._repr_html_()
    parsed(shown)
    assert "<svg" in shown
    assert f"{match.game.title}, after 1 choice; " in shown
    assert f"{len(match.legal())} legal choices" in shown


def test_a_match_that_is_over_says_how_it_ended() -> None:
    match = hoplon.new("hoplite", seed=3)
    match.play("resign")
    assert f"over: {match.outcome}" in match._repr_html_()


def test_a_position_is_shown_with_its_line() -> None:
    state = hoplon.new("hoplite", seed=3).state
    assert f"<code>{state.notation}</code>" in state._repr_html_()


def test_choices_are_shown_side_by_side_and_escaped() -> None:
    match = hoplon.new("hoplite", seed=3)
    shown = match.legal()._repr_html_()
    assert shown.count("<code") == len(match.legal())
    assert f"{len(match.legal())} legal choices" in shown
    odd = hoplon.Choices([hoplon.Choice("<b>", 0)])._repr_html_()
    assert "&lt;b&gt;" in odd
    assert "<b>" not in odd


def test_what_happened_is_shown_under_its_cause() -> None:
    match = hoplon.new("hoplite", position="hoplite hero=4,2 demons=F4,4")
    turn = match.play("walk n")
    shown = parsed(turn._repr_html_())
    rows = [row for row in shown.iter("div") if "padding-left" in row.get("style", "")]
    assert [(row.text or "").removeprefix("↳ ") for row in rows] == turn.lines()
    depths = [int(row.attrib["style"].removeprefix("padding-left:").removesuffix("px")) for row in rows]
    assert [depth > 0 for depth in depths] == [action.depth > 0 for action in turn.actions]
