"""Tests with the newest releases of all that Hoplon uses, whatever pyproject.toml allows: `make newest`.

python tests/newest.py FOLDER [--with numba==0.65.1]

The environment in FOLDER is made once and brought up to date every time. Says which versions are not those
of requirements/dev.txt and which stay behind what is out; runs the core, the traces of every game, the arena
over HTTP and the command line. The exit code is that of the tests.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "dev.txt"
PINNED = re.compile(r"^([a-z0-9.-]+)==([^ ;]+)", re.MULTILINE)
EXTRAS = ("play", "fast", "serve", "postgres", "test")
BUILDS = ("hatchling", "editables")
OWN = re.compile(r"hoplon\b")
WITHOUT_BOUNDS = re.compile(r"^[\w.-]+(\[[\w,.-]+\])?")
TESTS = (
    "tests/core",
    "tests/test_traces.py",
    "tests/protocols/test_dialects.py",
    "tests/server/test_arena_http.py",
    "tests/cli/test_cli_commands.py",
)


def needed() -> list[str]:
    """The packages that Hoplon and its tests use, without bounds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    texts = [*project["dependencies"], *(text for extra in EXTRAS for text in extras[extra])]
    names = (found.group() for text in texts if (found := WITHOUT_BOUNDS.match(text)))
    return sorted({name for name in names if not OWN.match(name)} | {*BUILDS})


def pip(folder: Path, *words: str) -> str:
    """Run pip of an environment, and return what it prints in JSON; its progress goes to the terminal."""
    as_json = "--format=json" in words
    command = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE if as_json else None)
    if done.returncode:
        sys.exit(f"pip {words[0]} failed in {folder}")
    return done.stdout or ""


def versions(folder: Path) -> dict[str, str]:
    """What is installed in an environment."""
    found = json.loads(pip(folder, "list", "--format=json"))
    return {one["name"].lower().replace("_", "-"): one["version"] for one in found}


def locked() -> dict[str, set[str]]:
    """The versions that are tested every day; some packages have one for older Pythons too."""
    found: dict[str, set[str]] = {}
    for name, number in PINNED.findall(LOCK.read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(number)
    return found


def compare(folder: Path) -> None:
    """Say what is installed, what of it is not what the lock has, and what stays behind."""
    here, there = versions(folder), locked()
    print("installed:", ", ".join(f"{name} {number}" for name, number in here.items()))
    others = [
        f"{name} {number} (locked {', '.join(sorted(there[name]))})"
        for name, number in here.items()
        if number not in there.get(name, {number})
    ]
    print(f"other than in {LOCK.relative_to(ROOT)}:", ", ".join(others) or "nothing")
    late = json.loads(pip(folder, "list", "--outdated", "--format=json"))
    behind = [f"{one['name']} {one['version']} ({one['latest_version']} is out)" for one in late]
    print("kept back by other packages:", ", ".join(behind) or "nothing", flush=True)


def main() -> int:
    """Bring the environment up to date, compare and test."""
    parser = argparse.ArgumentParser(description="Tests with the newest releases of everything.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--with", dest="instead", action="append", default=[], help="a release to test instead"
    )
    given = parser.parse_args()
    if not (given.folder / "bin" / "python").exists():
        print(f"Setting up {given.folder} (once) ...", flush=True)
        venv.create(given.folder, with_pip=True, upgrade_deps=True)
    pip(given.folder, "install", "--no-compile", "--upgrade", "--upgrade-strategy=eager", *needed())
    pip(given.folder, "install", "--no-deps", "--no-build-isolation", "-e", ".")
    if given.instead:
        pip(given.folder, "install", "--no-compile", *given.instead)
    compare(given.folder)
    environment = os.environ | {"HOPLON_CACHE": str((given.folder / "cache").resolve())}
    command = [given.folder / "bin" / "python", "-m", "pytest", "-n", "2", "--dist", "worksteal", *TESTS]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
