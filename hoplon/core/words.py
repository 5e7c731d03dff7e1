"""What is said to people, in the language of who reads: English is the key, catalogues have the rest.

A catalogue is a JSON file named after its language: the English text and how it is said there. A text about
so many things has a form for one and one for others. Hoplon's catalogues are in `hoplon/words`; a game keeps
its own in a folder of which it tells (`Game.words`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
HOPLON = Path(__file__).parents[1] / "words"
PAGE = "page.json"  # is read by the page, not here
NONE_IS_ONE = frozenset({"fr"})  # languages in which nothing is said as one thing is

Forms = str | dict[str, str]

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_folders: list[Path] = []


def add_words(folder: Path) -> None:
    """Read the catalogues of a folder, too: `fr.json` and so on."""
    if folder not in _folders:
        _folders.append(folder)
        _catalogue.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """English, and every language that Hoplon has a catalogue of."""
    return (ENGLISH, *sorted(path.name for path in HOPLON.iterdir() if path.is_dir()))


def language() -> str:
    """The language that is spoken here."""
    return _spoken.get()


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Say everything in a language."""
    token = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(token)


def wanted(tags: str) -> str:
    """The first known language of a list such as `fr-CH, en;q=0.5` or `fr_FR.UTF-8`; else English."""
    for tag in tags.replace(";", ",").split(","):
        name = tag.strip().replace("_", "-").split("-")[0].lower()
        if name in languages():
            return name
    return ENGLISH


def say(text: str, /, **fields: Any) -> str:
    """A text in the language that is spoken here; `{name}` in it stands for a field."""
    said = _catalogue(language()).get(text, text)
    return filled(said if isinstance(said, str) else text, fields)


def count(n: int, one: str, several: str, /, **fields: Any) -> str:
    """A text about so many things, `{n}` of them: English for one, and for several."""
    said = _catalogue(language()).get(several)
    is_one = n == 1 or (n == 0 and language() in NONE_IS_ONE)
    forms = said if isinstance(said, dict) else {"one": one, "other": several}
    is_one = is_one if isinstance(said, dict) else n == 1
    return filled(forms["one" if is_one and "one" in forms else "other"], {"n": n} | fields)


def filled(text: str, fields: Mapping[str, Any]) -> str:
    """A text with its fields; braces that name no field stay."""
    for name, value in fields.items():
        text = text.replace("{" + name + "}", str(value))
    return text


@cache
def _catalogue(name: str) -> Mapping[str, Forms]:
    if name == ENGLISH:
        return {}
    own = sorted((HOPLON / name).glob("*.json")) if (HOPLON / name).is_dir() else []
    paths = [path for path in own if path.name != PAGE]
    found: dict[str, Forms] = {}
    for path in (*paths, *(folder / f"{name}.json" for folder in _folders)):
        if path.exists():
            found |= json.loads(path.read_text(encoding="utf-8"))
    return found
