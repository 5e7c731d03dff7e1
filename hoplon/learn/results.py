"""Result files: what `hoplon evaluate` found out about players, with every match that it played.

A result file is a zip file. `result.json` says the task and the figures; section 0 of it has the match files
`0/0000.hoplon`, `0/0001.hoplon`, and so on. The same matches make the same bytes.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from hoplon.core.errors import HoplonError
from hoplon.core.version import __version__
from hoplon.learn.sections import Section
from hoplon.learn.tasks import Task
from hoplon.learn.tasks.figures import Played
from hoplon.referee.stats import Interval

FORMAT = "hoplon result 1"
ABOUT = "result.json"
DIGITS = 6  # of a figure
EPOCH = (1980, 1, 1, 0, 0, 0)
MOST_FILES = 100_000
MOST_BYTES = 1 << 29
MOST_ABOUT = 1 << 24


class BadResult(HoplonError):
    """A result file that cannot be read, or that says what is not so."""


@dataclass(frozen=True)
class SectionResult:
    """How one player did in one section. `faults` says of matches, by number, how the player failed."""

    player: str
    opponent: str
    held_out: bool
    matches: int
    figures: dict[str, Interval]
    faults: dict[int, str] = field(default_factory=dict)

    @property
    def section(self) -> Section:
        """The section of the test."""
        return Section(self.opponent, self.held_out)


@dataclass(frozen=True)
class Result:
    """The figures of players in a task."""

    task: str
    game: str
    rules: int  # the version of the game's rules
    hoplon: str  # the version that played
    sections: tuple[SectionResult, ...]


def figures_of(task: Task, played: Sequence[Played]) -> dict[str, Interval]:
    """The figures of matches, those of one seed in a row."""
    seats = len(played[0].scores)
    units = [played[first : first + seats] for first in range(0, len(played), seats)]
    return {figure.name: rounded(figure.over(units)) for figure in task.figures}


def rounded(found: Interval) -> Interval:
    """A figure with as many digits as a file has."""
    ends = (None if end is None else round(end, DIGITS) for end in (found.low, found.high))
    return Interval(round(found.value, DIGITS), *ends)


def new_result(task: Task, sections: Sequence[SectionResult]) -> Result:
    """The result of this Hoplon."""
    return Result(task.name, task.game, task.rules.version, __version__, tuple(sections))


def match_name(section: int, number: int) -> str:
    """Where a match is in the file."""
    return f"{section}/{number:04d}.hoplon"


def write(path: Path, result: Result, matches: Mapping[str, str]) -> None:
    """Write a result file; the matches are given by their names in it."""
    about = json.dumps({"format": FORMAT, **asdict(result)}, indent=1, ensure_ascii=False)
    with ZipFile(path, "w") as file:
        for name, text in {ABOUT: about + "\n", **matches}.items():
            entry = ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            file.writestr(entry, text, ZIP_DEFLATED, 9)


def read(path: Path) -> tuple[Result, dict[str, str]]:
    """What a result file says, and its matches by name; nothing is checked against the rules."""
    try:
        with ZipFile(path) as file:
            entries = file.infolist()
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise BadResult(f"it is too large; expected at most {MOST_FILES} files of {MOST_BYTES} bytes")
            if len({entry.filename for entry in entries}) < len(entries):
                raise BadResult("a name occurs twice in it")
            texts = {entry.filename: file.read(entry).decode() for entry in entries}
    except (BadZipFile, zlib.error, UnicodeDecodeError, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadResult(f"this is no result file of Hoplon: {error}") from None
    about = texts.pop(ABOUT, "")
    if not about or len(about) > MOST_ABOUT:
        raise BadResult(f"this is no result file of Hoplon: there is no {ABOUT} in it")
    return read_about(about), texts


def read_about(text: str) -> Result:
    """The text of `result.json`."""
    try:
        said = json.loads(text)
        if said.pop("format") != FORMAT:
            raise BadResult(f"{ABOUT} is not of the format {FORMAT!r}")
        sections = tuple(_section(one) for one in said.pop("sections"))
        result = Result(sections=sections, **said)
        _check_types(result)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadResult(f"{ABOUT} is damaged ({type(error).__name__}: {error})") from None
    return result


def _section(said: dict[str, Any]) -> SectionResult:
    figures = {str(name): Interval(**one) for name, one in said.pop("figures").items()}
    faults = {int(number): str(fault) for number, fault in said.pop("faults").items()}
    return SectionResult(figures=figures, faults=faults, **said)


def _check_types(result: Result) -> None:
    texts: list[Any] = [result.task, result.game, result.hoplon]
    numbers: list[Any] = [result.rules]
    for one in result.sections:
        texts += [one.player, one.opponent]
        numbers += [one.matches, one.held_out]
        for found in one.figures.values():
            numbers += [end for end in (found.value, found.low, found.high) if end is not None]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("a name is no text")
    if not all(isinstance(number, int | float) for number in numbers):
        raise TypeError("a number is none")
