"""What was not tested is said, and in CI it is a failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import needed


def noted(path: Path, *notes: tuple[str, str]) -> Path:
    path.write_text("".join(json.dumps(note) + "\n" for note in notes))
    return path


def test_what_never_ran_is_counted_by_what_it_lacked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = noted(
        tmp_path / "runs",
        ("a", "needs Go"),
        ("b", needed.lacking("Go", "there is none")),
        ("c", "needs a CUDA GPU or the simulator"),
        ("c", ""),
        ("d", "too slow interpreted"),
    )
    needed.report(runs)
    assert capsys.readouterr().out == "Not tested for want of: Go (2); too slow interpreted (1)\n"
    needed.report(noted(tmp_path / "all", ("a", "")))
    assert capsys.readouterr().out == "All tests have run; nothing was skipped.\n"


@pytest.mark.parametrize("program", needed.PROGRAMS, ids=lambda program: program.name)
def test_in_ci_nothing_important_is_skipped(
    tmp_path: Path, program: needed.Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = noted(tmp_path / "runs", ("a", needed.lacking(program.name, "why")), ("b", "needs Go"))
    for is_ci in (False, True):
        monkeypatch.setattr(needed, "IS_CI", is_ci)
        assert needed.report(runs) == int(is_ci)


@pytest.mark.parametrize("is_ci", [False, True])
def test_a_missing_program_is_named(
    is_ci: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find(name: str) -> str | None:
        return None if name == "g++" else f"/usr/bin/{name}"

    monkeypatch.setattr(needed.shutil, "which", find)
    monkeypatch.setattr(needed, "IS_CI", is_ci)
    assert needed.prepare() == int(is_ci)
    said = "The tests lack a C compiler, which CI may not do without; "
    assert capsys.readouterr().out.startswith(said) == is_ci


def test_a_browser_is_fetched_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(words: list[str], **_how: object) -> object:
        ran.append(words)
        return needed.subprocess.CompletedProcess(words, 1, "", "no network")

    monkeypatch.setattr(needed.subprocess, "run", run)
    monkeypatch.setattr(
        needed.shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None
    )
    monkeypatch.setattr(needed.os, "getuid", lambda: 0)
    assert not needed.get_browser()
    assert [words[-2:] for words in ran] == [
        ["install", "chromium-headless-shell"],
        ["apt-get", "update"],
        ["--no-install-recommends", "chromium"],
    ]
