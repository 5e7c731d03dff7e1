"""Checks a file against the rules, the dice and the signatures, from the first line to the last.

The first fault is refused with its line and its part. Within a turn: the secret, then each choice by the
rules with the dice that the secrets make, then its end, then the signature. So an illegal choice is
reported as such whoever signed it, and the signature only catches what nothing else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.protocols.pbem import chain, keys
from hoplon.protocols.pbem.letter import BadLetter, Greeting, Letter, Said, Sent, Signature, ending_of
from hoplon.protocols.pbem.letter_game import GUEST, INVITER, LetterGame, Stage
from hoplon.protocols.pbem.mark import rules_mark

SIDES = ("the inviter", "the guest")


@dataclass
class Course:
    """A match by e-mail as far as it was verified.

    `match` is there from turn 1 on, because only then are its dice known. `starts` has the number of choices
    before each turn, `told` the last secret that each side revealed, or its anchor.
    """

    table: LetterGame
    letter: Letter
    match: Match | None = None
    starts: list[int] = field(default_factory=list)
    told: list[bytes] = field(default_factory=list)

    @property
    def next_turn(self) -> int:
        """The number of the turn that comes next."""
        return len(self.starts) + 1

    @property
    def next_side(self) -> int | None:
        """Who must write next; None after the end of the match."""
        if self.match is not None and self.match.is_over:
            return None
        return side_of(self.next_turn) if self.letter.acceptance else GUEST

    def begin_turn(self, secret: bytes) -> Match:
        """The match at the start of the next turn, with the dice of that turn.

        They come from this secret of the side that plays it and the one that the other side revealed last.
        """
        if self.letter.acceptance is None:
            raise BadLetter("the invitation is not accepted yet")
        agreement = self.letter.acceptance.signature.over
        other = self.told[1 - side_of(self.next_turn)]
        if self.match is None:
            game = self.table.game
            seed = chain.dice("setup", agreement, secret, other)
            match = Match(game, seed, game.options.from_text(self.letter.header.options))
        else:
            match = self.match.copy()
        match.use_dice(chain.dice(f"turn {self.next_turn}", agreement, secret, other))
        return match

    def add_turn(self, secret: bytes, match: Match) -> None:
        """Take a turn as played."""
        self.told[side_of(self.next_turn)] = secret
        self.starts.append(len(self.match.choices) if self.match else 0)
        self.match = match


def side_of(turn: int) -> int:
    """Who plays a turn: the inviter begins, then they alternate."""
    return INVITER if turn % 2 else GUEST


def verify(letter: Letter, table: LetterGame) -> Course:
    """The match in a file, if everything in it is right."""
    check_rules(letter, table)
    invited, accepted = letter.invitation, letter.acceptance
    check_signature(letter, invited.signature, [invited.key], INVITER)
    course = Course(table, letter)
    if accepted is None:
        return course
    check_acceptance(letter, accepted)
    course.told = [invited.anchor, accepted.secret]
    for turn in letter.turns:
        verify_turn(course, turn, [invited.key, accepted.key])
    return course


def verify_turn(course: Course, turn: Sent, signers: Sequence[bytes]) -> None:
    """Take the next turn of a file, if everything in it is right."""
    letter, side = course.letter, side_of(turn.number)
    if course.match is not None and course.match.is_over:
        refuse(letter, turn.line, f"it comes after the end of the match ({course.match.outcome})")
    check_secret(letter, turn.line + 1, turn.secret, course.told, side)
    match = course.begin_turn(turn.secret)
    play_turn(course, match, turn, side)
    check_signature(letter, turn.signature, signers, side)
    course.add_turn(turn.secret, match)


def go_on(course: Course, letter: Letter) -> Course:
    """Verify the last turn of a file that continues a verified match by one turn."""
    if letter.acceptance is None:
        raise BadLetter("the invitation is not accepted yet")
    longer = Course(course.table, letter, course.match, list(course.starts), list(course.told))
    verify_turn(longer, letter.turns[-1], [letter.invitation.key, letter.acceptance.key])
    return longer


def refuse(letter: Letter, line: int, what: str) -> NoReturn:
    """Name the line, the part and the fault."""
    raise BadLetter(f"line {line}, {letter.part_at(line)}: {what}")


def check_rules(letter: Letter, table: LetterGame) -> None:
    """The file must be of this game, with exactly these rules and valid options."""
    header, game = letter.header, table.game
    if header.game != game.name:
        raise BadLetter(f"line 2: the file is of the game {header.game!r}, not of {game.name}")
    if header.version != game.version:
        raise BadLetter(f"line 2: the file was made by {game.other_version(header.version)}")
    mark = rules_mark(game, table.judge.sources)
    if header.rules != mark:
        raise BadLetter(
            f"line 3: the file was made by other rules of {game.name} (mark {header.rules[:12]}, from Hoplon "
            f"{header.hoplon}) than those here (mark {mark[:12]}); both sides need the same Hoplon"
        )
    try:
        game.options.from_text(header.options)
    except HoplonError as error:
        raise BadLetter(f"line 6, options: the match cannot be set up: {error}") from None


def check_acceptance(letter: Letter, accepted: Greeting) -> None:
    """The two sides must have different keys, and the secret must be the first of its chain."""
    if accepted.key == letter.invitation.key:
        refuse(letter, accepted.line + 1, "the guest's key is the inviter's own; expected another player's")
    anchors = (letter.invitation.anchor, accepted.anchor)
    check_secret(letter, accepted.line + 3, accepted.secret, anchors, GUEST)
    check_signature(letter, accepted.signature, [letter.invitation.key, accepted.key], GUEST)


def check_secret(letter: Letter, line: int, secret: bytes, told: Sequence[bytes], side: int) -> None:
    """A secret must be the one that its side is committed to."""
    found = chain.hash_of(secret)
    if found == told[side]:
        return
    if found == told[1 - side]:
        refuse(letter, line, f"the secret is {SIDES[1 - side]}'s next one, but it is {SIDES[side]}'s turn")
    refuse(
        letter,
        line,
        f"the secret is not the one that {SIDES[side]} committed to, so the dice would be other ones: "
        f"its hash is {found.hex()[:12]}…, not {told[side].hex()[:12]}…",
    )


def check_signature(letter: Letter, signature: Signature, signers: Sequence[bytes], side: int) -> None:
    """A part must be signed by its author, over everything before."""
    for seat, key in enumerate(signers):
        if keys.is_signed(key, signature.over, signature.value):
            if seat != side:
                refuse(
                    letter, signature.line, f"it is signed by {SIDES[seat]}, but is {SIDES[side]}'s to write"
                )
            return
    refuse(
        letter,
        signature.line,
        f"the signature is not {SIDES[side]}'s of this text: "
        "it was made with another key, or a line before it was changed afterwards",
    )


def play_turn(course: Course, match: Match, turn: Sent, side: int) -> None:
    """Play the choices of a turn as they are in the file."""
    letter, table = course.letter, course.table
    if turn.number == 1 and turn.begin != match.checks[0]:
        refuse(letter, turn.line + 2, f"the start has check {match.checks[0]:08x}, not {turn.begin:08x}")
    for said in turn.choices:
        stage = table.stage(match, side)
        if stage in (Stage.PASSED, Stage.OVER):
            refuse(letter, said.line, f"the turn was complete before {said.text!r}: {stage.value}")
        if match.to_move != said.seat:
            refuse(letter, said.line, f"seat {match.to_move} is to choose, not {said.seat}")
        play_choice(course, match, said, stage)
    stage = table.stage(match, side)
    if stage in (Stage.CHOOSING, Stage.ASKING):
        refuse(letter, turn.close, f"the turn of {SIDES[side]} does not end here: {stage.value}")
    if turn.ending != ending_of(match):
        refuse(letter, turn.close, f"the match stands {ending_of(match)!r}, not {turn.ending!r}")


def play_choice(course: Course, match: Match, said: Said, stage: Stage) -> None:
    """Play one choice; an answer for the absent player must be the judge's."""
    letter, judge = course.letter, course.table.judge
    try:
        course.table.watch(said.number)
        choice = match.read(said.text)
        if stage is Stage.ASKING and choice != (answer := judge.choose(match)):
            refuse(
                letter,
                said.line,
                f"the side that is away answers {str(answer)!r} by the judge {judge.name}, not {said.text!r}",
            )
        match.play(choice)
    except BadLetter:
        raise
    except HoplonError as error:
        # The other legal choices would reveal the other side's hand.
        refuse(letter, said.line, str(error).removesuffix(match.legal_now()).rstrip(" ."))
    if match.checks[-1] != said.check:
        refuse(
            letter,
            said.line,
            f"after {said.text!r} the check number is {match.checks[-1]:08x}, not {said.check:08x}: "
            "the choice or the dice were changed",
        )
