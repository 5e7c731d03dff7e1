"""Whatever happens can be read: every log has sentences, and none names what its reader may not know."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from hoplon.core.board import ALL, SPECTATOR, Entry
from hoplon.core.match import Match
from hoplon.games.cardbattle.board.story import FORMS, Story
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.state import Do
from hoplon.server.boards import board_of

QUIET = {"phase", "settle", "clear", "face", "after", "turn_end", "come", "determine", "stay", "recharge"}


def logs(game: str, choices: int, seed: int = 3) -> list[tuple[Entry, ...]]:
    """The logs of a random match."""
    match, dice = Match(import_module(f"hoplon.games.{game}").GAME, seed), Random(seed)
    while not match.is_over and len(match.choices) < choices:
        match.play(dice.choice(list(match.legal())))
    board = board_of(game)
    return [board.log(match, number, ALL) for number in range(1, len(match.choices) + 1)]


@pytest.mark.parametrize("game", ["hoplite", "hexabomb", "codekeeper", "cardbattle"])
def test_everything_that_matters_is_said(game: str) -> None:
    for log in logs(game, 120):
        for number, entry in enumerate(log):
            assert entry.says == entry.says.strip()
            assert "{" not in entry.says
            stays = entry.kind == "step" and entry.src == entry.dst
            if entry.kind not in QUIET and not stays and not entry.says:
                # What says nothing is told by the one that caused it, or by what it causes.
                near = [log[entry.cause]] if entry.cause >= 0 else []
                near += [one for one in log if one.cause == number]
                assert any(one.says for one in near), entry


@pytest.mark.parametrize("game", ["hoplite", "codekeeper"])
def test_only_the_player_is_addressed(game: str) -> None:
    match, dice = Match(import_module(f"hoplon.games.{game}").GAME, 3), Random(3)
    while not match.is_over and len(match.choices) < 60:
        match.play(dice.choice(list(match.legal())))
    board = board_of(game)
    numbers = range(1, len(match.choices) + 1)
    mine, others = ([e.says for n in numbers for e in board.log(match, n, viewer)] for viewer in (0, ALL))
    assert any(says.startswith("You ") for says in mine)
    assert not any("the hero" in says.lower() for says in mine)
    assert any(says.startswith("The hero ") for says in others)
    assert not any({"you", "your"} & set(says.lower().split()) for says in others)
    hero = board.position(match, 0, 0)["hero"]
    titles = [board.explain(match, 0, viewer, hero)[0].title for viewer in (0, SPECTATOR)]
    assert titles == ["You", "The hero"]


def test_every_form_of_a_battle_can_be_filled_in() -> None:
    from hoplon.core.text import Action, Turn
    from hoplon.games.cardbattle.board import names_of

    match = Match(import_module("hoplon.games.cardbattle").GAME, 1, CardBattleOptions())
    actions = tuple(Action(kind, 0, 0, 0, 0, 1) for kind in FORMS)
    turn = Turn(actions, match.game.phrases)
    for said in Story(names_of(match), turn, match.states_at(0)[0], 0).sentences():
        assert said
        assert "{" not in said


def test_the_arithmetic_of_a_clash_can_be_checked() -> None:
    match, dice = Match(import_module("hoplon.games.cardbattle").GAME, 3), Random(3)
    wanted = ("attack", "close", "resolve", "play", "stand")
    board = board_of("cardbattle")
    for _ in range(400):
        legal = list(match.legal())
        eager = [choice for choice in legal if choice.split()[0] in wanted]
        match.play(dice.choice(eager or legal))
        if any(action.kind == Do.CLASH for action in match.turns[-1].actions):
            break
    log = board.log(match, len(match.choices), ALL)
    column = next(entry for entry in log if entry.kind == "column").n
    said = next(entry.says for entry in log if entry.kind == "meet")
    assert f"column {column}: base " in said
    assert "sizes" in said
    assert any(entry.kind == "clash" and entry.says.startswith("Die ") for entry in log)
    assert any(entry.kind == "takes" and "hit" in entry.says for entry in log)
