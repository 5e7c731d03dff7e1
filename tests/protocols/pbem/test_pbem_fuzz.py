"""Any change of any line is refused in one sentence, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pbem_players import Players, duel, snapshot

from hoplon.core.errors import HoplonError
from hoplon.protocols.pbem import letter

TURNS = 5
LINES = 47


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Players:
    return duel(tmp_path_factory.mktemp("players"), TURNS)


def changes(lines: list[str], k: int) -> Iterator[list[str]]:
    """A line left out, twice, one further on, with a letter more, less or other, and all after it gone."""
    before, line, after = lines[:k], lines[k], lines[k + 1 :]
    yield before + after
    yield [*before, line, line, *after]
    if after:
        yield [*before, after[0], line, *after[1:]]
    yield [*before, line + "0", *after]
    yield [*before, line + " ", *after]
    yield [*before, line[:-1], *after]
    yield [*before, line[:-1] + ("1" if line[-1] == "0" else "0"), *after]
    yield [*before, line.upper() if line.upper() != line else line + "x", *after]
    yield before


def check_refused(players: Players, text: str) -> None:
    folder = players.desks[1].folder.path
    before = snapshot(folder)
    with pytest.raises(HoplonError) as refusal:
        players.desks[1].open(text)
    assert "\n" not in str(refusal.value)
    assert snapshot(folder) == before


@pytest.mark.parametrize("k", range(LINES))
def test_no_line_can_be_changed(players: Players, k: int) -> None:
    lines = players.turn(TURNS).splitlines()
    assert len(lines) == LINES
    for changed in changes(lines, k):
        if changed != lines:
            check_refused(players, "".join(f"{line}\n" for line in changed))


@given(data=st.data())
def test_no_byte_can_be_changed(players: Players, data: st.DataObject) -> None:
    content = players.turn(TURNS).encode()
    at = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[at]))
    changed = content[:at] + bytes([byte]) + content[at + 1 :]
    try:
        text = letter.decode(changed)
    except letter.BadLetter:
        return
    check_refused(players, text)


@given(text=st.text())
def test_no_text_is_a_crash(players: Players, text: str) -> None:
    check_refused(players, text)
    check_refused(players, letter.MAGIC + "\n" + text)


def test_what_was_sent_is_accepted_after_all_that(players: Players, tmp_path: Path) -> None:
    assert players.desks[1].open(players.turn(TURNS)).waits_for == f"turn {TURNS + 1} is yours"
