"""Positions as text, with one thing changed: refused in one sentence, or a position that can be played.

With HOPLON_FUZZ_SECONDS the search goes on that long for each game.
"""

from __future__ import annotations

import os
import time
from random import Random

import pytest

import hoplon
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.testing import Walk
from hoplon.testing.mutations import mutated, refused_or_played
from tests.strategies import strategies

SECONDS = float(os.environ.get("HOPLON_FUZZ_SECONDS", "0"))
LENGTHS = (0, 5, 30, 100, 400)
WALKS, EACH = (12, 12) if is_compiled() else (2, 4)
BAD = {
    "hoplite": "hoplite bombs=4,5;4,5",
    "hexabomb": "hexabomb cells=0:0.." + "9" * 5000 + " players=1 turn=0/9 colours=1 characters=0@0,0:1",
    "codekeeper": "codekeeper map=" + "/".join(["H" + "." * 15] + ["." * 16] * 11) + " score=1",
    "cardbattle": "cardbattle A=x B=y placeA=D placeB=D",
}


@pytest.mark.parametrize("name", hoplon.game_names())
def test_fuzz_notations(name):
    said = strategies(name)
    end = time.monotonic() + SECONDS
    number = int(SECONDS and time.time()) * 1000
    last, tried, played = number + WALKS, 0, 0
    while time.monotonic() < end or number < last:
        number += 1
        dice = Random(number)
        options = said.random_options(dice) if dice.random() < 0.7 else {}
        length = dice.choice(LENGTHS if is_compiled() else LENGTHS[:2])
        picks = tuple(dice.randrange(10**6) for _ in range(length))
        walk = Walk(hoplon.game(name), dice.randrange(2**63), picks, options)
        text = walk.end().state.notation
        for _ in range(EACH):
            tried += 1
            played += refused_or_played(walk, mutated(text, dice), dice, said.check_match)
    print(f"{name}: {tried} changed notations, {played} of them played, the others refused")
    assert 0 < played < tried or not is_compiled()


@pytest.mark.parametrize("name", sorted(BAD))
@pytest.mark.parametrize(
    "strange", ["{}", "{}\0", "{}\ud800", "\ud800{}", "{} " + "9" * 5000, "{} x=" + "9" * 5000]
)
def test_strange_texts_are_refused_in_one_sentence(name, strange):
    game = hoplon.game(name)
    with pytest.raises(HoplonError) as error:
        Match(game, 1, game.options(position=strange.format(BAD[name])))
    sentence = str(error.value)
    assert sentence.isprintable()
    assert len(sentence) < 1000
