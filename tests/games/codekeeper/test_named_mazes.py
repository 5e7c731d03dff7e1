"""The mazes that come with the game (rulebook 12.2)."""

from __future__ import annotations

import pytest

from hoplon.bots import bot
from hoplon.core.board import ALL
from hoplon.core.errors import BadOption
from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.board import BOARD, STORY_NAMES
from hoplon.games.codekeeper.maze import survey
from hoplon.games.codekeeper.named_mazes import NamedMaze, find_maze, named_mazes
from hoplon.games.codekeeper.tables import THING_NAMES
from hoplon.referee.run import run

MAZES = list(named_mazes().values())


@pytest.mark.parametrize("maze", MAZES, ids=lambda maze: maze.name)
def test_each_can_be_won_or_says_otherwise(maze: NamedMaze) -> None:
    options = GAME.options.from_text({"maze": maze.option})
    played = run(GAME, [bot("explorer", "codekeeper")], 1, options)
    assert bool(played.winners) == maze.can_be_won
    assert maze.can_be_won != ("cannot be reached" in maze.purpose)
    assert maze.purpose.endswith(".")


def test_there_is_one_for_every_kind_of_thing() -> None:
    found = {kind for maze in MAZES for kind in survey(list(maze.rows)).counts}
    assert found >= {"box", "skeleton", "gargoyle", "orc", "vampire", "treasure", "potion", "bow-chest"}
    everything = survey(list(named_mazes()["everything"].rows)).counts
    assert set(everything) == found


def test_a_name_is_found_before_a_file_and_a_mistyped_one_is_refused() -> None:
    assert find_maze("trap") == list(named_mazes()["trap"].rows)
    with pytest.raises(BadOption, match=r"there is no maze 'tarp'; did you mean trap\?"):
        find_maze("tarp")
    with pytest.raises(BadOption, match="expected a file or one of first-steps, "):
        find_maze("qqqq")


def test_an_option_may_name_one_and_a_match_file_has_its_rows() -> None:
    options = GAME.options.from_text({"maze": "trap"})
    assert options.as_text() == {"maze": named_mazes()["trap"].option}


def test_the_form_offers_them_and_a_match_is_called_by_its_maze() -> None:
    (field,) = (field for field in BOARD.form() if field.name == "maze" and field.among)
    assert [label.partition(":")[0] for _, label in field.among[1:]] == [maze.name for maze in MAZES]
    assert BOARD.played({"maze": named_mazes()["trap"].option}, ()) == "trap"
    assert BOARD.played({"maze": "/".join(["." * 16] * 12)}, ()) == "a drawn maze"


def test_the_story_opens_the_rulebook() -> None:
    assert GAME.rulebook is not None
    text = " ".join(GAME.rulebook.read_text(encoding="utf-8").split())
    assert text.index(GAME.story) < text.index("One hero looks for the exit")


def test_everything_has_its_part_in_the_story() -> None:
    assert set(STORY_NAMES) == set(THING_NAMES)
    match = Match(GAME, 1, GAME.options.from_text({"maze": "one-vampire"}))
    (note,) = BOARD.explain(match, 0, ALL, "8,5")
    assert (note.title, note.text.partition(". ")[0]) == ("Vampire", "A memory leak")
