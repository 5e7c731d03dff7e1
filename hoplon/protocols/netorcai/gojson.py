"""The JSON of the netorcai network: what is accepted, and the one way a value is written.

A value that passes through the server is decoded and written again, so everybody sees the
same text for the same value: keys sorted, numbers as the shortest text of their double.
"""

import codecs
import json
import re
from math import copysign, isinf
from typing import Any, NoReturn, TypeAlias, cast

orjson: Any
try:
    import orjson
except ImportError:
    orjson = None

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
JsonObject: TypeAlias = dict[str, Json]

EXACT = 2**53
"""Up to here every whole number is a double of its own, so its digits are its shortest text."""

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|.)",
    re.DOTALL,
)
_IN_TEXTS_ONLY = (
    ("<", "\\u003c"),
    (">", "\\u003e"),
    ("&", "\\u0026"),
    ("\u2028", "\\u2028"),
    ("\u2029", "\\u2029"),
)
_PAIR = re.compile(r"\\(.)")
_AS_CODES = {"b": "\\u0008", "f": "\\u000c"}  # other control signs with a short name keep it
_LONG = b"0" * len(str(EXACT))
_FRACTION = b"0."
_SHAPE_OF_NUMBERS = bytes(
    ord("0" if chr(octet).isdecimal() and octet < 128 else "." if chr(octet) in ".eE" else " ")
    for octet in range(256)
)
_WRITER = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
)


class NotJson(ValueError):
    """Received content is not one JSON object."""


class Document:
    """A received object, able to write any of its values again, each only once.

    `plain` tells that Python's own JSON text is right for each of its numbers.
    """

    __slots__ = ("_plain", "_texts", "fields")

    def __init__(self, fields: JsonObject, plain: bool) -> None:
        self.fields = fields
        self._plain = plain
        self._texts: dict[int, str] = {}

    def text(self, value: Json) -> str:
        """The canonical text of a value that is part of this document."""
        found = self._texts.get(id(value))
        if found is None:
            found = self._texts[id(value)] = encode(value, self._plain)
        return found

    def keep_text(self, of: Json, text: str) -> None:
        """Lets a value stand for another one, whose text is given."""
        self._texts[id(of)] = text


def _one_mark_per_octet(error: UnicodeError) -> tuple[str, int]:
    if isinstance(error, UnicodeDecodeError):
        return "\ufffd" * (error.end - error.start), error.end
    raise error


codecs.register_error("netorcai", _one_mark_per_octet)


def text_of(content: bytes) -> str:
    """Reads UTF-8; each octet that does not fit becomes U+FFFD."""
    return content.decode("utf-8", "netorcai")


def _mend_surrogate(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape.group(1) else escape.group()


def _refuse_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a JSON value")


class Reader:
    """Decodes received objects. One reader serves one thread.

    A polite reader takes longer, but lets other threads work in the meantime; so does the
    writing of what it read.
    """

    def __init__(self, is_polite: bool = False) -> None:
        self._plain = True
        self._is_polite = is_polite
        self._quick = json.JSONDecoder(parse_float=self._real, parse_constant=_refuse_constant)
        self._careful = json.JSONDecoder(
            parse_int=self._whole,
            parse_float=self._real,
            parse_constant=_refuse_constant,
            object_hook=(lambda found: found) if is_polite else None,
        )

    def read(self, content: bytes) -> Document:
        """Decodes one object; a lone `null` counts as an object without fields."""
        self._plain = not self._is_polite
        value = self._decode(content)
        if value is None:
            return Document({}, True)
        if not isinstance(value, dict):
            raise NotJson("the content is not an object")
        return Document(value, self._plain)

    def _decode(self, content: bytes) -> Json:
        shape = content.translate(_SHAPE_OF_NUMBERS)
        is_careful = self._is_polite or _LONG in shape or b"-0" in content
        has_surrogates = b"\\ud" in content or b"\\uD" in content
        if orjson is not None and not (is_careful or has_surrogates or _FRACTION in shape):
            try:
                return cast(Json, orjson.loads(content))
            except orjson.JSONDecodeError:
                pass  # read again below, by the one that tells what is wrong or mends it
        text = text_of(content)
        if has_surrogates:
            text = _ESCAPE.sub(_mend_surrogate, text)
        try:
            return cast(Json, (self._careful if is_careful else self._quick).decode(text))
        except RecursionError:
            raise NotJson("values are nested too deeply") from None
        except ValueError as error:
            raise NotJson(str(error)) from None

    def _whole(self, text: str) -> float:
        number = int(text)
        if -EXACT <= number <= EXACT and (number or text == "0"):
            return number
        return self._odd(float(text))

    def _real(self, text: str) -> float:
        number = float(text)
        if number.is_integer():
            if -EXACT <= number <= EXACT and (number or copysign(1, number) > 0):
                return int(number)
        elif 1e-4 <= abs(number) < EXACT:
            return number
        return self._odd(number)

    def _odd(self, number: float) -> float:
        """Keeps a number that Python's own JSON text writes differently."""
        if isinf(number):
            raise NotJson("a number does not fit a double")
        self._plain = False
        return number


def number(value: float) -> str:
    """The shortest text that restores the same double, exponents only for extremes."""
    size = abs(value)
    if isinstance(value, int):
        if size <= EXACT:
            return str(value)
        value = float(value)
    short = repr(value)
    mantissa, exponent, power = short.partition("e")
    if not exponent:
        return short.removesuffix(".0")
    if not 1e-6 <= size < 1e21:
        return short.replace("e-0", "e-")
    sign = "-" if value < 0 else ""
    digits = mantissa.lstrip("-").replace(".", "")
    shift = int(power)
    if shift > 0:
        return sign + digits.ljust(shift + 1, "0")
    return f"{sign}0.{'0' * (-shift - 1)}{digits}"


def decode(content: bytes) -> Json:
    """Reads a message as a client does, which leaves numbers as they are."""
    if orjson is not None:
        try:
            return cast(Json, orjson.loads(content))
        except orjson.JSONDecodeError:
            pass
    return cast(Json, json.loads(text_of(content)))


def encode(value: Json, plain: bool = False) -> str:
    """Writes a value in the canonical form.

    With `plain` (see `Document`) an encoder in machine code does the work; it gives the text that
    `_exact` gives.
    """
    try:
        text = _quick(value) if plain else _exact(value)
    except RecursionError:
        raise NotJson("values are nested too deeply") from None
    if "\\b" in text or "\\f" in text:
        text = _PAIR.sub(lambda pair: _AS_CODES.get(pair[1], pair[0]), text)
    for sign, escape in _IN_TEXTS_ONLY:
        text = text.replace(sign, escape)
    return text


def _quick(value: Json) -> str:
    if orjson is not None:
        try:
            return cast(bytes, orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).decode()
        except orjson.JSONEncodeError:
            pass  # nested too deeply for it, or a text that is no UTF-8
    return _WRITER.encode(value)


def _exact(value: Json) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return _WRITER.encode(value)
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, list):
        return "[" + ",".join([_exact(item) for item in value]) + "]"
    members = [f"{_WRITER.encode(key)}:{_exact(value[key])}" for key in sorted(value)]
    return "{" + ",".join(members) + "}"
