"""A stored match, played again from its choices."""

from __future__ import annotations

from collections.abc import Iterable

from hoplon.core.match import Match
from hoplon.games import game
from hoplon.server import fair_dice
from hoplon.server.stored_match import StoredMatch


def replayed(card: StoredMatch, texts: Iterable[str]) -> Match:
    """The match after these choices, with the dice that were used from some of them on."""
    found = game(card.game)
    seed = fair_dice.UNDEALT if fair_dice.waits_for_race(card) else card.seed
    match = Match(found, seed, found.options.from_text(card.options))
    other_dice = {number: seed for number, seed in card.other_dice if seed != fair_dice.UNKNOWN}
    for text in texts:
        if len(match.choices) in other_dice:
            match.use_dice(other_dice[len(match.choices)])
        match.play(text)
    if len(match.choices) in other_dice:
        match.use_dice(other_dice[len(match.choices)])
    return match
