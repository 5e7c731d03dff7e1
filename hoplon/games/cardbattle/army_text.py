"""An army as the text of its file (22.2): keys in the order of the schema, without computed totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hoplon.games.cardbattle.armies import as_table
from hoplon.games.cardbattle.army import Army
from hoplon.games.cardbattle.army_check import KEYS

_BARE = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TITLES = {"army": "[army]", "leader": "[leader]", "special_cards": "[special_cards]"}
_SEVERAL = {"defensive_terrain": "[[defensive_terrain]]", "unit": "[[unit]]"}
FOLLOWS = {"army": ("totals",), "unit": ("value", "points")}  # what a file may repeat


def as_toml(army: Army) -> str:
    """The file of an army."""
    return toml(as_table(army))


def without_totals(table: Mapping[str, Any]) -> dict[str, Any]:
    """A file's table without what follows from the rest, so that the rest can be changed."""
    found = dict(table)
    if isinstance(army := found.get("army"), dict):
        found["army"] = _without(army, FOLLOWS["army"])
    if isinstance(units := found.get("unit"), list):
        found["unit"] = [_without(one, FOLLOWS["unit"]) if isinstance(one, dict) else one for one in units]
    return found


def _without(table: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in keys}


def toml(table: Mapping[str, Any]) -> str:
    """The table of a file as text, also one with faults: whatever TOML can hold reads back the same."""
    top = _ordered(table, "the file")
    plain = {key: value for key, value in top.items() if not _is_part(value)}
    parts = ["".join(_pairs(plain))] if plain else []
    for key, value in top.items():
        if key in plain:
            continue
        if isinstance(value, dict):
            parts.extend(_tables((key,), value, _TITLES.get(key, "")))
        else:
            name, where = _key(key), _SEVERAL.get(key, "")
            parts.extend(f"[[{name}]]\n" + "".join(_pairs(_ordered(one, where))) for one in value)
    return "\n".join(parts)


def _is_part(value: Any) -> bool:
    """Is a value written as a table of its own, or as several?"""
    several = isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)
    return isinstance(value, dict) or several


def _tables(path: tuple[str, ...], table: Mapping[str, Any], where: str) -> Iterator[str]:
    """A table, then those within it."""
    ordered = _ordered(table, where)
    inner = {key: value for key, value in ordered.items() if isinstance(value, dict)}
    outer = {key: value for key, value in ordered.items() if key not in inner}
    if outer or not inner:
        yield f"[{'.'.join(map(_key, path))}]\n" + "".join(_pairs(outer))
    for key, value in inner.items():
        yield from _tables((*path, key), value, "[army.totals]" if (*path, key) == ("army", "totals") else "")


def _ordered(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Known keys first, in the order of the schema."""
    known = KEYS.get(where, ())
    return {key: table[key] for key in (*(key for key in known if key in table), *table)}


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {_value(value, True)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if key and not set(key) - _BARE else _string(key)


def _value(value: Any, may_break: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _lines(value) if may_break and "\n" in value else _string(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)  # numbers, and the dates that a parsed file may hold


def _string(text: str) -> str:
    return '"' + "".join(map(_sign, text)) + '"'


def _lines(text: str) -> str:
    """A text of several lines as it stands."""
    return '"""\n' + "".join(sign if sign == "\n" else _sign(sign) for sign in text) + '"""'


def _sign(sign: str) -> str:
    if sign in _NAMED:
        return _NAMED[sign]
    return f"\\u{ord(sign):04x}" if ord(sign) < 32 or ord(sign) == 127 else sign
