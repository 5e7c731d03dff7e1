"""Copies of files that a program is to see but its user may not read; they are removed at the end."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator

from hoplon.core.errors import BadOption
from hoplon.core.printable import printable
from hoplon.sandbox import starter

PREFIX = "bot-"
MOST_FILES = 5_000
MOST_BYTES = 256 << 20
DEEPEST = 64
COPIED = (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)
NOT_COPIED = "{} may be read only by its owner, and cannot be copied for a program"

_copies: dict[tuple[int, str, int], str] = {}  # by process, path and what they are copies of


def staged(path: str) -> str:
    """The file or folder itself if everybody may read all of it, otherwise a copy that everybody may."""
    files = list(files_below(path))
    if all(is_open(one) for one in files):
        return path
    facts = [(one, os.lstat(one).st_mtime_ns, os.lstat(one).st_size) for one in files]
    content = hash(tuple(facts))
    key = (os.getpid(), path, content)
    if key not in _copies or not os.path.exists(_copies[key]):
        _copies[key] = copied(path)
    return _copies[key]


def copied(path: str) -> str:
    """A copy of a file or folder that everybody may read."""
    facts = {one: os.lstat(one) for one in files_below(path)}
    sizes = [fact.st_size for fact in facts.values()]
    if len(sizes) > MOST_FILES or sum(sizes) > MOST_BYTES:
        raise BadOption(
            f"the folder {path} may be read only by its owner, and is too large to be copied for a program: "
            f"it has more than {MOST_FILES} files or {MOST_BYTES >> 20} MB"
        )
    for one, fact in facts.items():
        if stat.S_IFMT(fact.st_mode) not in COPIED:
            raise BadOption(f"{NOT_COPIED.format(path)}: {shown(one)} is neither a file nor a folder")
    place = new_folder()
    target = os.path.join(place, os.path.basename(path))
    try:
        if os.path.isdir(path):
            shutil.copytree(path, target, symlinks=True)
        else:
            shutil.copy(path, target)
        for one in (target, *files_below(target)):
            open_up(one)
    except OSError as error:
        raise BadOption(f"{NOT_COPIED.format(path)}: {error.strerror or 'not all can be read'}") from None
    return target


def shown(path: str) -> str:
    """A path as it can be told."""
    return printable(os.fsencode(path).decode(errors="replace"), lines=False)


def new_folder() -> str:
    """A new folder that programs may be shown."""
    place = tempfile.mkdtemp(prefix=PREFIX, dir=starter.scratch())
    os.chmod(place, 0o755)
    return place


def open_up(path: str) -> None:
    """Let everybody read a file or folder, and run it if its owner may."""
    mode = os.lstat(path).st_mode
    if not stat.S_ISLNK(mode):
        os.chmod(path, 0o755 if mode & stat.S_IXUSR else 0o644)


def is_open(path: str) -> bool:
    """May everybody read a file, list a folder, run what its owner may?"""
    mode = os.lstat(path).st_mode
    if stat.S_ISLNK(mode):
        return True
    needed = stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0)
    return mode & needed == needed


def files_below(path: str) -> Iterator[str]:
    """A path and all files and folders below; of too large a folder not all."""
    yield path
    count = size = 0
    left = [(path, 1)]
    while left:
        where, depth = left.pop()
        for name in names_in(where):
            if count > MOST_FILES or size > MOST_BYTES:
                return
            one = os.path.join(where, name)
            fact = os.lstat(one)
            count, size = count + 1, size + fact.st_size
            yield one
            if stat.S_ISDIR(fact.st_mode):
                if depth == DEEPEST:
                    raise BadOption(
                        f"a program cannot be shown {path}: its folders are more than {DEEPEST} deep"
                    )
                left.append((one, depth + 1))


def names_in(folder: str) -> list[str]:
    """The names in a folder; none if it is a file, or may not be listed."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
