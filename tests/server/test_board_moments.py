"""Help is about the moment that is shown, now or so many choices ago, and tells no more than that view."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from served import Server

from hoplon.core.board import ALL, SPECTATOR
from hoplon.core.match import Match
from hoplon.core.sentences import listed
from hoplon.games import game
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.state import Do
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hoplite.options import HopliteOptions
from hoplon.server.boards import board_of
from hoplon.server.seated_match import to_json


def played(name: str, choices: int, seed: int = 3, options: Any = None) -> Match:
    """A random match."""
    match, dice = Match(game(name), seed, options), random.Random(seed)
    while not match.is_over and len(match.choices) < choices:
        match.play(dice.choice(list(match.legal())))
    return match


def cells_of(name: str, match: Match) -> list[str]:
    """Some places of a board."""
    if name == "cardbattle":
        return [f"{side}{column}" for side in "AB" for column in range(1, 10)]
    ground = board_of(name).ground(match)
    found: list[str] = ground.get("cells") or [f"{x},{y}" for x in range(16) for y in range(0, 12, 2)]
    return found


@pytest.mark.parametrize("name", ["hoplite", "hexabomb", "codekeeper", "cardbattle"])
def test_help_about_an_earlier_moment_is_what_was_said_then(name: str) -> None:
    match, board = played(name, 24), board_of(name)
    then = match.copy()
    cells, changed = cells_of(name, match)[::2], 0
    while then.choices:
        then.undo()
        number = len(then.choices)
        if number % 11:
            continue
        for viewer in (0, SPECTATOR, ALL):
            # Nobody is to move in the past, so a battle has no advice there.
            asked = SPECTATOR if name == "cardbattle" and viewer == then.to_move else viewer
            said = [board.explain(match, number, asked, cell) for cell in cells]
            assert said == [board.explain(then, number, asked, cell) for cell in cells]
            reaches = [board.reach(match, number, viewer, cell) for cell in cells]
            assert reaches == [board.reach(then, number, viewer, cell) for cell in cells]
            assert board.threats(match, number, viewer) == board.threats(then, number, viewer)
            changed += said != [board.explain(match, len(match.choices), asked, cell) for cell in cells]
    assert changed


def test_a_replay_is_explained_as_it_is_shown(server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    with server.board(match.id, match.tokens[0]) as board:
        hero, demon = board.state["position"]["hero"], board.state["position"]["demons"][0]
        threats = board.ask("threats")["marks"]
        board.choose("walk n")
        assert board.ask("explain", cell=hero)["notes"][0]["title"] != "You"
        assert board.ask("explain", cell=hero, number=0)["notes"][0]["title"] == "You"
        about = board.ask("explain", cell=demon["cell"], number=0)
        assert about["notes"][0]["title"].lower().startswith(demon["kind"])
        assert board.ask("threats", number=0)["marks"] == threats
        for number in (-1, 2, 10**30, True, "1", 1.5, []):
            for kind in ("threats", "explain"):
                error = board.ask(kind, cell=hero, number=number)["error"]
                assert (error["code"], error["text"][:10]) == ("malformed", "number is ")


def test_who_shares_a_screen_reads_of_the_past_what_everybody_may_know(server: Server) -> None:
    match = server.begin("cardbattle", seed=4, seats=[{"player": "me"}, {"player": "me"}])
    with server.board(match.id, match.tokens[0]) as board:
        now = [note["text"] for note in board.ask("explain", cell="hand:1")["notes"]]
        past = board.ask("explain", cell="hand:1", number=0)["notes"]
        assert "Nobody else sees it." not in now
        assert [note["text"] for note in past] == ["Nobody else sees it."]


def test_who_watches_may_see_the_maze_or_what_the_hero_sees(server: Server) -> None:
    match = server.begin("codekeeper", seed=4, open=True)
    with server.board(match.id) as everything, server.board(match.id, see="seat") as hero:
        seen, known = everything.state["position"], hero.state["position"]
        assert (everything.state["sees_all"], hero.state["sees_all"]) == (True, False)
        assert len(seen["known"]) == 192 > len(known["known"]) == known["seen"] == seen["seen"]
        hero.say({"type": "see", "see": "all"})
        assert hero.hear("state")["position"] == seen
    turns = [server.get(f"{match.path}/turns{see}")["turns"][0] for see in ("", "?see=all", "?see=seat")]
    assert turns[0] == turns[1] != turns[2]


def test_threats_say_who_threatens() -> None:
    match = played("hoplite", 1, options=HopliteOptions(depth=5))
    board, texts = board_of("hoplite"), []
    for mark in board.threats(match, 1, 0):
        texts.append(mark.text)
        assert mark.text.startswith(("attacked by the ", "a bomb from the "))
    assert any(" at " in text for text in texts)
    assert (listed(["a"]), listed(["a", "b", "c"])) == ("a", "a, b and c")


def test_a_preview_names_those_who_die_by_what_people_see() -> None:
    match, board, dice = Match(game("hoplite"), 5), board_of("hoplite"), random.Random(5)
    kills = 0
    while not match.is_over and len(match.choices) < 120:
        for choice in match.legal():
            ahead = board.preview(match, choice, 0)
            if any(entry.kind == "kill" for entry in ahead.log):
                kills += 1
                assert "kills the " in ahead.summary
                assert " at " in ahead.summary
        match.play(dice.choice(list(match.legal())))
    assert kills


def test_in_sudden_death_nobody_is_said_to_come_back() -> None:
    board = board_of("hexabomb")
    options = HexabombOptions(map="duel", special=True)
    match, dice = Match(game("hexabomb"), 1, options), random.Random(1)
    said = set()
    while not match.is_over and len(match.choices) < 400 and not said:
        bombs = [choice for choice in match.legal() if choice.startswith("bomb 2 2")]
        match.play(dice.choice(bombs or list(match.legal())))
        number = len(match.choices)
        for character in board.position(match, number, ALL)["characters"]:
            if character["wait"] >= 0:
                notes = board.explain(match, number, ALL, character["cell"])
                said |= {note.text for note in notes if note.text.startswith("Dead")}
    assert said == {"Dead; in sudden death nobody comes back."}
    told = [entry.says for k in range(len(match.choices)) for entry in board.log(match, k + 1, ALL)]
    assert not any("waits" in text for text in told)


def test_a_preview_says_what_the_ground_does_to_a_unit() -> None:
    options = CardBattleOptions(setup_turns=0, terrain=("marsh", "woods", "rough"))
    match, dice = Match(game("cardbattle"), 2, options), random.Random(2)
    board, harmed = board_of("cardbattle"), 0
    while not match.is_over and len(match.choices) < 15:
        seat = match.to_move
        assert seat is not None
        for choice in [one for one in match.legal() if one.split()[0] in ("play", "move")][::5]:
            twin = match.copy()
            turn = twin.play(choice)
            hits = [a.n for a in turn.actions if a.kind == Do.LOSE and turn.actions[a.cause].kind == Do.ENTER]
            said = json.loads(to_json(board.preview(match, choice, seat)))["summary"]
            assert ("to the ground" in said) == bool(hits), said
            harmed += len(hits)
        match.play(dice.choice(list(match.legal())))
    assert harmed
