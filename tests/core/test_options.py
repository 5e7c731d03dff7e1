"""Options: from and to text, defaults left out, types kept."""

from __future__ import annotations

import pytest

from hoplon.core.errors import BadOption
from hoplon.core.options import Options
from tests.core.duel import DuelOptions

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"hearts": 5},
        {"names": ("a", "b")},
        {"title": "three musketeers = four"},
        {"quick": True},
        {"hearts": 1, "names": ("x",), "title": "t", "quick": True},
    ],
)
def test_options_read_back_from_text_and_leave_defaults_out(given):
    options = DuelOptions(**given)
    text = options.as_text()
    assert set(text) == set(given)
    assert DuelOptions.from_text(text) == options


def test_a_list_does_as_a_tuple():
    assert DuelOptions(names=["a", "b"]) == DuelOptions(names=("a", "b"))


def test_hyphens_do_as_underscores():
    from hoplon.games.hoplite.options import HopliteOptions

    assert HopliteOptions.from_text({"stun-turns": "2"}).stun_turns == 2


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"hearts": "many"}, "option hearts is 'many'; expected a whole number"),
        ({"hearts": "\x1f00"}, "option hearts is 0; expected a whole number from 1 to 9"),
        ({"hearts": "0"}, "option hearts is 0; expected a whole number from 1 to 9"),
        ({"quick": "maybe"}, "option quick is 'maybe'; expected yes or no"),
        ({"speed": "9"}, "there is no option 'speed'; the game has hearts, names, title, quick"),
    ],
)
def test_bad_texts_are_refused(given, why):
    with pytest.raises(BadOption) as error:
        DuelOptions.from_text(given)
    assert str(error.value) == why


@pytest.mark.parametrize(
    "given",
    [
        {"hearts": True},
        {"hearts": 2.0},
        {"names": "ab"},
        {"names": (1,)},
        {"title": 3},
        {"title": "a\nb"},
        {"quick": 0},
    ],
)
def test_values_of_another_type_are_refused(given):
    name = next(iter(given))
    with pytest.raises(BadOption, match=f"option {name} is .*; expected "):
        DuelOptions(**given)


def test_a_game_without_options_says_so():
    with pytest.raises(BadOption, match="there is no option 'x'; the game has no options"):
        Options.from_text({"x": "1"})
