"""Everything of a battle reads back: actions, choices, and the position in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

import hoplon
from hoplon.core.errors import BadPosition, BadText
from hoplon.core.text import Action
from hoplon.games.cardbattle import notation, state
from hoplon.games.cardbattle.choices import VERBS, read_choice, write_choice
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.picture import describe
from hoplon.games.cardbattle.state import ARGS, CARD, CHOICES, SIDE, Do, Why, state_t
from hoplon.games.cardbattle.svg import draw_svg
from hoplon.games.cardbattle.view import view, whole
from hoplon.games.cardbattle.words import FORMS, phrases
from tests.games.cardbattle.random_battles import PAIRS, army, battle, names_of
from tests.games.rulebook import section

ALL = [(pair, seed) for pair in PAIRS for seed in range(5)]
battles = pytest.mark.parametrize(("pair", "seed"), ALL)
FIELD_OF = {
    "who": {"who"}, "unit": {"what"}, "card": {"who", "what"}, "src": {"src"}, "dst": {"dst"}, "n": {"n"},
    "first": {"src"}, "second": {"dst"}, "signed": {"n"}, "number": {"n"}, "rounds": {"n"}, "level": {"n"},
    "why": {"what"}, "phase": {"n"}, "end": {"n"}, "loss": {"src"}, "check": {"src"}, "edge": {"n"},
    "hero": {"src"}, "rival": {"dst"},
}  # fmt: skip


def fields_named() -> dict[str, set[str]]:
    """The fields that the comments of `Do` name."""
    text = (
        Path(state.__file__).read_text(encoding="utf-8").partition("class Do(")[2].partition("CHOICES =")[0]
    )
    found = {}
    for name, comment in re.findall(r"^    ([A-Z_]+) = \d+  # (.*)$", text, re.M):
        words = comment.partition(":")[0].split()
        found[name] = {word for word in words if word in Action._fields}
    return found


@pytest.mark.parametrize("kind", list(Do), ids=lambda kind: kind.name)
@section("22.3")
def test_a_phrase_says_exactly_the_fields_that_an_action_uses(kind):
    said = {field for word in re.findall(r"{(\w+)}", FORMS[kind]) for field in FIELD_OF[word]}
    assert said == fields_named()[kind.name]


RANGES = {
    "who": ("who", 0, 1), "unit": ("what", 0, 5), "src": ("src", 0, 8), "dst": ("dst", 0, 8),
    "n": ("n", -3, 12), "first": ("src", 0, 40), "second": ("dst", 0, 40), "signed": ("n", -5, 5),
    "number": ("n", 0, 8), "rounds": ("n", 0, 5), "level": ("n", 0, 4), "why": ("what", 0, len(Why) - 1),
    "phase": ("n", 0, 5), "end": ("n", 0, 4), "loss": ("src", 0, 6), "check": ("src", 0, 3),
    "edge": ("n", 0, 3), "hero": ("src", 0, 29), "rival": ("dst", 0, 29),
}  # fmt: skip


def some_action(kind: Do, names: Names, dice: Random) -> Action:
    """An action with values in the range of its words."""
    values: dict[str, int] = {}
    for word in re.findall(r"{(\w+)}", FORMS[kind]):
        if word == "card":
            seat = dice.randrange(2)
            values |= {
                "who": seat,
                "what": dice.choice((-1, CARD + dice.randrange(8), SIDE * seat + dice.randrange(9))),
            }
        else:
            name, least, most = RANGES[word]
            values[name] = dice.randint(least, most)
    return Action(kind.value, **values)


@pytest.mark.parametrize("pair", PAIRS)
@section("22.3")
def test_every_action_reads_back(pair):
    dice = Random(4)
    names = names_of(*(army(place) for place in pair))
    words = phrases(names)
    for kind in Do:
        for _ in range(20):
            action = some_action(kind, names, dice)
            assert words.read(words.write(action)) == action


@pytest.mark.parametrize("place", sorted({place for pair in PAIRS for place in pair}))
@section("22.3")
def test_each_unit_has_a_word_of_its_own(place):
    names = names_of(army(place), army(place))
    words = list(names.words.values())
    assert len({word.lower() for word in words}) == len(words)
    assert all(" " not in word for word in words)
    assert [names.read_unit(word) for word in words] == list(names.words)


@section("22.3")
def test_cards_alike_are_numbered_and_never_named_like_special_cards():
    names = Names(("x", "y"), ("l", "m"), (("Celts", "Celts", "Celts-1", "Flank", "12", ""), ("Celts",)))
    assert names.own_words == (("Celts-1", "Celts-2", "Celts-1-1", "Flank-1", "12-1", "unit"), ("Celts",))
    assert names.unit(SIDE) == "B.Celts"
    with pytest.raises(BadText, match=r"'A\.Gauls' is no unit of this battle"):
        names.read_unit("A.Gauls")


def sensible(code: int) -> bool:
    """Is the argument within the range of its verb?"""
    takes, argument = VERBS[code // ARGS].takes, code % ARGS
    most = {
        "CARD COLUMN": 63,
        "CARD": 7,
        "UNIT": 8,
        "UNIT of the army": 60,
        "COLUMN": 9,
        "COLUMN COLUMN": 81,
        "NUMBER": 3,
    }
    return argument < most.get(takes, 1)


@battles
@section("20", "22.3")
def test_every_choice_reads_back_and_no_two_are_written_alike(pair, seed):
    names, states = battle(seed, pair)
    seen = set()
    for code in filter(sensible, range(ARGS * CHOICES)):
        text = write_choice(names, states[0], code)
        assert read_choice(names, states[0], text) == code
        assert text not in seen
        seen.add(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no choice"),
        ("atack 3 4", "did you mean 'attack'"),
        ("attack 3", "expected for example 'attack 4 5'"),
        ("attack 3 10", "'10' is no column; expected 1 to 9"),
        ("attack 3 ²", "no column"),
        ("play Unicorns 4", "'Unicorns' is no unit of this battle"),
        ("discard #9", "'9' is no card of the hand; expected 1 to 7"),
        ("give 4", "expected 1 to 3"),
        ("end now", "too long"),
    ],
)
@section("20", "22.3")
def test_what_is_no_choice_is_refused_with_the_reason(text, reason):
    names, states = battle(1)
    with pytest.raises(BadText, match=re.escape(reason)):
        read_choice(names, states[0], text)


def without_dice(states):
    copy = states.copy()
    copy["seed"] = 0
    copy["draws"] = 0
    return copy


@battles
@section("22.2")
def test_a_position_reads_back_to_the_byte(pair, seed):
    army_a, army_b = (place.partition("/")[2] for place in pair)
    match = hoplon.new("cardbattle", seed=seed, army_a=army_a, army_b=army_b)
    dice = Random(seed)
    for _ in range(50 * seed):
        if not match.is_over:
            match.play(dice.choice(match.legal()))
    states, line = match.state.array, match.state.notation
    assert "\n" not in line
    other = np.zeros(1, state_t)
    names = notation.read(line, other, 0)
    assert without_dice(other).tobytes() == without_dice(states).tobytes()
    assert notation.write(names, other[0]) == line


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cardbattle", "chess", "begins with 'cardbattle'"),
        (" rounds=", " laps=", "is unknown"),
        (" rounds=", " phase=1 phase=", "'phase' is said twice"),
        (" rounds=", " rounds=x", "rounds is 'x"),
        (" phase=", " phase=1", "phase has"),
        (" placeA=", " placeA=D", "placeA is"),
        (" deckA=", " deckA=99,", "a card of deckA is '99'"),
        (" A=", " A=x B=y;", "'B' is said twice"),
        (":PH:", ":QQ:", "is no unit card"),
        (" pref=", " pref=48:1,", "a place in pref is '48'"),
        (" level=", " level=1,", "expected two numbers"),
    ],
)
@section("22.2")
def test_a_broken_position_is_refused_with_the_reason(old, new, reason):
    names, states = battle(3)
    states[0].phase = 3
    line = notation.write(names, states[0]).replace(old, new, 1)
    with pytest.raises(BadPosition, match=re.escape(reason)):
        notation.read(line, np.zeros(1, state_t), 0)


@section("22.2")
def test_a_card_in_two_places_is_refused():
    names, states = battle(3)
    s = states[0]
    s.deck[0] = s.hand[0]
    with pytest.raises(BadPosition, match="of A is"):
        notation.read(notation.write(names, s), np.zeros(1, state_t), 0)


@battles
@section("22.3")
def test_views_and_pictures_can_be_made_of_every_position(pair, seed):
    names, states = battle(seed, pair)
    for seat in (-1, 0, 1):
        seen = view(names, states[0], seat)
        assert json.loads(json.dumps(seen.as_json()))["round"] == seen.round
        assert all(len(line) < 130 for line in describe(seen).splitlines())
        assert draw_svg(seen).count("<svg") == 1
    assert describe(whole(names, states[0]))
