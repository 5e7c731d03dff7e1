"""Programs that want more time than they have: `cheats.py NAME LIMIT AIM HONEST` answers every line.

The first HONEST choices are honest; from then on it tries by the trick NAME to work AIM times the limit (in
seconds) for every choice. An answer says how many seconds of processor time all its workers have really had
since the last one, counted by themselves.
"""

import ctypes
import hashlib
import mmap
import os
import resource
import select
import shutil
import signal
import struct
import sys
import threading
import time

SLOTS = 512
BLOCK = bytes(1 << 18)
DECOYS = 12
SHARE = 0.8  # of the limit, for who is honest

libc = ctypes.CDLL(None, use_errno=True)


class Tally:
    """The time of all workers, in a file that they share; everyone writes only into slots of its own."""

    def __init__(self):
        file = os.open("tally", os.O_RDWR | os.O_CREAT)
        os.ftruncate(file, SLOTS * 8 + 16)
        self.page = mmap.mmap(file, SLOTS * 8 + 16)
        os.close(file)
        self.told = self.total()

    def total(self):
        return sum(struct.unpack_from(f"{SLOTS}d", self.page))

    def add(self, slot, seconds):
        (before,) = struct.unpack_from("d", self.page, slot * 8)
        struct.pack_into("d", self.page, slot * 8, before + seconds)

    def since(self):
        total = self.total()
        self.told, fresh = total, total - self.told
        return fresh


def work(seconds, slot=0, until=None):
    """Use a processor for this long, without keeping other threads of this program from running."""
    began = last = time.thread_time()
    while last < began + seconds and (until is None or not until()):
        hashlib.sha256(BLOCK).digest()
        now = time.thread_time()
        TALLY.add(slot, now - last)
        last = now


def in_children(seconds, count=3, before=None, wait=True):
    """Let forked children do the work."""
    pids = []
    for number in range(count):
        pid = os.fork()
        if pid == 0:
            try:
                if before:
                    before()
                work(seconds / count, 1 + number)
            finally:
                os._exit(0)
        pids.append(pid)
    if wait:
        for pid in pids:
            os.waitpid(pid, 0)


def in_threads(seconds, count=3):
    """Let threads do the work, side by side."""
    threads = [threading.Thread(target=work, args=(seconds / count, 1 + i)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def start(what, *args):
    threading.Thread(target=what, args=args, daemon=True).start()


def once(key, what, *args):
    """Do something only before the first dishonest choice."""
    if key not in DONE:
        DONE.add(key)
        what(*args)


def nice_thread():
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)


def decoy(nice):
    if nice:
        nice_thread()
    while True:
        hashlib.sha256(BLOCK).digest()


def decoys(nice):
    for _ in range(DECOYS):
        start(decoy, nice)


# The tricks: what is done for one choice.


def honest(want):
    work(want)


def nice_decoys(want):
    """The tenfold cheat: threads that hardly ever run wait for a processor all the time."""
    once("decoys", decoys, True)
    work(want)


def plain_decoys(want):
    once("decoys", decoys, False)
    work(want)


def sleeps(want):
    time.sleep(want)


def sleeps_first(want):
    time.sleep(LIMIT * 0.9)
    work(want)


def sleeps_behind_decoys(want):
    once("decoys", decoys, True)
    time.sleep(want)


def forks(want):
    in_children(want)


def forks_and_forgets(want):
    """Nobody waits for the children: their time is added to nobody's."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    goal = TALLY.total() + want
    in_children(want, wait=False)
    while TALLY.total() < goal * 0.99:
        time.sleep(0.002)


def forks_many(want):
    for _ in range(20):
        in_children(want / 20, count=1)


def daemon_loop(turns):
    """Works whenever there is a processor, until its program is gone."""
    while True:
        work(10 * LIMIT, 400)


def daemon(want):
    """A process that has left the session, and goes on between the turns."""

    def leave():
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for fd in range(3):
                    os.close(fd)
                daemon_loop(0)
            os._exit(0)
        os.wait()

    once("daemon", leave)


def other_group(want):
    in_children(want, before=lambda: os.setpgid(0, 0))


def other_session(want):
    in_children(want, before=os.setsid)


def between_turns(want):
    """A thread that thinks while others do."""
    once("thread", start, daemon_loop, 0)


def after_the_answer(want):
    """Answers at once, and thinks afterwards what it will say next."""
    AFTER.append(lambda: work(want))


def timer_continues(want):
    """A timer of the kernel lets it go on whenever it is stopped."""

    class Event(ctypes.Structure):
        _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("kind", ctypes.c_int),
                    ("rest", ctypes.c_char * 48)]  # fmt: skip

    def arm():
        signal.signal(signal.SIGCONT, lambda *_: None)
        timer = ctypes.c_void_p()
        event = Event(signal=signal.SIGCONT, kind=0)
        assert libc.timer_create(1, ctypes.byref(event), ctypes.byref(timer)) == 0
        every = (ctypes.c_long * 4)(0, 5_000_000, 0, 5_000_000)
        assert libc.timer_settime(timer, 0, every, None) == 0
        start(daemon_loop, 0)

    once("timer", arm)


def stops_itself(want):
    """Stopped while a child works and lets it go on."""
    parent = os.getpid()
    if (child := os.fork()) == 0:
        work(want, 1)
        os.kill(parent, signal.SIGCONT)
        os._exit(0)
    os.kill(parent, signal.SIGSTOP)
    os.waitpid(child, 0)


def stops_children(want):
    """Children that are kept stopped except while they work."""
    if not CHILDREN:
        for number in range(3):
            if (pid := os.fork()) == 0:
                while True:
                    os.kill(os.getpid(), signal.SIGSTOP)
                    work(want / 3, 1 + number)
            CHILDREN.append(pid)
    goal = TALLY.total() + want
    for pid in CHILDREN:
        os.waitpid(pid, os.WUNTRACED)
        os.kill(pid, signal.SIGCONT)
    while TALLY.total() < goal * 0.99:
        time.sleep(0.002)


def threads(want):
    in_threads(want)


def short_threads(want):
    for _ in range(20):
        in_threads(want / 20, 4)


def idle_class(want):
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    work(want)


def batch_class(want):
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    work(want)


def nice(want):
    os.setpriority(os.PRIO_PROCESS, 0, 19)
    work(want)


def nice_session(want):
    """The weight of the whole session, where the kernel has one."""
    try:
        with open("/proc/self/autogroup", "w") as file:
            file.write("19")
    except OSError:
        pass
    work(want)


def one_processor(want):
    """All on one processor, in each other's way."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    once("decoys", decoys, True)
    work(want)


def spawns_and_hangs(want):
    """While a child that shares its memory hangs before it is executed, nothing can reach the parent."""
    if not os.path.exists("fifo"):
        os.mkfifo("fifo")
    if (child := os.fork()) == 0:
        work(want, 1)
        os.close(os.open("fifo", os.O_WRONLY))
        os._exit(0)
    actions = [(os.POSIX_SPAWN_OPEN, 3, "fifo", os.O_RDONLY, 0)]
    spawned = os.posix_spawn("/bin/true", ["true"], {}, file_actions=actions)
    os.waitpid(spawned, 0)
    os.waitpid(child, 0)


def time_of(pid):
    return time.clock_gettime(~pid << 3 | 2)


def hide():
    """Start a program that may be executed but not read: it is in no counter that it would inherit."""
    shutil.copy("/bin/sh", "hidden")
    os.chmod("hidden", 0o111)
    if (pid := os.fork()) == 0:
        os.setsid()
        for fd in range(3):
            os.close(fd)
        header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        libc.capset(header, nothing)  # without a jail it may read every file, if it was started by root
        os.execv("hidden", ["sh", "-c", "while :; do :; done"])
    CHILDREN.append(pid)


def hides(want):
    """Lets a hidden process work."""
    once("hide", hide)
    before = time_of(CHILDREN[0])
    while (now := time_of(CHILDREN[0])) < before + want:
        time.sleep(0.002)
    TALLY.add(5, now - before)


def hides_and_waits(want):
    """The same, and ends it before it answers."""
    hide()
    pid = CHILDREN.pop()
    while (now := time_of(pid)) < want:
        time.sleep(0.002)
    TALLY.add(5, now)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.remove("hidden")


def orphan(want):
    """A process whose parent is gone works, and ends."""
    slot = TALLY.total()
    if (child := os.fork()) == 0:
        if os.fork() == 0:
            work(want, 6)
        os._exit(0)
    os.waitpid(child, 0)
    while TALLY.total() < slot + want * 0.99:
        time.sleep(0.002)


def becomes_itself(want):
    """Is executed anew after every choice."""
    work(want)
    AFTER.append(lambda: os.execv(sys.executable, [sys.executable, "-I", "-S", *sys.argv[:4], "0"]))


def thrashes(want):
    """Memory taken and given back, page by page: time in the kernel."""
    began = last = time.thread_time()
    while last < began + want:
        room = mmap.mmap(-1, 1 << 22)
        for at in range(0, 1 << 22, 4096):
            room[at] = 1
        room.close()
        now = time.thread_time()
        TALLY.add(0, now - last)
        last = now


def reads_the_kernel(want):
    began = last = time.thread_time()
    file = os.open("/dev/zero", os.O_RDONLY)
    while last < began + want:
        os.read(file, 1 << 20)
        now = time.thread_time()
        TALLY.add(0, now - last)
        last = now
    os.close(file)


def drips(want):
    """Says its answer byte by byte, and works between two bytes."""
    for byte in b"  ....    ":
        os.write(1, bytes([byte]).replace(b".", b" "))
        work(want / 10)


def yields(want):
    """Gives the processor away again and again, as if it waited for one."""
    began = last = time.thread_time()
    while last < began + want:
        os.sched_yield()
        now = time.thread_time()
        TALLY.add(0, now - last)
        last = now


def waits_for_the_disk(want):
    """A child works while another is kept by the disk."""
    if (child := os.fork()) == 0:
        work(want, 1)
        os._exit(0)
    with open("disk", "wb") as file:
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            file.seek(0)
            file.write(os.urandom(4096))
            file.flush()
            os.fsync(file.fileno())


def switches_counters_off(want):
    libc.prctl(31, 0, 0, 0, 0)  # the performance counters that it owns
    in_children(want)


def limits_itself(want):
    """A limit of its own for processor time, with a signal in place of an end."""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (1, most))
    work(want)


CHEATS = {
    name: value
    for name, value in globals().items()
    if callable(value) and getattr(value, "__code__", None) and value.__code__.co_varnames[:1] == ("want",)
}


def lines():
    """The questions, without a buffer that would be lost when it is executed anew."""
    rest = b""
    while True:
        while b"\n" not in rest:
            select.select([0], [], [])
            more = os.read(0, 65536)
            if not more:
                return
            rest += more
        line, _, rest = rest.partition(b"\n")
        yield line


def main():
    for seen, _ in enumerate(lines()):
        TRICK(AIM * LIMIT) if seen >= HONEST else work(SHARE * LIMIT)
        os.write(1, f"{TALLY.since():.6f}\n".encode())
        while AFTER:
            AFTER.pop()()


if __name__ == "__main__":
    TRICK, LIMIT, AIM = CHEATS[sys.argv[1]], float(sys.argv[2]), float(sys.argv[3])
    HONEST = int(sys.argv[4])
    TALLY, AFTER, DONE, CHILDREN = Tally(), [], set(), []
    main()
