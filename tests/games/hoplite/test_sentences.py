"""What people read about a turn: sentences for the player, for others, and about what may follow."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.board import ALL
from hoplon.games.hoplite.board import BOARD
from hoplon.games.hoplite.guide import help_on
from hoplon.games.hoplite.state import Do
from hoplon.games.hoplite.tables import PRAYER_NAMES
from tests.games.hoplite.boards import scene


def told(match: hoplon.Match, viewer: int = 0) -> list[str]:
    """The sentences about the last turn."""
    return [entry.says for entry in BOARD.log(match, len(match.choices), viewer) if entry.says]


def test_a_bash_says_what_it_did():
    match = scene("4,4", "F4,5", stunned=1)
    match.play("bash n")
    assert told(match) == ["You bash at 4,5", "Footman F1 is pushed north", "Footman F1 slides to 4,6"]


def test_a_bash_against_a_wall_says_that_nothing_moves():
    match = scene("4,4", "F4,5", altar="4,6", stunned=1)
    match.play("bash n")
    assert told(match)[1:] == ["Footman F1 is pushed north and does not move"]


def test_two_kills_in_one_turn_are_one_killing_turn():
    match = scene("4,4", "F5,4", "A4,6", "F8,8", prayers=("surge",))
    match.play("walk n")
    said = told(match)
    assert [line for line in said if line.endswith("dies")] == ["Footman F1 dies", "Archer A2 dies"]
    assert "Killing turn 1 of 3 in a row" in said


def test_surge_tells_what_it_gives():
    match = scene("4,4", "F4,6", "F8,8", streak=2, energy=20, cooldown=3, prayers=("surge",))
    match.play("throw 4,6")
    said = told(match)
    assert said[said.index("Surge rewards the streak") :][1:4] == [
        "You gain 80 energy",
        "The bash is ready again",
        "The spear comes back from 4,6",
    ]


@pytest.mark.parametrize(
    ("demon", "words"),
    [("F4,5", "a demon footman"), ("A4,6", "a demon archer"), ("W4,6", "a demon wizard"), ("", "a bomb")],
)
def test_death_names_the_killer_as_the_original_does(demon: str, words: str):
    given = {"bombs": ("4,5",)} if not demon else {}
    match = scene("4,4", *([demon] if demon else []), health=1, prayers=("patience",), **given)
    match.play("idle")
    assert told(match)[-1] == f"You were killed by {words}"
    assert told(match, ALL)[-1] == f"The hero was killed by {words}"
    assert match.outcome.reason == f"killed by {words}"


def test_only_the_player_is_addressed():
    match = hoplon.new("hoplite", seed=3, depth=8, hearts=5)
    for _ in range(12):
        if not match.is_over:
            match.play(match.legal()[0])
    for number in range(1, len(match.choices) + 1):
        mine, others = (BOARD.log(match, number, viewer) for viewer in (0, ALL))
        assert not any("you" in entry.says.lower().split() for entry in others)
        assert len(mine) == len(others)
    assert BOARD.log(match, 1, 0)[0].says.startswith("You ")
    assert BOARD.log(match, 1, ALL)[0].says.startswith("The hero ")


def test_a_preview_holds_all_that_can_follow_with_exact_chances():
    match = scene("4,4", "F4,5", "A4,6", "F4,7", "D8,8", "W0,5")
    preview = BOARD.preview(match, "bash n", 0)
    lines = {entry.says: entry.chance for entry in preview.log if entry.says}
    assert lines["Archer A2 has to make way"] == ""
    assert lines["Archer A2 slides to 3,6"] == lines["Archer A2 slides to 5,6"] == "50\u00a0%"
    assert lines["Demolitionist D4 walks to 7,7 (50\u00a0%) or 8,7 (50\u00a0%)"] == ""
    assert lines["Footman F1 slides to 4,6"] == ""
    for n, entry in enumerate(preview.log):
        assert -1 <= entry.cause < n
        assert entry.depth == (0 if entry.cause < 0 else preview.log[entry.cause].depth + 1)


def test_a_preview_says_in_short_how_likely_a_death_is():
    """Pushed away to one side the archer burns, to the other it stands on bare ground."""
    match = scene("4,4", "F4,5", "A4,6", "F4,7", magma=("3,6",))
    assert "50\u00a0%: kills the archer at 4,6" in BOARD.preview(match, "bash n", 0).summary


def test_a_preview_of_the_stairs_ends_with_the_next_depth():
    preview = BOARD.preview(scene("4,9", "F0,3"), "walk n", 0)
    assert [entry.says for entry in preview.log] == ["You walk to 4,10", "You go down to depth 2"]
    assert not any(entry.chance for entry in preview.log)


def test_the_outcomes_print_what_happens():
    match = scene("4,4", "F4,5", "A4,6", "F4,7")
    text = str(hoplon.outcomes(match, "bash n"))
    assert "in any case: bash 4,4 4,5 n; smash 4,4 4,5 n; push F1 4,5 n" in text
    assert "50.0000%  1/2  hoplite " in text
    assert "          slide A2 4,6 3,6" in text


@pytest.mark.parametrize("name", PRAYER_NAMES)
def test_every_prayer_is_explained(name: str):
    assert help_on(name).count(":") >= 1
    assert help_on(name.replace("-", " ").upper()) == help_on(name)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("bloodlust", "Bloodlust, a prayer to Hermes: each of your kills gives 6 energy; costs 1 heart."),
        ("spinning-bash", "It needs Sweeping Bash."),
        ("surge", "It excludes Regeneration."),
        ("archer", "Archer: Shoots along the six straight lines"),
        ("leap", "for 50 energy"),
        ("blodlust", "there is no help on 'blodlust'; did you mean bloodlust?"),
        ("xyzzy", "there is no help on 'xyzzy'; expected one of walk, leap"),
        ("", "help WORD explains walk, leap"),
    ],
)
def test_help_on_a_word(word: str, words: str):
    assert words in help_on(word)


def test_every_kind_of_action_has_a_sentence_or_is_told_by_another():
    from hoplon.games.hoplite.story import SAYS

    assert set(Do) - set(SAYS) == {Do.SMASH, Do.RECHARGE}
