"""Words of phrases that many games need: cells, names, numbers and seats."""

from __future__ import annotations

from collections.abc import Sequence

from hoplon.core.errors import BadText
from hoplon.core.text import Word
from hoplon.grids.scene import Layout


def cell_word(field: str, layout: Layout) -> Word:
    """A field of an action that holds a cell."""
    return Word(
        lambda action: layout.cells[getattr(action, field)].id, lambda text: {field: layout.read(text)}
    )


def name_word(field: str, names: Sequence[str]) -> Word:
    """A field that holds the place of a name in a list."""

    def read(text: str) -> dict[str, int]:
        if text not in names:
            raise BadText(f"{text[:30]!r} is unknown; expected one of {', '.join(names)}")
        return {field: names.index(text)}

    return Word(lambda action: names[getattr(action, field)], read)


def usual_words(layout: Layout, seats: Sequence[str]) -> dict[str, Word]:
    """Fields of an action under their own names: the cells `src`, `dst` and `what`, the seat `who`, `n`."""
    return {field: cell_word(field, layout) for field in ("src", "dst", "what")} | {
        "who": name_word("who", seats),
        "n": number_word("n"),
    }


def number_word(field: str = "n") -> Word:
    """A field that holds a whole number."""

    def read(text: str) -> dict[str, int]:
        if not text.removeprefix("-").isdecimal() or len(text) > 6:
            raise BadText(f"{text[:30]!r} is no whole number")
        return {field: int(text)}

    return Word(lambda action: str(getattr(action, field)), read)
