"""Run the examples of a documentation page in order: `python run_page.py PAGE`.

A block with a title is written to the file of that name, or added to it if one before was; any other `python`
block is run, a `console` block line by line. The lines after a command, or a `text` block after a `python`
block, are what it must print; `…` is anything.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def compare(printed: str, expected: str, where: str) -> None:
    """Leave with a message unless the two agree."""
    pattern = re.escape(expected.rstrip()).replace("…", ".*")
    if not re.fullmatch(pattern, printed.rstrip(), re.DOTALL):
        sys.exit(f"{where}\nprinted:\n{printed}\nexpected:\n{expected}")


def run_command(command: str, where: str) -> str:
    """What a command prints."""
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{where}\n{command}\nleft with exit code {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def run_page(page: Path) -> int:
    """Run all examples of a page; how many there were."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "example"}
    begun: dict[str, str] = {}
    examples, printed = 0, None
    for block in FENCE.finditer(text):
        language, title, body = block.groups()
        where = f"{page}:{text[: block.start()].count(chr(10)) + 1}"
        if title:
            begun[title] = f"{begun[title]}\n\n{body}" if title in begun else body
            Path(title).parent.mkdir(parents=True, exist_ok=True)
            Path(title).write_text(begun[title], encoding="utf-8")
            Path(title).chmod(0o755)
        elif language == "python":
            with redirect_stdout(io.StringIO()) as out:
                exec(compile(body, where, "exec"), names)
            printed = out.getvalue()
            examples += 1
        elif language == "console":
            for command, expected in COMMAND.findall(body):
                compare(run_command(command, where), expected, where)
                examples += 1
        elif language == "text" and printed is not None:
            compare(printed, body, where)
    return examples


if __name__ == "__main__":
    sys.path.insert(0, "")
    print(run_page(Path(sys.argv[1])))
