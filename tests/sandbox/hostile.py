"""Bots that do wrong, each in its own way: `hostile.py NAME` plays two turns well and then does as NAME says.

They speak Hoplon's lines of JSON or, where the first line is no JSON, those of CodeKeeper. Everything here is
bounded, so that it is harmless even where no limit stops it.
"""

import ctypes
import json
import mmap
import os
import signal
import socket
import sys
import time

GOOD_TURNS = 2
FORKS = 200
FAR = "/hoplon-hostile-was-here"


class Stage:
    """What the bot has been asked, and how it answers properly."""

    def __init__(self):
        self.codekeeper = False
        self.place = ""

    def listen(self):
        """Read one question."""
        while True:
            line = sys.stdin.readline()
            if not line:
                sys.exit(0)
            if line.startswith('{"legal"'):
                return
            if line.startswith('{"end"'):
                sys.exit(0)
            if not line.startswith("{"):
                self.codekeeper = True
                self.place = " ".join(line.split()[:2])
                for _ in range(int(sys.stdin.readline())):
                    sys.stdin.readline()
                return

    @property
    def good(self):
        return f"MOVE {self.place}" if self.codekeeper else '{"choice":"wait"}'

    def answer(self, text=None, end="\n"):
        os.write(1, ((self.good if text is None else text) + end).encode())

    def play_on(self):
        """Answer everything from now on, beginning with the question that is open."""
        self.answer()
        while True:
            self.listen()
            self.answer()


def silent(stage):
    time.sleep(60)


def slow(stage):
    """One millisecond more than allowed, every time."""
    while True:
        time.sleep(float(sys.argv[2]) + 0.001)
        stage.answer()
        stage.listen()


def drips(stage):
    while True:
        os.write(1, b"x")
        time.sleep(0.02)


def endless_line(stage):
    for _ in range(10_000):
        os.write(1, b"x" * 4096)


def floods(stage):
    for _ in range(200_000):
        stage.answer()


def binary_noise(stage):
    os.write(1, bytes(range(128, 256)) + b"\n")
    time.sleep(60)


def empty_line(stage):
    stage.answer("")
    time.sleep(60)


def wrong_case(stage):
    stage.answer("move " + stage.place if stage.codekeeper else '{"CHOICE":"wait"}')
    time.sleep(60)


def nul_bytes(stage):
    stage.answer("MOVE\0x " + stage.place if stage.codekeeper else '{"choice":"wait\0"}')
    time.sleep(60)


def long_choice(stage):
    stage.answer("M" * 9000 if stage.codekeeper else json.dumps({"choice": "w" * 9000}))
    time.sleep(60)


def too_long_choice(stage):
    stage.answer("M" * 12000 if stage.codekeeper else json.dumps({"choice": "w" * 12000}))
    time.sleep(60)


def nested_json(stage):
    stage.answer("[" * 9000)
    time.sleep(60)


def number_for_choice(stage):
    stage.answer('{"choice":1}')
    time.sleep(60)


def no_newline(stage):
    stage.answer(end="")
    time.sleep(60)


def no_newline_and_exits(stage):
    stage.answer(end="")


def crlf(stage):
    while True:
        stage.answer(end="\r\n")
        stage.listen()


def cr(stage):
    while True:
        stage.answer(end="\r")
        stage.listen()


def answers_twice(stage):
    while True:
        stage.answer()
        stage.answer()
        stage.listen()


def speaks_early(stage):
    for _ in range(3):
        stage.answer()
    stage.play_on()


def closes_stdout(stage):
    os.close(1)
    time.sleep(60)


def closes_stdin(stage):
    os.close(0)
    for _ in range(20):
        stage.answer()
    time.sleep(60)


def closes_everything(stage):
    os.closerange(0, 64)
    time.sleep(60)


def exits_early(stage):
    sys.exit(0)


def crashes(stage):
    raise RuntimeError("I did not see that coming")


def segfaults(stage):
    ctypes.string_at(0)


def kills_itself(stage):
    os.kill(0, signal.SIGKILL)


def stops_itself(stage):
    os.kill(os.getpid(), signal.SIGSTOP)


def kills_everybody(stage):
    """All that it may signal; in a namespace of its own, or as a user of its own, that is only itself."""
    if os.environ.get("HOME", "").count("hoplon-programs") and os.getppid() == 1:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
            try:
                os.kill(1, number)
                os.kill(-1, number)
            except OSError:
                pass
    stage.play_on()


def ignores_signals(stage):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)


def becomes_another(stage):
    os.execv("/bin/sleep", ["sleep", "60"])


def spins(stage):
    while True:
        pass


def child_spins(stage):
    if os.fork() == 0:
        for fd in range(3):
            os.close(fd)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            pass
        os._exit(0)
    stage.play_on()


def fork_bomb(stage):
    begun = 0
    while begun < FORKS:
        try:
            if os.fork() == 0:
                time.sleep(60)
            begun += 1
        except OSError:
            print("no more forks after", begun, file=sys.stderr, flush=True)
            time.sleep(60)
    print("forked", begun, "times", file=sys.stderr, flush=True)
    time.sleep(60)


def leaves_children(stage):
    if os.fork() == 0:
        time.sleep(60)
    stage.play_on()


def forks_away(stage):
    """Twice forked, another session, no pipe, another environment: nothing ties it to where it comes from."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.chdir("/")
            os.closerange(0, 64)
            os.execve("/bin/sleep", ["away from " + os.environ["HOME"], "61"], {})
        os._exit(0)
    os.wait()
    stage.play_on()


def hogs_memory(stage):
    hoard = [b"x" * (1 << 20) for _ in range(512)]
    print("hoarded", len(hoard), file=sys.stderr, flush=True)
    time.sleep(60)


def hogs_shared_memory(stage):
    shared = mmap.mmap(-1, 512 << 20)
    for at in range(0, 512 << 20, 4096):
        shared[at] = 1
    print("hoarded", file=sys.stderr, flush=True)
    time.sleep(60)


def huge_file(stage):
    with open("huge", "wb") as file:
        for _ in range(256):
            file.write(b"x" * (1 << 20))
    print("written", file=sys.stderr, flush=True)
    time.sleep(60)


def many_files(stage):
    for number in range(30):
        with open(f"file{number}", "wb") as file:
            file.write(b"x" * (1 << 19))
    while True:
        time.sleep(0.1)
        stage.answer()
        stage.listen()


def many_open_files(stage):
    kept = []
    try:
        while len(kept) < 2000:
            kept.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        print("no more than", len(kept), file=sys.stderr, flush=True)
    stage.play_on()


def deep_folders(stage):
    for _ in range(1100):
        os.mkdir("deeper")
        os.chdir("deeper")
    stage.play_on()


def reads_passwords(stage):
    with open("/etc/passwd") as file:
        print("read", len(file.read()) > 0, file=sys.stderr, flush=True)
    stage.play_on()


def writes_far_away(stage):
    for place in (FAR, "/etc/passwd", "/usr/hoplon-hostile"):
        try:
            with open(place, "a"):
                print("opened", place, file=sys.stderr, flush=True)
        except OSError as error:
            print("refused", place, error.errno, file=sys.stderr, flush=True)
    stage.play_on()


def opens_a_socket(stage):
    try:
        with socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=0.1):
            print("connected", file=sys.stderr, flush=True)
    except OSError:
        print("not connected", file=sys.stderr, flush=True)
    stage.play_on()


def much_stderr(stage):
    for _ in range(160):
        os.write(2, b"e" * 65536)
    stage.play_on()


def looks_around(stage):
    print(json.dumps({"env": sorted(os.environ), "cwd": os.getcwd(), "uid": os.getuid()}), file=sys.stderr)
    print(json.dumps({"session": os.getsid(0), "pid": os.getpid()}), file=sys.stderr, flush=True)
    stage.play_on()


def well_behaved(stage):
    stage.play_on()


def main():
    stage = Stage()
    for _ in range(GOOD_TURNS):
        stage.listen()
        stage.answer()
    stage.listen()
    globals()[sys.argv[1]](stage)


main()
