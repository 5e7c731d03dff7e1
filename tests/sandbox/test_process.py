"""A process as a process: how it is started, timed, read and sent away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoplon.core.errors import BadOption, HoplonError
from hoplon.protocols.lines.command import is_command, read_command
from hoplon.sandbox.clock import EXCUSED, Clock
from hoplon.sandbox.faults import BotFault
from hoplon.sandbox.limits import Limits, is_jailed, isolation, why_no_jail
from hoplon.sandbox.process import Process
from tests.needed import lacking
from tests.processes import end, start
from tests.waiting import until

HERE = Path(__file__).parent
ASK = b'{"legal":["wait"]}\n'
GOOD = b'{"choice":"wait"}'
LIMITS = Limits(memory=64 << 20, processes=24, cpu=20)


def hostile(name: str, clock: Clock | None = None, sandbox: str = "none") -> Process:
    command = [sys.executable, "-I", "-S", str(HERE / "hostile.py"), name, "0.1"]
    return Process(command, LIMITS, sandbox, clock or Clock(60.0, 60.0))


def script(folder: Path, text: str, mode: int = 0o755) -> str:
    path = folder / "bot"
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_time_is_taken_by_the_wall_and_on_the_processor() -> None:
    with hostile("spins", Clock(5.0, 0.3, strict=True)) as process:
        process.ask(ASK)
        process.ask(ASK)
        with pytest.raises(BotFault) as caught:
            process.ask(ASK)
        assert caught.value.kind == "timeout"
        spent = process.clock.taken[-1]
    assert spent.wall >= 0.3
    assert 0 < spent.cpu <= spent.wall + 0.05
    assert spent.cpu + spent.waited >= 0.1
    assert process.cpu >= spent.cpu


def test_sleeping_costs_wall_time_and_no_processor_time() -> None:
    with hostile("silent", Clock(5.0, 0.1)) as process:
        process.ask(ASK)
        process.ask(ASK)
        with pytest.raises(BotFault):
            process.ask(ASK)
        assert process.clock.taken[-1].cpu < 0.05


def test_a_busy_machine_convicts_no_innocent_bot(tmp_path: Path) -> None:
    """Six burners for every processor: the bot needs a fraction of its limit, but often has to wait."""
    bot = script(
        tmp_path,
        f"#!{sys.executable} -IS\nimport sys\nfor line in sys.stdin: print(sum(range(9999)), flush=True)\n",
    )
    many = 6 * len(os.sched_getaffinity(0))
    burners = [start([sys.executable, "-I", "-S", "-c", "while True: pass"]) for _ in range(many)]
    try:
        with Process([bot], sandbox="none", clock=Clock(60.0, 60.0)) as process:
            for _ in range(60):
                assert process.ask(b"?\n") == b"49985001"
            taken = process.clock.taken
    finally:
        for burner in burners:
            end(burner)
    over = [spent for spent in taken[1:] if spent.wall > 0.004]  # the first includes its start
    excused = [spent for spent in over if Clock(0.004, 0.004).judge(spent) == EXCUSED]
    assert len(excused) >= 0.8 * len(over) - 1


@pytest.mark.parametrize("sandbox", ["none", "auto"])
def test_a_program_that_forked_away_dies_with_it(sandbox: str) -> None:
    with hostile("forks_away", sandbox=sandbox) as process:
        for _ in range(5):
            assert process.ask(ASK) == GOOD
        pids = process.pids
    assert len(pids) >= 2
    assert not any(map(alive, pids))


@pytest.mark.parametrize("name", ["forks_away", "leaves_children", "fork_bomb"])
def test_without_a_namespace_the_keeper_finds_them_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "namespaces", False)
    with hostile(name, Clock(5.0, 0.5)) as process:
        assert process.apart is False
        process.ask(ASK)
        process.ask(ASK)
        try:
            process.ask(ASK)
        except BotFault:
            assert name == "fork_bomb"
        pids = until(lambda: len(process.pids) >= 2 and process.pids, "the program has forked")
    assert len(pids) >= 2
    assert not any(map(alive, pids))


def test_a_referee_that_is_killed_leaves_no_program() -> None:
    program = (
        "import os, signal, sys; sys.path.insert(0, sys.argv[1])\n"
        "from hoplon.sandbox.process import Process\n"
        "process = Process([sys.executable, '-I', '-S', sys.argv[2], 'leaves_children'], sandbox='none')\n"
        f"[process.ask({ASK!r}) for _ in range(3)]\n"
        "print(*process.pids, process._supervisor.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    root = str(HERE.parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", program, root, str(HERE / "hostile.py")], capture_output=True, check=False
    )
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) >= 3
    until(lambda: not any(map(alive, pids)), "the guests are gone")


def test_a_supervisor_that_is_killed_takes_the_program_along() -> None:
    with hostile("leaves_children") as process:
        for _ in range(3):
            process.ask(ASK)
        if not process.apart:
            pytest.skip(lacking("process namespaces"))
        pids = process.pids
        process._supervisor.kill()
        with pytest.raises(BotFault) as caught:  # noqa: PT012  it may have answered once more
            for _ in range(1000):
                process.ask(ASK)
        assert caught.value.kind in ("closed", "exit")
    assert not any(map(alive, pids))


def test_strict_without_a_jail_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplon.sandbox.limits.why_no_jail", lambda: "namespaces: Operation not permitted")
    with pytest.raises(
        HoplonError, match="the sandbox is strict, but this system allows no jail: namespaces"
    ):
        is_jailed("strict")
    assert is_jailed("auto") is is_jailed("none") is False
    assert isolation("auto").startswith("not shut (this system allows no jail: namespaces: Operation not ")
    assert isolation("none").startswith("not shut (as asked for): it has the network and ")
    with pytest.raises(BadOption, match="there is no sandbox 'loose'; expected one of auto, none, strict"):
        is_jailed("loose")


@pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))
def test_programs_in_the_sandbox_do_not_see_each_other(tmp_path: Path) -> None:
    look = script(tmp_path, "#!/bin/sh\nread line\nmktemp mine.XXXXXX >&2\nls | grep -c mine\nread line\n")
    with Process([look], sandbox="strict") as first, Process([look], sandbox="strict") as second:
        assert first.ask(b"?\n").strip() == b"1"
        assert second.ask(b"?\n").strip() == b"1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "neither a program for this machine nor a script"),
        ("#!/no/such/program\n", "the program named in its first line"),
    ],
)
@pytest.mark.parametrize("sandbox", ["none", "auto"])
def test_a_program_that_cannot_be_started_is_refused(
    tmp_path: Path, text: str, reason: str, sandbox: str
) -> None:
    with pytest.raises(HoplonError, match=reason):
        Process([script(tmp_path, text)], sandbox=sandbox)


def test_only_its_owner_may_run_it_and_it_runs(tmp_path: Path) -> None:
    with Process([script(tmp_path, "#!/bin/sh\nread line\necho $line\n", 0o700)], sandbox="none") as process:
        assert process.ask(b"hi\n") == b"hi"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("./missing.py", "there is no bot file './missing.py'"),
        ("no-such-program-at-all", "there is no bot 'no-such-program-at-all': neither a file here nor"),
        (
            "./folder",
            "has none of the files that are started; expected one of bot.py, bot.js, Bot.java, run.sh",
        ),
        ("./plain.sh", r"may not be run; allow it with: chmod \+x ./plain.sh"),
        ("'unclosed", "cannot be read"),
        ("   ", "the bot command is empty"),
    ],
)
def test_a_bad_command_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain.sh").write_text("")
    with pytest.raises(BadOption, match=reason):
        read_command(text)


def test_a_python_file_that_may_not_be_run_by_itself_is_run_by_this_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.py").write_text("")
    assert read_command("plain.py --deep") == [sys.executable, str(tmp_path / "plain.py"), "--deep"]
    (tmp_path / "plain.py").chmod(0o755)
    assert read_command("./plain.py --deep") == [str(tmp_path / "plain.py"), "--deep"]


def test_words_that_name_files_get_their_full_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = script(tmp_path, "")
    assert read_command("sh ./bot --deep 3")[1:] == [bot, "--deep", "3"]
    assert read_command("./bot") == [bot]
    assert os.path.isabs(read_command("sh")[0])
    (tmp_path / "random").write_text("not meant")
    assert not is_command("")
    assert [is_command(text) for text in ("./bot", "bot", "sh bot", "random", "search:nodes=3")] == [
        True, True, True, False, False,
    ]  # fmt: skip
