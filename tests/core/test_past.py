"""A match keeps few positions and plays the others again; its choices and logs are made when looked at."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.choices import Choice
from hoplon.core.errors import IllegalChoice
from hoplon.core.match import Match
from hoplon.core.past import STRETCH
from tests.core.duel import GAME, DuelOptions

LONG = 3 * STRETCH + 5


def duel(choices: int = LONG) -> tuple[Match, list[bytes]]:
    """A long bout, with the bytes of every position."""
    match = Match(GAME, 4, DuelOptions(hearts=9))
    seen = [match.state.array.tobytes()]
    for n in range(choices):
        match.play("wait" if n % 7 else "domino")
        seen.append(match.state.array.tobytes())
    return match, seen


def positions(match: Match) -> list[bytes]:
    return [match.states_at(number).tobytes() for number in range(len(match.choices) + 1)]


@pytest.mark.representative
def test_every_position_is_found_again_in_any_order():
    match, seen = duel()
    assert positions(match) == seen
    for number in (0, LONG, STRETCH, 1, STRETCH - 1, 2 * STRETCH + 3, STRETCH + 1, 3):
        assert match.states_at(number).tobytes() == seen[number]


def test_few_positions_are_kept():
    match, seen = duel(20 * STRETCH)
    assert match.nbytes < len(seen) * GAME.state.itemsize / 4


def test_undo_and_another_choice_lead_to_other_positions():
    match, seen = duel()
    past = [match.legal(), match.states_at(LONG - 2)]
    texts = list(past[0])
    for number in reversed(range(STRETCH - 2, LONG)):
        match.undo()
        assert match.state.array.tobytes() == seen[number]
    match.play("volley")
    after = match.state.array.tobytes()
    while len(match.choices) < LONG and not match.is_over:
        match.play("volley")
    assert positions(match)[: STRETCH - 1] == seen[: STRETCH - 1]
    assert positions(match)[STRETCH - 1] == after != seen[STRETCH - 1]
    assert list(past[0]) == texts
    assert past[1].tobytes() == seen[LONG - 2]


def test_undoing_again_and_again_keeps_few_positions():
    match, _ = duel(STRETCH)
    for _ in range(10 * STRETCH):
        match.undo()
        match.redo()
        match.play("wait")
        match.play("wait")
        match.undo()
    assert match.nbytes < len(match.choices) * GAME.state.itemsize / 2


def test_copies_continue_apart_from_the_same_position():
    match, seen = duel(STRETCH + 3)
    twins = [match.copy() for _ in range(2)]
    for number, one in enumerate((match, *twins)):
        for _ in range(STRETCH):
            one.play(("wait", "domino", "volley")[number] if not one.is_over else "wait")
            if one.is_over:
                break
    for one in (match, *twins):
        assert positions(one)[: STRETCH + 4] == seen
    assert len({one.state for one in (match, *twins)}) == 3
    for one in (match, *twins):
        while len(one.choices) > STRETCH + 3:
            one.undo()
        assert one.state.array.tobytes() == seen[-1]


@pytest.mark.parametrize("at", [0, 1, STRETCH - 1, STRETCH, STRETCH + 1])
def test_other_dice_are_those_of_a_replay_too(at):
    match = Match(GAME, 4, DuelOptions(hearts=9))
    seen = []
    for n in range(LONG):
        if n == at:
            before = match.state.array.tobytes()
            match.use_dice(99)
            match.use_dice(77)
            assert match.state.array.tobytes() != before
        seen.append(match.state.array.tobytes())
        match.play(("strike", "parry")[n % 2])
        if match.is_over:
            break
    seen.append(match.state.array.tobytes())
    assert positions(match) == seen
    checks = list(match.checks)
    for number in reversed(range(at, len(match.choices))):
        match.undo()
        assert match.state.array.tobytes() == seen[number]
    for _ in range(len(seen) - 1 - at):
        match.redo()
    assert (positions(match), match.checks) == (seen, checks)


def test_a_choice_of_another_position_means_what_its_text_means_here():
    match = hoplon.new("cardbattle", seed=3)
    kept: dict[int, set[str]] = {}
    for n in range(120):
        if match.is_over:
            break
        legal = match.legal()
        for choice in legal:
            kept.setdefault(choice.code, set()).add(str(choice))
            assert match.read(str(choice)).code == choice.code
        match.play(legal[(5 * n + 2) % len(legal)])
    ambiguous = {code: texts for code, texts in kept.items() if len(texts) > 1}
    assert ambiguous  # the same number had several texts
    for seed in range(3):
        match = hoplon.new("cardbattle", seed=seed)
        for texts in ambiguous.values():
            for text in texts:
                old = Choice(text, -1, object())  # as if from a list of another position
                try:
                    meant = match.read(text).code
                except IllegalChoice:
                    with pytest.raises(IllegalChoice):
                        match.play(old)
                    continue
                match.play(old)
                assert match.choices[-1].code == meant
                match.undo()


def test_a_choice_that_is_no_longer_legal_is_refused():
    match = Match(GAME, 1, DuelOptions())
    (parry,) = [c for c in _after_strike().legal() if c == "parry"]
    with pytest.raises(IllegalChoice, match="'parry' is not legal: nobody asked"):
        match.play(parry)
    assert match.choices == []
    match.play("strike")
    match.play(parry)


def _after_strike() -> Match:
    match = Match(GAME, 1, DuelOptions())
    match.play("strike")
    return match


def test_a_choice_of_another_game_is_read_as_text():
    walk = hoplon.new("hoplite", seed=1).legal()[0]
    with pytest.raises(IllegalChoice, match="is no choice"):
        Match(GAME, 1, DuelOptions()).play(walk)


def test_legal_choices_are_a_sequence_before_and_after_they_are_all_made():
    legal = hoplon.new("hoplite", seed=7).legal()
    first, last = legal[0], legal[-1]
    with pytest.raises(IndexError):
        legal[len(legal)]
    with pytest.raises(IndexError):
        legal[-len(legal) - 1]
    assert [legal[k] for k in range(len(legal))] == list(legal)
    assert (legal[0], legal[-1]) == (first, last) == (next(iter(legal)), list(legal)[-1])
    assert [choice.code for choice in legal] == legal.codes()
