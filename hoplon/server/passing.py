"""What if I pass? What happens if the side to move does nothing, what it costs, and what others do then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hoplon.core.board import ALL, Board, Entry, Json
from hoplon.core.match import Match
from hoplon.server.boards import board_of
from hoplon.server.refusals import Refused
from hoplon.server.thinking import Question, Thinking, first_found

MOST = 40  # choices that are passed over until somebody else is to move
SENTENCES = 14
ARROWS = 12
SEED = 1  # of the dice: those of the match are nobody's to know


def _nothing(match: Match) -> tuple[Match, str]:
    """The match in which the side to move may do nothing, and the choice."""
    if match.is_over:
        raise Refused("over", "the match is over: nobody is to move")
    found = match.game.passing(match) if match.game.passing is not None else None
    if found is None:
        raise Refused("malformed", "nobody can do nothing here: the game waits for an answer")
    return found


@dataclass(frozen=True)
class Passed:
    """The match after its side has done nothing until others are to move, and what the log tells of that."""

    after: Match
    entries: tuple[Entry, ...]
    sampled: bool  # dice decide: it is one of many ways


def _passed(match: Match, board: Board) -> Passed:
    twin, choice = _nothing(match)
    seat, seats = twin.to_move, twin.game.seat_count(twin.options)
    foreseen = _beside_itself(board.preview(twin, choice, ALL).log)
    after = twin.copy()
    after.use_dice(SEED)
    fallen: list[Entry] = []
    for _ in range(MOST):
        after.play(choice)
        log = board.log(after, len(after.choices), ALL)
        fallen += _told(log) if after.game.simultaneous else _beside_itself(log)
        waits = after.game.simultaneous and not log  # nothing happens before all have chosen
        if after.is_over or seats == 1 or not (after.to_move == seat or waits):
            break
        try:
            after, choice = _nothing(after)
        except Refused:
            break
    if foreseen:
        return Passed(after, foreseen, sampled=False)
    return Passed(after, tuple(fallen), sampled=not after.game.simultaneous)


def _told(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if entry.says)


def _beside_itself(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """What is told of a turn after its first line, which is that nothing is done."""
    return _told(entries)[1:]


def passed_json(match: Match, board: Board, named: Callable[[str], str]) -> Json:
    """What the log would tell, with its chances, and from where to where it goes."""
    found = _passed(match, board)
    arrows = [
        [entry.src, entry.dst]
        for entry in found.entries
        if entry.src and entry.dst and entry.src != entry.dst
    ]
    return {
        "says": [{"text": named(entry.says), "chance": entry.chance} for entry in found.entries[:SENTENCES]],
        "more": max(0, len(found.entries) - SENTENCES),
        "sampled": found.sampled,
        "arrows": arrows[:ARROWS],
    }


async def worth_of_passing(match: Match, thinking: Thinking, client: str) -> Json:
    """The value that is lost by doing nothing, and the best reply of the side that is to move then."""
    board = board_of(match.game.name)
    twin, choice = _nothing(match)
    found = await first_found(thinking, client, Question(twin, twin.to_move, ALL, choice))
    own = next((one for one in found["choices"] if one["choice"] == choice), None)
    reply = None
    after = _passed(match, board).after
    if not after.is_over and after.to_move != twin.to_move:
        answer = await first_found(thinking, client, Question(after, after.to_move))
        best = answer["choices"][0] if answer["choices"] else None
        offers = {offer.text: offer.label for offer in board.offers(after)}
        if best is not None:
            reply = {
                "seat": after.to_move,
                "choice": best["choice"],
                "label": offers.get(best["choice"], best["choice"]),
                "says": best["says"],
                "arrow": best["arrow"],
            }
    return {
        "quantity": found["quantities"][0],
        "value": own and own["values"][0],
        "behind": own and own["behind"],
        "behind_error": own and own["behind_error"],
        "reply": reply,
    }
