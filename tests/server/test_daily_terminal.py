"""`hoplon daily`: today's challenges in the terminal, as practice and against a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from served import Board, Server

from hoplon.core.errors import BadText
from hoplon.core.recovery import phrase_of, secret_of
from tests.waiting import patience


def hoplon(state: Path, *words: str, typed: str = "", expect: int = 0) -> str:
    """What the command prints, on both ways out."""
    done = subprocess.run(
        [sys.executable, "-m", "hoplon.cli", "daily", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=patience(),
        env=os.environ | {"XDG_STATE_HOME": str(state), "COLUMNS": "200"},
    )
    assert done.returncode == expect, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_practice_needs_no_arena(tmp_path: Path) -> None:
    assert "hoplite: " in hoplon(tmp_path, "--day", "2026-11-18")
    played = hoplon(tmp_path, "hoplite", "--day", "2026-11-18", typed="resign\n")
    assert "Begin on" in played or "One dungeon" in played
    assert played == hoplon(tmp_path, "hoplite", "--day", "2026-11-18", typed="resign\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--day", "soon"], "'soon' is no day; expected one such as 2026-11-18"),
        (["--arena", "http://127.0.0.1:9"], "no arena answers at http://127.0.0.1:9"),
        (
            ["hoplite", "--arena", "http://127.0.0.1:9", "--day", "2026-11-18"],
            "only today's challenge counts",
        ),
        (["--arena", "http://127.0.0.1:9", "--phrase", "one two"], "these are 2 words"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path, words: list[str], says: str) -> None:
    assert says in hoplon(tmp_path, *words, expect=2)


def test_an_attempt_is_left_and_gone_on_with(tmp_path: Path, server: Server) -> None:
    arena = ["--arena", f"http://{server.base}"]
    phrase = phrase_of("0123456789abcdef0123456789abcdef")
    secret = secret_of(phrase)
    first = hoplon(tmp_path, "codekeeper", *arena, "--phrase", phrase, "--name", "Ada", expect=1)
    assert "You are Ada" in first
    assert "Your streak" not in first
    told = server.get("/api/daily", secret)
    own = next(one["you"] for one in told["games"] if one["game"] == "codekeeper")
    with Board(server, own["match"], secret, None) as board:  # nothing of it tells the seed
        card = json.dumps([board.welcome, board.state, board.ask("question", number=0, past=True)])
        assert board.welcome["match"]["seed"] is None
        assert board.welcome["match"]["day"] == told["day"]
        assert "secret" not in card
        first_choice = board.state["choices"][0]["text"]
    second = hoplon(tmp_path, "codekeeper", *arena, typed=f"{first_choice}\nnonsense\n", expect=1)
    assert "'nonsense' is none of the legal choices" in second
    assert "goes on with it" in second
    server.post(f"/api/matches/{own['match']}/resign", None, secret)
    ended = hoplon(tmp_path, "codekeeper", *arena)
    assert "Ada (you): " in ended
    assert "not finished" in ended
    listed = hoplon(tmp_path, *arena)
    assert "hash " in listed
    assert "Your streak: 0 days" in listed


def test_a_phrase_is_read_as_the_page_writes_it() -> None:
    phrase = phrase_of("00ff" * 8)
    assert secret_of(phrase.upper().replace(" ", ",  ")) == "00ff" * 8
    words = phrase.split()
    for wrong, says in (
        (words[:11], "these are 11 words; a recovery phrase has 12"),
        (["queue", *words[1:]], "word 1, 'queue', is none"),
        ([words[1], words[0], *words[2:]], "wrong, or two have changed places"),
    ):
        with pytest.raises(BadText, match=says):
            secret_of(" ".join(wrong))


def test_bots_play_along_and_the_end_is_in_the_table(server: Server) -> None:
    secret = "fedcba9876543210" * 2
    server.post("/api/me", {"secret": secret, "name": "Bacchylides"}, expect=201)
    match = server.post("/api/daily/hexabomb", None, secret, expect=201)["id"]
    with Board(server, match, secret, None) as board:
        while board.state["outcome"] is None:
            if board.state["choices"]:
                board.choose()
            else:
                board.hear()
        assert not board.state["file"]
    told = server.get("/api/daily", secret)
    own = next(one["you"] for one in told["games"] if one["game"] == "hexabomb")
    assert (own["state"], own["turns"]) == ("done", 30)
    assert told["streak"] == {"now": 1, "best": 1, "today": True}
