"""What notebooks show of matches, positions, choices and turns."""

from __future__ import annotations

import pickle
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


@pytest.mark.parametrize("name", own_names())
def test_a_view_is_shown_as_what_its_seat_sees(name: str) -> None:
    svg = hoplon.new(name, seed=3).view(0)._repr_svg_()
    ElementTree.fromstring(svg)
    assert svg.startswith("<svg")


def test_choices_are_a_table_with_what_each_does() -> None:
    match = hoplon.new("hoplite", position="hoplite hero=4,2 demons=F4,4")
    shown = match.legal()._repr_html_()
    assert f"{len(match.legal())} legal choices" in shown
    rows = [["".join(cell.itertext()) for cell in row.iter("td")] for row in parsed(shown).iter("tr")]
    assert ["walk n", "Walk → 4,3", "kills the footman at 4,4"] in rows
    assert len(rows) == len(match.legal()) + 1


def test_choices_without_words_are_folded_below_the_table() -> None:
    match = hoplon.new("codekeeper", seed=3)
    page = parsed(match.legal()._repr_html_())
    folded = page.find(".//details")
    assert folded is not None
    outside = [row for row in page.iter("tr") if row.find("td") is not None]
    assert len(outside) + int((folded.findtext("div") or "").split()[0]) == len(match.legal())


def test_choices_of_another_moment_are_shown_side_by_side_and_escaped() -> None:
    match = hoplon.new("hoplite", seed=3)
    legal = match.legal()
    match.play(legal[0])
    shown = legal._repr_html_()
    assert shown.count("<code") == len(legal)
    assert f"{len(legal)} legal choices" in shown
    odd = hoplon.Choices([hoplon.Choice("<b>", 0)])._repr_html_()
    assert "&lt;b&gt;" in odd
    assert "<b>" not in odd


def rows_of(html: str) -> list[ElementTree.Element]:
    """The lines of a turn."""
    return [row for row in parsed(html).iter("div") if "padding-left" in row.get("style", "")]


def test_what_happened_is_told_in_sentences_with_the_board_after_it() -> None:
    match = hoplon.new("hoplite", position="hoplite hero=4,2 demons=F4,4")
    turn = match.play("walk n")
    after = match._repr_svg_()
    match.play(match.legal()[0])
    shown = turn._repr_html_()
    assert [row.text for row in rows_of(shown)][:2] == ["You walk to 4,3", "↳ You lunge at footman F1"]
    assert after in shown
    assert "choice 1: walk n" in shown


def test_a_turn_without_its_match_is_shown_line_by_line_under_its_cause() -> None:
    match = hoplon.new("hoplite", position="hoplite hero=4,2 demons=F4,4")
    turn = pickle.loads(pickle.dumps(match.play("walk n")))
    rows = rows_of(turn._repr_html_())
    assert [(row.text or "").removeprefix("↳ ") for row in rows] == turn.lines()
    depths = [int(row.attrib["style"].removeprefix("padding-left:").removesuffix("px")) for row in rows]
    assert [depth > 0 for depth in depths] == [action.depth > 0 for action in turn.actions]


def test_a_turn_that_was_taken_back_shows_no_board() -> None:
    match = hoplon.new("hoplite", seed=3)
    turn = match.play(match.legal()[0])
    match.undo()
    assert "<svg" not in turn._repr_html_()
