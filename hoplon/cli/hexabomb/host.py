"""`hoplon host`: a networked game in one command, with a scoreboard and a match file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.inputs import Sandbox, Seed, complete_bot, interpret
from hoplon.core.errors import BadOption
from hoplon.core.printable import printable
from hoplon.protocols.compiling import compiling_notice

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from hoplon.games.hexabomb.wire import Play
    from hoplon.protocols.netorcai.hexabomb.host import Follow, Plan
    from hoplon.protocols.netorcai.hexabomb.result import Result
    from hoplon.protocols.netorcai.messages import PlayerInfo

MUCH = 60_000  # cells times turns: beyond that compiled rules are worth loading
LONGEST_WORDS = 200
BY_SIGNAL = 128  # added to its number
REFRESH = 8  # scoreboards a second
COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan")


def host(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game: hexabomb.")],
    board: Annotated[
        str, typer.Option("--map", metavar="MAP", help="A file, or a map that comes with the game.")
    ] = "duel",
    players: Annotated[
        int, typer.Option(metavar="P", help="Ordinary players; -1 for as many as the map has room for.")
    ] = -1,
    special: Annotated[bool, typer.Option("--special", help="Sudden death, with a special player.")] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help="A built-in bot by name, or a program, which gets the host and the port as arguments; "
            "one for each player.",
            autocompletion=complete_bot,
        ),
    ] = None,
    special_bot: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help="The bot of the special player; a program gets 'special player' as a third argument.",
        ),
    ] = "",
    turns: Annotated[int, typer.Option(metavar="N", help="Turns of the game.")] = 100,
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="0 for any free port.")] = 4242,
    delay: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            min=50,
            max=10000,
            help="Time for a turn; if not given, it ends when all have answered.",
            show_default=False,
        ),
    ] = None,
    viewers: Annotated[int, typer.Option(metavar="N", min=0, max=1024, help="Viewers to wait for.")] = 0,
    patience: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0.1,
            help="Who does not answer a TURN for so long is kicked, in timed games too. "
            "A program has as long to log in, 10 if that is less.",
        ),
    ] = 60.0,
    sandbox: Sandbox = "auto",
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The match file to write.")] = None,
    arena: Annotated[
        str, typer.Option(metavar="URL", help="Show the game live in an arena (hoplon serve).")
    ] = "",
) -> None:
    """Play a networked game: server, rules and bots at once. Programs speak netorcai.

    Places without a bot are for players who connect from elsewhere: the game waits until they have come.

    \b
    Examples:
      hoplon host hexabomb --map crossroads --players 4 --bot random --bot painter --bot ./mybot.py --bot "node my.js"
      hoplon host hexabomb --map delta --players 3 --delay 500
    """  # noqa: E501
    if game != "hexabomb":
        raise BadOption(f"{game!r} is not played over netorcai; expected hexabomb")
    if turns <= 0 or not seems_much(board, turns):
        interpret()
    from rich.console import Console

    from hoplon.games.hexabomb.flags import map_text
    from hoplon.games.hexabomb.options import HexabombOptions
    from hoplon.protocols.netorcai.hexabomb.host import BrokenOff, Interrupted, Plan
    from hoplon.protocols.netorcai.hexabomb.logic import make_ready

    options = HexabombOptions(map_text(board), players, special, turns)
    options.check()
    plan = Plan(options, tuple(bot or ()), special_bot, port, delay, viewers, patience, seed, sandbox)
    plan.check()
    console = Console()
    with compiling_notice("hexabomb"):
        make_ready(options.board)
    try:
        keep(play(plan, console.is_terminal, arena), console, out)
    except BrokenOff as trouble:
        if trouble.result is not None and trouble.result.match.choices:
            keep(trouble.result, console, out)
        if isinstance(trouble, Interrupted):
            raise typer.Exit(BY_SIGNAL + trouble.sign) from None
        raise


def keep(result: Result, console: Console, out: Path | None) -> None:
    """Show how it ended, and write the match file with the record of its players."""
    from hoplon.referee.folder import put_json, record_of

    match = result.match
    console.print(final_table(result))
    for kick in result.kicks:
        console.print(printable(str(kick)), markup=False, soft_wrap=True)
    for program in result.programs:
        said = printable(program.printed).strip().splitlines()
        if program.code > 0 and said:
            words = f"{program.command} ended with exit code {program.code}: {said[-1][:LONGEST_WORDS]}"
            console.print(words, markup=False, soft_wrap=True)
    path = out or Path(time.strftime("hexabomb-%Y%m%d-%H%M%S.hoplon"))
    match.save(path)
    put_json(record_of(path), result.as_json())
    end = match.outcome or f"broken off after turn {int(match.state.record.turn)}"
    console.print(f"{end}; match file {path}", markup=False, soft_wrap=True)


def seems_much(said: str, turns: int) -> bool:
    """Are compiled rules worth loading? The size of the file is a good enough estimate of its cells."""
    path = Path(said)
    cells = path.stat().st_size // 16 if path.is_file() else 300
    return cells * turns > MUCH


def play(plan: Plan, live: bool, arena: str) -> Result:
    """Play, with a scoreboard on a terminal, and in an arena if one is named."""
    from rich.live import Live
    from rich.text import Text

    from hoplon.protocols.netorcai.hexabomb.host import host as play_all

    if not live:

        def tell(text: str) -> None:
            print(printable(text), flush=True)

        with shown_in(arena, plan, tell) as broadcast:
            return play_all(plan, broadcast, tell)
    shown = Scoreboard(plan.options.turns)
    with Live(Text("waiting for the players"), auto_refresh=False, transient=True) as screen:

        def say(text: str) -> None:
            screen.console.print(printable(text), markup=False)

        with shown_in(arena, plan, say) as broadcast:

            def follow(now: Play, players: list[PlayerInfo]) -> None:
                if broadcast is not None:
                    broadcast(now, players)
                if shown.is_due():
                    shown.look(now, players)
                    screen.update(shown.table(), refresh=True)

            return play_all(plan, follow, say)


@contextmanager
def shown_in(arena: str, plan: Plan, say: Callable[[str], None]) -> Iterator[Follow | None]:
    """What has to hear of every turn so that an arena shows the game."""
    if not arena:
        yield None
        return
    from hoplon.protocols.netorcai.hexabomb.broadcast import Broadcast

    broadcast = Broadcast(arena, plan.options, say)
    try:
        yield broadcast.follow
    finally:
        broadcast.close()


@dataclass(frozen=True)
class Row:
    """One player as the scoreboard shows them."""

    player: int
    name: str
    score: int
    cells: int
    alive: str
    bombs: int
    here: bool
    leads: bool


class Scoreboard:
    """Players by their score."""

    def __init__(self, turns: int) -> None:
        self._turns = turns
        self._turn = 0
        self._rows: list[Row] = []
        self._next = 0.0

    def is_due(self) -> bool:
        """Is it time for a new picture?"""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + 1 / REFRESH
        return True

    def look(self, play: Play, players: list[PlayerInfo]) -> None:
        """Take in the game as it is."""
        self._turn = play.turn_number
        self._rows = rows_of(play.states[0], players)

    def table(self) -> Table:
        """The picture."""
        return table_of(self._rows, f"turn {self._turn} of {self._turns}")


def rows_of(state: Any, players: list[PlayerInfo]) -> list[Row]:
    """What a position says about each player, the best first."""
    owners = state["seat"][: int(state["characters"])].tolist()
    alive = [wait < 0 for wait in state["wait"].tolist()]
    held = state["held"].tolist()
    rows = []
    for p in players:
        own = [c for c, seat in enumerate(owners) if seat == p.player_id]
        living = sum(alive[c] for c in own)
        rows.append(
            Row(
                p.player_id,
                p.nickname,
                int(state["score"][p.player_id]),
                int(state["count"][p.player_id]),
                f"{living}/{len(own)}",
                sum(held[c] for c in own),
                p.is_connected,
                int(state["leader"]) == p.player_id,
            )
        )
    return sorted(rows, key=lambda row: (-row.score, row.player))


def table_of(rows: list[Row], title: str) -> Table:
    """Rows as a table; colours are those of the players."""
    from rich.markup import escape
    from rich.table import Table

    table = Table("", "player", "score", "cells", "alive", "bombs", title=title)
    for row in rows:
        colour = COLOURS[row.player % len(COLOURS)]
        name = escape(printable(f"{row.player} {row.name}")) + ("" if row.here else " (gone)")
        lead = "*" if row.leads else ""
        figures = (str(row.score), str(row.cells), row.alive, str(row.bombs))
        table.add_row(lead, f"[{colour}]{name}[/]", *figures)
    return table


def final_table(result: Result) -> Table:
    """How it ended."""
    gone = {kick.seat for kick in result.kicks}
    players = [p._replace(is_connected=p.player_id not in gone) for p in result.players]
    return table_of(rows_of(result.match.state.record, players), "final scores")
