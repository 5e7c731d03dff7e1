"""A PostgreSQL server of our own, for as long as the tests run."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from tests import needed
from tests.processes import end, start
from tests.waiting import until


class Postgres:
    """A cluster in a folder of its own, on loopback; use it in a `with` statement."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hoplon-postgres-"))
        # PostgreSQL refuses to run as root.
        self.user = (
            next((u for u in ("postgres", "nobody") if has_user(u)), None) if os.getuid() == 0 else None
        )
        if self.user is not None:
            shutil.chown(self.folder, self.user)

    def __enter__(self) -> str:
        room = self.folder / "room"
        initdb, postgres = needed.postgres("initdb"), needed.postgres("postgres")
        assert initdb is not None
        assert postgres is not None
        words = [initdb, "-D", str(room), "-U", "hoplon", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(words, check=True, capture_output=True, user=self.user, cwd=self.folder)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        words = [postgres, "-D", str(room), "-h", "127.0.0.1", "-p", str(port), "-k", str(self.folder)]
        self.process = start(
            words, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            until(lambda: self._answers(port), "PostgreSQL answers", self.process)
        except BaseException:
            self.__exit__()
            raise
        return f"postgresql+psycopg://hoplon@127.0.0.1:{port}/postgres"

    def _answers(self, port: int) -> bool:
        import psycopg

        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=hoplon dbname=postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)  # do not wait for connections that are still open
        end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)


def another_database(url: str) -> str:
    """The address of an empty database in the same cluster."""
    import psycopg

    name = f"d{secrets.token_hex(6)}"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{url.rpartition('/')[0]}/{name}"


def has_user(name: str) -> bool:
    """Does the system know this user?"""
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
