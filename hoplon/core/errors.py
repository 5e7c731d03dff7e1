"""The errors that Hoplon raises on purpose, each with a sentence a person can act on."""

from __future__ import annotations

from collections.abc import Iterable


class HoplonError(Exception):
    """Anything Hoplon refuses; its text names the bad thing, the place and what was expected."""


class BadText(HoplonError):
    """A text that is not a choice, a cell, an action or a position."""


class BadOption(HoplonError):
    """An option that does not exist or is out of range."""


class UnknownGame(HoplonError):
    """A game that is not installed."""


class IllegalChoice(HoplonError):
    """A choice that the rules do not allow now."""


class BadMatchFile(HoplonError):
    """A file that is not a match file, is damaged, or departs from the rules."""


class BadPosition(HoplonError):
    """A position that cannot occur in the game."""


class RunawayChain(HoplonError):
    """Reactions that did not end within the limits of the turn log."""


def likely(said: str, known: Iterable[str]) -> str:
    """The name that was probably meant by a mistyped one; empty if none is like it."""
    from difflib import get_close_matches

    names = {name.lower().lstrip("-"): name for name in known if name}
    found = get_close_matches(said.lower().lstrip("-"), names, 1)
    return names[found[0]] if found else ""


def hint(said: str, known: Iterable[str], otherwise: str) -> str:
    """The end of a refusal: `did you mean hoplite?`, or another text if no name is like the one said."""
    meant = likely(said, known)
    return f"did you mean {meant}?" if meant else otherwise
