"""Unpacks a zip file from anybody into a private folder: plain files within limits, and nothing else."""

from __future__ import annotations

import os
import stat
import sys
import zipfile
import zlib
from collections.abc import Sequence

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.printable import printable
from hoplon.sandbox.staging import MOST_BYTES, MOST_FILES, new_folder, open_up

MOST_RATIO = 200  # of a file's size to what it takes in the zip file
SMALL = 1 << 20  # bytes for which no ratio is too large
LONGEST_NAME = 200
LONGEST_PART = 255  # bytes, as file systems have it
DEEPEST = 16
CHUNK = 1 << 20
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
IS_ENCRYPTED = 1
LEFT_OUT = "__MACOSX/"

_unpacked: dict[tuple[int, str, int, int], str] = {}  # folders by process, path, time and size


def unpack(path: str) -> str:
    """The folder with the files of a zip file, unpacked once by each process; it is removed at the end."""
    if sys.platform != "linux":
        raise HoplonError(f"programs play as programs only on Linux, and this is {sys.platform}")
    facts = os.stat(path)
    key = (os.getpid(), os.path.abspath(path), facts.st_mtime_ns, facts.st_size)
    if key not in _unpacked or not os.path.isdir(_unpacked[key]):
        try:
            with zipfile.ZipFile(path) as archive:
                files = checked(path, archive)
                folder = new_folder()
                for info in files:
                    write(archive, info, os.path.join(folder, info.filename))
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            ValueError,
        ) as error:
            raise BadOption(f"the bot {path!r} is a damaged zip file: {error}") from None
        except OSError as error:
            raise BadOption(f"the bot {path!r} cannot be unpacked: {error.strerror}") from None
        _unpacked[key] = only_folder(folder)
    return _unpacked[key]


def checked(path: str, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files to unpack; BadOption says what is wrong with one."""
    files = [info for info in archive.infolist() if not info.filename.startswith(LEFT_OUT)]
    if len(files) > MOST_FILES:
        raise BadOption(f"the bot {path!r} has {len(files)} files; at most {MOST_FILES} are unpacked")
    whole = sum(info.file_size for info in files)
    if whole > MOST_BYTES:
        raise BadOption(
            f"the bot {path!r} has {whole >> 20} MB when unpacked; at most {MOST_BYTES >> 20} are allowed"
        )
    if sum(info.compress_size for info in files) > os.path.getsize(path):
        raise BadOption(f"the bot {path!r} is a damaged zip file: its files overlap")
    for info in files:
        if why_not := fault_of(info):
            name = printable(info.filename[:LONGEST_NAME], lines=False)
            raise BadOption(f"the bot {path!r} is not unpacked: {name!r} {why_not}")
    taken = clash([info.filename for info in files])
    if taken:
        raise BadOption(f"the bot {path!r} is not unpacked: {taken!r} is there twice")
    return [info for info in files if not info.is_dir()]


def fault_of(info: zipfile.ZipInfo) -> str:
    """What is wrong with a file of a zip file; empty if nothing is."""
    name = info.filename
    parts = name.rstrip("/").split("/")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if not name.isprintable() or "\\" in name or ":" in name:
        return "has a name with signs that names do not have"
    if any(part in ("", ".", "..") for part in parts):
        return "has a path that leads elsewhere"
    longest = max(len(part.encode()) for part in parts)
    if len(name) > LONGEST_NAME or len(parts) > DEEPEST or longest > LONGEST_PART:
        return "has too long a path"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link" if kind == stat.S_IFLNK else "is no plain file"
    if info.flag_bits & IS_ENCRYPTED or info.compress_type not in METHODS:
        return "is encrypted or packed in an unusual way"
    if info.file_size > SMALL and info.file_size > MOST_RATIO * info.compress_size:
        return f"is more than {MOST_RATIO} times as large as it was packed"
    return ""


def clash(names: Sequence[str]) -> str:
    """A name that is there twice, or once as a file and once as a folder; empty if there is none."""
    files: set[str] = set()
    folders: set[str] = set()
    for name in names:
        place = name.rstrip("/")
        above = place.split("/")[:-1]
        folders.update("/".join(above[: n + 1]) for n in range(len(above)))
        if name.endswith("/"):
            folders.add(place)
        elif place in files:
            return place
        else:
            files.add(place)
    return min(files & folders, default="")


def write(archive: zipfile.ZipFile, info: zipfile.ZipInfo, place: str) -> None:
    """Write one file, which is new."""
    os.makedirs(os.path.dirname(place), mode=0o755, exist_ok=True)
    mode = 0o755 if (info.external_attr >> 16) & stat.S_IXUSR else 0o644
    file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    with archive.open(info) as source, open(file, "wb") as target:
        left = info.file_size
        while more := source.read(min(CHUNK, left + 1)):
            left -= len(more)
            if left < 0:
                raise ValueError(f"{info.filename} is larger than it says")
            target.write(more)
    open_up(place)


def only_folder(folder: str) -> str:
    """The folder itself, or the only thing in it if that is a folder."""
    names = os.listdir(folder)
    inner = os.path.join(folder, names[0]) if len(names) == 1 else folder
    return inner if os.path.isdir(inner) else folder
