"""Notations with one thing changed: refused in one sentence, or a position like any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.testing.properties import read_back
from hoplon.testing.walks import Walk, must, walks

TOKENS = re.compile(r"-?[0-9]+|[A-Za-z]+|.", re.DOTALL)
NUMBERS = ("0", "-1", "1", "2", "9", "16", "99", "127", "32767", "65536", "2147483647", "-2147483648",
           "9" * 18, "9" * 5000, "٣", "1e3", "")  # fmt: skip
STRANGE = ("\0", "\ud800", "é", "=", ";", ",", ":", "/", "@", "*", "!", "-", "\u2028", "")
AHEAD = 20
EACH_WALK, EACH_WALK_INTERPRETED = 25, 4


def strange_notations_are_refused_or_played(game: Game) -> None:
    """A notation with one thing changed is refused in one sentence, or can be played."""
    for walk in walks(game):
        text = walk.end().state.notation
        dice = Random(walk.seed)
        for _ in range(EACH_WALK if is_compiled() else EACH_WALK_INTERPRETED):
            refused_or_played(walk, mutated(text, dice), dice)


def mutated(text: str, dice: Random) -> str:
    """The text with one or two of its parts changed."""
    tokens = TOKENS.findall(text)
    for _ in range(dice.choice((1, 1, 1, 2))):
        at, other = dice.randrange(len(tokens)), dice.randrange(len(tokens))
        numbers = [n for n, token in enumerate(tokens) if token.lstrip("-").isdecimal()]
        how = dice.randrange(7)
        if how <= 2 and numbers:
            at = dice.choice(numbers)
            tokens[at] = dice.choice((*NUMBERS, *_near(tokens[at])))
        elif how == 3:
            tokens[at] = dice.choice(STRANGE)
        elif how == 4:
            tokens[at] = tokens[other]
        elif how == 5:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            words = "".join(tokens).split(" ")
            word = words.pop(dice.randrange(len(words)))
            if dice.random() < 0.3:
                words += [word, word]
            tokens = TOKENS.findall(" ".join(words)) or [""]
    return "".join(tokens)


def _near(token: str) -> Iterator[str]:
    if token.lstrip("-").isdecimal() and len(token) < 20:
        yield from (str(int(token) + more) for more in (-1, 1, 2, 10))


def refused_or_played(
    walk: Walk, text: str, dice: Random, look: Callable[[Match], None] | None = None
) -> bool:
    """Refused in one sentence, or a position whose notation is its own and that can be played; was it?

    `look` asserts what must hold of every position that is played.
    """
    match = walk.begin()
    game = match.game
    if game.position_option:
        try:
            match = Match(game, walk.seed, game.options(**{game.position_option: text}))
        except HoplonError as error:
            return _is_a_sentence(text, error)
    else:
        states = game.new_states(1)
        try:
            game.read_notation(states, 0, text, walk.seed)
        except HoplonError as error:
            return _is_a_sentence(text, error)
        match._place(states)
    try:
        for _ in range(AHEAD):
            read_back(match)
            if look is not None:
                look(match)
            for seat in range(match.game.seat_count(match.options)):
                match.view(seat)
            if match.is_over:
                break
            must(len(match.legal()) > 0, "nothing is legal before the end")
            match.play(dice.choice(match.legal()))
    except Exception as error:
        raise AssertionError(f"{text!r} is accepted, but then: {type(error).__name__}: {error}") from error
    return True


def _is_a_sentence(text: str, error: HoplonError) -> bool:
    sentence = str(error)
    must(sentence and "\n" not in sentence and sentence.isprintable(), f"{text!r} is refused by {sentence!r}")
    must(len(sentence) < 1000, f"{text[:200]!r} is refused by {len(sentence)} characters")
    return False
