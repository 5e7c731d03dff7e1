"""Install from a lock: python requirements/install.py NAME [--editable] [--quiet].

Every file must have its hash in requirements/NAME.txt. The lock holds for some Pythons and systems; elsewhere
what pyproject.toml allows is installed, without hashes, and this says so. Whether that is done follows from
the Python and the system alone: a file that is missing or has another hash is an error.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST, MOST = (3, 11), (3, 14)
SYSTEMS = (("Linux", "x86_64"), ("Linux", "aarch64"), ("Darwin", "arm64"))
EXTRAS = {"dev": "dev,bench", "serve": "play,fast,serve,postgres"}


def is_covered(version: tuple[int, ...], system: str, machine: str) -> bool:
    """Does the lock hold here?"""
    return LEAST <= version[:2] <= MOST and (system, machine) in SYSTEMS


def words(name: str, editable: bool, covered: bool) -> list[list[str]]:
    """What pip is told, one list after the other."""
    in_place = ["--no-build-isolation", "--editable"]
    if covered:
        # A lock names everything; by itself pip looks anew for a package that another wants with an extra.
        lock = ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
        lock += ["--requirement", f"requirements/{name}.txt"]
        return [lock, *([["--no-deps", *in_place, "."]] if editable else [])]
    if editable:
        return [[*in_place, f".[{EXTRAS[name]}]"]]
    return [["--requirement", f"requirements/{name}.in"]]


def main() -> int:
    """Install; the exit code is pip's."""
    parser = argparse.ArgumentParser(description="Install from a lock.")
    parser.add_argument("name", choices=sorted(path.stem for path in ROOT.glob("requirements/*.txt")))
    parser.add_argument("--editable", action="store_true", help="and Hoplon itself, in place")
    parser.add_argument("--quiet", action="store_true")
    given = parser.parse_args()
    here = tuple(sys.version_info[:2]), platform.system(), platform.machine()
    covered = is_covered(*here)
    if not covered:
        print(
            f"The locked requirements are not for Python {platform.python_version()} on {here[1]} {here[2]}: "
            "installing what pyproject.toml allows, without hashes."
        )
    pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-compile"]
    if given.quiet:
        pip.append("--quiet")
    for more in words(given.name, given.editable, covered):
        code = subprocess.run([*pip, *more], cwd=ROOT, check=False).returncode
        if code:
            print(f"requirements/{given.name}.txt cannot be installed (renew: make lock)", file=sys.stderr)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
