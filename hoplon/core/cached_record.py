"""A record to look at: each field is fetched once, which NumPy makes slow.

For whatever reads many fields of a position that does not change meanwhile; rules take it like the record.
"""

from __future__ import annotations

from typing import Any


class CachedRecord:
    """What a record holds, by the same names."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._record[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None
        setattr(self, name, value)
        return value
