"""A record read field by field."""

from __future__ import annotations

import numpy as np
import pytest

from hoplon.core.cached_record import CachedRecord
from hoplon.core.match import Match
from hoplon.games import game, own_names


@pytest.mark.parametrize("name", own_names())
def test_every_field_reads_as_in_the_record(name: str) -> None:
    record = Match(game(name), 3).state.record
    read = CachedRecord(record)
    for field in record.dtype.names:
        assert np.array_equal(getattr(read, field), record[field])
        assert getattr(read, field) is getattr(read, field)


def test_a_field_that_is_not_there_is_named() -> None:
    read = CachedRecord(Match(game("hoplite"), 3).state.record)
    with pytest.raises(AttributeError, match="no field 'elephants'"):
        _ = read.elephants
