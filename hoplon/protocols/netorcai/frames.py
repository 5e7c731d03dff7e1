"""Frames: 4 octets of size, little endian, then that many octets of content."""

from collections import deque
from collections.abc import Iterator

from hoplon.sandbox.lines import LineTooLong

FIRST_LIMIT = 1023
LIMIT = 0xFFFFFF
EOF = "Remote endpoint closed? Read error: EOF"
BROKEN_OFF = "Remote endpoint closed? Read error: unexpected EOF"
TOO_BIG = "content too big: size does not fit in 24 bits"
NOT_JSON = "Non-JSON message received"


class TooBig(ValueError):
    """A message does not fit in a frame. The text of the exception is part of the protocol."""


def frame(text: str) -> bytes:
    """Wraps one JSON text, with its closing line feed, for a single write."""
    content = text.encode()
    if len(content) >= LIMIT:
        raise TooBig(TOO_BIG)
    return b"%b%b\n" % ((len(content) + 1).to_bytes(4, "little"), content)


class FrameReader:
    """Cuts a stream of octets into the contents of its frames."""

    def __init__(self, first_limit: int = FIRST_LIMIT) -> None:
        self._buffer = bytearray()
        self._limit = first_limit
        self._is_first = True

    def feed(self, received: bytes) -> Iterator[bytes]:
        """Yields each completed content; a size over the limit raises before its content is read.

        The frames after the one just yielded stay buffered if the caller stops iterating.
        """
        buffer = self._buffer
        buffer += received
        while len(buffer) >= 4:
            size = int.from_bytes(buffer[:4], "little")
            if size > self._limit:
                buffer.clear()
                raise TooBig(self._too_big(size))
            if len(buffer) < 4 + size:
                return
            content = bytes(memoryview(buffer)[4 : 4 + size])
            del buffer[: 4 + size]
            self._is_first = False
            self._limit = LIMIT
            yield content

    @property
    def rest(self) -> bytes:
        """What is buffered."""
        return bytes(self._buffer)

    def forget(self) -> None:
        """Drops what is buffered: nothing more is read."""
        self._buffer.clear()

    def end(self) -> str:
        """Describes an end of stream that comes now."""
        return BROKEN_OFF if self._buffer else EOF

    def _too_big(self, size: int) -> str:
        if self._is_first:
            return f"Received message size of first message is too big: {size} does not fit in 10 bits"
        return f"Received message size is too big: {size} does not fit in 24 bits"


class FrameCutter:
    """Octets in, contents of frames out, as the sandbox wants what a program says."""

    def __init__(self) -> None:
        self._reader = FrameReader()
        self._waiting: deque[bytes] = deque()
        self._problem = ""

    def put(self, more: bytes) -> None:
        """Add what was read; nothing counts after a frame that is too big."""
        try:
            if not self._problem:
                self._waiting.extend(self._reader.feed(more))
        except TooBig as problem:
            self._problem = str(problem)

    def take(self) -> bytes | None:
        """The next content, or None if it is not complete."""
        if not self._waiting and self._problem:
            raise LineTooLong(b"", f"said too much: {self._problem}")
        return self._waiting.popleft() if self._waiting else None

    @property
    def is_waiting(self) -> bool:
        """Whether there is a complete content."""
        return bool(self._waiting)

    @property
    def rest(self) -> bytes:
        """What came after the last complete frame."""
        return self._reader.rest
