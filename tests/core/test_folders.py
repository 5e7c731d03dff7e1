"""What a user keeps is for that user alone, and nothing is loaded that somebody else could have written."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from hoplon.core import cache, folders

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and rights as on Unix")
AS_ROOT = pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="gives files away")


def rights(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def loose_umask():
    """New files are open to everybody unless somebody takes care."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("loose_umask")
def test_a_folder_of_ones_own_is_shut_whether_it_is_new_or_not(tmp_path):
    (tmp_path / "old").mkdir(mode=0o755)
    for name in ("old", "new"):
        assert rights(folders.make_private(tmp_path / name)) == 0o700


@pytest.mark.usefixtures("loose_umask")
def test_the_files_of_a_database_are_shut(tmp_path):
    for name in ("old", "old-wal", "old-shm"):
        (tmp_path / name).write_bytes(b"")
        (tmp_path / name).chmod(0o644)
    for name in ("old", "new"):
        folders.shut_database(tmp_path / name)
    assert {rights(path) for path in tmp_path.iterdir()} == {0o600}
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.usefixtures("loose_umask")
def test_compiled_code_is_kept_for_oneself(tmp_path):
    file = tmp_path / "numba" / "unit" / "digest" / "file"
    cache.write(file, b"code")
    assert cache.read(file) == b"code"
    assert rights(file) == 0o600
    assert {rights(folder) for folder in list(file.parents)[:3]} == {0o700}


def refused(file: Path) -> bool:
    """Is compiled code in this file left alone?"""
    cache.is_trusted.cache_clear()
    return cache.read(file) is None or not cache.is_trusted(file.parent)


def test_code_that_others_could_have_written_is_not_loaded(tmp_path, capsys):
    file = tmp_path / "numba" / "unit" / "digest" / "file"
    cache.write(file, b"code")
    assert not refused(file)
    for path, mode in ((file, 0o602), (file, 0o620), (file.parents[0], 0o702), (file.parents[2], 0o1777)):
        before = rights(path)
        path.chmod(mode)
        held = folders.is_own_group(path.stat().st_gid) and mode == 0o620
        # A sticky folder on the way is no danger: what is inside it belongs to its user.
        assert refused(file) == (not held and mode != 0o1777), (path, oct(mode))
        path.chmod(before)
    assert not refused(file)
    assert "can be written by others" in capsys.readouterr().err


def test_a_group_is_its_users_own_only_while_nobody_else_begins_in_it(monkeypatch):
    import pwd

    user = pwd.getpwuid(os.getuid())
    other = SimpleNamespace(pw_uid=user.pw_uid + 1, pw_gid=user.pw_gid)
    monkeypatch.setattr("grp.getgrgid", lambda _: SimpleNamespace(gr_name=user.pw_name, gr_mem=[]))
    for everybody, is_own in (([user], True), ([user, other], False)):
        monkeypatch.setattr("pwd.getpwall", lambda everybody=everybody: everybody)
        assert folders.is_own_group.__wrapped__(user.pw_gid) == is_own


@AS_ROOT
def test_code_of_another_user_is_not_loaded(tmp_path, monkeypatch):
    file = tmp_path / "numba" / "unit" / "digest" / "file"
    cache.write(file, b"code")
    for path in (file, *list(file.parents)[:3]):
        os.chown(path, 4321, -1)
        assert refused(file), path
        os.chown(path, 0, -1)
    assert not refused(file)
    monkeypatch.setattr(os, "getuid", lambda: 4321)  # the system's own user may have compiled it
    folders.trusted_owners.cache_clear()
    assert not refused(file)
    folders.trusted_owners.cache_clear()


def test_a_shared_folder_gives_way_to_ones_own_and_that_is_said_once(tmp_path, monkeypatch, capsys):
    shared, own = tmp_path / "shared", tmp_path / "own"
    shared.mkdir()
    shared.chmod(0o1777)
    monkeypatch.setenv("HOPLON_CACHE", str(shared))
    monkeypatch.setenv("XDG_CACHE_HOME", str(own))
    for _ in range(2):
        found = cache.cache_folder.__wrapped__()
        assert found is not None
        assert found.parent == own / "hoplon"
    said = capsys.readouterr().err.splitlines()
    assert said == [f"hoplon: compiled code in {shared} is not used: {shared} can be written by others"]
    own.mkdir()
    own.chmod(0o777)
    assert cache.cache_folder.__wrapped__() is None


def test_a_database_that_is_in_use_keeps_its_locks(tmp_path: Path) -> None:
    """Otherwise another process that closes it takes itself for the last one and deletes what was written."""
    path = tmp_path / "used.sqlite"
    folders.shut_database(path)
    with closing(sqlite3.connect(path)) as used:
        used.execute("PRAGMA journal_mode=WAL")
        used.execute("CREATE TABLE numbers (number INTEGER)")
        used.commit()
        folders.shut_database(path)
        look = (
            "import sqlite3, sys; other = sqlite3.connect(sys.argv[1]); "
            "other.execute('SELECT * FROM numbers'); other.close()"
        )
        subprocess.run([sys.executable, "-c", look, str(path)], check=True)
        assert path.with_name("used.sqlite-wal").exists()
        used.execute("INSERT INTO numbers VALUES (1)")
        used.commit()
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT number FROM numbers").fetchall() == [(1,)]
