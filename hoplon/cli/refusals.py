"""Refusals: one line on stderr that says what is wrong."""

from __future__ import annotations

import sys

from hoplon.core.printable import printable

REFUSED = 2  # the exit code


def refuse(text: str) -> int:
    """Say in one line what is wrong; Typer has said it already where there is no text."""
    if text:
        print("hoplon:", printable(" ".join(text.split())), file=sys.stderr)
    return REFUSED


def sentence(error: Exception) -> str:
    """What an error says, with the file it is about."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
