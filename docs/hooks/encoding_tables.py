"""The encodings of all games, with a table of the parts of each: `<!-- encodings -->`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import hoplon
from hoplon.games import own_names

MARK = "<!-- encodings -->"


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001
    """Put the tables where a page wants them."""
    return markdown.replace(MARK, "\n".join(lines())) if MARK in markdown else markdown


def lines() -> Iterator[str]:
    """A heading for each encoding, and a row for each of its parts."""
    for name in own_names():
        game = hoplon.game(name)
        for encoding in game.encodings():
            yield f"### {game.title}: {encoding}\n"
            remembers = f"; an agent remembers {encoding.memory} bytes" if encoding.memory else ""
            size = f"{encoding.width} bytes, {encoding.actions} actions{remembers}"
            yield f"{encoding.words[0].upper()}{encoding.words[1:]}. {size}.\n"
            yield "| part | shape | most | |\n|---|---|---|---|"
            for part in encoding.parts:
                shape = " × ".join(map(str, part.shape))
                yield f"| `{part.name}` | {shape} | {part.most} | {part.words} |"
            yield ""
