"""How matches, positions, choices and turns look in a notebook, on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from hoplon.core.board import ALL, Offer, as_said

if TYPE_CHECKING:
    from hoplon.core.match import Match
    from hoplon.core.text import Turn

CHIP = (
    "display:inline-block;margin:2px;padding:1px 8px;border:1px solid #8888;border-radius:10px;"
    "font:12px ui-monospace,monospace"
)
QUIET = "font:12px system-ui,sans-serif;opacity:.75;margin:4px 2px"
LINE = "font:13px ui-monospace,monospace;line-height:1.5;white-space:pre-wrap"
STEP = 18  # pixels that a consequence is indented by
CELL = "text-align:left;padding:2px 14px 2px 0;vertical-align:top;background:none"
SANS = "font:13px system-ui,sans-serif;line-height:1.5"
SCROLLED = "max-height:340px;overflow:auto"
MOST = 400  # choices that are shown


def picture(svg: str, caption: str, notation: str = "") -> str:
    """A board, what is to be said about it, and the line that stands for the position."""
    line = f'<div style="{QUIET}"><code>{escape(notation)}</code></div>' if notation else ""
    said = f'<figcaption style="{QUIET}">{escape(caption)}</figcaption>'
    return f'<figure style="margin:0">{svg}{said}{line}</figure>'


def chips(texts: Sequence[str], what: str) -> str:
    """Short texts side by side, with how many there are."""
    shown = "".join(f'<code style="{CHIP}">{escape(text)}</code>' for text in texts[:MOST])
    more = f", of which {MOST} are shown" if len(texts) > MOST else ""
    return f'<div style="{QUIET}">{len(texts)} {escape(what)}{more}</div><div>{shown}</div>'


def tree(lines: Iterable[tuple[int, str]], style: str = LINE) -> str:
    """Lines, each indented under its cause."""
    rows = "".join(
        f'<div style="padding-left:{STEP * depth}px">{"↳ " if depth else ""}{escape(text)}</div>'
        for depth, text in lines
    )
    return f'<div style="{style}">{rows}</div>'


def offers(match: Match) -> str:
    """A table of what may be chosen, with what it does; below it, folded, what there are no words for."""
    legal, board = match.legal(), match.game.board
    known = {} if board is None else {offer.text: offer for offer in board.offers(match)}
    told = [known[text] for text in legal if text in known]
    if not told:
        return chips(legal, "legal choices")
    head = "".join(
        f'<th style="{CELL}">{title}</th>' for title in ("to play", "what it does", "what comes of it")
    )
    rows = "".join(_row(match, offer) for offer in told[:MOST])
    more = f", of which {MOST} are shown" if len(told) > MOST else ""
    others = [text for text in legal if text not in known]
    folded = f"<details><summary>others</summary>{chips(others, 'more')}</details>" if others else ""
    several = "choice" if len(legal) == 1 else "choices"
    return (
        f'<div style="{QUIET}">{len(legal)} legal {several}{more}</div><div style="{SCROLLED}">'
        f'<table style="{SANS};border-collapse:collapse"><thead><tr>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><div style="{QUIET}">{folded}</div>'
    )


def _row(match: Match, offer: Offer) -> str:
    said, board = as_said(offer), match.game.board
    where = f" → {offer.cell}" if offer.cell and offer.source is None else ""
    foreseen = board.preview(match, offer.text, match.to_move or 0).summary if board else ""
    told = [offer.text, said["label"] + where, foreseen if foreseen != said["label"] else said["help"]]
    first, *more = (escape(text) for text in told)
    columns = [f'<code style="{CHIP}">{first}</code>', *more]
    return "<tr>" + "".join(f'<td style="{CELL}">{column}</td>' for column in columns) + "</tr>"


def played(match: Match, turn: Turn) -> str:
    """What a turn of a match caused, in sentences, and the board after it; empty where that is unknown."""
    board = match.game.board
    number = next((n for n, one in enumerate(match.turns, 1) if one is turn), 0)
    if board is None or not number:
        return ""
    alone = match.game.seat_count(match.options) == 1
    entries = [entry for entry in board.log(match, number, 0 if alone else ALL) if entry.says]
    svg = match.game.picture(match.states_at(number), 0)
    caption = f"{match.game.title}, choice {number}: {match.choices[number - 1]}"
    return tree(((entry.depth, entry.says) for entry in entries), SANS) + picture(svg, caption)
