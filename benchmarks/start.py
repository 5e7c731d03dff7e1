"""How long it takes from `hoplon serve` to the page and to the first move of each game.

python benchmarks/start.py            with what is compiled already
python benchmarks/start.py --cold     with an empty cache
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

PAUSE = 0.05


def get(base: str, path: str) -> Any:
    """The answer of an address, or None."""
    try:
        with urllib.request.urlopen(f"http://{base}{path}", timeout=10) as answer:
            return answer.read()
    except (urllib.error.URLError, OSError):
        return None


def main() -> None:
    """Start, wait, tell."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ)
        if "--cold" in sys.argv:
            environment["HOPLON_CACHE"] = str(Path(folder) / "cache")
        database = ["--database", f"sqlite:///{folder}/arena.sqlite"]
        began = time.monotonic()
        server = subprocess.Popen(
            [sys.executable, "-m", "hoplon.cli", "serve", "--port", "0", *database],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split("http://")[1].split("/")[0]
            while get(base, "/") is None:
                time.sleep(PAUSE)
            print(f"the page answers after {time.monotonic() - began:.1f} s", flush=True)
            ready: set[str] = set()
            while True:
                games = json.loads(get(base, "/api/games") or b"[]")
                for game in games:
                    if game["ready"] and game["name"] not in ready:
                        ready.add(game["name"])
                        print(
                            f"{game['title']} can be played after {time.monotonic() - began:.1f} s",
                            flush=True,
                        )
                    if game["ready"] and game["bots_ready"] and f"{game['name']} bots" not in ready:
                        ready.add(f"{game['name']} bots")
                        print(f"  its bots after {time.monotonic() - began:.1f} s", flush=True)
                if games and len(ready) == 2 * len(games):
                    break
                time.sleep(PAUSE)
        finally:
            server.terminate()
            server.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"processor time in all {used.ru_utime + used.ru_stime:.1f} s")


if __name__ == "__main__":
    main()
