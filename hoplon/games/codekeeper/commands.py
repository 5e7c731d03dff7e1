"""The line a bot answers with (rulebook 5.2), read exactly as the original reads it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hoplon.core.errors import BadText
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH, cell_at
from hoplon.games.codekeeper.legal import ATTACK, CELL_BITS, MOVE
from hoplon.games.codekeeper.tables import WEAPON_NAMES

BLANK = "".join(map(chr, range(0x21)))  # what is stripped from a verb or a message
EXPECTED = "expected 'MOVE x y' or 'ATTACK weapon x y'"
SHOWN = 60
LEAST, MOST = -(2**31), 2**31 - 1


@dataclass(frozen=True)
class Command:
    """What a line says: a choice, and a message for the viewer."""

    choice: int
    message: str = ""


@lru_cache(maxsize=4096)  # bots say the same again and again
def read_command(line: str) -> Command:
    """The command of a line; BadText says which rule of 5.2 it breaks."""
    verb, blank, rest = line.partition(" ")
    verb = verb.strip(BLANK)
    shown = repr(line[:SHOWN])
    if verb not in ("MOVE", "ATTACK"):
        raise BadText(f"{shown} does not begin with MOVE or ATTACK; {EXPECTED}")
    if not blank:
        raise BadText(f"{shown} has no blank after {verb}; {EXPECTED}")
    names = ("x", "y") if verb == "MOVE" else ("weapon", "x", "y")
    pieces = rest.split(" ", len(names))
    if len(pieces) < len(names):
        raise BadText(f"{shown} has no {names[len(pieces)]}; {EXPECTED}")
    numbers = [_number(shown, *pair) for pair in zip(names, pieces, strict=False)]
    message = pieces[len(names)] if len(pieces) > len(names) else ""
    message = message.strip(BLANK).replace("\\n", "\n")
    x, y = numbers[-2:]
    _within(shown, "x", x, WIDTH)
    _within(shown, "y", y, HEIGHT)
    kind = MOVE
    if verb == "ATTACK":
        _within(shown, "weapon", numbers[0], len(WEAPON_NAMES))
        kind = ATTACK + (numbers[0] << CELL_BITS)
    return Command(kind | cell_at(x, y), message)


def _number(shown: str, name: str, text: str) -> int:
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits.isdecimal():
        raise BadText(f"{shown} has {text[:SHOWN]!r} for {name}, which is no whole number; {EXPECTED}")
    significant = digits.lstrip("0") or "0"
    value = int(significant) if len(significant) <= 10 else MOST + 1
    value = -value if text[0] == "-" else value
    if not LEAST <= value <= MOST:
        raise BadText(f"{shown} has {text[:SHOWN]!r} for {name}, which is too large; {EXPECTED}")
    return value


def _within(shown: str, name: str, value: int, count: int) -> None:
    if not 0 <= value < count:
        raise BadText(f"{shown} has {value} for {name}; expected 0 to {count - 1}")
