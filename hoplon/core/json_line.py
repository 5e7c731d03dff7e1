"""Values as one line of JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from typing import Any


def write_line(content: Any) -> str:
    """One line of JSON."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=plain)


def plain(value: Any) -> Any:
    """A value unknown to JSON, as one that it knows."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no JSON form")
