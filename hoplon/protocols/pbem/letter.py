"""The file that players send back and forth: its parts, read and written as text.

    hoplon pbem 1
    game duel 1
    rules 5f3a…
    hoplon 0.1.0
    judge first
    option hearts 9
    invitation
    key 88ab…
    anchor 03c1…
    sign 7f20…
    acceptance
    key 1b9e…
    anchor 52d4…
    secret c0ff…
    sign 09aa…
    turn 1
    secret 9d21…
    begin 5f3a22c1
    1 @0 strike 8a4b11c0
    2 @1 parry 99aa0011
    close 2 open
    sign 4e52…
    end 3

Each part is signed by its author, over all the text before the signature. The content is checked elsewhere,
in verify.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hoplon.core.errors import BadMatchFile
from hoplon.core.match import Match
from hoplon.core.replay import LineReader
from hoplon.protocols.pbem import chain, keys

FORMAT = 1
MAGIC = f"hoplon pbem {FORMAT}"
MOST_BYTES = 4_000_000
_MARK_SIZE = 32


class BadLetter(BadMatchFile):
    """A file that is refused; the text says why, and where."""


@dataclass(frozen=True)
class Header:
    """What is played: game, rules, options, and who answers for the absent player."""

    game: str
    version: int
    rules: str
    hoplon: str
    judge: str
    options: dict[str, str]


@dataclass(frozen=True)
class Signature:
    """The signature of all lines before this one; `over` is their hash."""

    value: bytes
    line: int
    over: bytes


@dataclass(frozen=True)
class Greeting:
    """The invitation or the acceptance: a public key and the anchor of a chain of secrets."""

    line: int
    key: bytes
    anchor: bytes
    secret: bytes  # of the acceptance; the invitation has none
    signature: Signature


@dataclass(frozen=True)
class Said:
    """One choice as the file has it."""

    number: int
    seat: int
    text: str
    check: int
    line: int


@dataclass(frozen=True)
class Sent:
    """One turn: the secret for its dice, its choices, and the standing after it."""

    number: int
    line: int
    secret: bytes
    begin: int  # the check number of the first position, told by turn 1
    choices: tuple[Said, ...]
    ending: str
    close: int  # the line that says so
    signature: Signature


@dataclass(frozen=True)
class Letter:
    """A file in its parts. `lines` are its lines without the last."""

    header: Header
    invitation: Greeting
    acceptance: Greeting | None
    turns: tuple[Sent, ...]
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The file."""
        return whole(self.lines)

    @property
    def name(self) -> str:
        """What a match is called: the beginning of the inviter's anchor, which nobody else can have."""
        return self.invitation.anchor.hex()[:12]

    @property
    def parts(self) -> tuple[int, ...]:
        """The lines where the parts begin: invitation, acceptance, turns."""
        accepted = (self.acceptance.line,) if self.acceptance else ()
        return (self.invitation.line, *accepted, *(turn.line for turn in self.turns))

    @property
    def ends_with(self) -> str:
        """The last part, in words."""
        if self.turns:
            return f"turn {len(self.turns)}"
        return "the acceptance" if self.acceptance else "the invitation"

    def part_at(self, line: int) -> str:
        """The part that a line belongs to, in words."""
        for turn in reversed(self.turns):
            if line >= turn.line:
                return f"turn {turn.number}"
        if self.acceptance and line >= self.acceptance.line:
            return "the acceptance"
        return "the invitation"


def whole(lines: Sequence[str]) -> str:
    """The parts with the line that ends a file and says how many they are."""
    parts = sum(line.startswith("sign ") for line in lines)
    return "".join(f"{line}\n" for line in [*lines, f"end {parts}"])


def invitation(header: Header, key: bytes, anchor: bytes) -> list[str]:
    """The first part, not signed yet."""
    game = [MAGIC, f"game {header.game} {header.version}", f"rules {header.rules}", f"hoplon {header.hoplon}"]
    options = [f"option {name} {text}" for name, text in header.options.items()]
    judge = f"judge {header.judge}"
    return [*game, judge, *options, "invitation", f"key {key.hex()}", f"anchor {anchor.hex()}"]


def acceptance(key: bytes, anchor: bytes, secret: bytes) -> list[str]:
    """The second part, not signed yet."""
    return ["acceptance", f"key {key.hex()}", f"anchor {anchor.hex()}", f"secret {secret.hex()}"]


def turn(number: int, secret: bytes, match: Match, first: int) -> list[str]:
    """A turn that began after so many choices, not signed yet."""
    lines = [f"turn {number}", f"secret {secret.hex()}"]
    if number == 1:
        lines.append(f"begin {match.checks[0]:08x}")
    choices = [
        f"{k + 1} @{match.seats[k]} {match.choices[k]} {match.checks[k + 1]:08x}"
        for k in range(first, len(match.choices))
    ]
    return [*lines, *choices, f"close {len(match.choices)} {ending_of(match)}"]


def ending_of(match: Match) -> str:
    """How a match stands."""
    return match.outcome.reason if match.outcome else "open"


def signed(lines: Iterable[str], private: bytes) -> list[str]:
    """The lines with the signature of all of them."""
    lines = list(lines)
    return [*lines, f"sign {keys.sign(private, _hash(lines)).hex()}"]


def _hash(lines: Sequence[str]) -> bytes:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


def decode(content: bytes) -> str:
    """The text of a file; CR LF counts as LF."""
    if len(content) > MOST_BYTES:
        raise BadLetter(f"the file is too large: {len(content)} bytes; expected at most {MOST_BYTES}")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadLetter(f"line {line} is not UTF-8 text: byte {content[error.start]:#04x}") from None


def read(text: str) -> Letter:
    """The parts of a file; BadLetter names the line that is wrong."""
    try:
        return _read(text)
    except BadLetter:
        raise
    except BadMatchFile as error:
        raise BadLetter(str(error)) from None


def _read(text: str) -> Letter:
    *lines, rest = text.split("\n")
    if not text.startswith("hoplon pbem "):
        raise BadLetter(f"this is no file of a match by e-mail: line 1 is not {MAGIC!r}")
    if rest:
        raise BadLetter(f"the file is cut off in line {len(lines) + 1}: {rest[:60]!r} has no end")
    if lines[0] != MAGIC:
        raise BadLetter(f"line 1 says {lines[0][:60]!r}; this Hoplon reads {MAGIC!r}")
    for number, line in enumerate(lines, 1):
        if not line.isprintable():  # what is shown must not control a terminal
            raise BadLetter(f"line {number} has a character that cannot be printed: {line[:60]!r}")
    reader = _Reader(lines)
    header = _header(reader)
    invited = _greeting(reader, "invitation")
    accepted = _greeting(reader, "acceptance") if reader.peek() == "acceptance" else None
    turns: list[Sent] = []
    choices = 0
    while accepted and reader.peek() == "turn":
        turns.append(_turn(reader, len(turns) + 1, choices))
        choices += len(turns[-1].choices)
    parts = 1 + bool(accepted) + len(turns)
    count = reader.whole(reader.words("end", 1)[0])
    if count != parts:
        reader.fail(f"it says {count} parts, but {parts} are here")
    if reader.left():
        raise BadLetter(f"line {reader.at + 1}: there is more text after the end")
    return Letter(header, invited, accepted, tuple(turns), tuple(lines[: reader.at - 1]))


class _Reader(LineReader):
    """Also hashes what was read, once, however many signatures there are."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(lines)
        self._hash = hashlib.sha256()
        self._hashed = 0

    def hash_to(self, line: int) -> bytes:
        """The hash of all lines before a line."""
        for text in self.lines[self._hashed : line - 1]:
            self._hash.update(f"{text}\n".encode())
        self._hashed = line - 1
        return self._hash.digest()


def _header(reader: _Reader) -> Header:
    game, version = reader.words("game", 2)
    number = reader.whole(version)
    rules = _bytes(reader, "rules", _MARK_SIZE).hex()
    hoplon = reader.words("hoplon", 1)[0]
    judge = reader.words("judge", 1)[0]
    options: dict[str, str] = {}
    while reader.peek() == "option":
        name, _, value = reader.rest("option").partition(" ")
        if name in options:
            reader.fail(f"option {name} is said twice")
        options[name] = value
    return Header(game, number, rules, hoplon, judge, options)


def _greeting(reader: _Reader, word: str) -> Greeting:
    _alone(reader, word)
    line = reader.at
    key = _bytes(reader, "key", keys.PUBLIC_SIZE)
    anchor = _bytes(reader, "anchor", chain.SIZE)
    secret = _bytes(reader, "secret", chain.SIZE) if word == "acceptance" else b""
    return Greeting(line, key, anchor, secret, _signature(reader))


def _turn(reader: _Reader, number: int, before: int) -> Sent:
    found = reader.whole(reader.words("turn", 1)[0])
    line = reader.at
    if found != number:
        _misplaced(reader, number, found)
    secret = _bytes(reader, "secret", chain.SIZE)
    begin = reader.check(reader.words("begin", 1)[0]) if number == 1 else 0
    choices: list[Said] = []
    while reader.peek() != "close":
        choices.append(_choice(reader, before + len(choices) + 1))
    count, _, ending = reader.rest("close").partition(" ")
    if reader.whole(count) != before + len(choices):
        reader.fail(f"it says {count} choices, but {before + len(choices)} are here")
    close = reader.at
    return Sent(number, line, secret, begin, tuple(choices), ending, close, _signature(reader))


def _misplaced(reader: _Reader, number: int, found: int) -> None:
    """Say whether a turn is missing, comes twice, or stands in the wrong place."""
    if found < number:
        reader.fail(f"turn {found} comes again where turn {number} belongs")
    if f"turn {number}" in reader.lines[reader.at :]:
        reader.fail(f"turn {found} stands before turn {number}: the turns are out of order")
    reader.fail(f"turn {number} is missing: the next one here is turn {found}")


def _choice(reader: _Reader, number: int) -> Said:
    line = reader.lines[reader.at]
    reader.at += 1
    words = line.split(" ")
    if len(words) < 4 or words[0] != str(number) or words[1] not in ("@0", "@1"):
        reader.fail(f"expected choice {number}, as in '{number} @0 CHOICE CHECK', found {line[:60]!r}")
    return Said(number, int(words[1][1:]), " ".join(words[2:-1]), reader.check(words[-1]), reader.at)


def _signature(reader: _Reader) -> Signature:
    value = _bytes(reader, "sign", keys.SIGNATURE_SIZE)
    return Signature(value, reader.at, reader.hash_to(reader.at))


def _alone(reader: _Reader, word: str) -> None:
    if said := reader.rest(word):
        reader.fail(f"expected {word!r} alone, found {said[:60]!r} after it")


def _bytes(reader: _Reader, word: str, size: int) -> bytes:
    """So many bytes, as lower-case hexadecimal digits."""
    digits = reader.words(word, 1)[0]
    if len(digits) != 2 * size or any(c not in "0123456789abcdef" for c in digits):
        reader.fail(f"{digits[:30]!r} after {word!r} is not {2 * size} hexadecimal digits")
    return bytes.fromhex(digits)
