"""What the tests need beside Python packages, and what was not tested for want of it.

python tests/needed.py              get a browser; with CI set, fail if a program is missing
python tests/needed.py --install    install what is missing, where root has apt-get
python tests/needed.py --report F   say in one line which tests of the runs noted in F never ran
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
POSTGRES = ("/usr/lib/postgresql", "/opt/homebrew/opt/postgresql/bin", "/usr/pgsql")


def browser() -> str | None:
    """The system's browser."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def postgres(name: str = "initdb") -> str | None:
    """A program of PostgreSQL's server, which is seldom among those that a shell finds."""
    found = (str(path) for place in POSTGRES for path in sorted(Path(place).glob(f"**/{name}"), reverse=True))
    return shutil.which(name) or next(found, None)


class Program(NamedTuple):
    """A program without which much would go untested."""

    name: str
    find: Callable[[], object]
    package: str  # of Debian's


PROGRAMS = (
    Program("a browser", browser, "chromium"),
    Program("PostgreSQL", postgres, "postgresql"),
    Program("a C compiler", lambda: shutil.which("g++"), "g++"),
)
NO_CASES = "got empty parameter set"  # the cases of such a test are other tests, and ran elsewhere
REQUIRED = {program.name for program in PROGRAMS}
IS_CI = os.environ.get("CI", "") not in ("", "false", "0")


def runs(program: str) -> bool:
    """Is a program there, and can it do anything? A compiler may be a mere link to one that is not."""
    found = shutil.which(program)
    return found is not None and subprocess.run([found, "--version"], capture_output=True).returncode == 0


def lacking(what: str, why: str = "") -> str:
    """The reason for skipping a test, in the words that the report understands."""
    return f"needs {what}" + (f": {why}" if why else "")


def may_install() -> bool:
    """Is there a package manager that we may use?"""
    return os.getuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Install packages of the system, as many as can be."""
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    get = ["apt-get", "install", "-y", "--no-install-recommends"]
    for command in (["apt-get", "update"], *([*get, package] for package in packages)):
        print(f"{' '.join(command)} ...", flush=True)
        done = subprocess.run(command, env=quietly, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{' '.join(command)} failed: {problem_in(done.stderr)}", flush=True)


def problem_in(text: str) -> str:
    """The line in which a program says what went wrong, else its last one."""
    lines = text.strip().splitlines() or ["it did not say why"]
    return next((line for line in lines if "error" in line.lower()), lines[-1])


def get_browser() -> bool:
    """The system's browser, else the one that Playwright fetches, else the system's package."""
    if browser():
        return True
    print("There is no Chromium on this system; Playwright fetches its own unless it has ...", flush=True)
    fetch = [sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]
    done = subprocess.run(fetch, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return True
    print(f"Playwright could not: {problem_in(done.stderr)}", flush=True)
    if may_install():
        install("chromium")
    return bool(browser())


def prepare() -> int:
    """Get a browser; in CI nothing may be missing."""
    has_browser = get_browser()
    lacks = [p.name for p in PROGRAMS if not (has_browser if p.find is browser else p.find())]
    if not (IS_CI and lacks):
        return 0
    print(f"The tests lack {', '.join(lacks)}, which CI may not do without; '.ci/run' as root installs them.")
    return 1


def untested(lines: list[str]) -> dict[str, int]:
    """How many tests ran in none of the runs, by what they lacked."""
    notes: list[tuple[str, str]] = [tuple(json.loads(line)) for line in lines]
    ran = {test for test, reason in notes if not reason}
    reasons = {test: reason for test, reason in notes if test not in ran and not reason.startswith(NO_CASES)}
    return Counter(reason.removeprefix("needs ").partition(":")[0] for reason in reasons.values())


def report(path: Path) -> int:
    """The last line of `make test`."""
    if not path.exists():
        return 0  # the runs did not even begin, which has been said
    found = untested(path.read_text(encoding="utf-8").splitlines())
    if not found:
        print("All tests have run; nothing was skipped.")
    else:
        print("Not tested for want of:", "; ".join(f"{what} ({n})" for what, n in sorted(found.items())))
    return int(IS_CI and bool(REQUIRED & set(found)))


def main(words: list[str]) -> int:
    """Do what the first word says."""
    if words[:1] == ["--report"]:
        return report(Path(words[1]))
    if words[:1] == ["--install"]:
        packages = [program.package for program in PROGRAMS if not program.find()]
        if packages and may_install():
            install(*packages)
        return 0
    return prepare()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
