"""Whether the clocks are fair: `python benchmarks/clocks.py honest [--matches 2000]` and `… cheats`.

`honest`: matches of CodeKeeper by the starters of `examples/bots` (in every language that this machine can
build), 50 ms a choice, while busy loops run beside them. Every fault is one too many.

`cheats`: the programs of `tests/sandbox/cheats.py`, each with several aims, idle and beside busy loops. They
say themselves how much processor time they had for each choice that was accepted; the most that any aim got
on average is compared with an honest program that uses its limit to the end.
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from hoplon.games import game
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.players import make_player
from hoplon.referee.run import run
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import BotFault
from hoplon.sandbox.process import Process

HERE = Path(__file__).resolve().parent.parent
BOTS = HERE / "examples" / "bots"
CHEATS = HERE / "tests" / "sandbox" / "cheats.py"
EVERY = 100  # matches between two lines of progress
AIMS = (1.0, 1.04, 1.2, 4.0)  # times the limit
HONEST_AIM = 0.98
HONEST_CHOICES = 2  # with which every cheat begins
PAUSE = 0.12  # seconds between two choices: somebody else's turn
MOST = 1.1


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many busy loops beside what is measured."""
    loop = (
        f"import os\nwhile os.getppid() == {os.getpid()}: pass"  # ends with this process, however that ends
    )
    others = [subprocess.Popen([sys.executable, "-I", "-S", "-c", loop]) for _ in range(loops)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def beside(loops: int) -> str:
    """The machine in words."""
    return f"{loops} busy loops, {os.cpu_count()} processors"


def starters(folder: str) -> dict[str, str]:
    """The commands of the starters that can be built here, by language."""
    out = Path(folder)
    builds = {
        "C++": (["g++", "-O2", "-o", str(out / "cpp"), str(BOTS / "cpp/hero.cpp")], str(out / "cpp")),
        "Rust": (
            ["rustc", "--edition", "2021", "-O", "-o", str(out / "rust"), str(BOTS / "rust/src/bin/hero.rs")],
            str(out / "rust"),
        ),
        "Java": (["javac", "-d", folder, str(BOTS / "java/Hero.java")], f"java -cp {folder} Hero"),
        "Go": (["go", "build", "-o", str(out / "go"), "./hero"], str(out / "go")),
    }
    found = {"Python": f"{sys.executable} -I -S {BOTS / 'python/hero.py'}"}
    if shutil.which("node"):
        found["JavaScript"] = f"node {BOTS / 'javascript/hero.js'}"
    for language, (build, command) in builds.items():
        if shutil.which(build[0]):
            place = BOTS / "go" if language == "Go" else out
            if subprocess.run(build, cwd=place, capture_output=True, check=False).returncode == 0:
                found[language] = command
    return found


def honest(first: int, matches: int, loops: int, clock: float, sandbox: str) -> int:
    """Play, and count the faults."""
    codekeeper = game("codekeeper")
    settings = ProcessSettings(later=clock, sandbox=sandbox)
    with tempfile.TemporaryDirectory() as folder, busy(loops):
        os.chmod(folder, 0o755)
        commands = starters(folder)
        players = {language: make_player(text, codekeeper, settings) for language, text in commands.items()}
        counts = {language: [0] * 6 for language in players}
        slowest = dict.fromkeys(players, 0.0)
        began = monotonic()
        print(f"{matches} matches, {clock * 1000:g} ms a choice, {beside(loops)}")
        for number in range(matches):
            language = list(players)[number % len(players)]
            record = run(codekeeper, [players[language]], first + number).records[0]
            walls = record.walls[1:]
            over = sum(wall > clock for wall in walls)
            found = (1, len(record.spent), over, record.excused, record.strikes, bool(record.fault))
            counts[language] = [a + b for a, b in zip(counts[language], found, strict=True)]
            slowest[language] = max([slowest[language], *walls])
            if record.fault:
                print(f"seed {first + number}, {language}: {record.fault}", flush=True)
            if (number + 1) % EVERY == 0:
                faults = sum(count[-1] for count in counts.values())
                print(f"{number + 1} matches, {faults} faults, {monotonic() - began:.0f} s", flush=True)
    titles = ("matches", "choices", "over by the wall", "excused", "strikes", "faults", "slowest, ms")
    print(f"{'':12}" + "".join(f"{title:>18}" for title in titles))
    for language, count in counts.items():
        print(f"{language:12}" + "".join(f"{n:18}" for n in count) + f"{slowest[language] * 1000:18.1f}")
    faults = sum(count[-1] for count in counts.values())
    print(f"unjust verdicts: {faults}, in {monotonic() - began:.0f} s")
    return faults


def tricks() -> dict[str, str]:
    """The cheats, and what they say about themselves."""
    spec = importlib.util.spec_from_file_location("cheats", CHEATS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: (trick.__doc__ or "").strip() for name, trick in module.CHEATS.items()}


def try_cheat(name: str, aim: float, limit: float, choices: int, sandbox: str) -> tuple[list[float], str]:
    """The processor time of each choice after the honest ones that was accepted, and the fault, if any."""
    command = [sys.executable, "-I", "-S", str(CHEATS), name, str(limit), str(aim), str(HONEST_CHOICES)]
    had: list[float] = []
    with Process(command, sandbox=sandbox, clock=Clock(2.0, limit)) as process:
        try:
            for _ in range(HONEST_CHOICES + choices):
                had.append(float(process.ask(b"?\n")))
                sleep(PAUSE)
        except BotFault as fault:
            return had[HONEST_CHOICES:], f"{fault.kind}: {fault}"
    return had[HONEST_CHOICES:], ""


def cheats(names: list[str], limit: float, choices: int, loads: list[int], sandbox: str) -> int:
    """Try them all, and count those who got more than an honest program can have."""
    winners = 0
    for loops in loads:
        with busy(loops):
            had, _ = try_cheat("honest", HONEST_AIM, limit, choices, sandbox)
            share = sum(had) / max(len(had), 1)
            print(f"{limit * 1000:g} ms a choice, {beside(loops)}")
            print(
                f"an honest program at its limit: {share * 1000:.1f} ms on a processor in {len(had)} choices"
            )
            print(f"{'cheat':24}{'ms a choice':>12}{'ratio':>8}  accepted, verdict")
            for name in names:
                tried = [(*try_cheat(name, aim, limit, choices, sandbox), aim) for aim in AIMS]
                mean, accepted = max(
                    (sum(had) / max(len(had), 1), f"{len(had)} with aim {aim:g}") for had, _, aim in tried
                )
                faults = sum(bool(fault) for _, fault, _ in tried)
                ratio = mean / share if share else 0.0
                winners += ratio > MOST
                verdict = next((fault for _, fault, _ in reversed(tried) if fault), "none needed")
                print(
                    f"{name:24}{mean * 1000:12.1f}{ratio:8.2f}  {accepted}, {faults} of {len(AIMS)} aims "
                    f"convicted; {verdict[:100]}",
                    flush=True,
                )
    print(f"cheats that got more than {MOST:g} times the time of an honest program: {winners}")
    return winners


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("part", choices=("honest", "cheats"))
    parser.add_argument("names", nargs="*", help="cheats, all unless given")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument(
        "--first", type=int, default=0, help="the first seed, so that parts can run side by side"
    )
    parser.add_argument("--busy", type=int, action="append", help="busy loops; 8, and for cheats 0 too")
    parser.add_argument("--clock", type=float, default=0.0, help="seconds a choice; 0.05, for cheats 0.1")
    parser.add_argument("--choices", type=int, default=8, help="of a cheat")
    parser.add_argument("--sandbox", default="none")
    words = parser.parse_args()
    if words.part == "honest":
        return honest(words.first, words.matches, (words.busy or [8])[0], words.clock or 0.05, words.sandbox)
    names = words.names or [name for name in tricks() if name != "honest"]
    return cheats(names, words.clock or 0.1, words.choices, words.busy or [0, 8], words.sandbox)


if __name__ == "__main__":
    sys.exit(bool(main()))
