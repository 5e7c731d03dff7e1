"""Dice that nobody chooses: what the server commits to, who has come in with a share, and what all are told.

A match with people is dealt when each of them has come in, so that its dice are made of shares which the
server could not know when it committed to its secret. Where somebody chose the seed, the position or the file
that a match begins with, the others are told so before the first choice can be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hoplon.core.board import Json
from hoplon.core.daily import proof_of_day
from hoplon.core.dice import GREATEST, LEAST, secret_seed
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.proof import FEWEST, MOST, Proof, is_hex
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import Seat, StoredMatch

BEGINNER = "who began the match"
TOLD = "The seed was told to who plays alone, before the end."
UNDEALT = 0  # the seed of a match that is not dealt yet
EVERYBODY = -1  # among the shares of a lane of a rated race: all of the race have come in
UNKNOWN = -(2**70)  # other dice that are not made yet; no seed is this number


def has_dice(found: Game, options: Any) -> bool:
    """Does the seed matter? A game without dice begins alike with every one."""
    one, other = (Match(found, secret_seed(), options) for _ in range(2))
    return bool(one.state.array.tobytes() != other.state.array.tobytes())


def others_play(seats: Sequence[Seat]) -> bool:
    """Does somebody play besides who begins the match?"""
    return any(seat.player == "friend" for seat in seats)


def terms_of(
    found: Game, seats: Sequence[Seat], seed: int | None, options: dict[str, str], is_open: bool
) -> list[str]:
    """What was chosen that the others must know about before they play."""
    if not others_play(seats):
        return []
    terms = []
    if seed in (LEAST, GREATEST) and found.least_seed == GREATEST:
        raise Refused("malformed", f"with the seed {seed} all dice fall alike; nobody else can play with it")
    if seed is not None:
        terms.append(f"The seed was chosen by {BEGINNER}, who may know how the dice fall.")
    told = {found.position_option, *found.telling_options}
    if any(text for name, text in options.items() if name in told):
        terms.append(f"The position was chosen by {BEGINNER}, who may know what is hidden in it.")
    if is_open and found.hides:
        terms.append(
            "The match is open: everybody may see everything, also what is hidden from you or by you."
        )
    return terms


def absent(card: StoredMatch) -> list[int]:
    """The seats of people for whom the match waits; a lane of a rated race waits for all lanes."""
    if card.ended is not None:
        return []
    if waits_for_race(card):
        return list(range(len(card.seats)))
    if not (card.secret or card.terms or card.clock):
        return []
    return [n for n in people(card) if n not in card.shares]


def waits_for_race(card: StoredMatch) -> bool:
    """Is this a lane of a rated race that has not begun? Nothing of its start is shown."""
    return bool(card.race and card.rated) and EVERYBODY not in card.shares


def have_come(lanes: Sequence[StoredMatch]) -> bool:
    """Have all who play in the lanes of a rated race come in, and none of the lanes ended before?"""
    return len(lanes) > 1 and all(
        EVERYBODY in card.shares or (card.ended is None and set(people(card)) <= card.shares.keys())
        for card in lanes
    )


def people(card: StoredMatch) -> list[int]:
    """The seats that may give a share: of people, also if a bot plays there since.

    Nobody does in the challenge of a day, whose dice are the same for all.
    """
    if card.day:
        return []
    return [n for n, seat in enumerate(card.seats) if seat.token]


def fixed_until(card: StoredMatch) -> int:
    """The number of choices before the dice were last changed: what was before stays."""
    return max((number for number, _ in card.other_dice), default=0)


def begun_at(card: StoredMatch) -> int:
    """The number of choices that came with a file: nobody asks to take those back."""
    proof = proof_of(card)
    if proof is None:
        return 0
    anew = {proof.anew(time) for time in range(1, card.asked.anew + 1)}
    return max((number for number, key in card.other_dice if key not in anew), default=0)


def draw_anew(card: StoredMatch, match: Match, number: int) -> None:
    """After choices were taken back up to this number: other dice, which nobody could know."""
    card.asked = replace(card.asked, anew=card.asked.anew + 1)
    if not card.secret and not has_dice(match.game, match.options):
        return
    proof = proof_of(card)
    key = secret_seed() if proof is None else proof.anew(card.asked.anew)
    match.use_dice(key)
    card.other_dice = [*(one for one in card.other_dice if one[0] < number), (number, key)]


def read_share(text: str) -> str:
    """A share as it may be given; none is an empty text."""
    if text and not is_hex(text, FEWEST, MOST):
        raise Refused("malformed", f"the share is not {2 * FEWEST} to {2 * MOST} hexadecimal digits")
    return text


def add_share(card: StoredMatch, held: Sequence[int], share: str) -> bool:
    """Note who has come in, with or without a share; is this new?"""
    if not held or (card.shares.get(held[0]) and share) or (held[0] in card.shares and not share):
        return False
    for n in held:
        card.shares.setdefault(n, "")
    card.shares[held[0]] = share
    return True


def proof_of(card: StoredMatch) -> Proof | None:
    """How the dice are made; None if somebody chose them, or there are none."""
    if not card.secret:
        return None
    if card.day:
        return proof_of_day(card.day, card.game, card.secret)
    shares = {seat: share for seat, share in card.shares.items() if share}
    return Proof(card.id, card.secret, shares, tuple(people(card)))


def settle_dice(card: StoredMatch) -> None:
    """Make the seed, now that everybody has come in."""
    proof = proof_of(card)
    if proof is None:
        return
    if card.other_dice:
        card.other_dice[-1] = (card.other_dice[-1][0], proof.seed)
    else:
        card.seed = proof.seed


def begin(card: StoredMatch, match: Match) -> Match:
    """The match as it is dealt, or with the dice that it goes on with."""
    if not card.secret and match.seed == card.seed:
        return match
    if card.other_dice:
        match.use_dice(card.other_dice[-1][1])
        return match
    return Match(match.game, card.seed, match.options)


def keeps_dice(card: StoredMatch) -> bool:
    """Is the seed still secret?"""
    return bool(card.secret) and (card.ended is None or (bool(card.day) and card.sealed))


def told_dice(card: StoredMatch) -> Json:
    """What everybody may know about the dice."""
    proof = proof_of(card)
    return {
        "commitment": None if proof is None else proof.commitment,
        "shares": {} if proof is None else proof.shares,
        "waits": absent(card),
        "terms": card.terms,
    }
