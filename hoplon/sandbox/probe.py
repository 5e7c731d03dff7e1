"""Tries whether a jail can be made here: a program of its own, which says why not, or nothing.

It is `python -c START PACKAGE hoplon.sandbox.probe FOLDER`.
"""

from __future__ import annotations

import os
import sys

from hoplon.sandbox.enter import PR_SET_NO_NEW_PRIVS, prctl, refuse_calls
from hoplon.sandbox.jail import shut
from hoplon.sandbox.supervisor import leave_the_processes

REFUSED = 1
ROOM = 1 << 20
JAIL: dict[str, list[str]] = {"shown": [], "covered": []}


def serve() -> None:
    """Make an empty jail, in a process that ends at once."""
    if not leave_the_processes():
        print("process namespaces: not allowed")
        sys.exit(REFUSED)
    child = os.fork()
    if child == 0:
        try:
            shut({"jail": JAIL, "uid": 0, "folder": sys.argv[3], "limits": {"disk": ROOM}})
            prctl(PR_SET_NO_NEW_PRIVS, 1)
            refuse_calls()
            os._exit(0)
        except OSError as error:
            print(error.strerror, flush=True)
        finally:
            os._exit(REFUSED)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
