"""Builds what is published, installs it where there is no checkout, and plays there: `make release`.

python tests/release.py DIST

The wheel is built from the source distribution, both are looked through, and the wheel is installed as
anybody would install it, into a fresh environment. Its server is started in an empty folder, and a browser
plays every game to its end. The exit code is 1 if anything is not as it should be; DIST holds both files.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SERVED_BY = "HOPLON_SERVED_BY"
WANTED = "[play,serve]"
IN_THE_SOURCES = (
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "Makefile",
    "pyproject.toml",
    "hatch_build.py",
    "requirements/serve.txt",
    "web/build.py",
    "web/package-lock.json",
    "web/src/",
    "tests/",
    "docs/",
    "examples/README.md",
)
NOT_IN_THE_SOURCES = re.compile(r"(^|/)(node_modules|\.venv|\.git|__pycache__|build|dist)/|\.pyc$")
# One test a game: from the form to the verdict.
TO_THEIR_ENDS = (
    "tests/web/test_pages.py::test_hoplite_is_played_to_its_end_by_clicking",
    "tests/web/test_pages.py::test_hexabomb_is_played_to_its_end_by_clicking",
    "tests/web/test_pages.py::test_codekeeper_is_played_to_its_end_by_clicking",
    "tests/web/test_battle_page.py::test_a_battle_is_played_to_its_end_by_clicking",
)


class Failed(Exception):
    """What is not as it should be."""


@dataclass(frozen=True)
class Built:
    """What is published."""

    sources: Path
    wheel: Path

    @property
    def version(self) -> str:
        """The version in the name of the wheel."""
        return self.wheel.name.split("-")[1]


def run(*words: str | Path, where: Path, **settings: str) -> str:
    """Run a command and return what it says."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=where,
        env=os.environ | settings,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, words))} failed:\n{done.stdout}")
    return done.stdout


def build(dist: Path) -> Built:
    """The source distribution of this checkout, and the wheel that is built from it alone."""
    dist.mkdir(parents=True, exist_ok=True)
    for old in dist.glob("hoplon-*"):
        old.unlink()
    hatch = (sys.executable, "-m", "hatchling", "build", "-d", dist.resolve(), "-t")
    run(*hatch, "sdist", where=ROOT)
    (sources,) = dist.glob("hoplon-*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sources) as packed:
            packed.extractall(folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        run(*hatch, "wheel", where=unpacked)
    (wheel,) = dist.glob("hoplon-*.whl")
    return Built(sources, wheel)


def files_of_the_package() -> set[str]:
    """All that belongs to the package here, with the page."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "hoplon").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def files_of_the_sources(sources: Path) -> set[str]:
    """What a source distribution holds, without the folder that it is in."""
    with tarfile.open(sources) as packed:
        return {member.name.partition("/")[2] for member in packed if member.isfile()}


def faults_of_the_sources(sources: Path) -> list[str]:
    """What is wrong with a source distribution."""
    found = files_of_the_sources(sources)
    lacks = [name for name in IN_THE_SOURCES if not any(one.startswith(name) for one in found)]
    lacks += sorted(files_of_the_package() - found)
    faults = [f"{sources.name} lacks {name}" for name in lacks]
    return faults + [f"{sources.name} holds {one}" for one in sorted(found) if NOT_IN_THE_SOURCES.search(one)]


def faults_of_the_wheel(wheel: Path) -> list[str]:
    """What is wrong with a wheel: it is the package, the page, the licence, the commands and nothing else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with zipfile.ZipFile(wheel) as packed:
        found = set(packed.namelist())
        (facts,) = {name.partition("/")[0] for name in found if ".dist-info/" in name}
        commands = ConfigParser()
        commands.read_string(packed.read(f"{facts}/entry_points.txt").decode())
        licence = f"{facts}/licenses/LICENSE"
        is_same = licence in found and packed.read(licence) == (ROOT / "LICENSE").read_bytes()
    package = {name for name in found if not name.startswith(f"{facts}/")}
    faults = [f"{wheel.name} lacks {name}" for name in sorted(files_of_the_package() - package)]
    faults += [f"{wheel.name} holds {name}" for name in sorted(package - files_of_the_package())]
    if "hoplon/server/page/index.html" not in package:
        faults.append(f"{wheel.name} lacks the page")
    if not is_same:
        faults.append(f"{wheel.name} lacks LICENSE")
    if not commands.has_section("console_scripts") or dict(commands["console_scripts"]) != project["scripts"]:
        faults.append(f"{wheel.name} has other commands than pyproject.toml")
    return faults


def faults_of_the_changelog(version: str) -> list[str]:
    """A release has its section in the changelog, and no change is left beside it."""
    faults = []
    if f"\n## [{version}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        faults.append(f"CHANGELOG.md has no section [{version}]")
    left = [path.name for path in (ROOT / "changes").glob("*.*.md")]
    if left:
        faults.append(
            f"changes/ still holds {len(left)} changes; 'python changes/collect.py {version} DATE' moves them"
        )
    return faults


def install(wheel: Path, environment: Path) -> None:
    """Install a wheel as anybody would, with what the arena and the terminal need."""
    venv.create(environment, with_pip=True)
    pip = (environment / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check")
    run(*pip, f"{wheel.resolve()}{WANTED}", where=environment.parent)


def play(environment: Path, empty: Path) -> None:
    """Serve the page with what is installed, from a folder of its own, and play every game to its end."""
    python, hoplon = environment / "bin" / "python", environment / "bin" / "hoplon"
    place = run(python, "-c", "import hoplon; print(hoplon.__file__)", where=empty)
    if not place.startswith(str(environment)):
        raise Failed(f"Hoplon is imported from {place.strip()}; expected what was installed in {environment}")
    pytest = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *TO_THEIR_ENDS)
    said = run(*pytest, where=ROOT, **{SERVED_BY: str(hoplon)})
    if f"{len(TO_THEIR_ENDS)} passed" not in said:
        raise Failed(f"not all games were played; 'python tests/needed.py' gets a browser:\n{said}")


def size(path: Path) -> str:
    """A file with its size."""
    return f"{path.name} ({path.stat().st_size / 1e6:.1f} MB)"


def release(dist: Path) -> None:
    """All of it, step by step."""
    built = build(dist)
    print(f"built      {size(built.sources)} and, from it, {size(built.wheel)}", flush=True)
    faults = faults_of_the_sources(built.sources) + faults_of_the_wheel(built.wheel)
    faults += faults_of_the_changelog(built.version)
    if faults:
        raise Failed("\n".join(faults))
    print("looked at  the page, data files, licence and commands are there, nothing else is", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        environment, empty = Path(folder) / "environment", Path(folder) / "empty"
        empty.mkdir()
        install(built.wheel, environment)
        run(environment / "bin" / "hoplon", "compile", where=empty)
        print(f"installed  {built.wheel.name}{WANTED} in an environment without the checkout", flush=True)
        play(environment, empty)
        names = (re.sub(r".*test_(a_)?|_is_played.*", "", test) for test in TO_THEIR_ENDS)
        print(f"played     to their ends in a browser: {', '.join(names)}", flush=True)
    print(f"{dist} can be published.")


def main() -> int:
    """Do it, or say what is wrong."""
    parser = argparse.ArgumentParser(
        description="Build what is published, and play it where it is installed."
    )
    parser.add_argument("dist", type=Path)
    try:
        release(parser.parse_args().dist)
    except Failed as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
