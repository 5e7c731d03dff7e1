"""What people and programs may be called: the one place where names are cleaned and compared."""

from __future__ import annotations

import unicodedata

from hoplon.protocols.program_names import LONGEST
from hoplon.server.refusals import Refused

HOUSE_SUFFIX = "(Hoplon)"  # at the end of what bots of the server are called in ladders
MOST_MARKS = 3  # accents on one letter; more of them cover the lines above and below
UNSEEN = (
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
    "Zl",
    "Zp",
)  # controls, directions, surrogates, private signs, line ends
IGNORED = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"  # marks that nobody sees
VARIANTS = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)
BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters that look like a space


def clean_name(text: str) -> str:
    """A name as it is stored and shown: one line, single spaces; empty where there is none.

    Refused says what is wrong with one that is too long or that has signs nobody sees.
    """
    text = unicodedata.normalize("NFC", text[: 10 * LONGEST].translate(BLANK))
    marks = 0
    for sign in text:
        kind = unicodedata.category(sign)
        if kind in UNSEEN or sign in IGNORED or any(ord(sign) in span for span in VARIANTS):
            raise Refused("malformed", f"the name has the sign U+{ord(sign):04X}, which nobody sees")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise Refused("malformed", f"the name has more than {MOST_MARKS} accents on one letter")
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise Refused("malformed", f"the name has {len(text)} characters; expected at most {LONGEST}")
    return text


def key_of(name: str) -> str:
    """By what names are compared: not by case, spaces, accents or the width and style of letters."""
    text = unicodedata.normalize("NFKC", name.translate(BLANK)).casefold()
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] not in "CMZ").casefold()
