"""A bot that looks for secrets instead of playing well, and says on stderr what it found and managed to do.

Secrets are texts that begin with the word below; `task.json` beside it says where they are, and how to try.
"""

import ctypes
import json
import os
import signal
import socket
import sys

WORDS = [b"CAN" + b"ARY-"]  # or it would find itself
HERE = os.path.dirname(os.path.abspath(__file__))
LARGEST = 1 << 16
MOST = 1000  # files of a walk
SYSTEM = ("/usr", "/proc", "/lib", "/lib64", "/bin", "/sbin", "/etc")

libc = ctypes.CDLL(None, use_errno=True)
found, did = [], []


def holds(path):
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        said = os.read(file, LARGEST)
        return any(word in said for word in WORDS)
    except OSError:
        return False
    finally:
        os.close(file)


def look(path):
    if holds(path):
        found.append(path)


def attempt(name, action):
    """Something that must fail."""
    try:
        action()
    except OSError:
        return
    did.append(name)


def call(*arguments):
    """A function of the C library that returns -1 if it is refused."""
    function, *values = arguments
    if getattr(libc, function)(*values) == -1:
        raise OSError(ctypes.get_errno(), function)


def names_of(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def read_files(task):
    for path in task["paths"]:
        look(path)
        look("/proc/self/root" + path)
        look("/proc/self/cwd/../../../../../.." + path)
        for number in ("1", str(os.getppid()), str(task["referee"])):
            look(f"/proc/{number}/root{path}")
            look(f"/proc/{number}/cwd{path}")
    for name in names_of(HERE):  # links among them
        look(os.path.join(HERE, name))
    count = 0
    if task["walks"]:
        for where, folders, names in os.walk("/"):
            folders[:] = [name for name in folders if os.path.join(where, name) not in SYSTEM]
            for name in names:
                count += 1
                if count < MOST:
                    look(os.path.join(where, name))


def read_processes(task):
    for number in filter(str.isdecimal, names_of("/proc")):
        for name in ("cmdline", "environ"):
            if int(number) != os.getpid():
                look(f"/proc/{number}/{name}")
        if int(number) != os.getpid():
            path = f"/proc/{number}/mem"
            attempt(path, lambda path=path: os.close(os.open(path, os.O_RDONLY)))
        for file in names_of(f"/proc/{number}/fd"):
            path = f"/proc/{number}/fd/{file}"
            if os.path.isfile(path):
                look(path)
    texts = [text.encode() for text in os.environ.values()]
    found.extend("environment" for text in texts if any(word in text for word in WORDS))
    for file in range(3, 1024):
        attempt(f"file {file}", lambda file=file: os.fstat(file))
    referee = task["referee"]
    attempt("signal to the referee", lambda: os.kill(referee, 0))
    attempt("trace", lambda: call("ptrace", 16, os.getppid(), 0, 0))
    attempt("trace the referee", lambda: call("ptrace", 16, referee, 0, 0))


def connect(family, address):
    with socket.socket(family) as line:
        line.settimeout(0.5)
        line.connect(address)


def reach_out(task):
    attempt("tcp", lambda: connect(socket.AF_INET, ("127.0.0.1", task["port"])))
    attempt("abstract", lambda: connect(socket.AF_UNIX, task["abstract"].encode()))
    attempt("hypervisor", lambda: socket.socket(40, socket.SOCK_STREAM).close())
    attempt("packets", lambda: socket.socket(17, socket.SOCK_RAW).close())
    identity = libc.shmget(task["memory"], 0, 0)
    if identity != -1:
        libc.shmat.restype = ctypes.c_void_p
        place = libc.shmat(identity, None, 0o10000)
        if place and WORDS[0] in ctypes.string_at(place, 64):
            found.append("shared memory")


def break_out():
    attempt("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
    attempt("remount", lambda: call("mount", None, b"/usr", None, 32 | 4096, None))
    attempt("unmount", lambda: call("umount2", b"/proc", 2))
    attempt("namespaces", lambda: call("unshare", 0x10000000))
    attempt("chroot", lambda: call("chroot", b"/tmp"))
    attempt("root", lambda: os.setuid(0))
    attempt("real root", lambda: os.setresuid(0, 0, 0))
    attempt("keys", lambda: call("syscall", 250, 0, -4, 0))
    attempt("handle", lambda: call("syscall", 304, -100, bytes(136), 0))
    attempt("nice", lambda: os.nice(-5))
    attempt("host name", lambda: call("sethostname", b"mine", 4))
    attempt("device", lambda: os.mknod("/tmp/disk", 0o60666, os.makedev(254, 0)))


def write(task):
    for path in (HERE, *task["folders"], "/", "/usr", "/etc", "/dev", "/proc/sys/kernel"):

        def put(path=path):
            with open(os.path.join(path, "spy-was-here"), "w"):
                pass

        attempt(f"write {path}", put)
    attempt("write itself", lambda: open(__file__, "a").close())


def spy():
    with open(os.path.join(HERE, "task.json")) as file:
        task = json.load(file)
    WORDS.append(task["seed"][::-1].encode())
    for name, part in (
        ("files", lambda: read_files(task)),
        ("processes", lambda: read_processes(task)),
        ("network", lambda: reach_out(task)),
        ("writing", lambda: write(task)),
        ("breaking out", break_out if task["walks"] else int),
    ):
        try:
            part()
        except Exception as error:
            did.append(f"{name} failed: {error!r}")
    if task["walks"]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.kill(-1, signal.SIGTERM) if os.getppid() == 0 or os.fork() else os._exit(0)
    spaces = {name: os.readlink(f"/proc/self/ns/{name}") for name in ("net", "mnt", "pid", "ipc", "uts")}
    print(json.dumps({"found": found, "did": did, "spaces": spaces}), file=sys.stderr, flush=True)


def main():
    spied = False
    for line in sys.stdin:
        if line.startswith('{"legal":['):
            if not spied:
                spy()
                spied = True
            print('{"choice":"' + line.split('"')[3] + '"}', flush=True)


main()
