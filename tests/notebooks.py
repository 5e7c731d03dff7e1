"""Notebooks without Jupyter: runs their code cells as plain Python, and writes what each shows into the file.

python tests/notebooks.py examples/notebooks/review.ipynb
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

HTML, TEXT = "text/html", "text/plain"


def shown(value: Any) -> dict[str, list[str]]:
    """What a notebook shows of a value: HTML if it has any, else its text."""
    html = getattr(value, "_repr_html_", None)
    text = repr(value) if html is None else f"<{type(value).__name__}>"
    found = {TEXT: text.splitlines(keepends=True)}
    return found if html is None else {HTML: html().splitlines(keepends=True), **found}


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell; what it printed, and what its last line shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    value = None
    with redirect_stdout(said):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            assert isinstance(last, ast.Expr)
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if said.getvalue():
        text = said.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        outputs.append({"output_type": "display_data", "metadata": {}, "data": shown(value)})
    return outputs


def run(notebook: dict[str, Any]) -> None:
    """Run all cells in order, as `Restart and run all` does, and keep what they show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] == "code":
            cell["outputs"] = run_cell("".join(cell["source"]), names)
            cell["execution_count"] = None
            cell["id"] = f"cell-{number}"


def read(path: Path) -> dict[str, Any]:
    """A notebook."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Run the notebooks named on the command line, in place."""
    for text in sys.argv[1:]:
        path = Path(text)
        notebook = read(path)
        run(notebook)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
