"""The challenge of the day: one seed for all, secret until the day is over, and one attempt that counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from postgres import Postgres, another_database
from served import bearer

from hoplon.core.daily import day_at, ends_at, proof_of_day
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.core.proof import new_secret
from hoplon.core.replay import read, verify
from hoplon.games import game
from hoplon.protocols.arena_daily import check
from hoplon.server.app import make_app
from hoplon.server.leases import Leases
from hoplon.server.preparations import Preparations
from hoplon.server.shares import Shares
from hoplon.server.store import Store
from tests import needed

NOON = 1_800_100_800.0  # of some day
DAY = 86_400.0
GAME = "hoplite"


class Time:
    """The time of the database, as tests set it."""

    def __init__(self) -> None:
        self.now = NOON


class Arena:
    """A server in this process."""

    def __init__(self, client: httpx.AsyncClient, store: Store, time: Time) -> None:
        self.client, self.store, self.time = client, store, time

    async def ask(
        self, method: str, path: str, token: str | None = None, expect: int = 200, **more: Any
    ) -> Any:
        """What an address answers."""
        answer = await self.client.request(method, path, headers=bearer(token), **more)
        assert answer.status_code == expect, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def person(self, name: str) -> str:
        """A new person; their secret."""
        secret = new_secret()[:32]
        await self.ask("POST", "/api/me", expect=201, json={"secret": secret, "name": name})
        return secret

    async def begin(self, secret: str | None, name: str = GAME, expect: int = 201) -> Any:
        """Begin today's attempt."""
        return await self.ask("POST", f"/api/daily/{name}", secret, expect)

    async def today(self, secret: str | None = None, name: str = GAME, **more: Any) -> Any:
        """Today's challenge of a game."""
        told = await self.ask("GET", "/api/daily", secret, params=more)
        return next(one for one in told["games"] if one["game"] == name)

    async def choose(self, match: str, secret: str, choice: str, expect: int = 200) -> Any:
        """Make a choice, the first that is legal unless said otherwise."""
        number = len(self.store.choices(match))
        choice = choice or self.first(match)
        body = {"choice": choice, "number": number}
        return await self.ask("POST", f"/api/matches/{match}/choices", secret, expect, json=body)

    def first(self, match: str) -> str:
        """The first legal choice."""
        card = self.store.card(match)
        assert card is not None
        played = Match(game(card.game), card.seed, game(card.game).options.from_text(card.options))
        for _, text in self.store.choices(match):
            played.play(text)
        return str(played.legal()[0])

    def key_of(self, match: str) -> tuple[str, int]:
        """What must stay secret about an attempt."""
        card = self.store.card(match)
        assert card is not None
        return card.secret, card.seed


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time, which stands still; rules are ready, and bots wait."""

    async def nothing(*_: object) -> None:
        return

    found = Time()
    monkeypatch.setattr(Leases, "now", lambda _: found.now)
    monkeypatch.setattr(Preparations, "start", lambda _: None)
    monkeypatch.setattr(Preparations, "rules", nothing)
    monkeypatch.setattr("hoplon.server.room.Room.wake", lambda _: None)
    return found


@asynccontextmanager
async def arena_on(url: str, time: Time) -> AsyncIterator[Arena]:
    """A server that uses a database."""
    store = Store(url)
    app = make_app(store, shares=Shares(requests=10**6, matches=10**6, people=10**6))
    async with AsyncExitStack() as leaving:
        await leaving.enter_async_context(app.router.lifespan_context(app))
        transport = httpx.ASGITransport(app)
        client = httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60)
        yield Arena(await leaving.enter_async_context(client), store, time)


@pytest.fixture
async def arena(tmp_path: Path, time: Time) -> AsyncIterator[Arena]:
    """A server with an empty database."""
    async with arena_on(f"sqlite:///{tmp_path / 'arena.sqlite'}", time) as found:
        yield found


async def test_everybody_plays_the_same_seed_and_bots_have_the_same_dice(arena: Arena) -> None:
    ada, bob = await arena.person("Ada"), await arena.person("Bob")
    first, second = await arena.begin(ada), await arena.begin(bob)
    assert first["id"] != second["id"]
    one, other = arena.store.card(first["id"]), arena.store.card(second["id"])
    assert one is not None
    assert other is not None
    assert (one.seed, one.options, one.dice) == (other.seed, other.options, other.dice)
    assert one.day == day_at(NOON)


async def test_nobody_has_two_attempts_whether_the_first_is_over_or_abandoned(arena: Arena) -> None:
    ada = await arena.person("Ada")
    first = await arena.begin(ada)
    assert await arena.begin(ada, expect=200) == first
    await arena.choose(first["id"], ada, "resign")
    assert await arena.begin(ada, expect=200) == first | {"over": True}
    asked = [arena.client.post("/api/daily/codekeeper", headers=bearer(ada)) for _ in range(4)]
    answers = await asyncio.gather(*asked)  # at the same moment
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert (await arena.today())["tried"] == 1


@pytest.mark.parametrize("name", ["hoplite", "codekeeper", "hexabomb", "cardbattle"])
async def test_nothing_tells_the_seed_before_the_day_is_over(arena: Arena, name: str) -> None:
    ada, bob = await arena.person("Ada"), await arena.person("Bob")
    match = (await arena.begin(ada, name))["id"]
    secret, seed = arena.key_of(match)
    path = f"/api/matches/{match}"
    told = [
        await arena.ask("GET", address, token)
        for address in (
            "/api/daily",
            f"/api/matches?id={match}",
            "/api/matches",
            "/api/matches?state=over",
            "/api/me",
        )
        for token in (ada, bob)
    ]
    told += [
        await arena.ask("GET", f"{path}{more}", ada)
        for more in ("", "/turns", "/curves", "/picture.svg", "/tips")
    ]
    said = json.dumps(told)
    for leak in (secret, str(seed), f"{seed:032x}", str(seed & (2**63 - 1)), str(seed >> 63)):
        assert leak not in said
    for more in ("/file", "/record", "/bots", "/hint", "/why/1"):
        await arena.ask("GET", f"{path}{more}", ada, 403)
    await arena.ask("POST", f"{path}/again", ada, 403)
    for more in ("", "/turns", "/curves", "/picture.svg", "/file"):
        for token in (bob, None):
            await arena.ask("GET", f"{path}{more}", token, 401 if token else 403)
    listed = (await arena.ask("GET", f"/api/matches?id={match}", bob))[0]
    assert listed["options"] == {}


async def test_after_the_end_of_an_attempt_the_seed_is_still_secret(arena: Arena) -> None:
    ada = await arena.person("Ada")
    match = (await arena.begin(ada))["id"]
    state = await arena.choose(match, ada, "resign")
    assert (state["outcome"]["reason"], state["undo"], state["file"], state["again"]) == (
        "resigned",
        False,
        False,
        False,
    )
    summary = await arena.ask("GET", f"/api/matches/{match}", ada)
    assert summary["seed"] is None
    await arena.ask("GET", f"/api/matches/{match}/file", ada, 403)
    assert (await arena.today())["secret"] is None


async def test_the_hash_of_the_morning_is_that_of_the_seed_told_afterwards(arena: Arena) -> None:
    ada = await arena.person("Ada")
    match = (await arena.begin(ada))["id"]
    await arena.choose(match, ada, "resign")
    before = await arena.today()
    dice = (await arena.ask("GET", f"/api/matches/{match}", ada))["dice"]
    arena.time.now += DAY
    after = await arena.today(day=day_at(NOON))
    proof = proof_of_day(day_at(NOON), GAME, after["secret"])
    assert before["commitment"] == after["commitment"] == dice["commitment"] == proof.commitment
    assert after["seed"] == str(proof.seed)
    file = read(await arena.ask("GET", f"/api/matches/{match}/file"))
    verdict = verify(file, game(GAME))
    assert verdict.agrees
    assert verdict.match.proof == proof
    assert (await arena.today())["commitment"] != before["commitment"]
    assert check(after, day_at(NOON)) == "the hash agrees, and the options are those that the seed makes"
    for wrong in ({"secret": new_secret()}, {"seed": "7"}, {"commitment": "0" * 64}):
        with pytest.raises(HoplonError, match="is not what was committed to"):
            check(after | wrong, day_at(NOON))


async def test_when_the_day_ends_what_is_not_finished_stays_as_it_is_and_counts(arena: Arena) -> None:
    ada, bob = await arena.person("Ada"), await arena.person("Bob")
    left, done = (await arena.begin(ada))["id"], (await arena.begin(bob))["id"]
    await arena.choose(left, ada, "")
    await arena.choose(done, bob, "resign")
    arena.time.now = ends_at(day_at(NOON)) - 1
    await arena.choose(left, ada, "")
    arena.time.now += 1
    refused = await arena.choose(left, ada, "", expect=409)
    assert refused["error"]["code"] == "over"
    told = await arena.today(ada, day=day_at(NOON))
    assert [(row["name"], row["state"], row["place"]) for row in told["table"]] == [
        ("Bob", "done", 1),
        ("Ada", "left", 2),
    ]
    summary = await arena.ask("GET", f"/api/matches/{left}")  # everybody may look
    assert (summary["ended"], summary["says"]) == ("stopped", "stopped before the end")
    assert summary["seed"] == told["seed"]
    new = await arena.begin(ada)
    assert new["day"] == day_at(NOON + DAY)


async def test_a_day_gone_by_can_be_played_again_uncounted(arena: Arena) -> None:
    ada = await arena.person("Ada")
    today = day_at(NOON)
    match = (await arena.begin(ada))["id"]
    refused = await arena.ask("POST", f"/api/daily/{GAME}/{today}", expect=403)
    assert (
        refused["error"]["text"] == f"{today} is not over; its challenge can be tried again from tomorrow on"
    )
    seed = arena.key_of(match)[1]
    arena.time.now += DAY
    made = await arena.ask("POST", f"/api/daily/{GAME}/{today}", expect=201)
    again = arena.store.card(made["id"])
    assert again is not None
    assert (again.seed, again.day, again.challenger, again.sealed) == (seed, "", None, False)
    await arena.choose(made["id"], made["tokens"][0]["token"], "")
    assert (await arena.today(day=today))["tried"] == 1


async def test_days_in_a_row_make_a_streak_and_only_what_was_finished_counts(arena: Arena) -> None:
    ada = await arena.person("Ada")

    async def play(choice: str) -> Any:
        match = (await arena.begin(ada))["id"]
        await arena.choose(match, ada, choice)
        return (await arena.ask("GET", "/api/daily", ada))["streak"]

    assert await play("resign") == {"now": 1, "best": 1, "today": True}
    arena.time.now += DAY
    assert await play("resign") == {"now": 2, "best": 2, "today": True}
    arena.time.now += DAY
    assert await play("") == {"now": 2, "best": 2, "today": False}
    arena.time.now += DAY
    assert await play("resign") == {"now": 1, "best": 2, "today": True}
    assert (await arena.ask("GET", "/api/daily"))["streak"] is None


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'arena.sqlite'}"
        return
    pytest.importorskip("psycopg", reason=needed.lacking("PostgreSQL", "psycopg is not installed"))
    if needed.postgres() is None:
        pytest.skip(needed.lacking("PostgreSQL"))
    with Postgres() as cluster:
        yield another_database(cluster)


async def test_two_servers_on_one_database_have_the_same_seed_and_give_one_attempt(
    url: str, time: Time
) -> None:
    async with arena_on(url, time) as here, arena_on(url, time) as there:
        assert (await here.today())["commitment"] == (await there.today())["commitment"]
        ada = await here.person("Ada")
        asked = [one.client.post(f"/api/daily/{GAME}", headers=bearer(ada)) for one in (here, there)]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [200, 201]
        assert len({answer.json()["id"] for answer in answers}) == 1
        time.now += DAY
        asked = [one.client.get("/api/daily") for one in (here, there)]
        first, second = (answer.json() for answer in await asyncio.gather(*asked))
        assert first == second


async def test_what_cannot_be_is_refused_in_a_sentence(arena: Arena) -> None:
    ada = await arena.person("Ada")
    today, tomorrow = day_at(NOON), day_at(NOON + DAY)
    bot = (await arena.ask("POST", "/api/me/bots", ada, 201, json={"name": "Robot"}))["token"]
    for method, path, token, expect, says in (
        ("POST", f"/api/daily/{GAME}", None, 401, "say who you are"),
        ("POST", f"/api/daily/{GAME}", "nobody", 401, "nobody here has this token"),
        ("POST", f"/api/daily/{GAME}", bot, 403, "for people"),
        (
            "POST",
            "/api/daily/chess",
            ada,
            404,
            f"there is no challenge of 'chess' on {today}; there is cardbattle",
        ),
        (
            "GET",
            "/api/daily?day=yesterday",
            None,
            400,
            "'yesterday' is no day; expected one such as 2026-11-18",
        ),
        ("GET", "/api/daily?day=2026-2-3", None, 400, "is no day"),
        ("GET", f"/api/daily?day={tomorrow}", None, 404, f"{tomorrow} has not begun; today is {today} (UTC)"),
        ("POST", f"/api/daily/{GAME}/2000-01-01", None, 404, "there is none"),
        ("POST", f"/api/daily/{GAME}/soon", None, 400, "is no day"),
    ):
        answer = await arena.ask(method, path, token, expect)
        assert says in answer["error"]["text"]
    assert (await arena.ask("GET", "/api/daily?day=2000-01-01"))["games"] == []


async def test_the_table_calls_everybody_by_the_name_they_have_now(arena: Arena) -> None:
    ada = await arena.person("Ada")
    match = (await arena.begin(ada))["id"]
    await arena.ask("POST", "/api/me/name", ada, json={"name": "Countess"})
    assert [row["name"] for row in (await arena.today())["table"]] == ["Countess"]
    assert (await arena.today())["table"][0]["match"] is None
    assert (await arena.today(ada))["you"]["match"] == match
    await arena.ask("DELETE", "/api/me", ada)
    assert [row["name"] for row in (await arena.today())["table"]] != ["Countess"]
