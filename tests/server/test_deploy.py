"""What is in deploy/: systemd accepts the units, and their command lines are those of Hoplon."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from hoplon.core.cache import cache_root
from tests import needed
from tests.processes import end, start
from tests.waiting import patience, until

DEPLOY = Path(__file__).parents[2] / "deploy"
PROGRAM = "/opt/hoplon/bin/hoplon"
UNIT = "hoplon@.service"


def values(path: Path, name: str) -> list[str]:
    """All values of a setting in a unit or a file of variables."""
    return re.findall(rf"^{name}=(.*)$", path.read_text(), re.MULTILINE)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason=needed.lacking("systemd-analyze"))
@pytest.mark.parametrize("fault", ["", "Restrat=always"])
def test_systemd_accepts_the_units(tmp_path: Path, fault: str) -> None:
    program = tmp_path / "hoplon"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in (UNIT, "hoplon.target"):
        text = (DEPLOY / unit).read_text().replace(PROGRAM, str(program))
        (tmp_path / unit).write_text(text.replace("Restart=always", fault or "Restart=always"))
    names = [str(tmp_path / "hoplon@8001.service"), str(tmp_path / "hoplon.target")]
    command = ["systemd-analyze", "verify", "--man=no", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=patience())
    said = [line for line in done.stderr.splitlines() if "hoplon" in line]
    assert bool(done.returncode or said) == bool(fault), done.stderr


def test_the_target_starts_what_the_proxies_ask() -> None:
    ports = re.findall(r"hoplon@(\d+)", " ".join(values(DEPLOY / "hoplon.target", "Wants")))
    assert len(ports) == 4
    for proxy in ("nginx.conf", "Caddyfile"):
        assert re.findall(r"127\.0\.0\.1:(\d+)", (DEPLOY / proxy).read_text()) == ports, proxy


def test_the_service_keeps_its_files_where_it_may_write() -> None:
    unit = DEPLOY / UNIT
    kept = {
        f"{name}={place}"
        for name, place in (("HOPLON_CACHE", "/var/cache/hoplon"), ("XDG_STATE_HOME", "/var/lib"))
    }
    assert set(values(unit, "Environment")) == kept
    assert values(unit, "CacheDirectory") == values(unit, "StateDirectory") == ["hoplon"]


def unit_command(database: str) -> list[str]:
    """The command of the unit, with another database and any port."""
    (line,) = values(DEPLOY / UNIT, "ExecStart")
    (name,) = values(DEPLOY / "arena.env", "HOPLON_NAME")
    known = {"%i": "0", "${HOPLON_DATABASE}": database, "${HOPLON_NAME}": name}
    words = [known.get(word, word) for word in shlex.split(line)]
    assert words[0] == PROGRAM
    return words[1:]


def container_command(database: str) -> list[str]:
    """The command of the container file, on loopback and any port."""
    line = re.findall(r"^CMD (.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)[-1]
    shell = shlex.split(line.strip("[]").replace('", "', '" "'))[2]
    known = {"0.0.0.0": "127.0.0.1", "8000": "0", "$HOPLON_DATABASE": database}
    words = [known.get(word, word) for word in shlex.split(shell)]
    assert words[:2] == ["exec", "hoplon"]
    return words[2:]


@pytest.mark.parametrize("command", [unit_command, container_command])
def test_the_command_lines_start_a_server(tmp_path: Path, command: object) -> None:
    assert callable(command)
    file = tmp_path / "arena.sqlite"
    words = command(f"sqlite:///{file}")
    around = os.environ | {
        "HOME": "/dev/null",  # a service has no home
        "HOPLON_CACHE": str(cache_root()),
        "XDG_STATE_HOME": str(tmp_path),
    }
    process = start(
        [sys.executable, "-m", "hoplon.cli", *words], stdout=subprocess.PIPE, text=True, env=around
    )
    try:
        assert process.stdout is not None
        base = process.stdout.readline().split("http://")[1].split("/")[0]
        until(lambda: is_well(base), "the server is well", process)
        until(lambda: len(servers_in(file)) == 1, "it says that it is alive", process)
    finally:
        end(process)
    assert servers_in(file) == []  # others take its matches over at once


def servers_in(file: Path) -> list[str]:
    """The servers that a database knows."""
    with closing(sqlite3.connect(file)) as database:
        return [address for (address,) in database.execute("SELECT address FROM servers")]


def is_well(base: str) -> bool:
    """Does a server say that it is well?"""
    try:
        return httpx.get(f"http://{base}/healthz").json()["status"] == "ok"
    except httpx.TransportError:
        return False
