"""Checkpoints: all that a training needs to go on as if it had never stopped, in a file without code."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError

NAME = "checkpoint.npz"
FORMAT = 1
ABOUT = "about"


def write_checkpoint(folder: Path, about: Mapping[str, Any], arrays: Mapping[str, Any]) -> Path:
    """Write a checkpoint; who is interrupted keeps the one before."""
    path, draft = folder / NAME, folder / f"{NAME}.draft"
    said = np.frombuffer(json.dumps({"format": FORMAT, **about}).encode(), np.uint8)
    everything: dict[str, Any] = {ABOUT: said, **arrays}
    with open(draft, "wb") as file:
        np.savez(file, **everything)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
    return path


def read_checkpoint(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a checkpoint says about itself, and its arrays."""
    path = folder / NAME
    if not path.exists():
        raise HoplonError(
            f"{path}: there is no checkpoint to go on from; without --resume a training begins anew"
        )
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        about = json.loads(bytes(arrays.pop(ABOUT)))
        known = about["format"] == FORMAT
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise HoplonError(f"{path}: this is no checkpoint of a training ({error})") from None
    if not known:
        raise HoplonError(
            f"{path}: a checkpoint of format {about['format']}; this Hoplon reads format {FORMAT}"
        )
    return about, arrays
