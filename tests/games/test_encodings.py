"""What every encoding keeps: of Hoplon's games, of the example games, and of those that bring none."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import hoplon
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game
from hoplon.core.generic_encoding import encodings_of, generic_encoding
from hoplon.core.kernel import is_compiled, rule
from hoplon.testing.encodings import (
    compiled_tells_as_interpreted,
    fitting,
    keeps_its_word,
    tells_no_secrets,
)
from hoplon.testing.walks import Walk
from tests.core.duel import GAME as DUEL
from tests.core.secret_duel import GAME as SECRET_DUEL
from tests.strategies import strategies

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
SETS = 3  # of options that a game is tried with
TURNS = 40 if is_compiled() else 12
BACKWARDS = replace(DUEL, space=tuple(reversed(DUEL.space)))  # choices are not numbered like actions


@cache
def example_games() -> dict[str, Game]:
    """The games of the example package, which is not installed."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        described = tomllib.loads((EXAMPLES / "pyproject.toml").read_text(encoding="utf-8"))
        places = described["project"]["entry-points"]["hoplon.games"]
        return {name: import_module(at.split(":")[0]).GAME for name, at in places.items()}
    finally:
        sys.path.remove(str(EXAMPLES))


def games() -> dict[str, Game]:
    """Every game there is."""
    own = {name: hoplon.game(name) for name in hoplon.game_names() if hoplon.game(name).encodings()}
    return {**own, **example_games(), "duel": DUEL, "secret-duel": SECRET_DUEL, "backwards": BACKWARDS}


every_encoding = pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, encoding.name, id=f"{title}-{encoding.name}")
        for title, game in games().items()
        for encoding in encodings_of(game)
    ],
)


def matches(game: Game, name: str) -> Iterator[tuple[Walk, Encoding]]:
    """Matches under some sets of options that the encoding fits."""
    for number, options in enumerate(strategies(game.name).sets()[:SETS]):
        walk = Walk(game, number, tuple(7919 * n + number for n in range(TURNS)), options)
        for encoding in fitting(walk):
            if encoding.name == name:
                yield walk, encoding


@pytest.mark.representative
@every_encoding
def test_an_observation_tells_nothing_that_the_seat_may_not_know(game: Game, name: str) -> None:
    for walk, encoding in matches(game, name):
        tells_no_secrets(walk, encoding)


@pytest.mark.representative
@every_encoding
def test_what_a_mask_allows_is_legal_and_bytes_keep_within_their_bounds(game: Game, name: str) -> None:
    for walk, encoding in matches(game, name):
        keeps_its_word(walk, encoding)


@pytest.mark.parametrize("name", [name for name in hoplon.game_names() if hoplon.game(name).encodings()])
def test_interpreted_and_compiled_encodings_tell_the_same_bytes(name: str) -> None:
    compiled_tells_as_interpreted(hoplon.game(name), strategies(name).sets()[:SETS])


# --- encoders that leak -------------------------------------------------------------------------------------


@rule
def tell_the_others_breath(s, agent, memory, row):
    """What the other seat hides, in the observation."""
    row[0] = 1 + int(s.breath[1 - agent])


@rule
def allow_by_the_others_breath(s, agent, memory, allowed):
    """What the other seat hides, in the mask."""
    for choice in range(len(allowed)):
        allowed[choice] = is_legal(s, choice)
    allowed[0] = allowed[0] if s.breath[1 - agent] >= 0 else 1 - allowed[0]


@rule
def remember_the_others_breath(s, agent, memory):
    """What the other seat hides, in the memory."""
    memory[0] = 1 + int(s.breath[1 - agent])


@rule
def write_nothing(s, agent, memory, row):
    """The row stays as it is."""


@rule
def tell_the_dice(s, agent, memory, row):
    """What nobody may know."""
    row[0] = int(s.seed[0]) & 1


is_legal = SECRET_DUEL.rules.is_legal
HONEST = generic_encoding(SECRET_DUEL)
LEAKS = {
    "observe": replace(HONEST, observe=tell_the_others_breath),
    "mask": replace(HONEST, mask=allow_by_the_others_breath),
    "remember": replace(HONEST, observe=write_nothing, remember=remember_the_others_breath),
    "dice": replace(HONEST, observe=tell_the_dice),
    "record": generic_encoding(DUEL),  # which hides nothing but its dice
}


@pytest.mark.parametrize("leak", LEAKS)
def test_an_encoding_that_leaks_is_found_out(leak: str) -> None:
    walk = Walk(SECRET_DUEL, 1, tuple(7919 * n for n in range(TURNS)))
    tells_no_secrets(walk, HONEST)
    with pytest.raises(AssertionError, match="depends on what it may not know"):
        tells_no_secrets(walk, LEAKS[leak])


@rule
def write_too_much(s, agent, memory, row):
    """A byte that is more than the most of its part."""
    row[0] = 2


@rule
def allow_everything(s, agent, memory, allowed):
    """Legal or not."""
    for choice in range(len(allowed)):
        allowed[choice] = 1


@rule
def always_the_first(s, choice):
    """Another action than the choice has."""
    return 0


@rule
def tire_the_other(s, agent, memory, row):
    """Whoever looks changes what he looks at."""
    s.breath[1 - agent] += 1


BROKEN = {
    "more than the most": replace(HONEST, observe=write_too_much),
    "is not legal": replace(HONEST, mask=allow_everything),
    "allows nothing": replace(HONEST, mask=write_nothing),
    "is action 0": replace(HONEST, action_of=always_the_first),
    "changes the position": replace(HONEST, observe=tire_the_other),
}


@pytest.mark.parametrize("complaint", BROKEN)
def test_an_encoding_that_does_not_keep_its_word_is_found_out(complaint: str) -> None:
    walk = Walk(SECRET_DUEL, 1, tuple(7919 * n for n in range(TURNS)))
    keeps_its_word(walk, HONEST)
    with pytest.raises(AssertionError, match=complaint):
        keeps_its_word(walk, BROKEN[complaint])
