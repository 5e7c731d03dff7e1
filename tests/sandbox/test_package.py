"""Programs as folders and zip files: what is started, and what is not unpacked."""

from __future__ import annotations

import os
import re
import socket
import stat
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hoplon.core.errors import BadOption
from hoplon.games import game
from hoplon.protocols.lines.command import package_of, read_command
from hoplon.referee.versions import version_of
from hoplon.sandbox import starter, unpack
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.process import Process
from hoplon.sandbox.sight import sight_of
from hoplon.sandbox.supervisor import remove

ECHO = "import helper, sys\nfor line in sys.stdin: print(helper.WORD + line, end='', flush=True)\n"
HELPER = "WORD = 'I say '\n"


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """What was unpacked goes with the server of this process."""
    yield
    scratch = starter.scratch()
    starter.end_server()
    assert not os.path.exists(scratch)


def packed(path: Path, files: dict[str, str | bytes]) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return str(path)


def laid_out(folder: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return str(folder)


@pytest.mark.parametrize("top", ["", "mybot/", "__MACOSX/"])
@pytest.mark.parametrize("sandbox", ["none", "auto"])
def test_a_zip_file_plays(tmp_path: Path, top: str, sandbox: str) -> None:
    own = "" if top == "__MACOSX/" else top
    text = packed(tmp_path / "a bot.zip", {f"{own}bot.py": ECHO, f"{own}helper.py": HELPER, f"{top}x/y": "z"})
    with Process(read_command(f"'{text}'"), sandbox=sandbox, clock=Clock(60.0, 60.0)) as process:
        assert process.ask(b"hi\n") == b"I say hi"


def test_a_folder_plays(tmp_path: Path) -> None:
    text = laid_out(tmp_path / "mybot", {"bot.py": ECHO, "helper.py": HELPER})
    with Process(read_command(text), clock=Clock(60.0, 60.0)) as process:
        assert process.ask(b"hi\n") == b"I say hi"


def test_the_settings_say_what_is_started(tmp_path: Path) -> None:
    files = {"bot.toml": 'command = "sh go/on.sh --deep"\n', "go/on.sh": "", "bot.py": "", "bot.js": ""}
    words = read_command(packed(tmp_path / "b.zip", files) + " more")
    assert os.path.basename(words[0]) == "sh"
    assert words[1].startswith(starter.scratch())
    assert (words[1][-9:], *words[2:]) == ("/go/on.sh", "--deep", "more")
    folder = laid_out(tmp_path / "b", {"bot.py": ""})
    assert read_command(folder) == [sys.executable, f"{folder}/bot.py"]


def test_a_program_in_a_zip_file_may_be_run(tmp_path: Path) -> None:
    (path,) = read_command(packed(tmp_path / "b.zip", {"bot": "#!/bin/sh\n"}))
    assert os.access(path, os.X_OK)


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ({"readme": ""}, "has none of the files that are started; expected one of bot.py, bot.js,"),
        ({"bot.py": "", "bot.js": ""}, "has bot.py and bot.js; expected one of"),
        ({"bot.toml": "x = 1"}, "has no command; expected command ="),
        ({"bot.toml": "command = ["}, "cannot be read"),
        ({"bot.toml": 'command = "\'"'}, "cannot be read"),
        ({"bot.toml": 'command = "/bin/cat /etc/passwd"'}, "'/bin/cat', which is not its own"),
        ({"bot.toml": 'command = "cat /etc/passwd"'}, "'/etc/passwd', which is not its own"),
        ({"bot.toml": 'command = "cat ../../secret"'}, "'../../secret', which is not its own"),
        ({"bot.toml": 'command = "cat x\\u0000y"'}, r"with 'x\x00y', which no program can be given"),
        ({"bot.toml": f'command = "{"a" * 5000}"'}, "which is not here"),
        ({"bot.toml": 'command = "no-such-thing bot.py"'}, "needs 'no-such-thing', which is not here"),
    ],
)
def test_what_cannot_be_started_is_one_sentence(tmp_path: Path, files: dict[str, str], text: str) -> None:
    for given in (packed(tmp_path / "b.zip", dict(files)), laid_out(tmp_path / "b", files)):
        with pytest.raises(BadOption, match=re.escape(text)) as caught:
            read_command(given)
        assert "\n" not in str(caught.value)


def test_words_are_words_however_long(tmp_path: Path) -> None:
    files = {"bot.toml": f'command = "cat {"a" * 5000}"'}
    for given in (packed(tmp_path / "b.zip", dict(files)), laid_out(tmp_path / "b", files)):
        assert read_command(f"{given} {'b' * 5000}")[1:] == ["a" * 5000, "b" * 5000]
    for text in ("a" * 5000, "a" * 5000 + "/bot"):
        assert package_of(text) is None
        with pytest.raises(BadOption, match="there is no bot"):
            read_command(text)
    for text in ("cat x\0y", "cat x\ud800y", "./x\0y"):
        with pytest.raises(BadOption, match="which no program can be given"):
            read_command(text)


def test_two_dots_lead_where_the_system_has_them_lead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Path(laid_out(tmp_path / "far/b", {"bot.py": f"#!{sys.executable}\n{ECHO}", "helper.py": HELPER}))
    (tmp_path / "here").mkdir()
    (tmp_path / "link").symlink_to("far/b")
    monkeypatch.chdir(tmp_path / "here")
    assert read_command("cat ../far/b/bot.py")[1:] == [f"{bot}/bot.py"]
    assert read_command("../link/../b")[1:] == [f"{bot}/bot.py"]
    assert read_command("../link/bot.py ..")[1:] == [f"{bot}/bot.py", str(tmp_path)]
    (bot / "bot.py").chmod(0o755)
    command = read_command("../link/../b/bot.py")
    assert command == [f"{bot}/bot.py"]
    with Process(command, clock=Clock(60.0, 60.0)) as process:
        assert process.ask(b"hi\n") == b"I say hi"


def test_a_folder_does_not_start_what_a_link_in_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "bot.py").symlink_to("../secret.py")
    with pytest.raises(BadOption, match=r"'bot\.py', which is not its own"):
        read_command(str(tmp_path / "b"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("/etc/cron.d/bot.py", "has a path that leads elsewhere"),
        ("../bot.py", "has a path that leads elsewhere"),
        ("a/../../bot.py", "has a path that leads elsewhere"),
        ("a//b", "has a path that leads elsewhere"),
        ("..\\bot.py", "has a name with signs that names do not have"),
        ("C:bot.py", "has a name with signs that names do not have"),
        ("\x1b[2J", "has a name with signs that names do not have"),
        ("a/" * 20 + "b", "has too long a path"),
        ("a" * 300, "has too long a path"),
        ("€" * 190, "has too long a path"),
    ],
)
def test_odd_names_are_not_unpacked(tmp_path: Path, name: str, text: str) -> None:
    path = packed(tmp_path / "b.zip", {"bot.py": "", name: "x"})
    with pytest.raises(BadOption, match=text) as caught:
        read_command(path)
    assert str(caught.value).isprintable()
    assert not list(Path(starter.scratch()).iterdir())


@pytest.mark.parametrize(
    ("kind", "text"),
    [(stat.S_IFLNK, "is a link"), (stat.S_IFCHR, "is no plain file"), (stat.S_IFIFO, "is no")],
)
def test_only_plain_files_are_unpacked(tmp_path: Path, kind: int, text: str) -> None:
    info = zipfile.ZipInfo("data")
    info.external_attr = (kind | 0o777) << 16
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("bot.py", "")
        archive.writestr(info, "/etc/passwd")
    with pytest.raises(BadOption, match=text):
        read_command(str(path))


def test_bombs_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = packed(tmp_path / "bomb.zip", {"bot.py": b"\0" * (4 << 20)})
    with pytest.raises(BadOption, match="is more than 200 times as large as it was packed"):
        read_command(bomb)
    monkeypatch.setattr(unpack, "MOST_BYTES", 1 << 20)
    with pytest.raises(BadOption, match="has 2 MB when unpacked; at most 1 are allowed"):
        read_command(packed(tmp_path / "large.zip", {"bot.py": os.urandom(2 << 20)}))
    monkeypatch.setattr(unpack, "MOST_FILES", 10)
    with pytest.raises(BadOption, match="has 11 files; at most 10 are unpacked"):
        read_command(packed(tmp_path / "many.zip", {f"file{n}": "" for n in range(11)}))


def test_damaged_and_doubtful_files_are_one_sentence(tmp_path: Path) -> None:
    path = Path(packed(tmp_path / "b.zip", {"bot.py": ECHO * 50, "helper.py": os.urandom(5000)}))
    good = path.read_bytes()
    for at in range(0, len(good), 97):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :])
        with suppress(BadOption):
            read_command(str(path))
    path.write_bytes(b"no zip")
    with pytest.raises(BadOption, match="is a damaged zip file"):
        read_command(str(path))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("bot.py", "")
        archive.writestr("bot.py/x", "")
    with pytest.raises(BadOption, match=r"'bot\.py' is there twice"):
        read_command(str(path))


def test_the_version_is_that_of_the_content(tmp_path: Path) -> None:
    hoplite = game("hoplite")
    folder = laid_out(tmp_path / "b", {"bot.py": "", "deep/helper.py": "1"})
    seen = [version_of(folder, hoplite)]
    (tmp_path / "b" / "deep" / "helper.py").write_text("2")
    seen.append(version_of(folder, hoplite))
    for text in "12":
        path = packed(tmp_path / "b.zip", {"bot.py": "", "deep/helper.py": text})
        seen.append(version_of(path, hoplite))
    assert len(set(seen)) == 4
    (tmp_path / "beside").write_text("")
    assert version_of(path, hoplite) == seen[-1]
    (tmp_path / "c").mkdir()
    (tmp_path / "b.zip").rename(tmp_path / "c" / "b.zip")
    assert version_of(str(tmp_path / "c" / "b.zip"), hoplite) == seen[-1]


def test_the_version_of_odd_folders(tmp_path: Path) -> None:
    """Names that are no text count like others; without an end, there is none."""
    hoplite = game("hoplite")
    folder = laid_out(tmp_path / "b", {"bot.py": ""})
    seen = {version_of(folder, hoplite)}
    with open(os.fsencode(folder) + b"/\xff", "w"):
        pass
    seen |= {version_of(folder, hoplite), version_of(f"{folder}/bot.py {'a' * 5000}", hoplite)}
    assert len(seen) == 3
    nest(folder)
    with pytest.raises(BadOption, match="is too large for a bot's"):
        version_of(folder, hoplite)
    assert version_of(f"{folder}/bot.py", hoplite)
    unnest(folder)


def nest(folder: str) -> None:
    """Put more folders into each other than Python calls functions; no path to the last is short enough."""
    at = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=at)
        above, at = at, os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(above)
    os.close(at)


def unnest(folder: str) -> None:
    """Remove them, or what removes the temporary folders fails."""
    here = os.getcwd()
    remove(f"{folder}/d")
    os.chdir(here)


@pytest.mark.skipif(os.getuid() != 0, reason="only root's programs run as another user")
def test_folders_that_cannot_be_copied_are_one_sentence(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "b", {"bot.py": ""})
    os.chmod(f"{folder}/bot.py", 0o700)
    with open(os.fsencode(folder) + b"/\xff", "w"):
        pass
    ((source, _),) = sight_of([f"{folder}/bot.py"]).shown
    assert b"\xff" in os.listdir(os.fsencode(source))
    os.mkfifo(f"{folder}/pipe")
    with pytest.raises(BadOption, match=r"b/pipe is neither a file nor a folder$"):
        sight_of([f"{folder}/bot.py"])
    os.unlink(f"{folder}/pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"{folder}/socket")
    with pytest.raises(BadOption, match=r"b/socket is neither a file nor a folder$"):
        sight_of([f"{folder}/bot.py"])
    os.unlink(f"{folder}/socket")
    nest(folder)
    with pytest.raises(BadOption, match=r"its folders are more than 64 deep$"):
        sight_of([f"{folder}/bot.py"])
    unnest(folder)
