"""The versions of a league as players on this machine.

What the database keeps, packages and networks, is written to a folder of the user, named by its digest.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.folders import make_private, state_folder
from hoplon.core.game import Game
from hoplon.league.bundles import digest_of
from hoplon.league.entries import AWAY, NETWORK, PACKAGE, Version
from hoplon.league.sources import player_text
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.players import make_player
from hoplon.referee.versions import version_of

FOLDER = "league-bots"
DIGEST = re.compile("[0-9a-f]{64}")
ENDINGS = {PACKAGE: ".zip", NETWORK: ".npz"}
Bundle = Callable[[int], bytes | None]


class NotHere(HoplonError):
    """A version that cannot play on this machine."""


def cast(version: Version, game: Game, bundle: Bundle, besides: Sequence[Path] = ()) -> str:
    """The text of a player; `bundle` gets the file of a version. NotHere says why it cannot play here.

    `besides` are files that are no part of a bot: those of the database.
    """
    if version.kind in AWAY:
        raise NotHere(f"{version.label} plays only in an arena, to which it connects")
    if version.kind in ENDINGS:
        path = kept_file(version, bundle)
        return shlex.quote(str(path)) if version.kind == PACKAGE else str(path)
    text = player_text(version.kind, version.source)
    try:
        make_player(text, game, ProcessSettings())
        found = version_of(text, game, besides)
    except HoplonError as error:
        raise NotHere(f"{version.label} cannot play here: {error}") from None
    if found != version.digest:
        raise NotHere(
            f"{version.label} is no longer what was added: {version.source}, or a file beside it, has "
            "changed; add it again, best as a folder or a zip file of its own, which the league keeps"
        )
    return text


def kept_file(version: Version, bundle: Bundle) -> Path:
    """The file of a version, which is fetched the first time."""
    if not DIGEST.fullmatch(version.digest):  # it names a file
        raise NotHere(f"{version.label} cannot play here: its digest is not one of 64 hexadecimal digits")
    folder = make_private(make_private(state_folder()) / FOLDER)
    path = folder / (version.digest + ENDINGS[version.kind])
    if not path.exists():
        content = bundle(version.id)
        if content is None:
            raise NotHere(f"{version.label} cannot play here: its file is not in the database")
        number, half = tempfile.mkstemp(dir=folder)
        try:
            with open(number, "wb") as file:
                file.write(content)
            check_digest(version, Path(half), content)
        except BaseException:
            os.unlink(half)
            raise
        os.replace(half, path)
    return path


def check_digest(version: Version, path: Path, content: bytes) -> None:
    """Refuse a file that is not the one of its digest."""
    try:
        found = digest_of(path, content) if version.kind == PACKAGE else sha256(content).hexdigest()
    except BadOption as error:
        raise NotHere(f"{version.label} cannot play here: {error}") from None
    if found != version.digest:
        raise NotHere(f"{version.label} cannot play here: the file that came has another digest")
