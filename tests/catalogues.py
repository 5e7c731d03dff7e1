"""What is said to people, found in the sources: the keys that catalogues need.

python -m tests.catalogues fr        what the French catalogues lack, and what nobody says any more
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hoplon.core.guides import guide_of
from hoplon.core.lessons import course_of
from hoplon.core.words import say
from hoplon.games import game, own_names
from hoplon.server.boards import board_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "web" / "src"
TEXT = r'"((?:[^"\\]|\\.)*)"'
SAY = re.compile(r"(?<![\w.])say\(\s*" + TEXT)
COUNT = re.compile(r"(?<![\w.])count\((?:[^\"()]|\((?:[^()]|\([^()]*\))*\))*?,\s*" + TEXT + r",\s*" + TEXT)
FIELD = re.compile(r"\{\w+\}")
SPOKEN = ("title", "goal", "intro", "hint", "praise")


def of_the_page() -> set[str]:
    """The keys of the page: of `say`, and of `count` the text for several."""
    found = set()
    for path in sources_of_the_page():
        text = path.read_text(encoding="utf-8")
        found |= {json.loads(f'"{one}"') for one in SAY.findall(text)}
        found |= {json.loads(f'"{several}"') for _, several in COUNT.findall(text)}
    return found


def sources_of_the_page() -> list[Path]:
    """Everything that the page is built from."""
    return sorted([*PAGE.rglob("*.svelte"), *PAGE.rglob("*.ts")])


def of_modules(folder: Path) -> set[str]:
    """The keys that the modules of a folder say: literals, and tables that they say something out of."""
    found = set()
    for path in sorted(folder.rglob("*.py")):
        if "template" not in path.parts:
            found |= set(_said_in(path)) - {""}
    return found


def _said_in(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    places = {"say": (0,), "several": (1,), "count": (2,), "Sentences": (0,), "Note": (0, 1), "Offer": (3, 4),
              "Spare": (1, 2)}  # fmt: skip
    if not any(call.func.id in places for call in calls):  # type: ignore[attr-defined]
        return
    parts = [part for part in path.relative_to(ROOT).with_suffix("").parts if part != "__init__"]
    module = importlib.import_module(".".join(parts))
    yield from getattr(module, "ALSO_SAID", ())
    for call in calls:
        name = call.func.id  # type: ignore[attr-defined]
        if name == "say" and getattr(module, "say", None) is not say:
            continue
        for place in places.get(name, ()):
            for text in _texts(call.args[place], module, tree) if place < len(call.args) else ():
                yield f"{{n}} {text}s" if name == "several" else text


def _texts(node: ast.expr, module: Any, tree: ast.AST) -> Iterator[str]:
    """The texts that an expression may have."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, module, tree)
        yield from _texts(node.orelse, module, tree)
    elif (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.value, ast.Subscript)
    ):
        table = getattr(module, getattr(node.value.value, "id", ""), {})
        yield from (row[node.slice.value] for row in table.values() if isinstance(row, tuple))
    elif isinstance(node, ast.Subscript):
        yield from _texts(node.value, module, tree)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _texts(value, module, tree)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        yield from _texts(node.func.value, module, tree)
        for other in node.args[1:]:
            yield from _texts(other, module, tree)
    elif isinstance(node, ast.Name):
        table = getattr(module, node.id, None)
        values = table.values() if isinstance(table, Mapping) else table if isinstance(table, tuple) else ()
        yield from (
            one
            for value in values
            for one in (value if isinstance(value, tuple) else (value,))
            if isinstance(one, str)
        )
        for other in ast.walk(tree):
            if (
                isinstance(other, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == node.id for t in other.targets)
                and isinstance(other.value, ast.Constant | ast.IfExp | ast.Call)
            ):
                yield from _texts(other.value, module, tree)


def of_tables(name: str) -> set[str]:
    """What a game says by its tables: what it is, tools, options, bots and how hard they are."""
    found, board = game(name), board_of(name)
    texts = [found.title, found.summary, found.story]
    texts += [text for one in found.difficulties for text in (one.name, one.words)]
    texts += [rung.words for rung in found.ladder]
    texts += [text for tool in board.tools for text in (tool.label, tool.help)]
    for field in board.form():
        texts += [field.label, field.help, field.group, field.sorted_by, field.lot]
        texts += [label for _, label in (*field.sorts, *field.columns)]
    return {text for text in texts if text}


def of_lessons(name: str) -> set[str]:
    """What a game says in its lessons and tips."""
    course = course_of(game(name))
    texts = [course.aim, *(tip.says for tip in course.tips)]
    for lesson in course.lessons:
        texts += [getattr(lesson, text) for text in SPOKEN]
        texts += [mistake.says for mistake in lesson.mistakes]
    return {text for text in texts if text}


def of_guide(name: str) -> set[str]:
    """What a game says in its guide."""
    return {part.text for part in guide_of(game(name))}


def of_game(name: str) -> set[str]:
    """All that the catalogues of a game need."""
    return of_modules(ROOT / "hoplon" / "games" / name) | of_tables(name) | of_lessons(name) | of_guide(name)


def of_hoplon() -> set[str]:
    """All that is said by what is no game."""
    folders = ("core", "grids", "server", "cli")
    return set().union(*(of_modules(ROOT / "hoplon" / folder) for folder in folders))


def catalogue(path: Path) -> dict[str, Any]:
    """A catalogue."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def catalogues(language: str) -> Iterator[tuple[Path, set[str]]]:
    """The catalogues of a language, each with the keys that it needs."""
    words = ROOT / "hoplon" / "words" / language
    yield words / "page.json", of_the_page()
    yield words / "server.json", of_hoplon()
    for name in own_names():
        folder = game(name).words
        assert folder is not None
        yield folder / f"{language}.json", of_game(name) - of_hoplon()


def fields_of(said: Any) -> Iterable[set[str]]:
    """The fields of a translation, of each of its forms."""
    return [set(FIELD.findall(text)) for text in (said.values() if isinstance(said, dict) else [said])]


if __name__ == "__main__":
    for path, keys in catalogues(sys.argv[1]):
        has = catalogue(path)
        print(f"{path.relative_to(ROOT)}: {len(keys)} texts")
        for key in sorted(keys - set(has)):
            print(f"  lacks {json.dumps(key, ensure_ascii=False)}")
        for key in sorted(set(has) - keys):
            print(f"  nobody says {json.dumps(key, ensure_ascii=False)}")
