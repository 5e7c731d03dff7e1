"""`hoplon replay`: a match file, turn by turn, with what its bots were told, answered and wrote to stderr."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.bot_blocks import block_of, faults_of, summary_of
from hoplon.cli.inputs import interpret, load
from hoplon.cli.lines import describe, describe_turn, write_line
from hoplon.core.errors import BadOption
from hoplon.core.printable import printable_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplon.core.match import Match
    from hoplon.protocols.player import SeatRecord

FilePath = Annotated[Path, typer.Argument(metavar="FILE", help="A match file.")]


def replay(
    file: FilePath,
    step: Annotated[
        bool, typer.Option("--step", help="Show the board after each turn; Enter continues, q stops.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each turn.")] = False,
    bots: Annotated[
        bool,
        typer.Option(
            "--bots",
            help="Show what bots were told, answered and wrote to stderr, and how long they thought.",
        ),
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The record of the bots, if it is not beside the match file.",
            show_default=False,
        ),
    ] = None,
    why: Annotated[
        bool,
        typer.Option(
            "--why", help="For each line its rule, its section of the rulebook, its cause and its dice."
        ),
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="With --bots: do not shorten long texts.")] = False,
    seat: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Only the turns of this seat.", show_default=False)
    ] = None,
    turn: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only this turn.", show_default=False)
    ] = None,
    first: Annotated[
        int | None, typer.Option("--from", metavar="N", min=1, help="From this turn on.", show_default=False)
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", metavar="N", min=1, help="Up to this turn.", show_default=False)
    ] = None,
) -> None:
    """Print what happened in a match, and with --bots why.

    \b
    Examples:
      hoplon replay hoplite-7.hoplon
      hoplon replay hoplite-7.hoplon --step
      hoplon replay hoplite-7.hoplon --json | head -1
      hoplon replay hoplite-7.hoplon --why --turn 12
      hoplon replay runs/hoplite-mybot.py-7-1f2e3d.hoplon --bots --from 30
      hoplon replay runs/hoplite-mybot.py-7-1f2e3d.hoplon --bots --turn 31 --full
    """
    interpret()
    from hoplon.referee.folder import record_of
    from hoplon.referee.record_file import load_record

    whole = load(file)
    records: Sequence[SeatRecord] = ()
    if bots or record is not None:
        beside = record_of(file)
        if record is None and not beside.exists():
            raise BadOption(
                f"there is no record {str(beside)!r} of this match's bots; 'hoplon match --out' writes one"
            )
        records = load_record(record or beside, whole)
    selected = select(whole, records, seat, turn, first, last)
    player = Replay(whole, records, selected, full, why)
    if as_json:
        player.print_json()
    else:
        player.print(step)


@dataclass(frozen=True)
class Selection:
    """Which turns are shown."""

    first: int
    last: int
    seat: int | None

    def __contains__(self, turn: tuple[int, int]) -> bool:
        number, seat = turn
        return self.first <= number <= self.last and self.seat in (None, seat)


def select(
    match: Match,
    records: Sequence[SeatRecord],
    seat: int | None,
    turn: int | None,
    first: int | None,
    last: int | None,
) -> Selection:
    """The turns that are asked for."""
    if turn is not None and (first is not None or last is not None):
        raise BadOption("--turn is one turn, and --from and --to are several; give one or the other")
    seats = match.game.seat_count(match.options)
    if seat is not None and seat >= seats:
        raise BadOption(f"there is no seat {seat}; the match has {seats}, counted from 0")
    most = max([len(match.choices), *(number for record in records for number in record.numbers)])
    first, last = (turn, turn) if turn is not None else (first or 1, last or most)
    if first is None or last is None or first > max(most, 1):
        raise BadOption(f"there is no turn {first}; the last is {most}")
    if first > last:
        raise BadOption(f"the turns from {first} to {last} run backwards")
    return Selection(first, last, seat)


class Replay:
    """A match that is printed, with what is recorded about its bots."""

    def __init__(
        self,
        whole: Match,
        records: Sequence[SeatRecord],
        selected: Selection,
        is_full: bool,
        is_explained: bool = False,
    ) -> None:
        from hoplon.core.match import Match
        from hoplon.referee.bot_turns import Questions, turns_of

        self.whole = whole
        self.records = records
        self.selected = selected
        self.is_full = is_full
        self.is_explained = is_explained
        self.match = Match(whole.game, whole.seed, whole.options)
        self.turns = {turn.number: turn for turn in turns_of(records)}
        self.questions = Questions(whole, records)

    def asked_only(self) -> list[int]:
        """The numbers of choices that were asked for and never made, because somebody failed."""
        return [
            n
            for n in sorted(self.turns)
            if n > len(self.whole.choices) and (n, self.turns[n].seat) in self.selected
        ]

    def print(self, step: bool) -> None:
        """For people."""
        from hoplon.core.sentences import several

        match, whole = self.match, self.whole
        turns = several(len(whole.choices), "turn")
        print(f"{match.game.title}, rules {match.game.version}, seed {match.seed}, {turns}")
        for seat, name in sorted(whole.names.items()):
            print(f"seat {seat} is {name}")
        for seat in range(len(self.records)):
            if self.selected.seat in (None, seat) and (
                own := [t for t in self.turns.values() if t.seat == seat]
            ):
                print(summary_of(own))
        if step and self.selected.first == 1:
            print(f"\n{match}")
        for number, (seat, choice) in enumerate(zip(whole.seats, whole.choices, strict=True), 1):
            shown = (number, seat) in self.selected
            if shown and step and wait() == "q":
                return
            match.play(choice)
            if not shown:
                continue
            print(f"\n{number} {choice}")
            self.print_turn(number, self.told(number))
            if step:
                print(f"\n{match}")
        for number in self.asked_only():
            print(f"\n{number} (no choice)")
            self.print_turn(number, "")
        blamed = [(n, record) for n, record in enumerate(self.records) if self.selected.seat in (None, n)]
        if said := faults_of(blamed, self.is_full):
            print(said)
        print(f"\n{match.outcome or 'open'}")

    def told(self, number: int) -> str:
        """What happened in a turn, and why if that is asked for."""
        if not self.is_explained:
            return str(self.whole.turns[number - 1])
        from hoplon.analysis.why import why

        return "\n".join(each.text() for each in why(self.whole, number))

    def why_json(self, number: int) -> dict[str, Any]:
        """Why each line of a turn is there, if that is asked for."""
        if not self.is_explained:
            return {}
        from hoplon.analysis.why import why

        return {"why": [each.as_json() for each in why(self.whole, number)]}

    def print_turn(self, number: int, happened: str) -> None:
        """What happened, and what is recorded about the choice, if anything."""
        if turn := self.turns.get(number):
            print(block_of(turn, self.questions.text(turn), happened, self.is_full))
        else:
            print("\n".join(f"  {line}" for line in happened.splitlines()))

    def print_json(self) -> None:
        """For programs."""
        if self.selected.first == 1:
            print(printable_json(write_line(describe(self.match))))
        for number, (seat, choice) in enumerate(zip(self.whole.seats, self.whole.choices, strict=True), 1):
            self.match.play(choice)
            if (number, seat) in self.selected:
                print(
                    printable_json(
                        write_line(describe_turn(self.match) | self.bot_json(number) | self.why_json(number))
                    )
                )
        for number in self.asked_only():
            print(printable_json(write_line({"turn": number, "choice": None} | self.bot_json(number))))
        if self.records:
            faults = [
                {"seat": seat, "kind": record.fault_kind, "text": record.fault, "line": record.fault_line}
                for seat, record in enumerate(self.records)
                if record.fault
            ]
            print(printable_json(write_line({"faults": faults})))

    def bot_json(self, number: int) -> dict[str, Any]:
        """What is recorded about a choice, if anything."""
        turn = self.turns.get(number)
        return {"bot": turn.as_json() | {"told": self.questions.text(turn)}} if turn else {}


def wait() -> str:
    """Wait for Enter, if stdin is a terminal; the end of the input stops, like q."""
    if not sys.stdin.isatty():
        return ""
    return (sys.stdin.readline() or "q").strip()
