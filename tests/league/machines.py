"""Machines for leagues: workers over HTTP, and a Ray cluster whose nodes come and go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.processes import end, start
from tests.server.served import Server
from tests.waiting import patience

CLUSTER = """\
import os, sys
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args=dict(num_cpus=1, include_dashboard=False))
second = cluster.add_node(num_cpus=2)
print(cluster.address, flush=True)
sys.stdin.readline()
cluster.remove_node(second, allow_graceful=False)
print("killed", flush=True)
sys.stdin.readline()
cluster.add_node(num_cpus=2)
print("revived", flush=True)
sys.stdin.readline()
cluster.shutdown()
"""


def worker(server: Server, token: str, state: Path, *words: str) -> subprocess.Popen[str]:
    """`hoplon work` as a process of its own, with a folder of its own."""
    command = [sys.executable, "-m", "hoplon.cli", "work", f"http://{server.base}", "--token", token, *words]
    surroundings = os.environ | {"XDG_STATE_HOME": str(state)}
    return start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings)


class RayCluster:
    """Three processors in two nodes, of which the larger one is killed, then replaced."""

    acts = ("killed", "revived")

    def __enter__(self) -> Self:
        command = [sys.executable, "-c", CLUSTER]
        self.process = start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.address = self._heard()
        if not self.address:
            end(self.process)
            raise AssertionError("the cluster did not start; it said why")
        return self

    def __exit__(
        self, _: type[BaseException] | None, trouble: BaseException | None, __: TracebackType | None
    ) -> None:
        if trouble is None:
            self._say()
            self.process.wait(patience())
        end(self.process)

    def next_act(self) -> None:
        """Kill the node, or replace it."""
        self._say()
        assert self._heard() in self.acts

    def driver(self, database: str, state: Path) -> subprocess.Popen[str]:
        """`hoplon league run --on ray` as a process of its own."""
        command = [sys.executable, "-m", "hoplon.cli", "league", "run", database, "--on", "ray"]
        surroundings = os.environ | {"RAY_ADDRESS": self.address, "XDG_STATE_HOME": str(state)}
        return start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings)

    def _say(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")

    def _heard(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()
