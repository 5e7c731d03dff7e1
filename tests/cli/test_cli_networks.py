"""Networks on the command line: as players, and what is told about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hoplon
from tests.bots.generic.random_networks import write_random


@pytest.fixture
def file() -> Path:
    return write_random(
        Path("mine.npz"), "hoplite", hoplon.game("hoplite").encodings()[0],
        task="hoplite-depth16-v1", command="hoplon train hoplite-depth16-v1\x1b[31m", figures={"won": 0.5},
    )  # fmt: skip


def test_a_network_plays_a_series(run, file: Path) -> None:
    done = run("match", "hoplite", "--bot", "mine.npz", "--seeds", "1-2", "--longest", "8", "--out", "runs")
    assert done.exit_code == 0, done.output
    found = [hoplon.load(path) for path in Path("runs").glob("*.hoplon")]
    assert len(found) == 2
    assert all(match.is_over or len(match.choices) == 8 for match in found)
    assert "faults" in done.stdout


def test_bot_about_tells_how_a_network_was_trained(run, file: Path) -> None:
    done = run("bot", "about", "mine.npz")
    assert done.exit_code == 0, done.output
    assert "task              hoplite-depth16-v1\n" in done.stdout
    assert 'figures           {"won":0.5}\n' in done.stdout
    assert "\x1b" not in done.stdout
    told = json.loads(run("bot", "about", "./mine.npz:nodes=5", "--json").stdout)
    assert (told["game"], told["encoding"]) == ("hoplite", "board")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("match hoplite --bot none.npz", "'none.npz' cannot be read: No such file"),
        ("match codekeeper --bot mine.npz", "mine.npz plays hoplite, not codekeeper"),
        ("match hoplite --bot mine.npz:nodes=none", "nodes of the bot mine.npz is 'none'"),
        ("bot about learned", "whose bot is 'learned'"),
        ("bot about mcts --game hoplite", "the bot mcts was not trained"),
    ],
)
def test_what_is_wrong_with_a_network_is_said(run, file: Path, words: str, expected: str) -> None:
    done = run(*words.split())
    assert done.exit_code == 2
    assert expected in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
