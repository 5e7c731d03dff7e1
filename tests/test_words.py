"""What is said to people goes through the catalogues, and those say it all."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoplon.core import words
from hoplon.core.board import as_said
from hoplon.core.match import Match
from hoplon.core.words import count, languages, say, speaking, wanted
from hoplon.games import game, own_names
from hoplon.server.boards import board_of
from tests.catalogues import PAGE, catalogue, catalogues, fields_of, sources_of_the_page

OTHERS = [name for name in languages() if name != "en"]
ADDRESSED = re.compile(r"\[[^|\]]*\|[^\]]*\]")
LETTERS = re.compile(r"[A-Za-z]{2,}")


# The catalogues.


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_and_none_that_nobody_says(language: str) -> None:
    for path, keys in catalogues(language):
        has = set(catalogue(path))
        assert sorted(keys - has) == [], f"{path.name} lacks these"
        assert sorted(has - keys) == [], f"nobody says these of {path.name}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_text(language: str) -> None:
    for path, _ in catalogues(language):
        for key, said in catalogue(path).items():
            for fields in fields_of(said):
                assert fields == next(iter(fields_of(key))), f"{path.name}: {key}"
            if isinstance(said, str):
                brackets = [len(re.findall(r"[\[\]]", text)) for text in (key, said)]
                assert brackets[0] == brackets[1], f"{path.name}: {key}"


def test_texts_are_said_in_the_language_that_is_spoken() -> None:
    assert say("{n} far", n=3) == "3 far"
    assert [count(n, "{n} hit", "{n} hits") for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]
    with speaking("fr"):
        assert say("Threat") == "Menace"
        game("hoplite")
        assert [count(n, "{n} hit", "{n} hits") for n in (0, 1, 2)] == ["0 coup", "1 coup", "2 coups"]
        assert say("nobody has translated this") == "nobody has translated this"
    assert say("Threat") == "Threat"


@pytest.mark.parametrize(
    ("tags", "language"),
    [("fr-CH, en;q=0.5", "fr"), ("fr_FR.UTF-8", "fr"), ("xx, en-GB, fr", "en"), ("", "en"), ("C", "en")],
)
def test_the_first_language_that_there_is_counts(tags: str, language: str) -> None:
    assert wanted(tags) == language


# The page.

SKIPPED = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<(code|kbd|pre)\b[^>]*>[^<]*</\2>", re.DOTALL)
SPOKEN = re.compile(r'\b(?:title|aria-label|aria-valuetext|placeholder|alt)="([^"]*)"')
NO_WORDS = {"Hoplon", "PNG", "SVG", "CSV", "NDJSON", "TOML", "TV", "ms"}
NOT_SAID = ("./mybot.py", "hoplon pbem 1 …", "https://", "host of the match")  # typed, or no text for people
CALL = re.compile(
    r'(?<![\w.])(?:say|count)\((?:[^"()]|\((?:[^()]|\([^()]*\))*\))*?"(?:[^"\\]|\\.)*"(?:,\s*"(?:[^"\\]|\\.)*")?'
)
SENTENCE = re.compile(r'"([A-Z]?[a-z]+,? [a-z]+ [a-z][^"]*|[A-Z][a-z]+(?: [a-z]+)+[.?!…]?)"')


def without_braces(text: str) -> str:
    """A template without what stands in braces."""
    found, depth = [], 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if not depth and sign != "}":
            found.append(sign)
    return "".join(found)


def bypassing(path: Path) -> Iterator[str]:
    """Texts of a source of the page that are not said through the catalogue."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".svelte":
        plain = without_braces(SKIPPED.sub("", text))
        yield from (said for said in SPOKEN.findall(plain) if LETTERS.search(said) and said not in NOT_SAID)
        for said in re.sub(r"<(?:[^<>\"]|\"[^\"]*\")*>", "\n", plain).splitlines():
            if set(LETTERS.findall(said)) - NO_WORDS:
                yield said.strip()
    unspoken = r"//[^\n]*|/\*.*?\*/|<style\b.*?</style>|<!--.*?-->|\bclass=\"[^\"]*\""
    code = re.sub(unspoken, "", text, flags=re.DOTALL)
    yield from (said for said in SENTENCE.findall(CALL.sub("", code)) if said not in NOT_SAID)


def test_the_page_says_nothing_beside_the_catalogue() -> None:
    found = {str(path.relative_to(PAGE)): list(bypassing(path)) for path in sources_of_the_page()}
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "source",
    [
        "<p>Some words</p>",
        '<button title="Go there">×</button>',
        "<p>{n} points left</p>",
        '<script lang="ts">\n  const label = "Begin the match";\n</script>',
        '<p>{isOver ? "It is over now" : say("Go on")}</p>',
    ],
)
def test_a_text_beside_the_catalogue_is_found(source: str, tmp_path: Path) -> None:
    path = tmp_path / "Part.svelte"
    path.write_text(source)
    assert list(bypassing(path))
    path.write_text('<p title={say("Go there")}>{say("Some {n} words", { n })}</p>')
    assert not list(bypassing(path))


# The games.


class Marked(dict[str, Any]):
    """A catalogue in which every text is marked, except for its fields."""

    def get(self, text: str, default: Any = None) -> Any:
        parts = re.split(r"(\{\w+\}|[\[\]|])", text)
        said = "".join(f"⟨{part}⟩" if n % 2 == 0 and part else part for n, part in enumerate(parts))
        return {"one": said, "other": said} if default is None else said


def unmarked(text: str, names: set[str]) -> list[str]:
    """Words that are neither of a catalogue nor names."""
    left = re.sub(r"⟨[^⟩]*⟩", " ", text)
    return [word for word in re.findall(r"[a-z]{3,}", left) if word not in names]


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in own_names():
        game(name)
    monkeypatch.setattr(words, "_catalogue", lambda _name: Marked())
    with speaking("marked"):
        yield


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("name", own_names())
def test_a_game_tells_nothing_beside_the_catalogue(name: str) -> None:
    found, board = game(name), board_of(name)
    dice = random.Random(5)
    match = Match(found, 7, found.options())
    names = set(re.findall(r"[a-z]{3,}", " ".join(found.seat_names(match.options)).lower()))
    if name == "cardbattle":
        from hoplon.games.cardbattle.board import names_of
        from hoplon.games.cardbattle.naming import CARD_WORDS

        names |= set(re.findall(r"[a-z]{3,}", f"{names_of(match).own_words} {CARD_WORDS}".lower()))
    said: list[str] = [as_said(tool)["label"] for tool in board.tools]
    for _ in range(60):
        if match.is_over:
            break
        labels = [offer.label for offer in board.offers(match)]
        said += [label if "⟨" in label else say(label) for label in labels]
        match.play(dice.choice(list(match.legal())))
        viewer = match.seats[-1]
        said += [entry.says for entry in board.log(match, len(match.choices), viewer)]
        said += [mark.text for mark in board.threats(match, len(match.choices), viewer)]
    assert len(said) > 100
    assert sorted({text for text in said if unmarked(text.lower(), names)}) == []
