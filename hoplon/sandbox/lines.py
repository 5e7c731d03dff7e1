"""Bytes into lines."""

from __future__ import annotations

from typing import Protocol

MOST_BYTES = 10_000  # bytes of a line, including its end

LF, CR = b"\n", b"\r"


class LineTooLong(Exception):
    """A line longer than allowed; `start` is how it begins."""

    def __init__(self, start: bytes, text: str = f"said a line of more than {MOST_BYTES} bytes") -> None:
        super().__init__(text)
        self.start = start


class Cutter(Protocol):
    """Bytes in, messages out."""

    def put(self, more: bytes) -> None:
        """Add what was read."""
        ...

    def take(self) -> bytes | None:
        """The next message, or None if it is not complete; LineTooLong if it never will be."""
        ...

    @property
    def is_waiting(self) -> bool:
        """Whether there is a complete message."""
        ...

    @property
    def rest(self) -> bytes:
        """What came after the last message taken."""
        ...


class Lines:
    """Bytes in, lines out. LF, CR or CR LF ends a line; an LF that follows a CR is
    swallowed, however late it arrives."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._after_cr = False

    def put(self, more: bytes) -> None:
        """Add what was read."""
        self._bytes += more
        if self._after_cr:
            self._swallow()

    def take(self) -> bytes | None:
        """The next line without its end, or None if it is not complete."""
        if not self._bytes:
            return None
        size = len(self._bytes)
        end = self._bytes.find(LF)
        cr = self._bytes.find(CR, 0, size if end < 0 else end)
        end = end if cr < 0 else cr
        if (size if end < 0 else end) >= MOST_BYTES:
            raise LineTooLong(bytes(self._bytes[:MOST_BYTES]))
        if end < 0:
            return None
        line = bytes(self._bytes[:end])
        del self._bytes[: end + 1]
        if cr >= 0:
            self._after_cr = True
            self._swallow()
        return line

    @property
    def is_waiting(self) -> bool:
        """Whether there is a complete line."""
        return bool(self._bytes) and (LF in self._bytes or CR in self._bytes)

    @property
    def rest(self) -> bytes:
        """What came after the last line taken."""
        return bytes(self._bytes)

    def _swallow(self) -> None:
        if self._bytes:
            if self._bytes[0] == LF[0]:
                del self._bytes[0]
            self._after_cr = False
