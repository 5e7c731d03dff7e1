"""A secret of the user's own: a file that only they can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from hoplon.core.errors import HoplonError
from hoplon.core.folders import OWN_FILE, OWN_FOLDER

SHORTEST = 20


def kept_token(path: Path, what: str) -> str:
    """The token kept in a file, made if there is none; `what` it is called if that fails."""
    try:
        path.parent.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
        try:
            file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE)
        except FileExistsError:
            path.chmod(OWN_FILE)
            token = path.read_text(encoding="utf-8").strip()
        else:
            token = secrets.token_urlsafe(24)
            with os.fdopen(file, "w", encoding="utf-8") as opened:
                opened.write(f"{token}\n")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise HoplonError(f"{what} in {str(path)!r} cannot be used: {why}") from None
    if len(token) < SHORTEST:
        raise HoplonError(f"{what} in {str(path)!r} is too short; delete the file to get another")
    return token
