"""What the host decides, in the database alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hoplon.cli import app
from hoplon.core.errors import HoplonError
from hoplon.server.moderation import Rulings
from hoplon.server.refusals import Refused
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch
from hoplon.server.writer import LeaseLost


def keep(store: Store, key: str, *seats: Seat) -> StoredMatch:
    """Store a match."""
    card = StoredMatch(key, "hexabomb", 1, 7, 5, {}, list(seats))
    asyncio.run(store.add_match(card))
    return card


def names(store: Store, key: str) -> list[str]:
    """Who plays."""
    card = store.card(key)
    assert card is not None
    return [seat.name for seat in card.seats]


def test_who_wrote_before_does_not_write_the_old_name_back(store: Store) -> None:
    card = keep(store, "one", Seat("me", "Ada", title="Player 0"))
    assert store.moderation.rename("ada", "Eve") == 1
    with pytest.raises(LeaseLost):
        asyncio.run(store.note(card))
    assert names(store, "one") == ["Eve"]


def test_names_beside_titles_and_of_remote_programs_are_found(store: Store) -> None:
    keep(store, "one", Seat("me", "Rome (Ada)", title="Rome"), Seat("friend", "Ada 1", title="Player 1"))
    keep(
        store,
        "two",
        Seat("friend", "x", title="Player 0", remote="Ada"),
        Seat("me", "Adam", title="Player 1"),
    )
    assert store.moderation.delete("Ada") == 2
    assert names(store, "one") == ["Rome", "Player 1"]
    assert names(store, "two") == ["Player 0", "Adam"]
    assert 'Ada"' not in str(store.card("two"))
    assert store.moderation.delete("Ada") == 0


def test_a_muted_name_comes_back_as_it_was_or_was_renamed(store: Store) -> None:
    keep(store, "one", Seat("me", "Ada", title="Player 0"), Seat("friend", "Bo", title="Player 1"))
    store.moderation.mute("Ada")
    assert names(store, "one") == ["Player 0", "Bo"]
    store.moderation.rename("Ada", "Eve")
    assert names(store, "one") == ["Player 0", "Bo"]
    store.moderation.unmute("Eve")
    assert names(store, "one") == ["Eve", "Bo"]


def test_addresses_are_banned_with_their_network(store: Store) -> None:
    store.moderation.ban_address("192.0.2.7/24")
    rulings = store.moderation.rulings()
    for address in ("192.0.2.99", "::ffff:192.0.2.99"):
        with pytest.raises(Refused, match="from this address"):
            rulings.check_address(address)
    for other in ("192.0.3.1", "testclient", None):
        rulings.check_address(other)
    store.moderation.ban_address("192.0.2.0/24", banned=False)
    assert store.moderation.rulings() == Rulings(count=2)
    with pytest.raises(HoplonError, match="neither an IP address"):
        store.moderation.ban_address("here")


def test_the_command_line(tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path / 'arena.sqlite'}"
    store = Store(where)
    keep(store, "one", Seat("me", "Ada", title="Player 0"))
    store.close()

    def said(*words: str, code: int = 0) -> str:
        found = CliRunner().invoke(app, ["arena", *words, "--database", where])
        assert found.exit_code == code, found.output
        return found.output

    assert said("rename", "ADA", "Eve") == "1 match changed\n"
    said("mute", "Eve")
    said("ban", "Eve")
    said("ban", "--address", "192.0.2.7")
    assert said("names") == "192.0.2.7/32: banned\nEve: muted and banned\n"
    said("unban", "Eve")
    assert said("unmute", "eve") == "1 match changed\n"
    assert said("names") == "192.0.2.7/32: banned\n"
    assert "is no name" in said("delete", " ", code=2)
    assert "expected one of them" in said("ban", code=2)
