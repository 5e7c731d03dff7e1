"""A read-only record whose fields are fetched once, because NumPy is slow at it.

For code that reads many fields of a position that does not change meanwhile; rules accept it like a record.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FIELD = np.void.__getitem__  # that of a record does the same, slowly


class CachedRecord:
    """The fields of a record, under the same names."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        try:
            value = FIELD(self._record, name)
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None
        setattr(self, name, value)
        return value
