"""The token of whoever runs a server."""

from __future__ import annotations

from pathlib import Path

from hoplon.core.kept_token import kept_token

NAME = "host-token"


def host_token(folder: Path) -> str:
    """The token kept in a folder, made if there is none."""
    return kept_token(folder / NAME, "the host's token")
