"""A person at the terminal, between bots."""

from __future__ import annotations

import io

import pytest

from hoplon.games import game
from hoplon.protocols.players import make_player
from hoplon.referee.run import Run, run
from tests.core.duel import GAME as DUEL


def play(monkeypatch: pytest.MonkeyPatch, typed: str, longest: int) -> Run:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(DUEL, [make_player("person", DUEL), make_player("random", DUEL)], 1, longest=longest)


def test_what_is_not_legal_is_asked_again(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    played = play(monkeypatch, "fly\n\n  WAIT \n", 1)
    assert played.verdict == "stopped"
    assert played.match.choices == ["wait"]
    assert played.records[0].answers == ["wait"]
    told = capsys.readouterr()
    assert told.out == ""
    assert "'fly' is none of the legal choices." in told.err
    assert "Legal: " in told.err
    assert played.match.game.draw(played.match.states_at(0), 0) in told.err
    assert told.err.count("1 Player 1> ") == 3


@pytest.mark.parametrize(("typed", "words"), [("", "the input has ended"), ("quit\n", "left the match")])
def test_who_leaves_has_lost(monkeypatch: pytest.MonkeyPatch, typed: str, words: str) -> None:
    played = play(monkeypatch, typed, 5)
    assert played.fault is not None
    assert played.fault.kind == "exit"
    assert words in played.fault.text
    assert played.winners == (1,)


def test_a_board_is_shown_also_where_all_choose_at_once(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    found = game("hexabomb")
    options = found.options.from_text({"map": "duel", "turns": "1"})
    monkeypatch.setattr("sys.stdin", io.StringIO("stay\nstay\n"))
    played = run(found, [make_player("person", found), make_player("random", found)], 1, options)
    assert played.faults == ()
    assert played.records[0].answers == ["stay", "stay"]
    assert played.match.game.draw(played.match.states_at(0), 0).splitlines()[0] in capsys.readouterr().err
