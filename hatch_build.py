"""Puts the built page into the wheel."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


class PageHook(BuildHookInterface):
    """Builds the page for a wheel; a checkout that is installed in place builds it with `make page`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there."""
        page = ROOT / "hoplon" / "server" / "page" / "index.html"
        if version == "standard" and not page.exists():
            runpy.run_path(str(ROOT / "web" / "build.py"))["build"]()
        build_data["artifacts"].append("hoplon/server/page/**")
