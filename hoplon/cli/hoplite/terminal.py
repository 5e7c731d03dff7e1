"""Hoplite drawn in the terminal, where Textual is installed."""

from __future__ import annotations

from collections.abc import Mapping

from hoplon.cli.terminal import Start, Terminal
from hoplon.core.errors import HoplonError

NO_TEXTUAL = "the drawn game needs Textual (pip install 'hoplon[play]'); --plain does without"


def play(start: Start, _flags: Mapping[str, str], light: bool) -> int:
    """Play by keys and mouse."""
    try:
        from hoplon.cli.hoplite.app import HopliteApp
    except ModuleNotFoundError as error:
        if error.name != "textual":
            raise
        raise HoplonError(NO_TEXTUAL) from None
    app = HopliteApp(start, light)
    code = app.run()
    if app.failure:
        raise app.failure
    return code or 0


TERMINAL = Terminal(play)
