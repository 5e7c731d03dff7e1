"""Puzzles: positions in which one choice is clearly best. A game keeps them in a text file, one line each.

The first line says which game and which version of its rules they are for; every other line that is not empty
holds one puzzle, its fields with tabs between them:

    id            eight hexadecimal digits, made from the position and the seat
    seat          who is asked, from 0
    difficulty    from 1 on: how much search it takes to find the solution (`analysis/puzzles/difficulty.py`)
    margin        what the solution is ahead of the second best choice, and the standard error: `0.21±0.012`
    themes        names with commas between them, or `-`
    values        what the solution, and then its nearest rivals, are worth: `walk n:0.94;walk s:0.7`
    line          the choices that follow the solution when a bot plays on: `walk n;walk ne`, or `-`
    source        where the position is from
    position      in the game's notation

The match of a puzzle begins from its position with the seed 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hoplon.core.errors import BadText, HoplonError, IllegalChoice
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.sources import short_hash

SEED = 1
NONE = "-"
FIELDS = 9
HARDEST = 9
HEAD = re.compile(r"# puzzles of (\S+), version (\d{1,6}) of its rules")
ID = re.compile(r"[0-9a-f]{8}")
MARGIN = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)±(\d{1,12}(?:\.\d{1,12})?)")
VALUE = re.compile(r"([^;\t]+):(-?\d{1,12}(?:\.\d{1,12})?)")
SHIPPED = "puzzles.txt"


class BadPuzzles(HoplonError):
    """A file of puzzles that cannot be read."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the one choice that is clearly best in it."""

    id: str
    seat: int
    difficulty: int
    margin: float
    error: float
    themes: tuple[str, ...]
    values: tuple[tuple[str, float], ...]  # of the solution, then of its nearest rivals
    line: tuple[str, ...]
    source: str
    position: str

    @property
    def solution(self) -> str:
        """The best choice."""
        return self.values[0][0]

    def __str__(self) -> str:
        values = ";".join(f"{choice}:{_short(value)}" for choice, value in self.values)
        margin = f"{_short(self.margin)}±{_short(self.error)}"
        fields = (
            self.id, str(self.seat), str(self.difficulty), margin, ",".join(self.themes) or NONE,
            values, ";".join(self.line) or NONE, self.source or NONE, self.position,
        )  # fmt: skip
        return "\t".join(fields)


def _short(number: float) -> str:
    """A number with as many digits as are worth writing."""
    text = f"{number:.0f}" if abs(number) >= 100 else f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def puzzle_id(position: str, seat: int) -> str:
    """The id of the puzzle in a position."""
    return short_hash(position, str(seat))[:8]


def head_of(game: Game) -> str:
    """The first line of a file."""
    return f"# puzzles of {game.name}, version {game.version} of its rules"


def write_puzzles(game: Game, puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles, in the order of their ids: which come one after another is then chance."""
    lines = (str(puzzle) for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id))
    return "\n".join((head_of(game), *lines)) + "\n"


def read_puzzle(text: str) -> Puzzle:
    """The puzzle in a line; BadText says what is wrong with it."""
    fields = text.split("\t")
    if len(fields) != FIELDS:
        raise BadText(f"it has {len(fields)} fields with tabs between them; expected {FIELDS}")
    name, seat, difficulty, margin, themes, values, line, source, position = fields
    if not ID.fullmatch(name):
        raise BadText(f"its id is {name[:40]!r}; expected eight hexadecimal digits")
    if name != puzzle_id(position, _whole(seat, "seat", 0, 99)):
        raise BadText(f"its id is {name}; that of its position is {puzzle_id(position, int(seat))}")
    if not (ahead := MARGIN.fullmatch(margin)):
        raise BadText(f"its margin is {margin[:40]!r}; expected one such as 0.21±0.012")
    said = [VALUE.fullmatch(part) for part in values.split(";")]
    worth = tuple((one[1], float(one[2])) for one in said if one)
    if not said or len(worth) != len(said):
        raise BadText(f"its values are {values[:40]!r}; expected CHOICE:NUMBER;CHOICE:NUMBER")
    return Puzzle(
        name,
        int(seat),
        _whole(difficulty, "difficulty", 1, HARDEST),
        float(ahead[1]),
        float(ahead[2]),
        () if themes == NONE else tuple(themes.split(",")),
        worth,
        () if line == NONE else tuple(line.split(";")),
        "" if source == NONE else source,
        position,
    )


def _whole(text: str, name: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not least <= int(text) <= most:
        raise BadText(f"its {name} is {text[:40]!r}; expected a whole number from {least} to {most}")
    return int(text)


def read_puzzles(lines: Iterable[str], game: Game, where: str) -> Iterator[Puzzle]:
    """The puzzles of a file; BadPuzzles names the line that is wrong."""
    ids: set[str] = set()
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if number == 1:
            _check_head(line, game, where)
        elif line:
            try:
                puzzle = read_puzzle(line)
            except BadText as error:
                raise BadPuzzles(f"{where}, line {number} is no puzzle: {error}") from None
            if puzzle.id in ids:
                raise BadPuzzles(f"{where}, line {number} has the puzzle {puzzle.id} a second time")
            ids.add(puzzle.id)
            yield puzzle


def _check_head(line: str, game: Game, where: str) -> None:
    head = HEAD.fullmatch(line)
    if head is None:
        raise BadPuzzles(f"{where}, line 1 is {line[:60]!r}; expected {head_of(game)!r}")
    if head[1] != game.name:
        raise BadPuzzles(f"{where} holds puzzles of {head[1]}; expected {game.name}")
    if int(head[2]) != game.version:
        raise BadPuzzles(f"{where} is for {game.other_version(int(head[2]))}")


def game_named_in(path: Path) -> str:
    """The name of the game that a file of puzzles is for."""
    try:
        with path.open(encoding="utf-8") as file:
            line = file.readline().rstrip("\n")
    except UnicodeDecodeError:
        line = "no text"
    head = HEAD.fullmatch(line)
    if head is None:
        raise BadPuzzles(
            f"{path}, line 1 is {line[:60]!r}; expected '# puzzles of GAME, version N of its rules'"
        )
    return head[1]


def load_puzzles(path: Path, game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadPuzzles(f"{path} is no text: {error.reason} at byte {error.start}") from None
    return tuple(read_puzzles(text.splitlines(), game, str(path)))


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; none if it brings none. They are read on first use."""
    if game.puzzles is None:
        return ()
    found: tuple[Puzzle, ...] | None = game.__dict__.get("_puzzles")
    if found is None:
        path = game.puzzles.with_name(SHIPPED)
        found = game.__dict__["_puzzles"] = load_puzzles(path, game) if path.is_file() else ()
    return found


def puzzle_of(game: Game, wanted: str) -> Puzzle:
    """The puzzle of that id."""
    found = next((puzzle for puzzle in puzzles_of(game) if puzzle.id == wanted), None)
    if found is None:
        raise HoplonError(
            f"there is no puzzle {wanted[:40]!r} of {game.name}; it has {len(puzzles_of(game))}"
        )
    return found


def daily_puzzle(game: Game, day: int) -> Puzzle | None:
    """The puzzle of a day, counted from 1970-01-01: the same for everybody who has the same file."""
    puzzles = puzzles_of(game)
    return puzzles[day % len(puzzles)] if puzzles else None


def begin_puzzle(game: Game, puzzle: Puzzle) -> Match:
    """The match that a puzzle is solved in."""
    assert game.position_option is not None
    return Match(game, SEED, game.options.from_text({game.position_option: puzzle.position}))


def is_right(match: Match, puzzle: Puzzle, text: str) -> bool:
    """Is a choice the solution, or another way to say it? The match stands at the puzzle's position.

    Choices are the same if the same dice lead to the same position.
    """
    choice = match.read(text)
    solution = match.read(puzzle.solution)
    return choice.code == solution.code or outcome_of(match, choice) == outcome_of(match, solution)


def outcome_of(match: Match, choice: str) -> bytes:
    """The position after a choice, as bytes."""
    twin = match.copy()
    twin.play(choice)
    return bytes(twin._states.tobytes())


def value_of(puzzle: Puzzle, match: Match, text: str) -> float | None:
    """What a choice is worth, if that is written down; the match stands at the puzzle's position."""
    here = outcome_of(match, match.read(text))
    for choice, value in puzzle.values:
        if outcome_of(match, choice) == here:
            return value
    return None


def play_line(match: Match, puzzle: Puzzle) -> None:
    """Play the solution, and what follows as long as it is legal."""
    match.play(puzzle.solution)
    for text in puzzle.line:
        if match.is_over:
            return
        try:
            match.play(text)
        except IllegalChoice:
            return
