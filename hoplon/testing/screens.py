"""What holds for the board of a game, as the page is told it."""

from __future__ import annotations

import json
from typing import Any

from hoplon.core.board import ALL, SPECTATOR, Board
from hoplon.core.match import Match
from hoplon.grids.plain import plain_board
from hoplon.testing.walks import ANOTHER_DEAL, Walk, must


def boards_offer_legal_choices(walk: Walk) -> None:
    """People are offered what is legal and nothing else, and all that the page is told can be sent."""
    match = walk.begin()
    board = match.game.board or plain_board(match.game)
    cells = {cell["id"] for cell in board.ground(match).get("scene", {}).get("cells", ())}
    for _ in walk.steps(match):
        offers = board.offers(match)
        must(offers, f"nothing is offered, but much is legal: {match.state.notation}")
        for offer in offers:
            match.read(offer.text)  # refuses what is not legal
            places = {offer.cell, offer.source, *offer.also} - {None}
            must(not cells or places <= cells, f"{offer.text} is offered on {places}, which are no cells")
        board.preview(match, offers[0].text, match.to_move or 0)
    for number in range(len(match.choices) + 1):
        for viewer in (*range(match.game.seat_count(match.options)), SPECTATOR, ALL):
            _told(board, match, number, viewer)


def boards_tell_no_secrets(walk: Walk) -> None:
    """What a seat is shown is the same in another deal."""
    match = walk.end()
    board = match.game.board or plain_board(match.game)
    for seat in range(match.game.seat_count(match.options)):
        twin = match.copy()
        dealt = match.state.array
        match.game.entries.redeal(dealt, 0, seat, ANOTHER_DEAL ^ walk.seed)
        twin._place(dealt)
        for viewer in (seat, SPECTATOR):  # a spectator knows no more than the seat
            seen, other = (_told(board, one, len(one.choices), viewer) for one in (match, twin))
            who = f"seat {seat}" if viewer == seat else "a spectator"
            must(seen == other, f"{who} is shown what it may not know")


def _told(board: Board, match: Match, number: int, viewer: int) -> str:
    """All that a viewer is told of a moment, as it is sent."""
    told: list[Any] = [
        board.ground(match),
        board.position(match, number, viewer),
        board.scores(match, number),
        board.counts(match, number),
        board.threats(match, number, viewer),
    ]
    if number:
        told += [board.log(match, number, viewer), board.told(match, number, viewer)]
    return json.dumps(told, default=vars)
