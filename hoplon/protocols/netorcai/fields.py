"""Fields of received objects; each problem has one wording, whatever the message."""

from math import isfinite

from hoplon.protocols.netorcai.gojson import Json, JsonObject


class BadMessage(ValueError):
    """A received message breaks a rule; the text is the reason given to its sender."""


def _field(fields: JsonObject, name: str) -> Json:
    try:
        return fields[name]
    except KeyError:
        raise BadMessage(f"Field '{name}' is missing") from None


def text_field(fields: JsonObject, name: str) -> str:
    value = _field(fields, name)
    if isinstance(value, str):
        return value
    raise BadMessage(f"Non-string value for field '{name}'")


def number_field(fields: JsonObject, name: str) -> float:
    value = _field(fields, name)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise BadMessage(f"Non-integral value for field '{name}'")


def whole_field(fields: JsonObject, name: str) -> int:
    """Any number will do that is not endless; its fraction is cut off, towards zero."""
    value = number_field(fields, name)
    if isfinite(value):
        return int(value)
    raise BadMessage(f"Non-integral value for field '{name}'")


def object_field(fields: JsonObject, name: str) -> JsonObject:
    value = _field(fields, name)
    if isinstance(value, dict):
        return value
    raise BadMessage(f"Non-object value for field '{name}'")


def array_field(fields: JsonObject, name: str) -> list[Json]:
    value = _field(fields, name)
    if isinstance(value, list):
        return value
    raise BadMessage(f"Non-array value for field '{name}'")


def expect(fields: JsonObject, expected: str) -> None:
    got = text_field(fields, "message_type")
    if got != expected:
        raise BadMessage(f"Received '{got}' message type, while {expected} was expected")
