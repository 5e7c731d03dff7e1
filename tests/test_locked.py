"""The locked requirements: exact, with hashes, without addresses, and enough."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
LOCKS = ("build", "dev", "node", "serve")
INSTALL = runpy.run_path(str(FOLDER / "install.py"))
NAME = re.compile(r"[A-Za-z0-9._-]+")
ENTRY = re.compile(r"[a-z0-9.-]+==\S+( ; .+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
NOT_LOCKED = {"gpu", "learn", "sb3", "parquet"}  # large, and needed by few


def entries(name: str) -> list[str]:
    """The packages of a lock, each with its hashes."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip()]


def plain(text: str) -> str:
    """The name of a package as locks write it."""
    found = NAME.match(text)
    assert found, text
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def needed(extra: str, extras: dict[str, list[str]]) -> set[str]:
    """What an extra needs, with the extras that it names."""
    found: set[str] = set()
    for text in extras[extra]:
        own = re.match(r"hoplon\[(.+)\]", text)
        for part in own[1].split(",") if own else ():
            found |= needed(part, extras)
        if not own:
            found.add(plain(text))
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_with_hashes_and_without_an_address(name):
    assert entries(name)
    for line in entries(name):
        package, *hashes = re.split(r"\s+(?=--hash)", line.strip())
        assert ENTRY.fullmatch(package), package
        assert hashes, f"{package} has no hash"
        assert all(HASH.fullmatch(one) for one in hashes), line[:200]
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert not re.search(r"://|--(index|extra|find|trusted)|/opt|/home", text)


def test_the_locks_hold_all_that_the_extras_need():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    held = {name: {plain(line) for line in entries(name)} for name in LOCKS}
    always = {plain(text) for text in project["dependencies"]}
    for lock, names in INSTALL["EXTRAS"].items():
        wanted = always.union(*(needed(extra, extras) for extra in names.split(",")))
        assert wanted <= held[lock], (
            f"{wanted - held[lock]} is not in requirements/{lock}.txt; run 'make lock'"
        )
    covered = set().union(*(needed(extra, extras) for extra in extras if extra not in NOT_LOCKED))
    assert covered <= held["dev"], f"{covered - held['dev']} is in no lock"
    for name in ("build", "node"):
        lines = (FOLDER / f"{name}.in").read_text(encoding="utf-8").splitlines()
        assert {plain(line) for line in lines if not line.startswith("#")} <= held[name]


def test_what_both_hold_has_one_version():
    versions = [
        dict(line.split()[0].split("==") for line in entries(name)) for name in ("dev", "serve", "build")
    ]
    for other in versions[1:]:
        assert {name: other[name] for name in other if name in versions[0]} == {
            name: versions[0][name] for name in other if name in versions[0]
        }


@pytest.mark.parametrize(
    ("version", "system", "machine", "covered"),
    [
        ((3, 11), "Linux", "x86_64", True),
        ((3, 14), "Darwin", "arm64", True),
        ((3, 15), "Linux", "x86_64", False),
        ((3, 12), "Darwin", "x86_64", False),
    ],
)
def test_where_the_lock_holds_nothing_is_installed_without_a_hash(version, system, machine, covered):
    assert INSTALL["is_covered"](version, system, machine) == covered
    for name in ("dev", "build"):
        told = INSTALL["words"](name, name == "dev", covered)
        assert ("--require-hashes" in told[0]) == covered
        assert not covered or all("--no-deps" in more for more in told)


def test_nothing_that_an_installed_package_needs_is_missing():
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout
