"""Puts the built page into the wheel."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "hoplon" / "server" / "page" / "index.html"
BUILD = runpy.run_path(str(ROOT / "web" / "build.py"))


class PageHook(BuildHookInterface):
    """Builds the page for a wheel; a checkout that is installed in place builds it with `make page`."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, if the page has to be built and the system has none."""
        return [] if PAGE.exists() else list(BUILD["needs"]())

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there."""
        if version == "standard" and not PAGE.exists():
            BUILD["build"]()
        build_data["artifacts"].append("hoplon/server/page/**")
