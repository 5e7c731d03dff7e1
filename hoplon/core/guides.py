"""Guides: a page for somebody who has never heard of a game, with pictures of positions.

A guide is a Markdown file. A block between three backticks and the word `position` is a picture: its
first line is a position in the game's notation, the rest is what stands below the picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match

PICTURE = re.compile(r"^```position\n(.+)\n((?:.+\n)*)```\n?", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """Some paragraphs of a guide, or a picture: a position, and the text is what stands below it."""

    text: str
    position: str = ""


def guide_of(game: Game) -> tuple[Part, ...]:
    """The guide of a game in parts; none if it brings no guide."""
    if game.guide is None:
        return ()
    text = game.guide.read_text(encoding="utf-8")
    parts, at = [], 0
    for found in PICTURE.finditer(text):
        parts += [Part(text[at : found.start()].strip()), Part(" ".join(found[2].split()), found[1])]
        at = found.end()
    return tuple(part for part in (*parts, Part(text[at:].strip())) if part.text)


def match_of(game: Game, part: Part) -> Match:
    """A match that begins from the position of a picture."""
    if game.position_option is None:
        raise HoplonError(f"{game.name} cannot begin from a position, so its guide can have no pictures")
    return Match(game, 1, game.options.from_text({game.position_option: part.position}))


def picture_of(game: Game, part: Part) -> str:
    """The picture, as SVG."""
    match = match_of(game, part)
    return match.game.picture(match.states_at(0), 0)
