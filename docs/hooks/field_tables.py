"""The fields of a dataclass as tables, one for each group: `<!-- fields: hoplon.core.game.Game -->`.

A comment on a line of its own begins a group; the comment behind a field says what it is. Fields without a
default are bold.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MARK = re.compile(r"<!-- fields: (\S+) -->")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001
    """Put the tables where a page wants them."""
    return MARK.sub(lambda found: tables(*found[1].rsplit(".", 1)), markdown)


def tables(module: str, name: str) -> str:
    """The fields of a class, read from its source."""
    text = (ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    lines = text.splitlines()
    found = next(
        node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == name
    )
    out: list[str] = []
    for field in found.body:
        if not isinstance(field, ast.AnnAssign):
            continue
        above = lines[field.lineno - 2].strip()
        if above.startswith("# ") or not out:
            out += [
                "",
                f"**{above.removeprefix('# ').rstrip('.')}**",
                "",
                "| field | | type |",
                "|---|---|---|",
            ]
        written = "\n".join(lines[field.lineno - 1 : field.end_lineno])
        said = re.search(r"  # (.*)$", written, re.MULTILINE)
        mark = "" if field.value is not None else "**"
        shown = f"{mark}`{ast.unparse(field.target)}`{mark}"
        out.append(f"| {shown} | {said[1] if said else ''} | `{ast.unparse(field.annotation)}` |")
    return "\n".join(out)
