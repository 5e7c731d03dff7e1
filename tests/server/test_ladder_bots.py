"""The bots of players in the tables of ladders: their versions, and what they are called."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from hoplon.league.entries import DONE, League
from hoplon.league.store import DAY, MOST_NEW, Entrant
from hoplon.league.tables import bots, pairings, results, versions
from hoplon.server.ladder_leagues import make_ladder
from hoplon.server.ladders import Ladder
from hoplon.server.moderation import Rulings
from hoplon.server.names import HOUSE_SUFFIX
from hoplon.server.players import PlayerCard
from hoplon.server.rated import Rated
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms
from hoplon.server.store import Store
from hoplon.server.stored_match import Seat, StoredMatch

GAMES = ("hexabomb", "cardbattle")


@pytest.fixture
def ladders(store: Store) -> list[League]:
    """Two ladders."""
    return [make_ladder(store.kept_leagues, name, {}, "10m") for name in GAMES]


def person(store: Store, name: str, number: int = 0) -> PlayerCard:
    """A new person."""
    return store.players.add_person(f"{number:032x}", name, Rulings())[0]


def enter(store: Store, league: League, player: PlayerCard, digest: str = "one") -> int:
    """Take part with a program; the version."""
    entrant = Entrant("remote", "", digest)
    made = store.kept_leagues.add_version(league, player.name, entrant, owner=player.id)
    assert made is not None
    return made.id


def called(store: Store, player: PlayerCard) -> list[tuple[str, str]]:
    """What somebody is called in each ladder."""
    wanted = select(bots.c.league, bots.c.name).where(bots.c.owner == player.id).order_by(bots.c.league)
    with store.kept_leagues.reading() as connection:
        return [(str(league), str(name)) for league, name in connection.execute(wanted)]


def test_who_is_losing_cannot_undo_a_match_by_declaring_another_version(
    store: Store, ladders: list[League]
) -> None:
    league = ladders[0]
    players = [person(store, name, number) for number, name in enumerate(("Ada", "Bob"))]
    old = [enter(store, league, player) for player in players]
    rated = Rated(store.kept_leagues, "here")
    [[pairing]] = rated.add(league, [old], False)
    enter(store, league, players[0], "two")
    seats = [Seat("friend", player.name) for player in players]
    card = StoredMatch("one", league.game, league.rules, 7, 5, {}, seats, rated=pairing)
    card.ended, card.winners, card.scores = "won", [1], [0, 9]
    assert rated.settle(league, card, [0, 1], "")
    with store.kept_leagues.reading() as connection:
        assert connection.execute(select(pairings.c.state)).scalar_one() == DONE
        wanted = select(results.c.version, results.c.rank).order_by(results.c.rank)
        assert [tuple(row) for row in connection.execute(wanted)] == [(old[1], 1), (old[0], 2)]


def test_a_name_that_is_taken_in_one_ladder_changes_nothing_anywhere(
    store: Store, ladders: list[League]
) -> None:
    player = person(store, "Ada")
    for league in ladders:
        enter(store, league, player)
    store.kept_leagues.add_version(ladders[1], "Old Oak", Entrant("builtin", "random", "x"))
    with pytest.raises(Refused, match="'Old Oak' here already"):
        store.players.rename(player, "Old Oak", Rulings())
    assert store.players.one(player.id).name == "Ada"
    assert {name for _, name in called(store, player)} == {"Ada"}
    renamed = store.players.rename(player, "Eve", Rulings())
    assert renamed.name == "Eve"
    assert {name for _, name in called(store, player)} == {"Eve"}
    store.moderation.rename("Eve", "Old Oak")  # the host's word, as far as it can be
    assert {name for _, name in called(store, player)} == {f"Player {player.id}"}


def test_an_owner_has_one_bot_in_a_ladder_whatever_it_is_called(store: Store, ladders: list[League]) -> None:
    player = person(store, "Ada")
    enter(store, ladders[0], player)
    with store.kept_leagues.changing() as connection:
        connection.execute(update(bots).where(bots.c.owner == player.id).values(name="Somebody"))
    enter(store, ladders[0], player, "two")
    assert called(store, player) == [(ladders[0].id, "Somebody")]
    store.moderation.mute("Ada")
    assert called(store, player) == [(ladders[0].id, f"Player {player.id}")]


@pytest.mark.parametrize("name", ["Hunter (Hoplon)", "x(HOPLON)", "Hunter （Hoplon）"])
def test_nobody_is_called_like_a_bot_of_the_server(store: Store, name: str) -> None:
    player = person(store, "Ada")
    with pytest.raises(Refused, match="this server's own bots"):
        store.players.rename(player, name, Rulings())
    with pytest.raises(Refused, match="this server's own bots"):
        person(store, name, 1)


def test_nobody_is_called_by_the_id_of_another_whom_the_host_could_not_rename_then(store: Store) -> None:
    ada, bob = person(store, "Ada"), person(store, "Bob", 1)
    with pytest.raises(Refused, match="kept for whoever has this id"):
        store.players.rename(bob, f"player {ada.id}", Rulings())
    store.moderation.mute("Ada")
    assert store.players.one(ada.id).name == f"Player {ada.id}"


async def test_the_bots_of_the_server_have_the_end_that_is_kept_for_them(
    store: Store, ladders: list[League]
) -> None:
    rooms = Rooms(store)
    ladder = await rooms.ladders.ladder(ladders[0].game)
    assert ladder.house
    assert all(one.name.endswith(f" {HOUSE_SUFFIX}") for one in ladder.house.values())


def test_a_bot_has_so_many_new_versions_a_day_and_then_waits(store: Store, ladders: list[League]) -> None:
    league, player = ladders[0], person(store, "Ada")
    bot, _ = store.players.add_bot(player, "engine", Rulings())
    rooms = Rooms(store)
    for number in range(MOST_NEW):
        rooms.ladders.enter(Ladder(league), bot, "", f"digest {number}")
    with pytest.raises(Refused, match="had 20 versions within a day; try again in") as refused:
        rooms.ladders.enter(Ladder(league), bot, "", "one more")
    assert refused.value.status == 429
    assert DAY - 3600 < refused.value.wait <= DAY
    rooms.ladders.enter(Ladder(league), bot, "", f"digest {MOST_NEW - 1}")  # the last one plays on
    with store.kept_leagues.changing() as connection:
        first = (versions.c.league == league.id) & (versions.c.number == 1)
        connection.execute(update(versions).where(first).values(made=versions.c.made - DAY))
    assert rooms.ladders.enter(Ladder(league), bot, "", "one more")[0].number == MOST_NEW + 1
