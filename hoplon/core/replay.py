"""Match files: rules version, options, seed and choices, with a check number per turn.

    hoplon match 1
    game hoplite 1
    seed 7
    option depth 3
    begin 5f3a22c1
    1 walk n 8a4b11c0
    2 leap 5,6 99aa0011
    end 2 open

The check number of a line is a CRC of the turn's log and the position after it, chained from the line
before, so a file shows *where* it departs from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from hoplon.core.errors import BadMatchFile, HoplonError, IllegalChoice
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.sentences import several

FORMAT = 1
MAGIC = f"hoplon match {FORMAT}"
MOST_LINES = 1_000_000


@dataclass
class MatchFile:
    """The contents of a match file, not checked against the rules."""

    game: str
    version: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    begin: int = 0
    choices: list[tuple[int, str, int]] = field(default_factory=list)  # seat, text, check
    ending: str = ""


def write(match: Match) -> str:
    """The match as text, one line for each choice."""
    lines = [MAGIC, f"game {match.game.name} {match.game.version}", f"seed {match.seed}"]
    lines += [f"option {name} {text}" for name, text in match.options.as_text().items()]
    lines.append(f"begin {match.checks[0]:08x}")
    several = match.game.seats[1] > 1
    for number, choice in enumerate(match.choices, 1):
        seat = f"@{match.seats[number - 1]} " if several else ""
        lines.append(f"{number} {seat}{choice} {match.checks[number]:08x}")
    outcome = match.outcome
    lines.append(f"end {len(match.choices)} {outcome.reason if outcome else 'open'}")
    return "\n".join(lines) + "\n"


def read(text: str) -> MatchFile:
    """The parts of a match file; BadMatchFile names the line that is wrong."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("hoplon match "):
        raise BadMatchFile(f"this is no Hoplon match file: line 1 is not {MAGIC!r}")
    if lines[0] != MAGIC:
        raise BadMatchFile(f"line 1 says {lines[0]!r}; this Hoplon reads {MAGIC!r}")
    if len(lines) > MOST_LINES:
        raise BadMatchFile(f"the file has {len(lines)} lines; expected at most {MOST_LINES}")
    parser = LineReader(lines)
    game, version = parser.words("game", 2)
    file = MatchFile(game, parser.whole(version), parser.whole(parser.words("seed", 1)[0]))
    while parser.peek() == "option":
        name, _, value = parser.rest("option").partition(" ")
        if name in file.options:
            parser.fail(f"option {name} is said twice")
        file.options[name] = value
    file.begin = parser.check(parser.words("begin", 1)[0])
    while parser.peek() != "end":
        file.choices.append(parser.choice(len(file.choices) + 1))
    count, _, file.ending = parser.rest("end").partition(" ")
    if parser.whole(count) != len(file.choices):
        parser.fail(f"it says {count} turns, but {len(file.choices)} are here")
    if parser.left():
        parser.fail("there is more text after the end")
    return file


class LineReader:
    """Reads line by line and knows where it is."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 1

    def fail(self, what: str) -> NoReturn:
        """Refuse the line read last."""
        raise BadMatchFile(f"line {self.at}: {what}")

    def left(self) -> bool:
        """Is there another line?"""
        return self.at < len(self.lines)

    def peek(self) -> str:
        """The first word of the next line."""
        if not self.left():
            raise BadMatchFile(f"the file is cut off after line {len(self.lines)}: its 'end' line is missing")
        return self.lines[self.at].split(" ")[0]

    def rest(self, word: str) -> str:
        """The next line after its first word, which must be this one."""
        found = self.peek()
        line = self.lines[self.at]
        self.at += 1
        if found != word:
            self.fail(f"expected {word!r}, found {line[:60]!r}")
        return line[len(word) + 1 :]

    def words(self, word: str, count: int) -> list[str]:
        """This many words after the first."""
        parts = self.rest(word).split(" ")
        if len(parts) != count or not all(parts):
            self.fail(f"expected {count} word(s) after {word!r}")
        return parts

    def whole(self, text: str) -> int:
        """A whole number."""
        if not text.removeprefix("-").isdecimal() or len(text) > 20:
            self.fail(f"{text[:30]!r} is no whole number")
        return int(text)

    def check(self, text: str) -> int:
        """A check number."""
        if len(text) != 8 or any(c not in "0123456789abcdef" for c in text):
            self.fail(f"{text[:30]!r} is no check number (8 hexadecimal digits)")
        return int(text, 16)

    def choice(self, number: int) -> tuple[int, str, int]:
        """A numbered choice: its seat, its text, its check number."""
        self.peek()
        line = self.lines[self.at]
        self.at += 1
        first, _, rest = line.partition(" ")
        text, _, check = rest.rpartition(" ")
        if first != str(number) or not text:
            self.fail(f"expected turn {number} with a choice and a check number, found {line[:60]!r}")
        seat = 0
        if text.startswith("@"):
            who, _, text = text[1:].partition(" ")
            seat = self.whole(who)
        return seat, text, self.check(check)


@dataclass(frozen=True)
class Verdict:
    """Whether a file agrees with the rules; if not, at which turn (0: the start) and why."""

    agrees: bool
    turn: int
    reason: str
    match: Match

    def __str__(self) -> str:
        if self.agrees:
            return f"agrees with the rules: {several(self.turn, 'turn')}, {self.reason}"
        return f"departs from the rules at turn {self.turn}: {self.reason}"


def verify(file: MatchFile, game: Game, progress: Callable[[int], None] | None = None) -> Verdict:
    """Replay a match file and say where it departs from the rules, if it does."""
    if file.version != game.version:
        raise BadMatchFile(
            f"the file was played by version {file.version} of the rules of {game.name}; "
            f"this Hoplon has version {game.version}"
        )
    try:
        match = Match(game, file.seed, game.options.from_text(file.options))
    except HoplonError as error:
        raise BadMatchFile(f"the match cannot be set up: {error}") from None
    if match.checks[0] != file.begin:
        return Verdict(False, 0, f"the start has check {match.checks[0]:08x}, not {file.begin:08x}", match)
    for number, (seat, text, check) in enumerate(file.choices, 1):
        if not match.is_over and match.to_move != seat:
            return Verdict(False, number, f"seat {match.to_move} is to move, not {seat}", match)
        try:
            match.play(text)
        except IllegalChoice as error:
            return Verdict(False, number, str(error), match)
        if match.checks[-1] != check:
            reason = f"after {text!r} the check is {match.checks[-1]:08x}, not {check:08x}"
            return Verdict(False, number, reason, match)
        if progress is not None:
            progress(number)
    ending = match.outcome.reason if match.outcome else "open"
    if ending != file.ending:
        return Verdict(False, len(file.choices), f"it ends {ending!r}, not {file.ending!r}", match)
    return Verdict(True, len(file.choices), ending, match)


def load(text: str, game_of: Callable[[str], Game]) -> Match:
    """The match in a file, checked turn by turn."""
    file = read(text)
    verdict = verify(file, game_of(file.game))
    if not verdict.agrees:
        raise BadMatchFile(f"the file {verdict}")
    return verdict.match
