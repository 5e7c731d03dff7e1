"""Pages that are written elsewhere in the repository, such as the rulebooks beside their games.

They are read in place, so there is one source. Relative links work on the site as they do in a checkout: a
link to a file that is a page leads to that page; a link to any other file becomes plain text.
"""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
PAGES = {
    "hoplon/games/*/README.md": "reference/games/{}.md",
    "examples/bots/*/README.md": "how-to/starters/{}.md",
    "examples/bots/README.md": "how-to/bot-kit.md",
    "examples/games/README.md": "how-to/example-games.md",
    "examples/notebooks/review.ipynb": "tutorials/review.md",
    "benchmarks/RESULTS.md": "reference/speed.md",
    "tests/README.md": "explanation/test-suite.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "licence.md",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
# A word in brackets outside of code, which would be read as a cross-reference.
TAG = re.compile(r"(`[^`\n]+`)|\[([\w ,]+)\](?!\()")
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)

log = logging.getLogger("mkdocs.hooks")
page_of: dict[str, str] = {}  # where a file of the repository is on the site


def on_files(files: Files, config: Any) -> Files:
    """Add the pages, and note where each file of the repository went."""
    for pattern, place in PAGES.items():
        for path in sorted(ROOT.glob(pattern)):
            page = place.format(path.parent.name)
            text = path.read_text(encoding="utf-8")
            content = notebook_page(json.loads(text)) if path.suffix == ".ipynb" else text
            files.append(File.generated(config, page, content=content))
            page_of[path.relative_to(ROOT).as_posix()] = page
    for file in files:
        page_of.setdefault(f"docs/{file.src_uri}", file.src_uri)
    return files


def notebook_page(notebook: dict[str, Any]) -> str:
    """A notebook as Markdown: its cells, each with what it shows."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "text/html" in data:
                # In one line, so that Markdown leaves it alone.
                html = " ".join("".join(data["text/html"]).split("\n"))
                parts.append(f'<div class="shown">{html}</div>')
            else:
                text = "".join(output.get("text") or data.get("text/plain", ()))
                parts.append(f"```text\n{text.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:  # noqa: ARG001
    """Turn links between files of the repository into links between pages."""
    here = page.file.src_uri
    written_in = next(path for path, uri in page_of.items() if uri == here)

    def link(found: re.Match[str]) -> str:
        picture, words, target, anchor = found.groups()
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        path = normpath(join(dirname(written_in), target))
        if path in page_of:
            return f"{picture}[{words}]({relpath(page_of[path], dirname(here) or '.')}{anchor or ''})"
        if path.startswith("docs/"):
            return found[0]  # a mistake, which MkDocs reports
        if not (ROOT / path).exists():
            log.warning("%s links to %s, which does not exist", written_in, target)
        return words

    def linked(part: str) -> str:
        part = LINK.sub(link, part)
        return (
            part if written_in.startswith("docs/") else TAG.sub(lambda tag: tag[1] or rf"\[{tag[2]}\]", part)
        )

    return "".join(part if part.startswith("```") else linked(part) for part in FENCE.split(markdown))
