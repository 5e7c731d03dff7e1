"""Make the locked requirements again: `make lock`. Needs uv and the network.

python requirements/lock.py [--check]

Each file holds exact versions with the hashes of their files, for Python 3.11 to 3.14 on Linux (x86-64 and
ARM) and macOS (ARM), and no address: where packages come from is for pip's settings to say. `--check` only
says which of these systems could not install from the files as they are.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# What the Makefile and the container install, and from what it is made.
LOCKS = {
    "dev": ["pyproject.toml", "--extra", "dev", "--extra", "bench"],
    "serve": [
        "pyproject.toml",
        *(word for extra in ("play", "fast", "serve", "postgres") for word in ("--extra", extra)),
    ],
    "build": ["requirements/build.in"],
    "node": ["requirements/node.in"],
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin")
PLAIN = ("--quiet", "--no-config")


def uv(*words: str) -> subprocess.CompletedProcess[str]:
    """Run uv in the checkout."""
    command = ["uv", "pip", *words]
    return subprocess.run(command, cwd=HERE.parent, text=True, capture_output=True, check=False)


def lock(name: str, more: list[str]) -> None:
    """Write one file: newest versions, but those of `dev` wherever both have a package."""
    path = f"requirements/{name}.txt"
    shared = [] if name == "dev" else ["--constraint", "requirements/dev.txt"]
    done = uv("compile", *LOCKS[name], *shared, *more, *PLAIN, "--universal", "--python-version", PYTHONS[0],
              "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url",
              "--no-emit-find-links", "--output-file", path)  # fmt: skip
    if done.returncode:
        sys.exit(f"{path} cannot be made:\n{done.stderr}")
    print(f"{path}: {sum('==' in line for line in (HERE.parent / path).read_text().splitlines())} packages")


def check(name: str) -> list[str]:
    """The systems for which a file has no wheels."""
    wrong = []
    for python, system in itertools.product(PYTHONS, SYSTEMS):
        with tempfile.TemporaryDirectory() as folder:
            done = uv("install", "--dry-run", "--require-hashes", "--only-binary", ":all:", *PLAIN,
                      "--python-version", python, "--python-platform", system, "--target", folder,
                      "--requirement", f"requirements/{name}.txt")  # fmt: skip
        if done.returncode:
            wrong.append(
                f"requirements/{name}.txt, Python {python}, {system}: {' '.join(done.stderr.split())[:300]}"
            )
    return wrong


def main() -> int:
    """Make the files, unless only to check them, and say where they do not serve."""
    given = sys.argv[1:]
    if "--check" not in given:
        for name in LOCKS:
            lock(name, ["--upgrade"])
    wrong = [sentence for name in LOCKS for sentence in check(name)]
    print("\n".join(wrong) or f"wheels for Python {', '.join(PYTHONS)} on {', '.join(SYSTEMS)}")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
