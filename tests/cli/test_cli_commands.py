"""What the commands print."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import hoplon
from hoplon.cli import COMMANDS
from hoplon.core.match import Match
from hoplon.core.proof import Proof
from hoplon.games import game

POSITION = "hoplite depth=3 hero=4,5 demons=F4,7;A6,6"


def lines_of(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_version_is_printed(run) -> None:
    assert run("--version").stdout == f"hoplon {hoplon.__version__}\n"


def test_without_a_command_the_help_is_printed(run) -> None:
    result = run()
    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_examples(run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"hoplon {command}" in result.stdout.split("Examples:")[1]


def test_games_lists_names_and_options(run) -> None:
    text = run("games").stdout
    assert "hoplite" in text
    assert "depth=1" in text
    (facts,) = [game for game in lines_of(run("games", "--json").stdout) if game["name"] == "hoplite"]
    assert facts["seats"] == [1, 1]
    assert facts["options"]["hearts"] == 3


def test_simulate_prints_the_start_and_a_line_for_each_choice(run) -> None:
    result = run("simulate", "hoplite", "--seed", "7", stdin="walk n\nwalk s\n")
    start, first, second = lines_of(result.stdout)
    match = hoplon.new("hoplite", seed=7)
    assert start["turn"] == 0
    assert start["outcome"] is None
    assert start["legal"] == list(match.legal())
    assert start["check"] == f"{match.checks[0]:08x}"
    match.play("walk n")
    assert first["choice"] == "walk n"
    assert [entry["text"] for entry in first["log"]] == match.turns[0].lines()
    assert first["state"] == json.loads(json.dumps(match.view().as_json()))
    match.play("walk s")
    assert second["check"] == f"{match.checks[2]:08x}"
    assert result.exit_code == 0


def test_simulate_answers_a_refused_choice_and_goes_on(run) -> None:
    result = run("simulate", "hoplite", "--seed", "7", stdin="walk up\n\nleap 0,9\nwalk n\n")
    _, up, empty, leap, walk = lines_of(result.stdout)
    assert "'up' is no direction" in up["error"]
    assert "error" in empty
    assert "reaches 2 to 2" in leap["error"]
    assert walk["turn"] == 1
    assert result.exit_code == 2


def test_simulate_takes_bytes_that_are_no_text_for_a_bad_choice(run) -> None:
    result = run("simulate", "hoplite", "--seed", "7", stdin=b"\xff\xfe\nwalk n\n")
    assert "error" in lines_of(result.stdout)[1]
    assert lines_of(result.stdout)[2]["turn"] == 1


def test_simulate_ends_with_the_match(run) -> None:
    result = run("simulate", "hoplite", stdin="resign\nwalk n\n")
    _, last = lines_of(result.stdout)
    assert last["outcome"] == {"scores": [0], "winners": [], "reason": "resigned"}
    assert last["legal"] == []
    assert result.exit_code == 0


def test_simulate_reads_options(run) -> None:
    texts = ("-o", "depth=3", "-o", "prayers=bloodlust,patience", "--option", "hearts=5")
    (start,) = lines_of(run("simulate", "hoplite", *texts, stdin="").stdout)
    assert start["state"]["depth"] == 3
    assert start["state"]["prayers"] == ["bloodlust", "patience"]
    assert start["state"]["health"] == 5


def test_simulate_leaves_a_record_format_to_the_game(run, monkeypatch: pytest.MonkeyPatch) -> None:
    own = replace(game("hoplite"), record=lambda options, seed, lines: [f"{options.depth} {seed}", *lines])
    monkeypatch.setattr("hoplon.cli.simulate.find_game", lambda _name: own)
    result = run("simulate", "hoplite", "--format", "record", "--seed", "4", stdin="a\nb\n")
    assert result.stdout == "1 4\na\nb\n"


def test_replay_prints_choices_and_logs(run, saved: Path) -> None:
    text = run("replay", str(saved)).stdout
    match = hoplon.load(saved)
    for number, choice in enumerate(match.choices, 1):
        assert f"\n{number} {choice}\n" in text
    for turn in match.turns:
        assert "\n".join("  " + line for line in str(turn).splitlines()) in text
    assert text.endswith("open\n")


def test_replay_by_steps_shows_boards_and_does_not_wait_without_a_terminal(run, saved: Path) -> None:
    text = run("replay", str(saved), "--step").stdout
    assert text.count("11e") == 7
    assert str(hoplon.load(saved)) in text


def test_replay_as_json_gives_the_check_numbers_of_the_file(run, saved: Path) -> None:
    found = [line["check"] for line in lines_of(run("replay", str(saved), "--json").stdout)]
    assert found == [f"{check:08x}" for check in hoplon.load(saved).checks]


def test_verify_says_that_a_file_agrees(run, saved: Path) -> None:
    result = run("verify", str(saved), str(saved))
    assert result.exit_code == 0
    assert result.stdout == f"{saved}: agrees with the rules: 6 turns, open\n" * 2


def test_verify_says_where_a_file_parts_from_the_rules(run, saved: Path) -> None:
    saved.write_text(saved.read_text().replace("3 bash n", "3 bash s"))
    result = run("verify", str(saved))
    assert result.exit_code == 2
    assert "departs from the rules at turn 3" in result.stdout


def test_verify_goes_on_after_a_bad_file(run, saved: Path, tmp_path: Path) -> None:
    result = run("verify", str(tmp_path / "none"), str(saved))
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
    assert "agrees" in result.stdout


def test_verify_compares_the_commitment_and_the_share_of_a_player(run, tmp_path: Path) -> None:
    """A server that puts another share in the place of mine could choose the dice after all."""
    share, other = "aa" * 16, "bb" * 16
    proof = Proof("1a2b3c", "5e" * 32, {0: share}, (0,))
    files = {name: tmp_path / f"{name}.hoplon" for name in ("fair", "dealt")}
    for name, path in files.items():
        match = Match(game("hoplite"), proof.seed if name == "fair" else 7)
        if name == "dealt":  # by a seed that somebody chose; only the dice after that are the proven ones
            match.use_dice(proof.seed)
        match.proof = proof
        match.play("idle" if "idle" in match.legal() else match.legal()[0])
        match.save(path)
    assert (
        run("verify", str(files["fair"]), "--commitment", proof.commitment, "--share", share).exit_code == 0
    )
    refused = run("verify", str(files["fair"]), "--commitment", proof.commitment, "--share", other)
    assert (refused.exit_code, f"the file has {share} by seat 0" in refused.stderr) == (2, True)
    refused = run("verify", str(files["dealt"]), "--commitment", proof.commitment)
    assert (refused.exit_code, "only the dice from choice 1 on are proven" in refused.stderr) == (2, True)


def test_show_draws_a_position_and_a_match_file(run, saved: Path) -> None:
    assert " 7e   .     .     F     .     ." in run("show", POSITION).stdout
    assert run("show", str(saved)).stdout == f"{hoplon.load(saved)}\n"


def test_show_prints_a_notation_that_it_reads(run, saved: Path) -> None:
    notation = run("show", str(saved), "--notation").stdout.strip()
    assert notation == hoplon.load(saved).state.notation
    assert run("show", notation, "--notation").stdout.strip() == notation


def test_show_writes_a_picture(run, tmp_path: Path) -> None:
    assert run("show", POSITION, "--svg", "board.svg").exit_code == 0
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")


def test_threats_names_tiles_and_attackers(run) -> None:
    assert "4,8   F1\n" in run("threats", POSITION).stdout
    found = lines_of(run("threats", POSITION, "--json").stdout)
    assert {"cell": "4,8", "by": ["F1"], "bombs_from": []} in found


def test_outcomes_have_probabilities_that_add_up(run) -> None:
    found = lines_of(run("outcomes", POSITION, "walk n", "--json").stdout)
    assert sum(Fraction(line["probability"]) for line in found) == 1
    text = run("outcomes", POSITION, "walk n").stdout
    assert text.startswith(f"{len(found)} outcomes, from every fall of the dice")
    assert "50.00% (1/2)" in text


def test_trace_adds_and_makes_again(run, tmp_path: Path) -> None:
    add = ("trace", "hoplite", "--out", "t", "--add", "some", "--seed", "5", "-o", "depth=6", "--turns", "9")
    assert "some.trace: new" in run(*add).stdout
    path = tmp_path / "t" / "some.trace"
    before = path.read_text()
    assert before.startswith("hoplon trace 1\ngame hoplite 3\noption depth 6\nseed 5\nturns 9\nbegin ")
    assert before.count("\n> ") <= 9
    assert "some.trace: unchanged" in run("trace", "hoplite", "--out", "t").stdout
    path.write_text(before.replace("\n= ", "\n= 0", 1))
    assert "some.trace: changed" in run("trace", "hoplite", "--out", "t").stdout
    assert path.read_text() == before


def test_plain_play_explains_words_and_what_the_altar_offers(run, tmp_path: Path) -> None:
    typed = "help\nhelp bloodlust\nhelp Archer\nhelp blodlust\nquit\n"
    told = run("play", "hoplite", "--plain", "--seed", "19", stdin=typed).stdout
    assert "  mighty-bash: bash knocks back two tiles\n" in told
    assert "help WORD explains walk, leap" in told
    assert "Bloodlust, a prayer to Hermes: each of your kills gives 6 energy; costs 1 heart." in told
    assert "Archer: Shoots along the six straight lines" in told
    assert "there is no help on 'blodlust'; did you mean bloodlust?" in told


def test_plain_play_goes_by_lines(run, tmp_path: Path) -> None:
    typed = "legal\nwalk n\nundo\nredo\nwalk up\nboard\nsave a.hoplon\nsave a.hoplon\nsave\nhelp\n\nquit\n"
    result = run("play", "hoplite", "--plain", "--seed", "7", stdin=typed)
    assert result.exit_code == 0
    for words in (
        "walk n, walk ne",
        "walk 4,2 4,3",
        "'up' is no direction",
        "saved as a.hoplon",
        "a.hoplon exists",
    ):
        assert words in result.stdout
    assert hoplon.load(tmp_path / "a.hoplon").choices == ["walk n"]
    resumed = run("play", "hoplite", "--plain", "--resume", stdin="resign\n")
    assert "resigned, score 0" in resumed.stdout
    loaded = run("play", "hoplite", "--plain", "--load", "a.hoplon", stdin="")
    assert "turn 1" in loaded.stdout
