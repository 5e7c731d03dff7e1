"""Why lines stand in logs, and whether positions can follow."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import BadOption, BadPosition, IllegalChoice

ONE_FOOTMAN = "hoplite hero=4,2 demons=F5,6"


def after_a_step() -> hoplon.Match:
    match = hoplon.new("hoplite", seed=1, position=ONE_FOOTMAN)
    match.play("walk n")
    return match


def test_each_line_has_its_rule_its_section_and_its_cause() -> None:
    match = hoplon.new("hoplite", seed=1, position="hoplite hero=4,4 demons=F5,4")
    match.play("walk n")
    found = {each.line.split()[0]: each for each in hoplon.why(match, 1)}
    assert [section.number for section in found["stab"].sections] == ["5.3"]
    assert found["stab"].rule == "stab_demons_passed"
    assert found["stab"].cause == "walk 4,4 4,5"
    assert found["kill"].cause == found["stab"].line


def test_a_demons_step_tells_its_candidate_tiles_with_their_chances() -> None:
    match = after_a_step()
    step = next(each for each in hoplon.why(match, 1) if each.line.startswith("step"))
    assert "7.5" in [section.number for section in step.sections]
    (draw,) = step.draws
    assert step.line in dict(draw.candidates)
    listed = hoplon.outcomes(hoplon.new("hoplite", seed=1, position=ONE_FOOTMAN), "walk n")
    assert sorted(chance for _, chance in draw.candidates) == pytest.approx(
        sorted(float(result.probability) for result in listed.results)
    )


def test_a_turn_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadOption, match="there is no turn 2"):
        hoplon.why(after_a_step(), 2)


def test_what_can_follow_has_its_probability() -> None:
    match = after_a_step()
    found = hoplon.explain(ONE_FOOTMAN, "walk n", match.state.notation)
    assert found.rulings[0].agrees
    assert found.rulings[0].probability == pytest.approx(0.5)


def test_what_cannot_follow_is_told_by_what_differs() -> None:
    found = hoplon.explain(ONE_FOOTMAN, "walk n", "hoplite hero=4,3 demons=F5,6 turn=1")
    assert found.rulings[0].probability == 0.0
    ((seen, had),) = found.rulings[0].differs
    assert seen == "demons=F5,6"
    assert had.startswith("demons=F")
    assert "no variant agrees" in str(found)


def test_words_may_be_ignored() -> None:
    line = after_a_step().state.notation.replace(" turn=1", "")
    assert not hoplon.explain(ONE_FOOTMAN, "walk n", line).rulings[0].agrees
    assert hoplon.explain(ONE_FOOTMAN, "walk n", line, ignore=("turn",)).rulings[0].agrees


def test_only_the_variant_that_decides_otherwise_agrees() -> None:
    # A demolitionist next to the hero: by Q1 its bomb may land next to itself only in the variant.
    before = "hoplite hero=4,5 demons=D5,6"
    variant = hoplon.new("hoplite", seed=1, position=f"{before} variants=bomb-near-thrower")
    usual = {
        r.state.notation for r in hoplon.outcomes(hoplon.new("hoplite", position=before), "bash s").results
    }
    other = [
        r.state.notation.replace(" variants=bomb-near-thrower", "")
        for r in hoplon.outcomes(variant, "bash s").results
    ]
    seen = next(line for line in other if line not in usual)
    rulings = {ruling.name: ruling for ruling in hoplon.explain(before, "bash s", seen).rulings}
    assert [name for name, ruling in rulings.items() if ruling.agrees] == ["bomb-near-thrower"]


def test_bad_positions_and_choices_are_refused() -> None:
    with pytest.raises(BadPosition, match="is no position"):
        hoplon.explain("chess", "walk n", ONE_FOOTMAN)
    with pytest.raises(IllegalChoice, match="no direction"):
        hoplon.explain(ONE_FOOTMAN, "walk x", ONE_FOOTMAN)
