"""A program in a jail reads no secret and does nothing that others notice, whatever it tries."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoplon.sandbox.clock import Clock
from hoplon.sandbox.limits import Limits, why_no_jail
from hoplon.sandbox.process import Process
from tests.needed import lacking

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SECRET = "CANARY-4711"
SEED = "471147114711"
ASK = b'{"legal":["wait"]}\n'
SHARED = 0x4711 + os.getpid()
NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"

pytestmark = pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))


@pytest.fixture
def tmp_path(common_folder: Path) -> Path:
    return common_folder


@pytest.fixture
def task(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """Secrets of all kinds, and how to look for them."""
    places = [tmp_path / name for name in ("home", "state", "out", "rival")]
    places += [Path("/tmp", f"hoplon-canary-{os.getpid()}"), Path("/dev/shm", f"hoplon-canary-{os.getpid()}")]
    for place in places:
        place.mkdir()
        place.chmod(0o777)
        (place / "secret").write_text(SECRET)
    libc = ctypes.CDLL(None)
    libc.shmat.restype = ctypes.c_void_p
    memory = libc.shmget(SHARED, 4096, 0o1666)
    ctypes.memmove(libc.shmat(memory, None, 0), SECRET.encode(), len(SECRET))
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0hoplon-canary-{os.getpid()}")
        abstract.listen()
        yield {
            "paths": [str(place / "secret") for place in places],
            "folders": [str(place) for place in places],
            "referee": os.getpid(),
            "port": server.getsockname()[1],
            "abstract": f"\0hoplon-canary-{os.getpid()}",
            "memory": SHARED,
            "seed": SEED[::-1],
            "walks": True,
        }
    libc.shmctl(memory, 0, None)
    for place in places[4:]:
        shutil.rmtree(place)
    left = [place / "spy-was-here" for place in (*places, Path("/"), Path("/etc"), Path("/usr"))]
    assert not [path for path in left if path.exists()]


def spy(folder: Path, task: dict[str, Any]) -> Path:
    """The spy in a folder of its own, with links to all secrets."""
    folder.mkdir()
    shutil.copy(HERE / "spy.py", folder)
    (folder / "task.json").write_text(json.dumps(task))
    for number, path in enumerate(task["paths"]):
        (folder / f"link{number}").symlink_to(path)
        (folder / f"folder{number}").symlink_to(Path(path).parent)
    return folder / "spy.py"


def heard(process: Process) -> dict[str, Any]:
    """What the spy found in its first turn."""
    process.ask(ASK)
    process.stop()
    said: dict[str, Any] = json.loads(str(process.errors).splitlines()[-1])
    return said


def spaces() -> dict[str, str]:
    return {name: os.readlink(f"/proc/self/ns/{name}") for name in ("net", "mnt", "pid", "ipc", "uts")}


def test_a_spy_finds_nothing_and_breaks_nothing(tmp_path: Path, task: dict[str, Any]) -> None:
    command = [sys.executable, "-I", "-S", str(spy(tmp_path / "spy", task))]
    said = heard(Process(command, sandbox="strict", clock=Clock(60.0, 60.0)))
    assert said["found"] == []
    assert said["did"] == []
    assert not set(said["spaces"].values()) & set(spaces().values())


def test_the_same_spy_without_a_jail_finds_secrets(tmp_path: Path, task: dict[str, Any]) -> None:
    """Or the test above would show nothing."""
    task |= {"walks": False, "folders": []}
    command = [sys.executable, "-I", "-S", str(spy(tmp_path / "spy", task))]
    said = heard(Process(command, sandbox="none", clock=Clock(60.0, 60.0)))
    assert set(task["paths"]) <= set(said["found"])
    assert "shared memory" in said["found"]
    assert {"tcp", "abstract"} <= set(said["did"])


AS_A_USER = """
import json, sys
sys.path.insert(0, sys.argv[1])
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.limits import why_no_jail
from hoplon.sandbox.process import Process
why_not = why_no_jail()
if why_not:
    sys.exit(why_not)
with Process([sys.executable, "-I", "-S", sys.argv[2]], sandbox="strict", clock=Clock(60.0, 60.0)) as process:
    process.ask(b'{"legal":["wait"]}\\n')
print(str(process.errors).splitlines()[-1])
"""


@pytest.mark.skipif(os.getuid() != 0, reason=lacking("root", "it becomes another user"))
@pytest.mark.skipif(not os.path.exists(SYSTEM_PYTHON), reason=lacking("the system's Python"))
def test_nor_does_it_where_the_referee_is_an_ordinary_user(tmp_path: Path, task: dict[str, Any]) -> None:
    path = spy(tmp_path / "spy", task)
    os.chown(path.parent, NOBODY, NOBODY)
    words = [SYSTEM_PYTHON, "-I", "-S", "-c", AS_A_USER, str(ROOT), str(path), SECRET]
    environment = {"PATH": os.defpath, "HOME": str(tmp_path / "home"), "SECRET": SECRET}
    done = subprocess.run(words, user=NOBODY, group=NOBODY, extra_groups=[], env=environment,
                          capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode and "Traceback" not in done.stderr:
        pytest.skip(lacking("a jail of ordinary users", done.stderr.strip()))
    said = json.loads(done.stdout)
    assert said["found"] == []
    assert said["did"] == []


def test_a_series_shows_its_programs_nothing_of_itself(tmp_path: Path, task: dict[str, Any]) -> None:
    """Neither its seeds nor its environment, nor results, nor state, nor the other bot."""
    task["paths"].append(str(tmp_path / "out" / "rows.jsonl"))
    path = spy(tmp_path / "spy", task)
    rival = tmp_path / "rival" / "rival.py"
    rival.write_text(f"# {SECRET}\n" + (ROOT / "examples/bots/python/anygame.py").read_text())
    task["paths"].append(str(rival))
    words = [sys.executable, "-m", "hoplon.cli", "match", "hexabomb", "--bot", f"{sys.executable} {path}"]
    words += ["--bot", str(rival), "--seeds", SEED, "--out", str(tmp_path / "out"), "--longest", "6"]
    words += ["--clock", "60", "-o", "map=duel"]
    state = {"XDG_STATE_HOME": str(tmp_path / "state"), "SECRET": SECRET}
    environment = {**os.environ, **state}
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (record,) = (tmp_path / "out").glob("*.record.json")
    seat = next(seat for seat in json.loads(record.read_text())["seats"] if "spy" in seat["player"])
    assert seat["sandbox"].startswith("shut: no network")
    (text,) = (error["text"] for error in seat["errors"])
    said = json.loads(text)
    assert said["found"] == []
    assert said["did"] == []


def said_by(tmp_path: Path, code: str, limits: Limits | None = None) -> list[str]:
    """The lines that a program in a jail writes to stderr before its first answer."""
    path = tmp_path / "own" / "bot.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"import ctypes, os, sys\n{code}\ninput(); print('done', flush=True)\n")
    command = [sys.executable, "-I", "-S", str(path)]
    with Process(command, limits or Limits(), sandbox="strict", clock=Clock(60.0, 60.0)) as process:
        assert process.ask(ASK) == b"done"
    return str(process.errors).splitlines()


UNCOUNTED = """
libc = ctypes.CDLL(None)
for name, words in {"shmget": (0, 4096, 0o1600), "semget": (0, 1, 0o1600), "msgget": (0, 0o1600),
                    "mq_open": (b"/queue", 0o102, 0o600, None), "memfd_create": (b"x", 0)}.items():
    if getattr(libc, name)(*words) != -1: print(name, file=sys.stderr)
if libc.syscall(447, 0) != -1: print("memfd_secret", file=sys.stderr)
print("tried", file=sys.stderr)
"""


def test_no_memory_is_apart_from_processes_and_folders(tmp_path: Path) -> None:
    assert said_by(tmp_path, UNCOUNTED) == ["tried"]


HOARD = """
for place in ("/tmp", "/dev/shm"):
    held = 0
    try:
        while held < 64:
            file = os.open(place + "/f", os.O_RDWR | os.O_CREAT)
            os.unlink(place + "/f")
            os.write(file, bytes(1 << 20))
            held += 1
    except OSError as error:
        print("full", file=sys.stderr)
    count = 0
    try:
        while count < 9000:
            os.symlink("x" * 4000 if count > 5000 else "x", f"{place}/{count}")
            count += 1
    except OSError as error:
        print("full", file=sys.stderr)
"""


def test_files_without_a_name_and_names_without_a_file_are_limited(tmp_path: Path) -> None:
    assert said_by(tmp_path, HOARD, Limits(disk=4 << 20)) == ["full"] * 4


DEVICES = """
for name in ("null", "full", "random", "urandom"):
    for change in (os.utime, lambda path: os.chmod(path, 0o666)):
        try:
            change("/dev/" + name)
            print("changed", name, file=sys.stderr)
        except OSError as error:
            print(error.errno, file=sys.stderr)
with open("/dev/null", "wb") as file: file.write(b"x")
"""


def test_the_devices_of_the_machine_cannot_be_changed(tmp_path: Path) -> None:
    assert set(said_by(tmp_path, DEVICES)) == {str(errno.EROFS)}


WITHOUT_FILTERS = """
import ctypes, errno, sys
sys.path.insert(0, sys.argv[1])
from hoplon.core.errors import HoplonError
from hoplon.sandbox import calls, enter
from hoplon.sandbox.limits import is_jailed
from hoplon.sandbox.calls import ALLOW, CALL, EQUAL, FIRST_ARGUMENT, LOAD, REFUSE, RETURN, step
prctl = {"x86_64": 157, "aarch64": 167}[__import__("os").uname().machine]
steps = b"".join([
    step(LOAD, CALL), step(EQUAL, prctl, 0, 3), step(LOAD, FIRST_ARGUMENT),
    step(EQUAL, enter.PR_SET_SECCOMP, 0, 1), step(RETURN, REFUSE | errno.EPERM), step(RETURN, ALLOW),
])
whole = enter.Filter(len(steps) // enter.STEP_BYTES, steps)
enter.prctl(enter.PR_SET_NO_NEW_PRIVS, 1)
assert enter.prctl(enter.PR_SET_SECCOMP, enter.SECCOMP_MODE_FILTER, ctypes.addressof(whole))
print(is_jailed("auto"))
try:
    is_jailed("strict")
except HoplonError as error:
    print(error)
"""


def test_without_a_filter_of_calls_a_strict_sandbox_is_refused() -> None:
    words = [sys.executable, "-I", "-c", WITHOUT_FILTERS, str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    expected = "the sandbox is strict, but this system allows no jail: a filter of system calls: not allowed"
    assert done.stdout.splitlines() == ["False", expected]
