"""Match files: rules version, options, seed and choices, with a check number per turn.

    hoplon match 2
    game hoplite 2
    seed 7
    option depth 3
    begin 5f3a22c1
    1 walk n 8a4b11c0
    2 leap 5,6 99aa0011
    end 2 open

The check number of a line is a CRC of the turn's log and the position after it, chained from the line
before, so a file shows *where* it departs from the rules.

A secret seed is written as `key` and 32 hexadecimal digits. `proof` and `share` lines after the options prove
that nobody chose it. `dice` and a seed between two choices says that other dice were used from there on,
`left` and a seat that its player left there: from then on the first legal choice is made for that seat.
A match that ends `agreed` is a draw by agreement.
After the `end`, variations may follow (see variations.py); they have no part in what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from hoplon.core.dice import BEYOND, NAMED
from hoplon.core.errors import BadMatchFile, HoplonError, IllegalChoice
from hoplon.core.game import Game
from hoplon.core.leaving import AGREED, LEFT, WAYS, Leaving, is_left
from hoplon.core.match import Match
from hoplon.core.printable import printable
from hoplon.core.proof import FEWEST, MOST, MOST_ANEW, SIZE, Proof, is_hex
from hoplon.core.sentences import several
from hoplon.core.variations import Variations, read_variations

FORMAT = 2
MAGIC = f"hoplon match {FORMAT}"
READ = ("hoplon match 1", MAGIC)
MOST_LINES = 1_000_000
LONGEST_NAME = 80


@dataclass
class MatchFile:
    """The contents of a match file, not checked against the rules."""

    game: str
    version: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    proof: Proof | None = None
    other_dice: dict[int, int] = field(default_factory=dict)  # seeds, by the number of choices before
    left: dict[int, Leaving] = field(default_factory=dict)  # by seat
    begin: int = 0
    choices: list[tuple[int, str, int]] = field(default_factory=list)  # seat, text, check
    ending: str = ""
    variations: Variations = field(default_factory=Variations)


def write(match: Match) -> str:
    """The match as text, one line for each choice."""
    lines = [MAGIC, f"game {match.game.name} {match.game.version}", written_seed(match.seed)]
    lines += [f"option {name} {text}" for name, text in match.options.as_text().items()]
    lines += [f"name {seat} {shown(name)}" for seat, name in sorted(match.names.items()) if name]
    if match.proof is not None:
        lines.append(f"proof {match.proof.match} {match.proof.secret} {match.proof.invited}")
        lines += [f"share {seat} {share}" for seat, share in sorted(match.proof.shares.items())]
    lines.append(f"begin {match.checks[0]:08x}")
    several = match.game.seats[1] > 1
    for number, choice in enumerate(match.choices, 1):
        lines += written_leavings(match, number - 1)
        if number - 1 in match.other_dice:
            lines.append(f"dice {written_seed(match.other_dice[number - 1])}")
        seat = f"@{match.seats[number - 1]} " if several else ""
        lines.append(f"{number} {seat}{choice} {match.checks[number]:08x}")
    lines += written_leavings(match, len(match.choices))
    if len(match.choices) in match.other_dice:
        lines.append(f"dice {written_seed(match.other_dice[len(match.choices)])}")
    lines.append(f"end {len(match.choices)} {match.standing}")
    if match.variations.fits(len(match.choices)):  # else choices were taken back since
        lines += match.variations.written(written_seed)
    return "\n".join(lines) + "\n"


def written_leavings(match: Match, number: int) -> list[str]:
    """Who left after this many choices, as a match file says it."""
    return [f"left {seat} {one.why}" for seat, one in sorted(match.left.items()) if one.number == number]


def written_seed(seed: int) -> str:
    """A seed as a match file says it: one that can be named, or a secret one."""
    return f"seed {seed}" if seed < NAMED else f"key {seed:032x}"


def shown(name: str) -> str:
    """A name in one line, without signs that a terminal would obey."""
    return printable(name[:LONGEST_NAME], lines=False)[:LONGEST_NAME]


def read(text: str) -> MatchFile:
    """The parts of a match file; BadMatchFile names the line that is wrong."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("hoplon match "):
        raise BadMatchFile(f"this is no Hoplon match file: line 1 is not {MAGIC!r}")
    if lines[0] not in READ:
        raise BadMatchFile(f"line 1 says {lines[0]!r}; this Hoplon reads {MAGIC!r}")
    if len(lines) > MOST_LINES:
        raise BadMatchFile(f"the file has {len(lines)} lines; expected at most {MOST_LINES}")
    parser = LineReader(lines)
    game, version = parser.words("game", 2)
    file = MatchFile(game, parser.whole(version), parser.seed())
    while parser.peek() == "option":
        name, _, value = parser.rest("option").partition(" ")
        if name in file.options:
            parser.fail(f"option {name} is said twice")
        file.options[name] = value
    while parser.peek() == "name":
        seat, _, name = parser.rest("name").partition(" ")
        number = parser.whole(seat)
        if number < 0 or number in file.names:
            parser.fail(f"there is no seat {seat}" if number < 0 else f"seat {seat} is named twice")
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            parser.fail(f"{name[:30]!r} is no name")
        file.names[number] = name
    if parser.peek() == "proof":
        file.proof = parser.proof()
    file.begin = parser.check(parser.words("begin", 1)[0])
    while parser.peek() != "end":
        if parser.peek() == "left":
            parser.leaving(file.left, len(file.choices))
        elif parser.peek() == "dice":
            parser.lines[parser.at] = parser.lines[parser.at].removeprefix("dice ")
            if file.other_dice.setdefault(len(file.choices), seed := parser.seed()) != seed:
                parser.fail("other dice are said twice")
        else:
            file.choices.append(parser.choice(len(file.choices) + 1))
    count, _, file.ending = parser.rest("end").partition(" ")
    if parser.whole(count) != len(file.choices):
        parser.fail(f"it says {count} turns, but {len(file.choices)} are here")
    file.variations = read_variations(lines[parser.at :], parser.at + 1, len(file.choices))
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

    def seed(self) -> int:
        """A seed: named, or secret."""
        if self.peek() != "key":
            named = self.whole(self.words("seed", 1)[0])
            if named >= NAMED:
                self.fail(f"the seed {named} is none below 2**63; a secret one is written as 'key'")
            return named
        text = self.words("key", 1)[0]
        if not is_hex(text, 16, 16) or not NAMED <= int(text, 16) < BEYOND:
            self.fail(f"{text[:40]!r} is no key of 32 hexadecimal digits")
        return int(text, 16)

    def proof(self) -> Proof:
        """How the seed was made."""
        match, secret, invited = self.words("proof", 3)
        seats = () if invited == "-" else tuple(self.whole(seat) for seat in invited.split(","))
        if not is_hex(secret, SIZE, SIZE):
            self.fail(f"{secret[:80]!r} is no secret of {2 * SIZE} hexadecimal digits")
        shares: dict[int, str] = {}
        while self.peek() == "share":
            who, share = self.words("share", 2)
            seat = self.whole(who)
            if seat not in seats:
                self.fail(f"seat {seat} gives a share, but only {invited} may")
            if not is_hex(share, FEWEST, MOST):
                self.fail(f"{share[:40]!r} is no share of {2 * FEWEST} to {2 * MOST} hexadecimal digits")
            if shares.setdefault(seat, share) != share:
                self.fail(f"seat {seat} gives a share twice")
        return Proof(match, secret, shares, seats)

    def leaving(self, left: dict[int, Leaving], number: int) -> None:
        """Note who left after this many choices."""
        who, why = self.words("left", 2)
        seat = self.whole(who)
        if seat < 0 or seat in left:
            self.fail(f"there is no seat {seat}" if seat < 0 else f"seat {seat} is left twice")
        if why not in WAYS:
            self.fail(f"{why[:30]!r} is no way to leave; expected {' or '.join(WAYS)}")
        left[seat] = Leaving(why, number)

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

    @property
    def is_named(self) -> bool:
        """Was every seed named by somebody?"""
        return all(seed < NAMED for seed in (self.match.seed, *self.match.other_dice.values()))

    @property
    def dice(self) -> str:
        """What is known about who chose the dice, as a sentence."""
        proof = self.match.proof
        if proof is None:
            return "the seed was named" if self.is_named else "nothing says how the key of the dice was made"
        seats = ", ".join(str(seat) for seat in sorted(proof.shares))
        shared = f"shares of seat {seats}" if len(proof.shares) == 1 else f"shares of the seats {seats}"
        made = f"a secret and {shared}" if proof.shares else "a secret alone, to which no player contributed"
        held, less = "the key", "; somebody chose the position" if self.is_placed else ""
        if (since := self.proven_since) is not None:
            held = f"from choice {since + 1} on the key"
            less = f"; nothing proves {'the dice before that' if since else 'what was dealt'}"
        return f"{held} is made of {made}; the secret was committed to as {proof.commitment}{less}"

    @property
    def is_placed(self) -> bool:
        """Did somebody choose what the dice would have dealt?"""
        game = self.match.game
        chosen = self.match.options.as_text()
        return any(chosen.get(name) for name in (game.position_option or "", *game.telling_options))

    @property
    def proven_since(self) -> int | None:
        """After how many choices the key came that the proof is about; None: the match was dealt with it."""
        match = self.match
        return None if match.proof is None else proven_part(match.proof, match.seed, match.other_dice)[0]

    def __str__(self) -> str:
        if self.agrees:
            return f"agrees with the rules: {several(self.turn, 'turn')}, {self.reason}"
        return f"departs from the rules at turn {self.turn}: {self.reason}"


def proven_part(proof: Proof, seed: int, other_dice: Mapping[int, int]) -> tuple[int | None, bool]:
    """After how many choices the key came that a proof is about (None: at the start), and if it is that key.

    Keys that follow from the same secret, because choices were taken back, change nothing about it.
    """
    since = sorted(other_dice)
    anew = {proof.anew(time) for time in range(1, MOST_ANEW + 1)} if since else set()
    drawn: int | None = None
    while since and other_dice[since[-1]] in anew:
        drawn = since.pop()
    if (other_dice[since[-1]] if since else seed) == proof.seed:
        return (since[-1] if since else None), True
    return drawn, drawn is not None


def verify(file: MatchFile, game: Game, progress: Callable[[int], None] | None = None) -> Verdict:
    """Replay a match file and say where it departs from the rules, if it does."""
    if file.version != game.version:
        raise BadMatchFile(f"the file was played by {game.other_version(file.version)}")
    try:
        match = Match(game, file.seed, game.options.from_text(file.options))
    except HoplonError as error:
        raise BadMatchFile(f"the match cannot be set up: {error}") from None
    match.names = dict(file.names)
    match.proof = file.proof
    match.left = dict(file.left)
    match.is_drawn = file.ending == AGREED
    match.variations = file.variations
    if file.choices and len(file.choices) in file.other_dice and file.ending not in ("open", LEFT, AGREED):
        return Verdict(False, len(file.choices), "other dice are said after the end", match)
    seats = file.proof.seats if file.proof is not None else ()
    if any(seat >= game.seat_count(match.options) for seat in seats):
        return Verdict(False, 0, "a seat that the match does not have may give a share", match)
    count = game.seat_count(match.options)
    if (seat := max(file.left, default=0)) >= count:
        return Verdict(False, file.left[seat].number, f"seat {seat} is left; there are {count}", match)
    if file.proof is not None and not proven_part(file.proof, file.seed, file.other_dice)[1]:
        return Verdict(False, 0, "the key of the dice is not made of the secret and the shares", match)
    if match.checks[0] != file.begin:
        return Verdict(False, 0, f"the start has check {match.checks[0]:08x}, not {file.begin:08x}", match)
    for number, (seat, text, check) in enumerate(file.choices, 1):
        if number - 1 in file.other_dice:
            try:
                match.use_dice(file.other_dice[number - 1])
            except HoplonError as error:
                return Verdict(False, number, str(error), match)
        if not match.is_over and match.to_move != seat:
            return Verdict(False, number, f"seat {match.to_move} is to move, not {seat}", match)
        if problem := _after_leaving(file, number, count, match):
            return Verdict(False, number, problem, match)
        try:
            match.play(text)
        except IllegalChoice as error:
            return Verdict(False, number, str(error), match)
        if match.checks[-1] != check:
            reason = f"after {text!r} the check is {match.checks[-1]:08x}, not {check:08x}"
            return Verdict(False, number, reason, match)
        if progress is not None:
            progress(number)
    if len(file.choices) in file.other_dice:
        try:
            match.use_dice(file.other_dice[len(file.choices)])
        except HoplonError as error:
            return Verdict(False, len(file.choices), str(error), match)
    number, ending = len(file.choices), match.standing
    if ending != file.ending:
        return Verdict(False, number, f"it ends {ending!r}, not {file.ending!r}", match)
    if match.is_drawn and count < 2:
        return Verdict(False, number, "who plays alone has nobody to agree to a draw with", match)
    if match.is_over and any(one.number == number for one in file.left.values()):
        return Verdict(False, number, "somebody leaves after the end", match)
    if ending == AGREED:
        ending = "a draw by agreement"
    if ending == LEFT:
        ending = " and ".join(f"seat {seat} {WAYS[one.why]}" for seat, one in sorted(file.left.items()))
    return Verdict(True, number, ending, match)


def _after_leaving(file: MatchFile, number: int, seats: int, match: Match) -> str:
    """What is wrong with a choice, given who had left before it; empty if nothing."""
    left = {seat for seat, one in file.left.items() if one.number < number}
    if not left or match.is_over:
        return ""
    if is_left(seats, left):
        return "only one player had stayed"
    seat, text, _ = file.choices[number - 1]
    if seat in left and text != (first := str(match.legal()[0])):
        return f"seat {seat} was left, so {first!r} is chosen there, not {text!r}"
    return ""


def load(text: str, game_of: Callable[[str], Game]) -> Match:
    """The match in a file, checked turn by turn."""
    file = read(text)
    verdict = verify(file, game_of(file.game))
    if not verdict.agrees:
        raise BadMatchFile(f"the file {verdict}")
    return verdict.match
