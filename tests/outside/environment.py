"""A fresh virtual environment that sees this Hoplon and all that is installed here; packages go into it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.needed import lacking

ROOT = Path(__file__).parents[2]


class Environment:
    """An environment; what is installed into it is gone with its folder."""

    def __init__(self, folder: Path) -> None:
        if find_spec("hatchling") is None:
            pytest.skip(lacking("hatchling", "pip install hatchling editables"))
        venv.create(folder, with_pip=False)
        self.bin = folder / "bin"
        (site,) = (folder / "lib").glob("python*/site-packages")
        seen = [str(ROOT), *(part for part in sys.path if "site-packages" in part)]
        (site / "seen.pth").write_text("\n".join(seen) + "\n")
        for name, module in (("pip", "pip"), ("pytest", "pytest"), ("hoplon", "hoplon.cli")):
            command = self.bin / name
            command.write_text(f'#!/bin/sh\nexec "{self.bin}/python" -m {module} "$@"\n')
            command.chmod(0o755)

    def run(
        self, *words: str, where: Path, settings: Mapping[str, str] | None = None, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a command there, without the network: whatever a package needs is here already."""
        offline = {
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
        }  # 0: none, says pip
        path = {"PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [str(self.bin / words[0]), *words[1:]],
            cwd=where,
            env=inherited | offline | path | dict(settings or {}),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
