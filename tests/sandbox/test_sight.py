"""What a program is shown: its interpreter, its own files, and nothing that is not its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoplon.core.errors import BadOption
from hoplon.sandbox import sight, staging, starter, tools
from hoplon.sandbox.sight import Secrets, sight_of

CAT = "/bin/cat"


def shown(*command: object, secrets: Secrets = sight.NONE) -> set[str]:
    found = sight_of([str(word) for word in command], secrets)
    return {place for _, place in found.shown}


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "bot"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_folder_of_each_file_that_is_named(bot: Path, tmp_path: Path) -> None:
    data = tmp_path / "data" / "weights"
    data.parent.mkdir()
    data.write_text("")
    assert shown(bot) == {str(bot.parent)}
    assert shown(CAT, bot, "--deep", data, "/no/such/file") == {str(bot.parent), str(data.parent)}
    assert shown(CAT, data.parent) == {str(data.parent)}
    assert shown(CAT, "relative") == set()


def test_only_the_file_where_the_folder_belongs_to_many(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "homes", lambda: {str(bot.parent)})
    assert shown(bot) == {str(bot)}
    with pytest.raises(BadOption, match=r"cannot be shown the folder .*, which is no bot's own; give it a"):
        shown(CAT, bot.parent)
    assert tools.is_common("/")
    assert tools.is_common("/work")
    assert tools.is_common("/usr/local/share")
    assert not tools.is_common(str(tmp_path))


def test_the_homes_of_all_users_and_the_temporary_folders_belong_to_many() -> None:
    assert {os.path.realpath(os.path.expanduser("~")), "/tmp", "/var/tmp"} <= tools.homes()


@pytest.mark.parametrize("where", ["mine/out", "mine", "mine/deep/arena.sqlite", "."])
def test_only_the_file_where_the_folder_holds_a_secret(bot: Path, tmp_path: Path, where: str) -> None:
    secret = tmp_path / where
    secret.mkdir(parents=True, exist_ok=True)
    found = sight_of([str(bot)], Secrets((str(secret),)))
    assert [place for _, place in found.shown] == [str(bot)]
    assert "it sees only bot" in found.note


def test_only_the_files_where_bots_share_a_folder(bot: Path) -> None:
    other = bot.parent / "other"
    other.write_text("")
    both = Secrets(bots=(str(bot), str(other)))
    assert shown(bot, secrets=both) == {str(bot)}
    assert shown(other, secrets=both) == {str(other)}
    assert shown(bot, secrets=Secrets(bots=(str(bot),))) == {str(bot.parent)}


def test_a_secret_in_an_installation_is_covered(tmp_path: Path) -> None:
    program = tmp_path / "env" / "bin" / "python9"
    program.parent.mkdir(parents=True)
    program.write_text("")
    (tmp_path / "env" / "lib").mkdir()
    secret = tmp_path / "env" / "out"
    secret.mkdir()
    found = sight_of([str(program)], Secrets((str(secret),)))
    assert found.shown == ((str(tmp_path / "env"), str(tmp_path / "env")),)
    assert found.covered == (str(secret),)
    bot = program.with_name("bot")
    bot.write_text("")
    assert shown(bot) == {str(program.parent)}


@pytest.mark.parametrize("line", ["#!{secret}", "#!{secret} -x", "#! {link}"])
def test_a_script_cannot_have_a_file_shown_by_naming_it_in_its_first_line(
    bot: Path, tmp_path: Path, line: str
) -> None:
    secret = tmp_path / "elsewhere" / "bin" / "secret"
    secret.parent.mkdir(parents=True)
    secret.write_text("")
    secret.chmod(0o755)
    (secret.parent.parent / "lib").mkdir()
    link = bot.parent / "link"
    link.symlink_to(secret)
    bot.write_text(line.format(secret=secret, link=link) + "\n")
    assert shown(bot) == {str(bot.parent)}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with a folder of programs in PATH, and secrets beside it."""
    home = tmp_path / "home"
    for name in ("bin/python9", "bin/tool", "share/hoplon/arena.db", "share/keyrings/login", "lib/x"):
        path = home / ".local" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        path.chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}/.local/bin", prepend=os.pathsep)
    for kept in (tools.homes, tools.searched):
        kept.cache_clear()
    yield home
    monkeypatch.undo()
    for kept in (tools.homes, tools.searched):
        kept.cache_clear()


@pytest.mark.parametrize(
    "line",
    [
        "{home}/.local/share/hoplon/arena.db",
        "{home}/.local/share/keyrings/login",
        "{home}/.local/bin/python-that-is-not-there",
        "{own}/l/../../../../../..{home}/.local/share/keyrings/login",
        "{own}/l/../../../../../..{home}/.local/bin/python-that-is-not-there",
        "{own}/link/share/keyrings/login",
        "{own}/link/bin/../share/keyrings/login",
        "/usr/bin/env {home}/.local/share/keyrings/login",
        "/usr/bin/env {own}/link/share/keyrings/login",
    ],
)
def test_a_script_sees_nothing_beside_the_folders_of_programs(bot: Path, home: Path, line: str) -> None:
    own = bot.parent
    (own / "a/b/c/d/e/f/g").mkdir(parents=True)
    (own / "l").symlink_to("a/b/c/d/e/f/g")
    (own / "link").symlink_to(home / ".local")
    bot.write_text(f"#!{line.format(own=own, home=home)}\n")
    assert shown(bot) == {str(own)}


@pytest.mark.parametrize(
    "line", [b"#!/bin/s\0h", b"#!\0", b"#!", b"#!/bin/\xff", b"#!/usr/bin/env \0", b"#!env"]
)
def test_an_odd_first_line_names_nothing(bot: Path, line: bytes) -> None:
    bot.write_bytes(line + b"\n")
    assert shown(bot) == {str(bot.parent)}


def test_of_a_program_in_a_home_only_itself_is_shown(bot: Path, home: Path) -> None:
    for name in ("python9", "tool"):
        bot.write_text(f"#!{home}/.local/bin/{name}\n")
        assert shown(bot) == {str(bot.parent), f"{home}/.local/bin/{name}"}
        assert shown(bot, secrets=Secrets((f"{home}/.local/bin",))) == {str(bot.parent)}
        assert shown(bot, secrets=Secrets((f"{home}/.local",))) == {str(bot.parent)}
        assert shown(bot, secrets=Secrets(below=str(home.parent))) == {str(bot), f"{home}/.local/bin/{name}"}
        (bot.parent / name).symlink_to(home / ".local")
        bot.write_text(f"#!{bot.parent}/{name}/bin/{name}\n")
        assert shown(bot) == {str(bot.parent), f"{home}/.local/bin/{name}"}


def test_a_secret_is_covered_wherever_it_is_shown(tmp_path: Path) -> None:
    """Also below another name of its folder, and where it is another bot."""
    program = tmp_path / "env" / "bin" / "python9"
    program.parent.mkdir(parents=True)
    program.write_text("")
    for name in ("lib", "out"):
        (tmp_path / "env" / name).mkdir()
    (tmp_path / "env" / "rival").write_text("")
    (tmp_path / "name").symlink_to("env")
    secrets = Secrets((f"{tmp_path}/env/out",), (f"{tmp_path}/env/rival",))
    found = sight_of([f"{tmp_path}/name/bin/python9"], secrets)
    expected = {f"{tmp_path}/{place}/{name}" for place in ("env", "name") for name in ("out", "rival")}
    assert set(found.covered) == expected


def test_a_folder_above_a_home_is_not_shown(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bot.parent / "somebody").mkdir()
    monkeypatch.setattr(sight, "homes", lambda: {str(bot.parent / "somebody")})
    assert shown(bot) == {str(bot)}


def test_interpreters_are_shown_with_what_belongs_to_them(bot: Path) -> None:
    bot.write_text(f"#!{sys.executable} -IS\n")
    assert tools.interpreters([str(bot)], [str(bot)], [str(bot.parent)]) == ([], [sys.executable])
    bot.write_text("#!/usr/bin/env -S python3 -u\n")
    places = shown(bot)
    found = sight_of([str(bot)])
    assert found.path
    for folder in found.path.split(os.pathsep):
        assert tools.is_of_system(folder) or any(tools.is_below(folder, place) for place in places)


@pytest.mark.skipif(os.getuid() != 0, reason="only root's programs run as another user")
def test_what_only_root_may_read_is_copied_for_its_programs(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.chmod(0o700)
    try:
        ((source, place),) = sight_of([str(bot)]).shown
        assert place == str(bot.parent)
        assert source.startswith(starter.scratch())
        assert os.stat(f"{source}/bot").st_mode & 0o777 == 0o755
        assert sight_of([str(bot)]).shown == ((source, place),)
        monkeypatch.setattr(staging, "MOST_FILES", 1)
        (bot.parent / "more").write_text("")
        with pytest.raises(BadOption, match="too large to be copied"):
            sight_of([str(bot)])
        bot.chmod(0o755)
        bot.parent.chmod(0o755)
        assert sight_of([str(bot)]).shown == ((place, place),)
    finally:
        starter.end_server()


def test_somebody_elses_command_names_no_interpreter_outside_the_folder(tmp_path: Path) -> None:
    program = tmp_path / "private" / "bin" / "python9"
    program.parent.mkdir(parents=True)
    program.write_text("")
    (tmp_path / "private" / "lib").mkdir()
    (tmp_path / "bots").mkdir()
    with pytest.raises(BadOption, match=r"may name only files below .*, not '.*python9'"):
        shown(program, secrets=Secrets(below=str(tmp_path / "bots")))
    assert shown(sys.executable, secrets=Secrets(below=str(tmp_path / "bots")))
    assert shown(program, secrets=Secrets(below=str(tmp_path))) == {str(tmp_path / "private")}
