"""A bot's folder or zip file as one zip file for the database, and the digest of everything in it.

The digest is that of the files: the same for a folder and for a zip file of it.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
import zlib
from pathlib import Path

from hoplon.core.errors import BadOption
from hoplon.referee.versions import FolderTooLarge, files_in
from hoplon.sandbox.unpack import LEFT_OUT, checked

LARGEST = 64 << 20  # bytes in the database
BEGINNING = (1980, 1, 1, 0, 0, 0)  # the first date that a zip file can have
PLAIN, RUNNABLE = 0o644, 0o755
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


def bundle_of(path: Path) -> bytes:
    """The zip file of a folder, or a zip file as it is; BadOption says what is wrong with it."""
    made = _packed(path) if path.is_dir() else path.read_bytes()
    if len(made) > LARGEST:
        raise BadOption(f"the bot {str(path)!r} has {len(made) >> 20} MB; at most {LARGEST >> 20} are kept")
    return made


def digest_of(path: Path, bundle: bytes) -> str:
    """The digest of all files in a zip file: their names, their contents, and which can be run."""
    whole = hashlib.sha256()
    try:
        with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
            if not path.is_dir():
                checked(str(path), archive)
            files = {
                info.filename: info
                for info in archive.infolist()
                if not info.is_dir() and not info.filename.startswith(LEFT_OUT)
            }
            if not files:
                raise BadOption(f"the bot {str(path)!r} has no files")
            begin = _common_folder(list(files))
            for name in sorted(files):
                runs = bool(files[name].external_attr >> 16 & stat.S_IXUSR)
                content = hashlib.sha256(archive.read(files[name])).hexdigest()
                whole.update(f"{name[len(begin) :]}\0{int(runs)}\0{content}\n".encode())
    except BROKEN as error:
        raise BadOption(f"the bot {str(path)!r} is a damaged zip file: {error}") from None
    return whole.hexdigest()


def _common_folder(names: list[str]) -> str:
    """The only folder that everything is in, with its slash; empty if there is none."""
    first = names[0].partition("/")[0] + "/"
    return first if all(name.startswith(first) for name in names) else ""


def _packed(folder: Path) -> bytes:
    """A folder as a zip file that is the same for the same files."""
    try:
        files = sorted(files_in(folder, ()))
    except (FolderTooLarge, RecursionError):
        raise BadOption(f"the folder {str(folder)!r} is too large for a bot's") from None
    if not files:
        raise BadOption(f"the folder {str(folder)!r} has no files; expected those of a bot")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            info = zipfile.ZipInfo(str(file.relative_to(folder)), BEGINNING)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (stat.S_IFREG | (RUNNABLE if os.access(file, os.X_OK) else PLAIN)) << 16
            archive.writestr(info, file.read_bytes())
    return made.getvalue()
