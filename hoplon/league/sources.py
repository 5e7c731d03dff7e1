"""What a bot of a league may be, as it is typed: a folder, a zip file, a command line, `builtin:judge` ...

Folders and zip files are kept in the database, so that workers elsewhere have them and nobody changes them.
For everything else the digest says whether it is still what it was.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from hoplon.bots import is_network
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.league import entries
from hoplon.league.bundles import LARGEST, bundle_of, digest_of
from hoplon.league.store import Entrant
from hoplon.protocols.lines.package import full_path, is_package
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.players import make_player
from hoplon.referee.versions import version_of

BUILTIN, PYTHON, NETORCAI = "builtin:", "py:", "netorcai:"
EXPECTED = (
    "expected a folder, a zip file, a command line, builtin:NAME, py:MODULE:CLASS, netorcai:COMMAND or remote"
)


def entrant_of(text: str, game: Game, besides: Sequence[Path] = ()) -> Entrant:
    """What a text means; BadOption says in a sentence why it cannot play.

    `besides` are files that are no part of a bot: those of the database.
    """
    if text == entries.REMOTE:
        return Entrant(entries.REMOTE, "", "")
    if text == "person" or text.startswith("listen:") or not text.strip():
        raise BadOption(f"{text!r} cannot play in a league; {EXPECTED}")
    path = Path(text)
    if is_package(path):
        return package_at(path, game)
    if is_network(text) and path.is_file():
        return network_at(path, game)
    kind, source = kind_of(text)
    player = player_text(kind, source)
    make_player(player, game, ProcessSettings())
    return Entrant(kind, source, version_of(player, game, besides))


def kind_of(text: str) -> tuple[str, str]:
    """How something is played that is not kept in the database, and its text for the database."""
    if text.startswith(BUILTIN):
        return entries.BUILTIN, text.removeprefix(BUILTIN)
    if text.startswith(PYTHON):
        return entries.PYTHON, text.removeprefix(PYTHON)
    if text.startswith(NETORCAI):
        return entries.NETORCAI, with_full_paths(text.removeprefix(NETORCAI))
    if text.lower().endswith(".zip"):
        raise BadOption(f"there is no zip file {text!r}; {EXPECTED}")
    if not set(text) & set("/ .") and not os.path.exists(text):
        return entries.BUILTIN, text
    return entries.COMMAND, with_full_paths(text)


def player_text(kind: str, source: str) -> str:
    """A version as `hoplon match` names its players; not for one that is kept in the database."""
    prefixes = {entries.PYTHON: PYTHON, entries.NETORCAI: NETORCAI}
    return prefixes.get(kind, "") + source


def with_full_paths(command: str) -> str:
    """A command line that means the same in every folder."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption(f"the bot command {command!r} cannot be read: {error}") from None
    return shlex.join(full_path(word) if os.path.exists(word) else word for word in words)


def package_at(path: Path, game: Game) -> Entrant:
    """A bot in a folder or a zip file."""
    bundle = bundle_of(path)
    digest = digest_of(path, bundle)
    make_player(shlex.quote(str(path if "/" in str(path) else Path(".", path).absolute())), game)
    return Entrant(entries.PACKAGE, path.name, digest, bundle)


def network_at(path: Path, game: Game) -> Entrant:
    """A trained network."""
    if path.stat().st_size > LARGEST:
        raise BadOption(f"the network {str(path)!r} has more than {LARGEST >> 20} MB")
    make_player(str(path), game)
    content = path.read_bytes()
    return Entrant(entries.NETWORK, path.name, sha256(content).hexdigest(), content)
