"""After an interpreted run with coverage: was every function of the rules entered?

Compiled functions leave no trace for coverage, so `make test` runs this on the interpreted part of the suite.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parent.parent / "hoplon"
ENTERED_ELSEWHERE = {"gpu.py", "gpu_kernels.py"}  # by the CUDA simulator


def rules(path: Path) -> list[ast.FunctionDef]:
    """The functions of a file that are decorated as rules."""
    return [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list)
        and not (len(node.body) == 1 and ast.get_docstring(node))  # nothing in it to enter
    ]


def body_lines(function: ast.FunctionDef) -> set[int]:
    """The lines of a function below its docstring."""
    first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
    return set(range(first.lineno, (function.end_lineno or first.lineno) + 1))


def main() -> int:
    """List the rules nobody entered; 1 if there are any."""
    data = CoverageData()
    data.read()
    lines = {Path(name).resolve(): set(data.lines(name) or ()) for name in data.measured_files()}
    missed, count = [], 0
    for path in sorted([*(ROOT / "core").glob("*.py"), *(ROOT / "games").rglob("*.py")]):
        for function in rules(path):
            count += 1
            if path.name not in ENTERED_ELSEWHERE and not body_lines(function) & lines.get(
                path.resolve(), set()
            ):
                missed.append(f"{path.relative_to(ROOT.parent)}:{function.lineno} {function.name}")
    print(f"{count - len(missed)} of {count} rule functions entered by the interpreted suite")
    for line in missed:
        print("never entered:", line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
