"""`hoplon serve`: the arena in the browser."""

from __future__ import annotations

import socket
import sys
import threading
import time
import webbrowser
from typing import Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, flags_of, read_flags
from hoplon.cli.games import all_left_out
from hoplon.core.errors import HoplonError

CONTEXT = TAKES_FLAGS
NO_SERVER = "the arena needs FastAPI, uvicorn and SQLAlchemy (pip install 'hoplon[serve]')"


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option("--host", metavar="NAME", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="The port; 0 for any.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help="Where matches are kept; a SQLite file in the user's state folder if not given.",
            show_default=False,
        ),
    ] = None,
    programs: Annotated[
        bool,
        typer.Option("--programs", help="Bots may be commands, which anybody who uses the arena can start."),
    ] = False,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="A host name that browsers use for this server, such as that of a proxy in front of it.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Serve the arena: play, watch and replay all games in a browser.

    \b
    Examples:
      hoplon serve
      hoplon serve --port 9000 --open
      hoplon serve --database postgresql+psycopg://user@host/hoplon

    Single games add flags of their own: --armies DIR shows the army files of a folder to everybody.
    """
    try:
        import uvicorn

        from hoplon.server.app import make_app
        from hoplon.server.guard import HostNames, is_loopback
        from hoplon.server.parts import parts
        from hoplon.server.store import Store, default_url
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        raise HoplonError(NO_SERVER) from None
    of_parts = [flag for part in parts() for flag in part.flags]
    flags = read_flags(context.args, of_parts, "the arena", flags_of(context))
    for part in parts():
        part.routes(flags)  # refuses what they cannot use before anything is opened
    listener = listen(host, port)
    try:
        store = Store(database or default_url())
    except HoplonError:
        listener.close()
        raise
    number = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{number}/"
    settings = uvicorn.Config(
        make_app(store, programs, HostNames(host, names or (), programs), flags),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=1 << 17,
        ws_per_message_deflate=not is_loopback(host),  # there it only costs time
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(settings)
    for fault in all_left_out():
        print(f"hoplon: {fault}", file=sys.stderr)
    print(f"The arena is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        threading.Thread(target=open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; HoplonError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise HoplonError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


def open_when_ready(server: object, address: str) -> None:
    """Open the page as soon as it is served."""
    for _ in range(200):
        if getattr(server, "started", False):
            if not webbrowser.open(address):
                print(f"No browser could be opened; go to {address}", file=sys.stderr)
            return
        time.sleep(0.05)
