"""The experiment bench: can a position follow another by a choice, how likely, and by which rules?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

import hoplon
from hoplon.analysis.outcomes import followers
from hoplon.core.errors import BadOption, BadPosition, IllegalChoice
from hoplon.core.game import Game
from hoplon.core.kernel import copied
from hoplon.core.match import Match

SAMPLES = 2000
AS_PLAYED = "the rules as they are"


@dataclass(frozen=True)
class Ruling:
    """What one variant of the rules says about a position that was seen.

    `differs` are the words of the position that are otherwise in the nearest one that can follow: as seen,
    and as the rules have it. `illegal` says why the choice is not legal there, if it is not.
    """

    name: str
    words: str
    probability: float
    is_exact: bool
    differs: tuple[tuple[str, str], ...] = ()
    illegal: str = ""

    @property
    def agrees(self) -> bool:
        """Can it follow?"""
        return self.probability > 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "rules": self.name, "words": self.words, "probability": self.probability, "exact": self.is_exact,
            "differs": [list(pair) for pair in self.differs], "illegal": self.illegal,
        }  # fmt: skip

    def __str__(self) -> str:
        if self.illegal:
            return f"{self.name}: {self.illegal}"
        if self.agrees:
            how = "" if self.is_exact else f", from a sample of {SAMPLES}"
            return f"{self.name}: yes, with a probability of {100 * self.probability:.4g} %{how}"
        seen = ", ".join(
            f"{seen or 'nothing'} where the rules have {had or 'nothing'}" for seen, had in self.differs
        )
        return f"{self.name}: no; the nearest that can follow differs in: {seen}"


@dataclass(frozen=True)
class Explanation:
    """What the rules, and then each of their variants, say."""

    rulings: tuple[Ruling, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """For programs."""
        return [ruling.as_json() for ruling in self.rulings]

    def __str__(self) -> str:
        usual, *others = self.rulings
        lines = [str(usual)]
        if others:
            agreed = [r for r in others if r.agrees]
            lines.append("variants that agree:" if agreed else "no variant agrees")
            lines += [f"  {r.words} ({r.name}): {100 * r.probability:.4g} %" for r in agreed]
            refused = [r.name for r in others if not r.agrees]
            if agreed and refused:
                lines.append(f"variants that do not: {', '.join(refused)}")
        return "\n".join(lines)


def explain(before: str, choice: str, after: str, ignore: Iterable[str] = ()) -> Explanation:
    """Say whether one position can follow another by a choice; both are lines of a game's notation.

    `ignore` names words that are not compared, such as `turn` and `score` of a position seen elsewhere.
    """
    game, states = _position(before)
    other, seen = _position(after)
    if other.name != game.name:
        raise BadPosition(f"the first position is of {game.name}, the second of {other.name}")
    if other.state != game.state:
        raise BadPosition("the two positions are of boards of different sizes")
    ignored = frozenset(ignore)
    found = [_ruling(game, AS_PLAYED, AS_PLAYED, states, choice, seen, ignored)]
    for variant in game.alternatives:
        changed, also = copied(states), copied(seen)
        variant.play(changed, 0)
        variant.play(also, 0)
        found.append(_ruling(game, variant.name, variant.words, changed, choice, also, ignored))
    if found[0].illegal and all(ruling.illegal for ruling in found):
        raise IllegalChoice(found[0].illegal)
    return Explanation(tuple(found))


def _position(text: str) -> tuple[Game, Any]:
    words = text.split()
    if not words or words[0] not in hoplon.game_names():
        raise BadPosition(
            f"{text[:40]!r} is no position; expected a line that begins with one of "
            + ", ".join(hoplon.game_names())
        )
    game = hoplon.game(words[0])
    if game.position_option is None:
        raise BadOption(f"{game.name} has no positions in one line to begin from")
    match = Match(game, 0, game.options.from_text({game.position_option: text}))
    return match.game, match.states_at(0)


def _ruling(
    game: Game, name: str, words: str, states: Any, choice: str, seen: Any, ignored: frozenset[str]
) -> Ruling:
    past = Match(game, 0)
    past._place(states)
    try:
        code = past.read(choice).code
    except IllegalChoice as error:
        return Ruling(name, words, 0.0, True, illegal=str(error))
    possible = followers(game, states, code, samples=SAMPLES)
    wanted = _words(game, seen, 0, ignored)
    probability = 0.0
    nearest: tuple[tuple[str, str], ...] | None = None
    for i in np.argsort(-possible.chances, kind="stable"):
        had = _words(game, possible.positions, int(i), ignored)
        if had == wanted:
            probability += float(possible.chances[i])
            continue
        differs = tuple(
            (wanted.get(key, ""), had.get(key, ""))
            for key in sorted({*wanted, *had})
            if wanted.get(key) != had.get(key)
        )
        if nearest is None or len(differs) < len(nearest):
            nearest = differs
    return Ruling(name, words, probability, possible.exact, () if probability else nearest or ())


def _words(game: Game, states: Any, i: int, ignored: frozenset[str]) -> dict[str, str]:
    """The words of a position by the names before their signs of equality."""
    words = game.notation(states, i).split()
    named = {word.partition("=")[0]: word for word in words}
    return {key: word for key, word in named.items() if key not in ignored}
