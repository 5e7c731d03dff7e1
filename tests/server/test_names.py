"""What somebody may be called."""

from __future__ import annotations

import pytest

from hoplon.protocols.program_names import LONGEST
from hoplon.server.names import clean_name, key_of
from hoplon.server.refusals import Refused


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("Ada", "Ada"),
        ("  Ada   of\u00a0London ", "Ada of London"),
        ("", ""),
        (" \u3000\u2800\u3164", ""),
        ("Zoe\u0308", "Zoë"),
        ("李白", "李白"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_a_name_is_one_line_with_single_spaces(given: str, cleaned: str) -> None:
    assert clean_name(given) == cleaned


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("a\x1b[31m", r"U\+001B"),
        ("a\nb", r"U\+000A"),
        ("a\u202eb", r"U\+202E"),
        ("a\u200bb", r"U\+200B"),
        ("a\u2028b", r"U\+2028"),
        ("\ud800", r"U\+D800"),
        ("a" + "\u0335" * 4, "accents"),
        ("x" * (LONGEST + 1), "41 characters"),
    ],
)
def test_what_nobody_could_read_is_refused(given: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        clean_name(given)


@pytest.mark.parametrize(
    "other", ["ADA", " a d a", "\uff21\uff44\uff41", "𝓐𝓭𝓪", "Ádá", "A\u200bda", "ada\u3164"]
)
def test_names_that_look_the_same_are_the_same(other: str) -> None:
    assert key_of(other) == key_of("Ada")
    assert key_of("Adam") != key_of("Ada")
