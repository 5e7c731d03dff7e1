"""Matches over HTTP: begun, played, listed, saved, opened again."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from served import Begun, Server

from hoplon.bots import bots_for
from hoplon.cli.serve import listen
from hoplon.games import game as find
from hoplon.games import game_names
from hoplon.server.bots import check_bot
from hoplon.server.pages import FOLDER
from tests.positions import IMPOSSIBLE, TOO_LONG, sentence
from tests.waiting import patience

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "python" / "hero.py"
BOTS = {"hoplite": "random", "hexabomb": "painter", "codekeeper": "wanderer"}


def test_every_game_is_offered_with_its_form_its_bots_and_its_rulebook(server: Server) -> None:
    games = server.get("/api/games")
    assert [game["name"] for game in games] == sorted(game_names(), key=lambda name: (find(name).order, name))
    for game in games:
        assert game["form"]
        assert game["tools"]
        assert "random" in [bot["bot"] for bot in game["bots"]]
        assert server.get(f"/api/games/{game['name']}/rules").startswith("# ")


def test_a_choice_is_played_and_a_stale_illegal_or_foreign_one_is_refused(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    state = match.choose("walk n", 0)
    assert state["number"] == 1
    assert state["position"]["hero"] == "4,3"
    for choice, number, status, token in (
        ("walk n", 0, 409, match.tokens[0]),
        ("walk upwards", 1, 409, match.tokens[0]),
        ("walk n", 1, 409, None),
        ("walk n", 1, 401, "stolen"),
    ):
        refused = match.choose(choice, number, status, token)
        assert refused["error"]["text"]
    assert server.get(match.path)["number"] == 1


def test_a_match_that_is_over_takes_no_choice(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    match.choose("resign", 0)
    assert match.choose("walk n", 1, 409)["error"]["code"] == "over"
    assert server.get(match.path)["ended"] == "resigned"
    assert match.id in [one["id"] for one in server.get("/api/matches?state=over&game=hoplite&limit=100")]


@pytest.mark.parametrize("name", sorted(IMPOSSIBLE.keys() - {"cardbattle"}))  # that begins with the deal
def test_the_page_refuses_a_position_by_the_same_check(server: Server, name: str) -> None:
    refused = server.post(
        "/api/matches", {"game": name, "options": {"position": IMPOSSIBLE[name]}}, expect=400
    )
    assert sentence(name) in refused["error"]["text"]


@pytest.mark.parametrize("strange", [TOO_LONG, TOO_LONG + "\0", "hexabomb \u2028"])
def test_a_number_of_5000_digits_is_refused_in_one_sentence(server: Server, strange: str) -> None:
    refused = server.post("/api/matches", {"game": "hexabomb", "options": {"position": strange}}, expect=400)
    assert len(refused["error"]["text"]) < 1000


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"game": "hoplite", "options": {"depth": "99"}}, 400, "depth"),
        ({"game": "hoplite", "options": {"depht": "1"}}, 400, "depht"),
        ({"game": "hoplite", "seats": []}, 400, "seats"),
        ({"game": "hoplite", "seats": [{"player": "bot", "bot": "hal"}]}, 400, "hal"),
        ({"game": "hoplite", "seats": [{"player": "bot", "bot": "search:nodes=99999999"}]}, 400, "nodes"),
        ({"game": "hoplite", "seed": "seven"}, 422, "seed"),
        ({"game": "hoplite", "seed": "9223372036854775808"}, 422, "seed"),
        ({"game": "hoplite", "surprise": 1}, 422, "surprise"),
        ({"game": "hexabomb", "options": {"map": "/etc/passwd"}}, 400, "map"),
        ({"game": "hexabomb", "options": {"map": "./boards.json"}}, 400, "map"),
        ({"game": "hexabomb", "options": {"map": "0:0..99999;1:0..99999@0,0"}}, 400, "large"),
        ({"game": "hexabomb", "options": {"turns": "999999"}}, 400, "turns"),
        ({"game": "codekeeper", "options": {"maze": "X"}}, 400, "maze"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_sentence(
    server: Server, given: dict[str, object], status: int, says: str
) -> None:
    refused = server.post("/api/matches", given, expect=status)["error"]["text"]
    assert says in refused
    assert "\n" not in refused


def test_a_long_seed_arrives_as_it_was_written_and_is_told_to_its_maker(server: Server) -> None:
    match = server.begin("hoplite", seed="12345678901234567")
    assert "seed 12345678901234567" in server.get(f"{match.path}/file", match.tokens[0])
    assert server.get(match.path, match.tokens[0])["seed"] == "12345678901234567"
    assert server.get(server.begin("hoplite", seed=7).path)["seed"] is None


def test_a_match_says_what_is_played_who_plays_and_how_it_ended(server: Server) -> None:
    easy = {"player": "bot", "bot": "easy"}
    battle = server.begin("cardbattle", seed=3, seats=[easy, easy], options={"setup_turns": "1"})
    found = server.get(battle.path)
    assert [seat["name"] for seat in found["seats"]] == ["Carthage (easy)", "Republican Rome (easy)"]
    assert found["played"] == "Carthage against Republican Rome"
    assert [value for _, value in found["chosen"]] == ["1"]
    painters = [{"player": "bot", "bot": "painter"}] * 2
    short = server.begin("hexabomb", seed=3, seats=painters, options={"turns": "2"})
    over = short.wait()
    assert [seat["name"] for seat in over["seats"]] == ["painter 1", "painter 2"]
    assert over["says"] in ("won by painter 1", "won by painter 2", "drawn")
    assert over["played"] == "map duel"


def test_lists_go_on_where_they_ended_and_find_matches_by_their_ids(server: Server) -> None:
    made = [server.begin("hoplite", seed=n, listed=n > 0) for n in range(3)]
    for match in made:
        match.choose("resign", 0)
    first = server.get("/api/matches?state=over&limit=1")
    second = server.get(f"/api/matches?state=over&limit=1&before={first[0]['changed']}")
    assert [one["id"] for one in first + second] == [made[2].id, made[1].id]
    asked = server.get("/api/matches?" + "&".join(f"id={match.id}" for match in (*made[:2], made[0])))
    assert [one["id"] for one in asked] == [made[1].id, made[0].id]
    assert server.get("/api/matches?state=over&within=0") == []
    assert made[2].id in [one["id"] for one in server.get("/api/matches?state=over&within=3600")]


def test_every_difficulty_can_be_begun(server: Server) -> None:
    steps = [(game["name"], step) for game in server.get("/api/games") for step in game["difficulties"]]
    assert len(steps) >= 12
    for name, step in steps:
        seats = server.post(f"/api/games/{name}/seats", {"options": step["options"]})
        bots = [{"player": "bot", "bot": seat["bot"] or step["bot"]} for seat in seats[1:]]
        match = server.begin(name, options=step["options"], seats=[{"player": "me"}, *bots])
        assert server.get(match.path)["ended"] is None


def test_bots_are_offered_from_the_weakest_to_the_strongest_and_all_can_be_had(server: Server) -> None:
    for game in server.get("/api/games"):
        offered = [one["bot"] for one in game["bots"]]
        doubled = {rung.bot for rung in find(game["name"]).ladder if rung.same_as}
        assert not doubled & set(offered)
        assert {bot.partition(":")[0] for bot in offered} | doubled == set(bots_for(game["name"]))
        assert all(one["help"] for one in game["bots"])
        assert offered[0] == "random"
        for bot in offered:
            check_bot(bot, game["name"])


def test_a_person_who_is_lost_gets_a_page_and_a_program_a_refusal(server: Server) -> None:
    found = server.http.get("/nowhere/at/all", headers={"accept": "text/html,*/*"})
    assert found.headers["content-type"].startswith("text/html")
    assert found.status_code == (404 if FOLDER.exists() else 503)
    for path in ("/nowhere", "/api/nowhere"):
        assert server.get(path, expect=404)["error"]["code"] == "unknown"


def test_seats_are_named_before_a_match_begins(server: Server) -> None:
    given = {"options": {"map": "delta", "special": "yes"}}
    found = server.post("/api/games/hexabomb/seats", given)
    assert [seat["title"] for seat in found] == ["Special player", "Player 1", "Player 2", "Player 3"]
    assert [seat["bot"] for seat in found] == ["hunter", None, None, None]
    match = server.begin("hexabomb", **given)
    assert [seat["player"] for seat in server.get(match.path)["seats"]] == ["bot", "me", "me", "me"]


@pytest.mark.parametrize("game", sorted(BOTS))
def test_a_saved_match_opens_again_turn_for_turn(server: Server, game: str) -> None:
    options = {"turns": "5"} if game == "hexabomb" else {}
    count = 1 if game != "hexabomb" else 2
    # A file knows no names, so here nobody has one.
    seats = [{"player": "bot", "bot": BOTS[game], "name": f"Player {n + 1}"} for n in range(count)]
    match = server.begin(game, seed=3, seats=seats, options=options)
    match.wait()
    file = server.get(f"{match.path}/file")
    opened = server.http.post("/api/files", content=file.encode())
    assert opened.status_code == 201, opened.text
    again = server.get(f"/api/matches/{opened.json()['id']}/turns?limit=200")
    assert again == server.get(f"{match.path}/turns?limit=200")


def test_a_broken_file_is_refused_with_the_line(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    match.choose("walk n", 0)
    file = server.get(f"{match.path}/file", match.tokens[0])
    broken = file.replace("1 walk n", "1 walk s")
    answer = server.http.post("/api/files", content=broken.encode())
    assert answer.status_code == 400
    assert "turn 1" in answer.json()["error"]["text"]
    assert server.http.post("/api/files", content=b"\xff\xfe").status_code == 400
    assert server.http.post("/api/files", content=b"x" * (2 << 20)).status_code == 413


def test_a_file_can_be_gone_on_with(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    match.choose("walk n", 0)
    file = server.get(f"{match.path}/file", match.tokens[0])
    made = server.http.post("/api/files?go_on=true", content=file.encode()).json()
    token = made["tokens"][0]["token"]
    body = {"choice": "walk n", "number": 1}
    assert server.post(f"/api/matches/{made['id']}/choices", body, token)["number"] == 2


def test_bots_alone_go_on_with_a_file(server: Server) -> None:
    match = server.begin("hexabomb", seed=7, options={"turns": "12"})
    match.choose("stay", 0)
    file = server.get(f"{match.path}/file", match.tokens[0])
    seats = "&seat=bot+random" * len(server.get(match.path)["seats"])
    made = server.http.post(f"/api/files?go_on=true{seats}", content=file.encode()).json()
    assert [(key["seats"], key["player"]) for key in made["tokens"]] == [([], "host of the match")]
    assert Begun(server, made["id"], []).wait()["ended"] != "unfinished"


def test_again_is_the_same_start_with_other_tokens(server: Server) -> None:
    match = server.begin("hoplite", seed=11, options={"depth": "3"})
    made = server.post(f"{match.path}/again", token=match.tokens[0], expect=201)
    assert made["tokens"][0]["token"] != match.tokens[0]
    first = server.get(f"{match.path}/turns")["turns"][0]["position"]
    assert server.get(f"/api/matches/{made['id']}/turns")["turns"][0]["position"] == first
    server.post(f"{match.path}/again", expect=403)


def test_a_battle_against_a_bot_can_be_begun_again_and_saved_by_who_plays_it(server: Server) -> None:
    match = server.begin("cardbattle", seats=[{"player": "me"}, {"player": "bot", "bot": "easy"}], seed=5)
    assert server.get(f"{match.path}/file", token=match.tokens[0]).startswith("hoplon match 2\n")
    server.get(f"{match.path}/file", expect=403)
    made = server.post(f"{match.path}/again", token=match.tokens[0], expect=201)
    seats = server.get(f"/api/matches/{made['id']}")["seats"]
    assert [seat["bot"] for seat in seats] == ["", "easy"]
    server.post(f"{match.path}/again", expect=403)


def test_bots_play_to_the_end_and_scores_are_kept_by_turn(server: Server) -> None:
    seats = [{"player": "bot", "bot": "painter"}, {"player": "bot", "bot": "random"}]
    match = server.begin("hexabomb", seats=seats, options={"turns": "6"})
    over = match.wait()
    curves = server.get(f"{match.path}/curves")
    assert len(curves) == 7
    assert curves[-1] == over["scores"]
    assert over["seed"] is not None


def test_a_slow_bot_does_not_delay_another_match(tmp_path: Path) -> None:
    with Server(tmp_path / "arena.sqlite") as server:
        bot_process = [{"player": "bot", "bot": "search:seconds=10"}]
        slow = [server.begin("hoplite", seats=bot_process) for _ in range(3)]
        quick = server.begin("hexabomb", seats=[{"player": "me"}] * 2)
        before = [server.get(match.path)["number"] for match in slow]
        for number in range(30):
            quick.choose("stay", number)
        after = [server.get(match.path)["number"] for match in slow]
        assert all(late - early < 10 for early, late in zip(before, after, strict=True))
        other = server.begin(
            "hexabomb", options={"turns": "2"}, seats=[{"player": "bot", "bot": "random"}] * 2
        )
        other.wait()
        assert all(server.get(match.path)["ended"] is None for match in slow)


def test_a_program_plays_only_where_that_was_allowed(server: Server, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path / "hero.py")
    program = [{"player": "bot", "bot": f"{sys.executable} {tmp_path / 'hero.py'}"}]
    refused = server.post("/api/matches", {"game": "codekeeper", "seats": program}, expect=400)
    assert "hoplon serve --programs" in refused["error"]["text"]
    with Server(tmp_path / "arena.sqlite", "--programs") as willing:
        match = willing.begin("codekeeper", seed=5, seats=program)
        assert match.wait(over=False, number=5)["number"] >= 5


def test_a_networked_game_is_watched_while_it_goes_on(server: Server, tmp_path: Path) -> None:
    out = tmp_path / "game.hoplon"
    words = ["host", "hexabomb", "--map", "garden", "--turns", "12", "--bot", "painter", "--port", "0"]
    command = [sys.executable, "-m", "hoplon.cli", *words, "--out", str(out)]
    done = subprocess.run(
        [*command, "--arena", f"http://{server.base}"], capture_output=True, text=True, timeout=patience()
    )
    assert done.returncode == 0, done.stderr
    shown = done.stdout.split("/match/")[1].split()[0]
    found = server.get(f"/api/matches/{shown}")
    assert found["ended"] is not None
    assert found["turn"] == 12
    choices = [turn["choice"] for turn in server.get(f"/api/matches/{shown}/turns?limit=200")["turns"]][1:]
    lines = [line.split(" ")[2:-1] for line in out.read_text().splitlines() if line[:1].isdigit()]
    assert choices == [" ".join(line) for line in lines][1::2]


async def test_an_answer_does_not_wait_for_its_client_to_have_heard_the_one_before() -> None:
    at_once = asyncio.get_running_loop().create_future()

    def answer(_: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        end: socket.socket = line.get_extra_info("socket")
        at_once.set_result(end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        line.close()

    listener = listen("127.0.0.1", 0)
    async with await asyncio.start_server(answer, sock=listener):
        _, line = await asyncio.open_connection(*listener.getsockname())
        assert await asyncio.wait_for(at_once, patience())
        line.close()
        await line.wait_closed()
