"""`hoplon serve`: the arena in the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from ipaddress import ip_address
from typing import Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, flags_of, read_flags
from hoplon.cli.games import all_left_out
from hoplon.core.errors import BadOption, HoplonError
from hoplon.sandbox.limits import is_jailed, isolation

CONTEXT = TAKES_FLAGS
NO_SERVER = "the arena needs FastAPI, uvicorn and SQLAlchemy (pip install 'hoplon[serve]')"
BY_STRANGERS = (
    "with --programs and --host {} whoever reaches this machine can run commands on it; "
    "say --programs-for-everyone too if that is wanted"
)
PROXIES = "127.0.0.1,::1"
PRIVATE = 0o077  # what is made is for its user alone


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
    everyone: Annotated[
        bool,
        typer.Option(
            "--programs-for-everyone",
            help="Let whoever reaches this machine start programs: --programs with --host needs it.",
        ),
    ] = False,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="A proxy on this machine says who asks (X-Forwarded-For), so that limits count clients.",
        ),
    ] = False,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=N",
            help="Change how much one address may take: connections, requests, messages, matches, bots, ...",
            show_default=False,
        ),
    ] = None,
    internal: Annotated[
        str | None,
        typer.Option(
            "--address",
            metavar="URL",
            help="Where other servers that use the same database reach this one, if not on this machine.",
            show_default=False,
        ),
    ] = None,
    webhooks: Annotated[
        bool,
        typer.Option("--webhooks", help="Call the https addresses that players enter when it is their turn."),
    ] = False,
    local_webhooks: Annotated[
        bool,
        typer.Option("--local-webhooks", help="The same, and also addresses of this machine, by http."),
    ] = False,
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
        from hoplon.core.folders import state_folder
        from hoplon.server.app import make_app
        from hoplon.server.gate import Gate, gated_server
        from hoplon.server.guard import HostNames, is_loopback
        from hoplon.server.host_token import host_token
        from hoplon.server.limits import most_connections
        from hoplon.server.parts import parts
        from hoplon.server.shares import client_at, read_shares
        from hoplon.server.stand_in import (
            StandIn,
            end_with_the_other,
            inherited_listener,
            is_standing_in,
            not_ready,
        )
        from hoplon.server.store import Store, default_url
        from hoplon.server.webhooks import Hooks
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("hoplon"):
            raise
        raise HoplonError(NO_SERVER) from None
    shares = read_shares(limits or ())
    if programs and not everyone and not is_loopback(host):
        raise BadOption(BY_STRANGERS.format(host))
    proxies = proxies_named() if behind_proxy else None
    os.umask(PRIVATE)
    of_parts = [flag for part in parts() for flag in part.flags]
    flags = read_flags(context.args, of_parts, "the arena", flags_of(context))
    for part in parts():
        part.routes(flags)  # refuses what they cannot use before anything is opened
    token = host_token(state_folder())
    listener = inherited_listener() if is_standing_in() else listen(host, port)
    try:
        store = Store(database or default_url())
    except HoplonError:
        listener.close()
        raise
    number = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{number}/"
    print(f"The arena is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        threading.Thread(target=open_when_ready, args=(listener, address), daemon=True).start()
    if missing := not_ready():
        with StandIn(listener, sys.argv[1:]) as stand_in:
            stand_in.compile(missing)
    inside = internal or address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    own_names = HostNames(host, names or (), programs)
    hooks = Hooks.LOCAL if local_webhooks else Hooks.PUBLIC if webhooks else Hooks.NONE
    app = make_app(store, programs, own_names, flags, token, inside, shares, behind_proxy, hooks)
    gate = Gate(most_connections(), shares.connections, frozenset(map(client_at, (proxies or "").split(","))))
    # On this machine alone, compressing only costs time.
    server = gated_server(app, gate, proxies, compressed=not is_loopback(host))
    if programs and not is_jailed("auto"):
        print(f"hoplon: the sandbox of programs is {isolation('auto')}", file=sys.stderr)
    for fault in all_left_out():
        print(f"hoplon: {fault}", file=sys.stderr)
    if is_standing_in():
        end_with_the_other(server)
    server.run(sockets=[listener])


def proxies_named() -> str:
    """The addresses of proxies, which say whom they speak for: this machine, or `FORWARDED_ALLOW_IPS`."""
    named = os.environ.get("FORWARDED_ALLOW_IPS") or PROXIES
    for address in named.split(","):
        try:
            ip_address(address.strip())
        except ValueError:
            raise BadOption(
                f"FORWARDED_ALLOW_IPS names {address.strip()[:40]!r}; expected addresses such as 10.0.0.2, "
                "with commas between them: whoever is trusted there can say to be anybody"
            ) from None
    return ",".join(address.strip() for address in named.split(","))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; HoplonError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once only on sockets that say they are TCP; the others wait 40 ms for their client.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise HoplonError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


def open_when_ready(listener: socket.socket, address: str) -> None:
    """Open the page as soon as it is served."""
    for _ in range(200):
        with socket.socket(listener.family) as visitor:
            if visitor.connect_ex(listener.getsockname()) == 0:
                break
        time.sleep(0.05)
    if not webbrowser.open(address):
        print(f"No browser could be opened; go to {address}", file=sys.stderr)
