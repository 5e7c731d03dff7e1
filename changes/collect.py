"""Moves the changes of this folder into CHANGELOG.md: python changes/collect.py VERSION DATE.

They become the section of that version, grouped by kind, and their files are removed. If the section is there
already, they are added to it. So it can be run again for changes that came later.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CHANGELOG = FOLDER.parent / "CHANGELOG.md"
KINDS = ("added", "changed", "deprecated", "removed", "fixed", "security")
VERSION = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", re.ASCII)
SECTION = re.compile(r"^## \[(?P<name>[^]]+)\].*$", re.MULTILINE)
KIND = re.compile(r"^### (?P<kind>\w+)$", re.MULTILINE)
UNRELEASED = "Unreleased"


class BadChanges(Exception):
    """What keeps the changes from being collected."""


def fragments(folder: Path) -> dict[Path, str]:
    """The changes, by their files, in the order of their names."""
    found = {}
    for path in sorted(folder.glob("*.md")):
        if path.name == "README.md":
            continue
        parts = path.name.split(".")
        if len(parts) != 3 or parts[1] not in KINDS:
            raise BadChanges(
                f"{path.name} is no name of a change; expected NAME.KIND.md, KIND one of {', '.join(KINDS)}"
            )
        text = path.read_text(encoding="utf-8").strip().removeprefix("- ")
        if not text:
            raise BadChanges(f"{path.name} is empty; expected one or two sentences")
        found[path] = text
    return found


def as_item(text: str) -> str:
    """A change as an item of a list."""
    return "- " + "\n".join(f"  {line}".rstrip() for line in text.splitlines())[2:]


def kinds_of(section: str) -> dict[str, str]:
    """The items of a section by kind, as text."""
    _, *parts = KIND.split(section)  # a kind and its items by turns
    return {kind.lower(): items.strip() for kind, items in zip(parts[::2], parts[1::2], strict=True)}


def with_section(changelog: str, version: str, day: str, items: dict[str, list[str]]) -> str:
    """The changelog with these items in the section of a version, the newest of all."""
    sections = {mark["name"]: mark for mark in SECTION.finditer(changelog)}
    if UNRELEASED not in sections:
        raise BadChanges(f"{CHANGELOG.name} has no section [{UNRELEASED}]")
    starts = [*(mark.start() for mark in sections.values()), len(changelog)]
    if version in sections:
        begin = sections[version].start()
        end = starts[starts.index(begin) + 1]
        had = changelog[sections[version].end() : end]
    else:
        begin = end = starts[starts.index(sections[UNRELEASED].start()) + 1]
        had = ""
    before, rest = changelog[:begin].rstrip("\n"), changelog[end:]
    prose, kinds = KIND.split(had)[0].strip(), kinds_of(had)
    parts = [f"## [{version}] – {day}", *([prose] if prose else [])]
    for kind in KINDS:
        listed = [*([kinds[kind]] if kinds.get(kind) else []), *items.get(kind, [])]
        if listed:
            parts += [f"### {kind.capitalize()}", "\n".join(listed)]
    return before + "\n\n" + "\n\n".join(parts) + "\n" + (f"\n{rest}" if rest else "")


def collect(folder: Path, changelog: Path, version: str, day: str) -> int:
    """Move the changes of a folder into a changelog; returns how many they were."""
    if not VERSION.fullmatch(version):
        raise BadChanges(f"the version is {version!r}; expected one such as 0.2.0")
    try:
        date.fromisoformat(day)
    except ValueError:
        raise BadChanges(f"the date is {day!r}; expected one such as 2026-11-18") from None
    found = fragments(folder)
    items: dict[str, list[str]] = {}
    for path, text in found.items():
        items.setdefault(path.name.split(".")[1], []).append(as_item(text))
    made = with_section(changelog.read_text(encoding="utf-8"), version, day, items)
    changelog.write_text(made, encoding="utf-8")
    for path in found:
        path.unlink()
    return len(found)


def main(words: list[str]) -> int:
    """Do what the command line says."""
    if len(words) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    try:
        n = collect(FOLDER, CHANGELOG, *words)
    except BadChanges as problem:
        print(problem, file=sys.stderr)
        return 2
    print(f"{n} changes are in section [{words[0]}] of {CHANGELOG.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
