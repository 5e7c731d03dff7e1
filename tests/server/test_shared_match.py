"""A match that is over: begun again with sides swapped, and shown where its link is."""

from __future__ import annotations

from typing import Any

from served import Begun, Server

from hoplon.core.match import Match
from hoplon.games import game
from hoplon.server.boards import board_of

MAZE = "/".join(["XXXXXXXXXXXXXXXX", "XH.1..EXXXXXXXXX", *["XXXXXXXXXXXXXXXX"] * 10])


def names(server: Server, match: str) -> list[str]:
    """Who has which seat."""
    return [seat["player"] for seat in server.get(f"/api/matches/{match}")["seats"]]


def again(match: Begun, how: str) -> Any:
    """The match once more."""
    return match.server.post(f"{match.path}/again?{how}", token=match.tokens[0], expect=201)


def test_a_rematch_swaps_sides_and_rolls_other_dice(server: Server) -> None:
    seats = [{"player": "me", "name": "Ada"}, {"player": "bot", "bot": "painter"}]
    match = server.begin("hexabomb", seed=7, seats=seats, options={"turns": "9"})
    rematch = again(match, "swap=true&fresh=true")
    assert names(server, rematch["id"]) == ["bot", "me"]
    assert rematch["tokens"][0]["seats"] == [1]
    told = server.get(f"/api/matches/{rematch['id']}", rematch["tokens"][0]["token"])
    assert told["options"] == {"turns": "9"}
    assert told["seats"][1]["name"] == "Ada"
    assert names(server, again(match, "")["id"]) == ["me", "bot"]


def test_a_bot_keeps_the_seat_that_is_kept_for_it_when_sides_are_swapped(server: Server) -> None:
    options = {"map": "delta", "special": "yes"}
    kept = server.post("/api/games/hexabomb/seats", {"options": options})
    seats = [{"player": "bot", "bot": kept[0]["bot"]}, {"player": "me"}]
    seats += [{"player": "bot", "bot": "random"}] * (len(kept) - 2)
    match = server.begin("hexabomb", options=options, seats=seats)
    swapped = names(server, again(match, "swap=true")["id"])
    assert swapped[0] == "bot"
    assert swapped.index("me") == len(kept) - 1


def test_a_link_to_a_match_has_a_preview(server: Server) -> None:
    match = server.begin("hoplite", seed=7, seats=[{"player": "me", "name": 'A "<b>'}])
    page = server.http.get(f"/match/{match.id}").text
    assert f'/api/matches/{match.id}/picture.png"' in page
    assert "A &quot;&lt;b&gt;" in page
    assert "og:" not in server.http.get("/match/unknown").text
    png = server.http.get(f"{match.path}/picture.png")
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(b"\x89PNG")
    first = server.http.get(f"{match.path}/picture.svg").text
    assert first.startswith("<svg")
    match.choose("walk n", 0)
    assert server.http.get(f"{match.path}/picture.svg").text != first
    assert server.http.get(f"{match.path}/picture.svg?number=0").text == first
    refused = server.http.get(f"{match.path}/picture.svg?number=2")
    assert refused.status_code == 404
    assert "there is no picture 2" in refused.text
    assert server.http.get("/api/matches/unknown/picture.png").status_code == 404


def test_a_picture_shows_nothing_that_is_hidden(server: Server) -> None:
    seats = [{"player": "me"}, {"player": "bot", "bot": "random"}]
    pictures = {
        server.http.get(f"{server.begin('cardbattle', seed=seed, seats=seats).path}/picture.svg").text
        for seed in (3, 3)
    }
    match = Match(game("cardbattle"), 3)
    assert match.game.picture(match.states_at(0), 0) not in pictures


def test_a_picture_of_a_lane_tells_nothing_of_the_maze_while_others_play_it(server: Server) -> None:
    lanes = [{"player": "me"}, {"player": "friend"}]
    made = server.post("/api/races", {"game": "codekeeper", "seed": 3, "lanes": lanes}, expect=201)
    mine, friends = (
        Begun(server, lane["id"], [key["token"] for key in lane["tokens"]]) for lane in made["lanes"]
    )
    bearer = {"authorization": f"Bearer {mine.tokens[0]}"}
    mine.choose("error", 0)  # the shortest way to end it
    match = Match(game("codekeeper"), 3)
    match.play("error")
    whole = match.game.picture(match.states_at(1), 0)
    assert server.http.get(f"{mine.path}/picture.svg", headers=bearer).text != whole
    friends.choose("error", 0, token=friends.tokens[0])
    assert server.http.get(f"{mine.path}/picture.svg").text == whole


def test_only_blows_that_hit_something_are_offered() -> None:
    found = game("codekeeper")
    match = Match(found, 1, found.options.from_text({"maze": MAZE}))
    offers = board_of("codekeeper").offers(match)
    assert {offer.cell for offer in offers if offer.tool == "bow"} == {"3,1"}
    assert not [offer for offer in offers if offer.tool == "sword"]
    match.play(next(offer.text for offer in offers if offer.cell == "2,1"))
    assert {offer.cell for offer in board_of("codekeeper").offers(match) if offer.tool == "sword"} == {"3,1"}
