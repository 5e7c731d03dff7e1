"""What is published: the wheel, built from the source distribution, runs where there is no checkout.

`make release` goes on from here: it installs everything anew and plays the games to their ends in a browser.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest

sys.path.append(str(Path(__file__).parent / "server"))

from served import Server

from hoplon import __version__
from hoplon.games import own_names
from tests import release
from tests.needed import lacking
from tests.outside.environment import Environment
from tests.release import Built
from tests.waiting import until

PAGE = release.ROOT / "hoplon" / "server" / "page" / "index.html"
PREVIOUS = """# Changelog

What users may rely on.

## [Unreleased]

See [`changes/`](changes/).

## [0.0.1] – 2026-01-02

### Added

- The first.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Both, as they would be published."""
    if not PAGE.exists():
        pytest.skip(lacking("the page", "'make page' builds it"))
    return release.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and what is installed here; nothing is fetched."""
    folder = tmp_path_factory.mktemp("installed")
    made = Environment(folder / "environment", {"pip": "pip"})
    done = made.run("pip", "install", "--ignore-installed", str(built.wheel), where=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return made


def test_both_hold_what_they_should_and_nothing_else(built: Built) -> None:
    assert built.version == __version__
    assert release.faults_of_the_sources(built.sources) == []
    assert release.faults_of_the_wheel(built.wheel) == []


def test_what_is_missing_or_too_much_is_named(built: Built, tmp_path: Path) -> None:
    wheel = tmp_path / built.wheel.name
    left_out = ("hoplon/server/page/index.html", f"hoplon-{built.version}.dist-info/licenses/LICENSE")
    with zipfile.ZipFile(built.wheel) as whole, zipfile.ZipFile(wheel, "w") as part:
        for name in whole.namelist():
            if name not in left_out:
                part.writestr(name, whole.read(name).replace(b"netorcai =", b"other ="))
        part.writestr("tests/conftest.py", "")
    assert release.faults_of_the_wheel(wheel) == [
        f"{wheel.name} lacks hoplon/server/page/index.html",
        f"{wheel.name} holds tests/conftest.py",
        f"{wheel.name} lacks the page",
        f"{wheel.name} lacks LICENSE",
        f"{wheel.name} has other commands than pyproject.toml",
    ]
    sources = tmp_path / built.sources.name
    with tarfile.open(built.sources) as whole, tarfile.open(sources, "w:gz") as part:
        for member in whole:
            if not member.name.endswith("/LICENSE"):
                part.addfile(member, whole.extractfile(member) if member.isfile() else None)
        part.add(__file__, f"hoplon-{built.version}/web/node_modules/x.js")
    assert release.faults_of_the_sources(sources) == [
        f"{sources.name} lacks LICENSE",
        f"{sources.name} holds web/node_modules/x.js",
    ]


def test_what_is_installed_answers_without_the_checkout(
    installed: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = installed.run("python", "-c", "import hoplon; print(hoplon.__file__)", where=tmp_path)
    assert where.stdout.startswith(str(installed.bin.parent))
    for words in (["hoplon", "--version"], ["netorcai", "--help"], ["hexabomb", "--help"]):
        done = installed.run(*words, where=tmp_path)
        assert done.returncode == 0, done.stderr
        if "--version" in words:
            assert __version__ in done.stdout
    monkeypatch.setenv("HOPLON_SERVED_BY", str(installed.bin / "hoplon"))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # whether it serves, not how quickly it plays
    server = Server(tmp_path / "arena.sqlite")
    server.start(wait=False)
    try:
        page = until(lambda: answer(server, "/"), "the page is served", server.process)
        assert page.text == PAGE.read_text(encoding="utf-8")
        for path in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
            assert server.http.get(path).status_code == 200, path
        assert len(server.get("/api/games")) >= 4
    finally:
        server.stop()


def answer(server: Server, path: str) -> httpx.Response | None:
    try:
        return server.http.get(path).raise_for_status()
    except httpx.TransportError:
        return None


def test_every_game_is_played_to_its_end_by_a_test_that_is_there() -> None:
    for test in release.TO_THEIR_ENDS:
        path, _, name = test.partition("::")
        assert f"def {name}(" in (release.ROOT / path).read_text(encoding="utf-8")
    assert len(release.TO_THEIR_ENDS) == len(own_names())


class Changes:
    """A copy of the tool with a changelog and changes of its own."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "changes"
        self.folder.mkdir()
        shutil.copy(release.ROOT / "changes" / "collect.py", self.folder)
        (self.folder / "README.md").write_text("how")
        self.changelog = root / "CHANGELOG.md"
        self.changelog.write_text(PREVIOUS, encoding="utf-8")

    def add(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def collect(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(self.folder / "collect.py"), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def changes(tmp_path: Path) -> Changes:
    return Changes(tmp_path)


def test_changes_become_a_section_and_later_ones_are_added_to_it(changes: Changes) -> None:
    changes.add("walls.added.md", "Walls.\nThey are\nhigh.\n")
    changes.add("doors.fixed.md", "- Doors open.\n")
    done = changes.collect("0.1.0", "2026-11-18")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "2 changes are in section [0.1.0] of CHANGELOG.md\n"
    assert sorted(path.name for path in changes.folder.iterdir()) == ["README.md", "collect.py"]
    first = "## [0.1.0] – 2026-11-18\n\n### Added\n\n- Walls.\n  They are\n  high.\n"
    first += "\n### Fixed\n\n- Doors open.\n"
    before, after = PREVIOUS.split("## [0.0.1]")
    assert changes.changelog.read_text(encoding="utf-8") == f"{before}{first}\n## [0.0.1]{after}"
    changes.add("arena.changed.md", "Wider.")
    changes.add("floors.added.md", "Floors.")
    assert changes.collect("0.1.0", "2026-11-19").returncode == 0
    second = first.replace("18", "19").replace("high.\n", "high.\n- Floors.\n\n### Changed\n\n- Wider.\n")
    assert changes.changelog.read_text(encoding="utf-8") == f"{before}{second}\n## [0.0.1]{after}"
    assert changes.collect("0.1.0", "2026-11-19").stdout.startswith("0 changes")
    assert changes.changelog.read_text(encoding="utf-8") == f"{before}{second}\n## [0.0.1]{after}"


@pytest.mark.parametrize(
    ("name", "text", "words", "sentence"),
    [
        ("a.added.md", "A.", ("1.0", "2026-11-18"), "the version is '1.0'; expected one such as 0.2.0"),
        ("a.added.md", "A.", ("0.2.0", "today"), "the date is 'today'; expected one such as 2026-11-18"),
        ("a.better.md", "A.", ("0.2.0", "2026-11-18"), "a.better.md is no name of a change"),
        ("a.added.md", " \n", ("0.2.0", "2026-11-18"), "a.added.md is empty"),
        ("a.added.md", "A.", ("0.2.0",), "python changes/collect.py VERSION DATE"),
    ],
)
def test_what_cannot_be_collected_is_named_and_nothing_changes(
    changes: Changes, name: str, text: str, words: tuple[str, ...], sentence: str
) -> None:
    changes.add(name, text)
    done = changes.collect(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (changes.folder / name).exists()
    assert changes.changelog.read_text(encoding="utf-8") == PREVIOUS


def test_a_release_has_its_section_and_leaves_no_change_behind(
    changes: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "ROOT", changes.changelog.parent)
    changes.add("walls.added.md", "Walls.")
    missing, left = release.faults_of_the_changelog("0.1.0")
    assert missing == "CHANGELOG.md has no section [0.1.0]"
    assert left.startswith("changes/ still holds 1 changes; 'python changes/collect.py 0.1.0 DATE'")
    changes.collect("0.1.0", "2026-11-18")
    assert release.faults_of_the_changelog("0.1.0") == []
