"""What the words of a game are made of: phrases of its log, and positions in one line."""

from __future__ import annotations

from hoplon.core.errors import BadPosition, BadText
from hoplon.core.text import Action, Phrases, Turn, Word
from hoplon.grids.rows import position_words, read_numbers, read_rows, write_numbers, write_rows
from hoplon.grids.words import cell_word, name_word, number_word, usual_words

__all__ = [
    "Action",
    "BadPosition",
    "BadText",
    "Phrases",
    "Turn",
    "Word",
    "cell_word",
    "name_word",
    "number_word",
    "position_words",
    "read_numbers",
    "read_rows",
    "usual_words",
    "write_numbers",
    "write_rows",
]
