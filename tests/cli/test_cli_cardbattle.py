"""Hoplites in the terminal: against the computer, and two players at one keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hoplon
from hoplon.cli.cardbattle.session import Session, autosave_path, grouped
from tests.games.rulebook import section

WHOLE_TURN = "end\n" * 5


def play(run, *args: str, stdin: str) -> str:
    result = run("play", "cardbattle", "--seed", "2", *args, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@section("17.1", "20")
def test_the_board_the_hand_and_the_phase_are_shown(run) -> None:
    text = play(run, "--opponent", "easy", stdin="quit\n")
    assert "A Carthage under Hannibal" in text
    assert "Hand of A:" in text
    assert "Hand of B:" not in text
    assert "Round 1, turn of A: [play] move missile shock rally draw" in text


@section("20")
def test_charts_help_odds_log_and_debriefing_answer(run) -> None:
    lines = [
        "charts crt",
        "help EL",
        "help",
        "odds",
        "log",
        "debrief",
        "legal",
        "chart nothing",
        "help nothing",
    ]
    text = play(run, "--opponent", "easy", stdin="\n".join([*lines, "quit", ""]))
    for said in (
        "Combat results",
        "EL, Elephants: mounted",
        "preferences: play.sk_always_ow",
        "no attack is designated, and nobody is asked",
        "nothing has happened yet",
        "second line attacks",
        "play Balearic-slingers-1 1 2 3 4 5 6 7 8 9",
        "there is no chart 'nothing'",
        "there is no help on 'nothing'",
    ):
        assert said in text


@section("17.1", "17.4")
def test_the_computer_plays_its_turn_and_the_battle_is_kept(run) -> None:
    text = play(run, "--opponent", "easy", stdin=WHOLE_TURN + "board\nquit\n")
    assert "turn B" in text
    assert "Round 2, turn of A: [play]" in text
    kept = hoplon.load(autosave_path())
    assert kept.to_move == 0
    assert len(kept.choices) > 5
    again = run("play", "cardbattle", "--resume", stdin="quit\n")
    assert "Round 2, turn of A: [play]" in again.stdout


@section("17.1", "22.3")
def test_what_the_computer_draws_is_not_told(run) -> None:
    text = play(run, "--opponent", "easy", stdin=(WHOLE_TURN * 4) + "log 999\nquit\n")
    assert "deal B.?" in text
    assert not re.search(r"deal B\.[A-Z]", text)


def test_an_illegal_choice_gets_its_reason_and_changes_nothing(run) -> None:
    text = play(run, "--opponent", "easy", stdin="attack 3 3\nplay Unicorns 3\nquit\n")
    assert "attack belongs to the shock phase, and this is the play phase of A" in text
    assert "'Unicorns' is no unit of this battle" in text
    assert text.count("Type legal for what you may do.") == 2
    assert not autosave_path().exists()


@section("17.4")
def test_a_battle_is_saved_and_loaded(run, tmp_path: Path) -> None:
    text = play(
        run,
        "--opponent",
        "easy",
        stdin="play Celts-4 4\nsave mine\nsave mine\nend\nload mine\nload no\nquit\n",
    )
    assert "saved as mine.hoplon" in text
    assert "mine.hoplon exists" in text
    assert "loaded mine.hoplon" in text
    assert "there is no saved battle 'no'" in text
    assert hoplon.load(tmp_path / "mine.hoplon").choices == ["play Celts-4 4"]


@section("17.3")
def test_hot_seat_hides_the_hand_until_the_other_player_confirms(run) -> None:
    text = play(run, "--hotseat", stdin="\n" + WHOLE_TURN + "\nquit\n")
    first, second = [part for part in text.split("The hands are hidden.") if part][1:]
    assert first.startswith(" A, press Enter")
    assert "Hand of A:" in first
    assert "Hand of B:" not in first
    assert second.startswith(" B, press Enter")
    assert "Hand of B:" in second
    assert "Hand of A:" not in second
    before = text.partition("The hands are hidden.")[0]
    assert "Hand of" not in before


@section("17.3", "17.4")
def test_a_question_waits_through_a_save_and_shows_no_hand_in_hot_seat(run, tmp_path: Path) -> None:
    match = hoplon.new("cardbattle", seed=3, setup_turns=0)
    wander_to_a_question(match)
    asked = match.to_move
    match.save(tmp_path / "asked.hoplon")
    loaded = hoplon.load(tmp_path / "asked.hoplon")
    assert loaded.state == match.state
    result = run("play", "cardbattle", "--hotseat", "--load", "asked.hoplon", stdin="quit\n")
    assert f"{'AB'[asked]} is asked" in result.stdout
    assert "Hand of" not in result.stdout


def wander_to_a_question(match) -> None:
    """Play first choices of a kind until the other side is asked something."""
    for k in range(3000):
        if match.view(-1).question is not None:
            return
        legal = match.legal()
        acts = [choice for choice in legal if choice != "end"]
        match.play(acts[k * 7 % len(acts)] if acts and k % 5 else legal[0])
    raise AssertionError("nobody was asked anything")


@section("18.1")
def test_a_preference_answers_from_the_moment_it_is_switched_on(run, tmp_path: Path) -> None:
    match = hoplon.new("cardbattle", seed=3, setup_turns=0)
    wander_to_a_question(match)
    asked = match.view(-1).question
    word = {"withdraw": "ow", "fire": "rf"}[asked.asks]
    match.save(tmp_path / "asked.hoplon")
    lines = f"odds\nprefer\nprefer all_always_{word} on\nprefer x on\nquit\n"
    side = ["--side", asked.seat]
    result = run("play", "cardbattle", "--opponent", "easy", *side, "--load", "asked.hoplon", stdin=lines)
    assert ("withdraws: hits" if word == "ow" else " fires at ") in result.stdout
    assert "on: none; there are sk_always_ow" in result.stdout
    assert f"all_always_{word} is on\n{'withdraw' if word == 'ow' else 'react'} " in result.stdout


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (
            ["cardbattle", "--opponent", "divine"],
            "there is no opponent 'divine'; expected one of easy, medium, hard",
        ),
        (["cardbattle", "--side", "C"], "there is no side 'C'; expected A or B"),
        (["cardbattle", "--hotseat", "--opponent", "easy"], "leave out --opponent"),
        (["hoplite", "--hotseat"], "hoplite has no flag '--hotseat'; its own flags: none"),
        (["cardbattle", "-o", "army_a=unicorns"], "unicorns"),
    ],
)
def test_what_cannot_be_played_is_refused(run, args: list[str], reason: str) -> None:
    result = run("play", *args)
    assert result.exit_code != 0
    assert reason in result.stderr + str(result.exception or "")


def test_choices_with_the_same_beginning_share_a_line() -> None:
    assert grouped(["end", "play X 1", "play X 2", "draw"]) == ["end", "play X 1 2", "draw"]


@pytest.mark.parametrize("quick", [True, False])
def test_quick_attack_shows_no_selection_of_the_computer(quick: bool, capsys) -> None:
    match = hoplon.new("cardbattle", seed=4)
    session = Session(match, "easy", quick=quick)
    words = match.game.phrases
    before = match.state.record
    session.tell(words.read_turn("attack B.Velites-1 on 4"), before)
    session.tell(words.read_turn("resolve B\n  fight attack 1"), before)
    shown = capsys.readouterr().out
    assert ("attack B.Velites-1 on 4" in shown) != quick
    assert "fight attack 1" in shown
