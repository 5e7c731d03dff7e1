"""A fresh virtual environment that sees all that is installed here, and this Hoplon; packages go into it."""

from __future__ import annotations

import os
import site
import subprocess
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

from tests.waiting import patience

ROOT = Path(__file__).parents[2]
COMMANDS = {"pip": "pip", "pytest": "pytest", "hoplon": "hoplon.cli"}
# Nothing is fetched: whatever a package needs to be built and run is here. For pip, 0 is no isolation.
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}


class Environment:
    """An environment; what is installed into it is gone with its folder."""

    def __init__(self, folder: Path, commands: Mapping[str, str] = COMMANDS) -> None:
        venv.create(folder, with_pip=False)
        self.bin = folder / "bin"
        (packages,) = (folder / "lib").glob("python*/site-packages")
        places = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()}
        seen = [str(ROOT), *(f"import site; site.addsitedir({place!r})" for place in sorted(places))]
        (packages / "what_the_tests_have.pth").write_text("\n".join(seen) + "\n")
        for name, module in commands.items():
            command = self.bin / name
            command.write_text(f'#!/bin/sh\nexec "{self.bin}/python" -m {module} "$@"\n')
            command.chmod(0o755)

    def run(
        self, *words: str, where: Path, settings: Mapping[str, str] | None = None, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment in a folder."""
        own = {"PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}", "XDG_STATE_HOME": str(where / "state")}
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [str(self.bin / words[0]), *words[1:]],
            cwd=where,
            env=inherited | OFFLINE | own | dict(settings or {}),
            input=stdin,
            capture_output=True,
            text=True,
            timeout=patience(900),
            check=False,
        )
