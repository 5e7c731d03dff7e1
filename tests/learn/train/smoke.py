"""`python smoke.py FOLDER`: trains for ten minutes on two cores and looks at what came of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

SECONDS = 600
LEAST_DEPTH = 8.0


def main(folder: Path) -> int:
    """0 if the network goes deep enough on dungeons that it has never seen."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [
        sys.executable, "-m", "hoplon.cli", "train", "hoplite-depth16-v1", "--device", "cpu",
        "--threads", "2", "--seconds", str(SECONDS), "--out", str(folder),
    ]  # fmt: skip
    subprocess.run(command, check=True)
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    figures = [line["test"] for line in lines if "test" in line][-1]
    depth = figures["depth"]
    print(f"mean depth {depth:.2f} after {SECONDS} s on two cores; expected {LEAST_DEPTH} or more")
    return int(depth < LEAST_DEPTH)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
