"""Recovery phrases, as the page of the arena shows them: 128 random bits and 16 to check them, as words.

A word is two syllables of a consonant and a vowel, six bits each.
"""

from __future__ import annotations

import binascii
import re

from hoplon.core.errors import BadText

FIRST, SECOND = "bdfghklmnprstvwz", "aeio"
WORDS, BYTES = 12, 16


def secret_of(phrase: str) -> str:
    """The secret of a phrase, however it was typed; BadText says what is wrong with it."""
    words = re.findall(r"[^\s,;.\-–]+", phrase.lower())
    if len(words) != WORDS:
        raise BadText(f"these are {len(words)} words; a recovery phrase has {WORDS}")
    bits = 0
    for number, word in enumerate(words, 1):
        if not re.fullmatch(f"([{FIRST}][{SECOND}]){{2}}", word):
            raise BadText(f"word {number}, {word[:20]!r}, is none of a recovery phrase")
        for at in (0, 2):
            bits = bits << 6 | FIRST.index(word[at]) << 2 | SECOND.index(word[at + 1])
    made = bits.to_bytes(BYTES + 2, "big")
    if binascii.crc_hqx(made[:BYTES], 0xFFFF) != int.from_bytes(made[BYTES:], "big"):
        raise BadText("one of the words is wrong, or two have changed places")
    return made[:BYTES].hex()


def phrase_of(secret: str) -> str:
    """A secret of 32 hexadecimal digits as words."""
    made = bytes.fromhex(secret)
    bits = int.from_bytes(made + binascii.crc_hqx(made, 0xFFFF).to_bytes(2, "big"), "big")
    sixes = [bits >> 6 * n & 63 for n in reversed(range(2 * WORDS))]
    syllables = [FIRST[six >> 2] + SECOND[six & 3] for six in sixes]
    return " ".join(one + other for one, other in zip(syllables[::2], syllables[1::2], strict=True))
