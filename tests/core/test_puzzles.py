"""Files of puzzles and of their themes: written, read back, and refused in a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoplon.core.errors import BadText
from hoplon.core.lessons import answer_for_others, begin_lesson, course_of
from hoplon.core.match import Match
from hoplon.core.puzzles import (
    BadPuzzles,
    Puzzle,
    begin_puzzle,
    daily_puzzle,
    head_of,
    is_right,
    load_puzzles,
    play_line,
    puzzle_id,
    puzzle_of,
    puzzles_of,
    read_puzzle,
    value_of,
    write_puzzles,
)
from hoplon.core.themes import BadThemes, Shown, Themes, names_that_hold, themes_of
from hoplon.games import game, own_names

HOPLITE = game("hoplite")
POSITION = "hoplite hero=4,4 demons=F4,5;F5,4"
ONE = Puzzle(
    puzzle_id(POSITION, 0), 0, 3, 0.25, 0.0125, ("double-stab", "long-leap"),
    (("leap 5,5", 0.9375), ("walk s", 0.5), ("walk nw", -0.25)), ("walk n", "walk n"), "greedy seed=7 turn=3",
    POSITION,
)  # fmt: skip


def test_a_line_is_read_as_it_was_written() -> None:
    assert read_puzzle(str(ONE)) == ONE
    bare = replace(ONE, themes=(), line=(), source="", margin=1250.0, error=0.0)
    assert read_puzzle(str(bare)) == bare
    assert str(ONE).split("\t")[3] == "0.25±0.0125"


def test_a_file_is_read_as_it_was_written_in_the_order_of_ids(tmp_path: Path) -> None:
    other = replace(ONE, id=puzzle_id("hoplite hero=4,4", 0), position="hoplite hero=4,4")
    file = tmp_path / "some.txt"
    file.write_text(write_puzzles(HOPLITE, [ONE, other]), encoding="utf-8")
    assert list(load_puzzles(file, HOPLITE)) == sorted([ONE, other], key=lambda puzzle: puzzle.id)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("\t0.25±0.0125", "", "8 fields"),
        (ONE.id, "xyz", "its id is 'xyz'"),
        (ONE.id, "00000000", "that of its position is"),
        ("\t3\t", "\t77\t", "difficulty is '77'"),
        ("0.25±0.0125", "much", "margin is 'much'"),
        ("leap 5,5:0.9375", "leap 5,5", "its values are"),
        ("\t0\t3", "\t²\t3", "seat is"),
    ],
)
def test_a_line_that_is_no_puzzle_is_refused_with_the_reason(old: str, new: str, says: str) -> None:
    with pytest.raises(BadText, match=says):
        read_puzzle(str(ONE).replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no puzzle|holds|^$"),
        ("chess\n", "line 1 is 'chess'"),
        ("# puzzles of hexabomb, version 1 of its rules\n", "holds puzzles of hexabomb; expected hoplite"),
        ("# puzzles of hoplite, version 99 of its rules\n", "version 99"),
        (f"{head_of(HOPLITE)}\nnonsense\n", "line 2 is no puzzle: it has 1 fields"),
        (f"{head_of(HOPLITE)}\n{ONE}\n{ONE}\n", "line 3 has the puzzle .* a second time"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(text, encoding="utf-8")
    if not text:
        assert load_puzzles(file, HOPLITE) == ()
        return
    with pytest.raises(BadPuzzles, match=says):
        load_puzzles(file, HOPLITE)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture.txt"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadPuzzles, match="is no text"):
        load_puzzles(file, HOPLITE)


def test_the_solution_is_right_however_it_is_said_and_nothing_else_is() -> None:
    match = begin_puzzle(HOPLITE, ONE)
    assert is_right(match, ONE, "leap 5,5")
    assert not is_right(match, ONE, "walk s")
    assert value_of(ONE, match, "walk s") == 0.5
    assert value_of(ONE, match, "bash n") is None


def test_two_commands_that_lead_to_the_same_position_are_the_same_answer() -> None:
    keeper = game("codekeeper")
    lesson = begin_lesson(keeper, course_of(keeper).lessons[0])
    position = keeper.notation(lesson.states_at(0), 0)
    step = "MOVE 8 4"
    puzzle = replace(ONE, position=position, values=((step, 100.0), ("MOVE 0 0", 0.0)))
    match = begin_puzzle(keeper, puzzle)
    same = [text for text in match.legal() if text != step and is_right(match, puzzle, text)]
    assert same
    assert len(same) < len(match.legal()) - 1


def test_a_line_is_played_as_far_as_it_is_legal() -> None:
    match = begin_puzzle(HOPLITE, ONE)
    play_line(match, replace(ONE, line=("walk n", "throw 99,99", "walk n")))
    assert match.choices == ["leap 5,5", "walk n"]


@pytest.mark.parametrize("name", own_names())
def test_the_daily_puzzle_is_the_same_for_everybody_and_another_one_tomorrow(name: str) -> None:
    found = game(name)
    assert daily_puzzle(found, 20_000) == daily_puzzle(found, 20_000) != daily_puzzle(found, 20_001)
    first = puzzles_of(found)[0]
    assert puzzle_of(found, first.id) is first


# Themes, each on a position made by hand: the choices that lead to the question, and the solution.

CARDS = {lesson.name: lesson.options["position"] for lesson in course_of(game("cardbattle")).lessons}
KEEPER = {lesson.name: lesson.options["position"] for lesson in course_of(game("codekeeper")).lessons}
BOMBS = {lesson.name: lesson.options["position"] for lesson in course_of(game("hexabomb")).lessons}
EXAMPLES = [
    ("hoplite", POSITION, "leap 5,5", {"double-stab", "long-leap", "two-at-once"}),
    ("hoplite", POSITION, "walk nw", set()),
    ("hoplite", "hoplite hero=4,4 magma=4,6;5,6;3,6 demons=F4,5", "bash n", {"magma", "bash"}),
    ("hoplite", "hoplite hero=4,4 magma=5,6;3,6 demons=F4,5", "bash n", {"bash"}),
    ("hoplite", "hoplite hero=4,4 demons=F4,6", "walk n", {"lunge"}),
    ("hoplite", "hoplite hero=4,9", "walk n", {"stairs"}),
    ("hoplite", "hoplite hero=4,5 demons=F4,6;F5,5;F3,6", "leap 4,3", {"escape", "quiet", "long-leap"}),
    ("hoplite", "hoplite hero=4,5 demons=F4,6", "bash s", {"price", "bash"}),
    ("hexabomb", BOMBS["bomb"], "bomb 2 2", {"drop"}),
    ("hexabomb", BOMBS["bomb"], "stay", {"wait"}),
    ("hexabomb", BOMBS["paint"], "move x+", {"paint"}),
    ("cardbattle", CARDS["rally"], "rally-card Hoplites", {"rally"}),
    ("cardbattle", CARDS["shoot"], "fire 5 5", {"missile"}),
    ("cardbattle", CARDS["charge"], "attack 5 5", {"attack"}),
    ("cardbattle", CARDS["play"], "play Hoplites 5", {"bring-up"}),
]


def held(name: str, position: str, choice: str) -> set[str]:
    found = game(name)
    start = Match(found, 1, found.options.from_text({found.position_option or "": position}))
    seat = start.to_move
    assert seat is not None

    def after(text: str) -> Match:
        twin = start.copy()
        twin.play(text)
        return twin

    others = [after(text) for text in start.legal() if text != choice]
    shown = Shown(start, after(choice), after(choice), others, others)
    return set(names_that_hold(themes_of(start.game), seat, shown))


@pytest.mark.parametrize(("name", "position", "choice", "themes"), EXAMPLES)
def test_a_theme_is_decided_by_what_happens(name: str, position: str, choice: str, themes: set[str]) -> None:
    found = held(name, position, choice)
    assert themes <= found
    if not themes:
        assert not found & {"double-stab", "two-at-once", "long-leap", "magma", "bash", "lunge"}


def test_the_weapon_decides_the_theme_of_an_attack() -> None:
    lessons = course_of(game("codekeeper")).lessons
    weapons = {"1": "hammer", "2": "scythe", "3": "bow"}
    for lesson in lessons:
        choice = lesson.solution[0]
        if choice.startswith("ATTACK"):
            assert weapons[choice.split()[1]] in held("codekeeper", lesson.options["position"], choice)


def test_an_orderly_withdrawal_is_one_and_standing_fast_is_not() -> None:
    cards = game("cardbattle")
    lesson = next(one for one in course_of(cards).lessons if one.name == "withdraw")
    match = begin_lesson(cards, lesson)
    number = answer_for_others(lesson, match)
    position = match.game.notation(match.states_at(number), 0)
    assert "withdrawal" in held("cardbattle", position, "withdraw")
    assert held("cardbattle", position, "stand") & {"withdrawal", "stand"} == {"stand"}


def test_a_flank_attack_is_one() -> None:
    cards = game("cardbattle")
    match = Match(cards, 1, cards.options.from_text({"position": CARDS["flank"]}))
    match.play("attack 5 4")
    assert "flank" in held("cardbattle", match.game.notation(match.states_at(1), 0), "flank-order 5")


@pytest.mark.parametrize("name", own_names())
def test_every_game_says_where_its_puzzles_come_from(name: str) -> None:
    themes: Themes = themes_of(game(name))
    assert themes.sources
    assert themes.margin > 0
    known = {theme.name for theme in themes.themes}
    assert all(set(puzzle.themes) <= known for puzzle in puzzles_of(game(name)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("margin = ", "cannot be read"),
        ("ahead = 1", "margin is None"),
        ("margin = 1\nahead = -1", "ahead is -1"),
        ("margin = 1\ncolour = 3", "has 'colour'"),
        ("margin = 1\nslips = 3", "slips is 3; expected a list"),
        ("margin = 1\nslips = [3, 100]", "slips is 100"),
        ("margin = 1\nwithin = 0.5", "within is 0.5"),
        ("margin = 1\ntransposes = 1", "transposes is 1; expected true or false"),
        ("margin = 1\n[[match]]\nslips = 3", "match 1 has no list of bots"),
        ('margin = 1\n[[match]]\nbots = ["a"]\nslips = 100', "slips is 100"),
        ('margin = 1\n[[theme]]\nname = "A b"\ntitle = "x"\nhint = "y"\nwhen = ["ended"]', "is called 'A b'"),
        ('margin = 1\n[[theme]]\nname = "a"\ntitle = "x"\nhint = "y"', "theme 1 has no tests"),
        (
            'margin = 1\n[[theme]]\nname = "a"\ntitle = "x"\nhint = "y"\nwhen = ["dance"]',
            "'dance' is no test",
        ),
    ],
)
def test_broken_themes_are_refused_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "puzzles.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadThemes, match=says):
        themes_of(replace(HOPLITE, puzzles=file))
