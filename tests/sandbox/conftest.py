"""A folder for programs that run as another user."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def common_folder() -> Iterator[Path]:
    """A folder that every user may see, unlike that of other tests."""
    path = Path(tempfile.mkdtemp(prefix="hoplon-jail-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)
