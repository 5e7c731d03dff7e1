"""What the operator may choose, its limits, and how numbers are typed."""

import re
from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple

from hoplon.protocols.netorcai.gojson import number
from hoplon.protocols.netorcai.quoting import quoted


@dataclass(slots=True)
class Settings:
    """The variables of a server; a running game keeps the values of its start."""

    port: int = 4242
    nb_turns_max: int = 100
    nb_players_max: int = 4
    nb_splayers_max: int = 0
    nb_visus_max: int = 1
    delay_first_turn: float = 1000.0
    delay_turns: float = 1000.0
    autostart: bool = False
    fast: bool = False
    patience: float | None = None
    """Seconds after which a player that does not answer a TURN is kicked. The `netorcai` command has no such
    limit: it goes on waiting."""
    everywhere: bool = True
    """Listen at all addresses, or on this machine alone."""


class Range(NamedTuple):
    """The values a variable may take; `is_real` ones may have a fraction."""

    least: int
    most: int
    is_real: bool = False

    def read(self, text: str) -> int | float:
        """Reads a value, which may still lie outside the limits."""
        return read_real(text) if self.is_real else read_whole(text)


RANGES = {
    "port": Range(1, 65535),
    "nb-players-max": Range(0, 1024),
    "nb-splayers-max": Range(0, 1024),
    "nb-visus-max": Range(0, 1024),
    "nb-turns-max": Range(1, 65535),
    "delay-first-turn": Range(50, 10000, is_real=True),
    "delay-turns": Range(50, 10000, is_real=True),
}
"""In the order in which the command line examines them."""


class BadNumber(ValueError):
    """Typed text is not a number."""


_WHOLE = re.compile(
    r"([+-]?)(?:0[xX]((?:_?[0-9a-fA-F])+)|0[bB]((?:_?[01])+)|0[oO]((?:_?[0-7])+)"
    r"|(0(?:_?[0-7])*)|([1-9](?:_?[0-9])*))"
)
_BASES = (16, 2, 8, 8, 10)
_DIGITS = "[0-9](?:_?[0-9])*"
_REAL = re.compile(rf"[+-]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?")
_HEX = "[0-9a-fA-F](?:_?[0-9a-fA-F])*"
_HEXADECIMAL = re.compile(rf"[+-]?0[xX](?:_?{_HEX}(?:\.(?:{_HEX})?)?|\.{_HEX})[pP][+-]?{_DIGITS}")
_ENDLESS = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)


def _cause(kind: str, text: str, problem: str) -> BadNumber:
    return BadNumber(f"strconv.{kind}: parsing {quoted(text)}: {problem}")


def read_whole(text: str) -> int:
    """Reads a decimal, 0x, 0b, 0o or leading-zero octal integer of 64 bits."""
    match = _WHOLE.fullmatch(text)
    if match is None:
        raise _cause("ParseInt", text, "invalid syntax")
    sign, *spellings = match.groups()
    digits, base = next((d, b) for d, b in zip(spellings, _BASES, strict=True) if d)
    digits = digits.replace("_", "").lstrip("0") or "0"
    if len(digits) > 64:
        raise _cause("ParseInt", text, "value out of range")
    value = int(sign + digits, base)
    if not -(2**63) <= value < 2**63:
        raise _cause("ParseInt", text, "value out of range")
    return value


def read_real(text: str) -> float:
    """Reads a decimal or hexadecimal number; an infinity is readable, not-a-number is not."""
    if endless := _ENDLESS.fullmatch(text):
        return -inf if endless.group(1) == "-" else inf
    try:
        if _HEXADECIMAL.fullmatch(text):
            return float.fromhex(text.replace("_", ""))
        if not _REAL.fullmatch(text):
            raise _cause("ParseFloat", text, "invalid syntax")
        if isinf(value := float(text)):
            raise OverflowError
    except OverflowError:
        raise _cause("ParseFloat", text, "value out of range") from None
    return value


def shown(value: float) -> str:
    """A value as the operator sees it: unlike in messages, exponents begin below 1e-4 and have two digits."""
    if isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return repr(value) if 0 < abs(value) < 1e-4 else number(value)
