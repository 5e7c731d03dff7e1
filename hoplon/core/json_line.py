"""Values as one line of JSON."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from typing import Any

AS_THEY_ARE = frozenset((int, str, bool, float, type(None)))


def write_line(content: Any) -> str:
    """One line of JSON."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=plain)


def plain(value: Any) -> Any:
    """A value unknown to JSON, as one that it knows."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return values_of(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def values_of(value: Any) -> Any:
    """Plain data with dataclasses as dictionaries; quicker than `asdict`, which copies every number."""
    kind = type(value)
    if kind in AS_THEY_ARE:
        return value
    if kind is tuple or kind is list:
        return kind([each if type(each) in AS_THEY_ARE else values_of(each) for each in value])
    if kind is dict:
        return {key: values_of(each) for key, each in value.items()}
    if is_dataclass(kind):
        found = {name: getattr(value, name) for name in kind.__dataclass_fields__}
        return {name: each if type(each) in AS_THEY_ARE else values_of(each) for name, each in found.items()}
    return value
