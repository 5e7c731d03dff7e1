"""`hoplon watch`: a game on any netorcai server, in the arena's page or in the terminal."""

from __future__ import annotations

import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import interpret
from hoplon.core.errors import BadOption
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from hoplon.protocols.netorcai import Client
    from hoplon.protocols.netorcai.hexabomb.broadcast import Broadcast
    from hoplon.protocols.netorcai.hexabomb.watch import Follow, Seen

USUAL_PORT = 4242
MOST_SHOWN = 8  # parts of one game in an arena: a viewer who misses that much sees the rest in the terminal
Say = Callable[[str], None]


def watch(
    address: Annotated[
        str, typer.Argument(metavar="HOST:PORT", help="A netorcai server; the port is 4242 unless given.")
    ] = "127.0.0.1:4242",
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Show boards and scores here instead of in a page.")
    ] = False,
    arena: Annotated[
        str,
        typer.Option(
            metavar="URL", help="An arena that is running (hoplon serve); one is started if not given."
        ),
    ] = "",
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    nickname: Annotated[str, typer.Option(metavar="NAME", help="The viewer's name.")] = "viewer",
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The match file to write; named by the time if not given.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Watch a game of hexabomb as a visualization: on ours, the original's or any other netorcai server.

    Log in before the game begins: a server tells those who come later nothing. In the page the game can be
    paused, stepped through and played again while it goes on. The match file can be replayed (hoplon replay),
    verified and opened in the arena. Where the server left turns out because we were slow, a new file begins.

    \b
    Examples:
      hoplon watch localhost:4242 --open
      hoplon watch games.example.org --terminal
      hoplon watch :4242 --arena http://127.0.0.1:8000
    """
    host, port = read_address(address)
    if terminal and (arena or browser):
        raise BadOption("--terminal shows the game here; leave out --arena and --open")
    interpret()
    from rich.console import Console

    from hoplon.protocols.netorcai import Client, ProtocolError
    from hoplon.protocols.netorcai.hexabomb.watch import CannotWatch, log_in

    console = Console()

    def say(text: str) -> None:
        console.print(printable(text), markup=False, highlight=False, soft_wrap=True)

    try:
        client = Client(host, port)
    except OSError as error:
        raise CannotWatch(f"no server answers at {host}:{port}: {error.strerror or error}") from None
    with client:
        try:
            log_in(client, nickname)  # before anything that takes time: the game may begin at any moment
            say(f"logged in at {host}:{port}, waiting for the game to begin")
            if terminal:
                with in_terminal(console.is_terminal, say) as follow:
                    see(client, follow, say, out)
            else:
                see_in_page(client, arena, browser, say, out)
        except ProtocolError as error:
            raise CannotWatch(f"{host}:{port}: {error}") from None


def read_address(text: str) -> tuple[str, int]:
    """Host and port of HOST:PORT, HOST, :PORT or [ADDRESS]:PORT."""
    host, colon, said = text.rpartition(":") if text.count(":") == 1 or "]" in text else (text, "", "")
    if text.endswith("]"):
        host, colon, said = text, "", ""
    is_short_number = said.isdecimal() and said.isascii() and len(said) <= 5
    if colon and not (is_short_number and 1 <= int(said) <= 65535):
        raise BadOption(
            f"the address {text!r} has no port after its colon; expected a number from 1 to 65535"
        )
    return host.strip("[]") or "127.0.0.1", int(said) if colon else USUAL_PORT


def see(client: Client, follow: Follow, say: Say, out: Path | None) -> None:
    """Watch a game, and keep what was seen of it, also if it breaks off."""
    from hoplon.protocols.netorcai.hexabomb.watch import begin
    from hoplon.protocols.netorcai.hexabomb.watch import watch as watch_game

    seen = begin(client)
    try:
        watch_game(client, seen, follow, say)
    finally:
        keep(seen, say, out)


def see_in_page(client: Client, arena: str, browser: bool, say: Say, out: Path | None) -> None:
    """Watch a game in a page, which stays open after the game if it is ours."""
    from hoplon.cli.local_arena import local_arena

    with nullcontext(arena) if arena else local_arena() as address, in_page(address, browser, say) as follow:
        is_over = True
        try:
            see(client, follow, say, out)
        except KeyboardInterrupt:
            is_over = False
            raise
        finally:
            if is_over and not arena and follow.shown:
                follow.close()  # so that the address is told first
                wait_for_interrupt(say)


def wait_for_interrupt(say: Say) -> None:
    """Until Ctrl-C, which may come as soon as it is asked for."""
    try:
        say("the page stays open until Ctrl-C")
        threading.Event().wait()
    except KeyboardInterrupt:
        return


def keep(seen: Seen, say: Say, out: Path | None) -> None:
    """Write the match files, and say how far the game went."""
    how = f"seen until turn {seen.turn} of {seen.turns}"
    if seen.end is not None:
        winner = seen.end.winner_player_id
        names = {player.player_id: player.nickname for player in seen.players}
        how = f"won by player {winner}, {names.get(winner, 'unnamed')}" if winner >= 0 else "drawn"
    path = out or Path(time.strftime("hexabomb-%Y%m%d-%H%M%S.hoplon"))
    written = []
    for number, match in enumerate(seen.matches(), 1):
        if match.choices or number == 1:
            written.append(path if number == 1 else path.with_stem(f"{path.stem}-{number}"))
            match.save(written[-1])
    files = "match file" if len(written) == 1 else "match files"
    say(f"{how}; {files} {', '.join(map(str, written))}")


class InPage:
    """Sends every turn to an arena; a new part of the game is a new match there."""

    def __init__(self, arena: str, browser: bool, say: Say) -> None:
        self._arena, self._browser, self._say = arena, browser, say
        self._broadcast: Broadcast | None = None
        self.shown = 0

    def __call__(self, seen: Seen, is_new: bool) -> None:
        if is_new:
            self.close()
            self.shown += 1
            if self.shown <= MOST_SHOWN:
                from hoplon.protocols.netorcai.hexabomb.broadcast import Broadcast

                self._broadcast = Broadcast(self._arena, seen.options, self._tell)
            else:
                self._say("so many turns were missed that the page shows no more of this game")
        if self._broadcast is not None:
            self._broadcast.follow(seen.retrace.play, seen.players)

    def _tell(self, text: str) -> None:
        self._say(text)
        _, found, link = text.partition("watch it at ")
        if found and self._browser:
            self._browser = False
            webbrowser.open(link)

    def close(self) -> None:
        """Send what is left."""
        if self._broadcast is not None:
            self._broadcast.close()
            self._broadcast = None


@contextmanager
def in_page(arena: str, browser: bool, say: Say) -> Iterator[InPage]:
    """What has to hear of every turn so that a page shows the game."""
    shown = InPage(arena, browser, say)
    try:
        yield shown
    finally:
        shown.close()


@contextmanager
def in_terminal(is_live: bool, say: Say) -> Iterator[Follow]:
    """Boards and scores: in place on a terminal, one after the other elsewhere."""
    if not is_live:

        def tell(seen: Seen, _is_new: bool) -> None:
            say(f"{drawn(seen)}\n{scores(seen)}\n")

        yield tell
        return
    from rich.live import Live

    with Live(auto_refresh=False) as screen:

        def show(seen: Seen, _is_new: bool) -> None:
            screen.update(shown_on_screen(seen), refresh=True)

        yield show


def shown_on_screen(seen: Seen) -> RenderableType:
    """The board, and the players by their score."""
    from rich.console import Group
    from rich.text import Text

    from hoplon.cli.hexabomb.host import rows_of, table_of

    rows = rows_of(seen.retrace.play.states[0], seen.players)
    return Group(Text(drawn(seen)), table_of(rows, f"turn {seen.turn} of {seen.turns}"))


def drawn(seen: Seen) -> str:
    """The board as text."""
    from hoplon.games.hexabomb.picture import diagram
    from hoplon.games.hexabomb.view import whole

    return diagram(whole(seen.retrace.play.states, 0))


def scores(seen: Seen) -> str:
    """One line with everybody's score."""
    from hoplon.cli.hexabomb.host import rows_of

    rows = rows_of(seen.retrace.play.states[0], seen.players)
    each = ", ".join(f"{row.player} {row.name} {row.score}{'' if row.here else ' (gone)'}" for row in rows)
    return f"turn {seen.turn} of {seen.turns}: {each}"
