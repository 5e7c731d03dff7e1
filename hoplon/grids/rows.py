"""The cells of a board as rows of letters, for position notations: `.../.x./o..`; and numbers: `3,0,12`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoplon.core.errors import BadPosition

ROW_END = "/"
NUMBER_END = ","


def position_words(text: str, game: str, *expected: str) -> list[str]:
    """The words of a position after the name of its game: each as expected, where that is such as `w|b`."""
    name, *words = text.split()
    if name != game or len(words) != len(expected):
        raise BadPosition(f"{text[:60]!r} is no position; expected {' '.join((game, *expected))}")
    for word, wanted in zip(words, expected, strict=True):
        if "|" in wanted and word not in wanted.split("|"):
            raise BadPosition(f"{word[:30]!r} is in the place of {wanted}")
    return words


def write_rows(cells: Sequence[int], width: int, letters: str, upwards: bool = True) -> str:
    """What lies on the cells, from the top row down; `letters[n]` stands for n.

    The cells go upwards, as those of squares do, or downwards, as those of hexagons do.
    """
    rows = ["".join(letters[n] for n in cells[i : i + width]) for i in range(0, len(cells), width)]
    return ROW_END.join(reversed(rows) if upwards else rows)


def read_rows(text: str, width: int, height: int, letters: str, upwards: bool = True) -> list[int]:
    """The same back; BadPosition names the row that is wrong."""
    rows = text.split(ROW_END)
    if len(rows) != height:
        raise BadPosition(f"the board has {len(rows)} rows; expected {height} with {ROW_END} between them")
    for number, row in enumerate(rows, 1):
        if len(row) != width or any(letter not in letters for letter in row):
            raise BadPosition(f"row {number} is {row[:30]!r}; expected {width} of {' '.join(letters)}")
    return [letters.index(letter) for row in (reversed(rows) if upwards else rows) for letter in row]


def write_numbers(numbers: Iterable[int]) -> str:
    """Numbers that are not negative, in one word."""
    return NUMBER_END.join(str(int(n)) for n in numbers)


def read_numbers(text: str, count: int, most: int) -> list[int]:
    """The same back; BadPosition says what was expected."""
    words = text.split(NUMBER_END)
    longest = len(str(most))
    if len(words) != count or not all(
        word.isdecimal() and len(word) <= longest and int(word) <= most for word in words
    ):
        expected = f"{count} numbers with {NUMBER_END} between them, each" if count > 1 else "a number"
        raise BadPosition(f"{text[:30]!r} is in the place of {expected} from 0 to {most}")
    return [int(word) for word in words]
