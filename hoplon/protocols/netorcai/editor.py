"""A one-line editor for the operator's terminal; logs scroll by above its line."""

import asyncio
import codecs
import os
import termios
from collections.abc import Callable
from types import TracebackType

from hoplon.protocols.netorcai.logs import Output
from hoplon.protocols.netorcai.prompt import VARIABLES

PREFIX = ">>> "
COMMANDS = ("help", "print", "quit", "set", "start")
HISTORY = 1000
_CLEAR_LINE = "\r\x1b[K"


def can_edit() -> bool:
    """A line editor needs a terminal on both sides."""
    return os.isatty(0) and os.isatty(1)


def completions(before: str) -> list[str]:
    """What the last word before the cursor can become."""
    *earlier, word = before.split(" ")
    if not earlier:
        candidates: tuple[str, ...] = COMMANDS
    elif earlier == ["print"]:
        candidates = (*VARIABLES, "all")
    elif earlier == ["set"]:
        candidates = VARIABLES
    else:
        candidates = ()
    return [candidate for candidate in candidates if candidate.startswith(word)]


class Editor:
    """Reads keys while used as a context; Ctrl-C on an empty line and Ctrl-D close it."""

    def __init__(self, output: Output, obey: Callable[[str], None], close: Callable[[], None]) -> None:
        self._output = output
        self._obey = obey
        self._close = close
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line = ""
        self._cursor = 0
        self._history: list[str] = []
        self._place = 0
        self._sequence = ""
        self._keys: dict[str, Callable[[], None]] = {
            "\r": self._enter,
            "\n": self._enter,
            "\t": self._complete,
            "\x01": self._home,
            "\x02": self._left,
            "\x03": self._interrupt,
            "\x04": self._end_of_input,
            "\x05": self._end,
            "\x06": self._right,
            "\x08": self._erase,
            "\x0b": self._cut_rest,
            "\x0e": self._newer,
            "\x10": self._older,
            "\x15": self._cut_start,
            "\x17": self._cut_word,
            "\x7f": self._erase,
            "\x1b[A": self._older,
            "\x1b[B": self._newer,
            "\x1b[C": self._right,
            "\x1b[D": self._left,
            "\x1b[F": self._end,
            "\x1b[H": self._home,
            "\x1b[3~": self._delete,
        }

    def __enter__(self) -> "Editor":
        self._loop = asyncio.get_running_loop()
        self._before = termios.tcgetattr(0)
        raw = termios.tcgetattr(0)
        raw[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        termios.tcsetattr(0, termios.TCSADRAIN, raw)
        self._loop.add_reader(0, self._read)
        self._output.dress = self._dressed
        self._redraw()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.remove_reader(0)
        self._output.dress = None
        self._output.raw(_CLEAR_LINE)
        termios.tcsetattr(0, termios.TCSADRAIN, self._before)

    def _read(self) -> None:
        try:
            octets = os.read(0, 1024)
        except OSError:
            octets = b""
        if not octets:
            self._loop.remove_reader(0)
            self._close()
            return
        for sign in self._decoder.decode(octets):
            self._press(sign)
        self._redraw()

    def _press(self, sign: str) -> None:
        """Takes one character, which may be part of an escape sequence."""
        if self._sequence or sign == "\x1b":
            self._sequence += sign
            if len(self._sequence) > 2 and (sign.isalpha() or sign == "~"):
                sequence, self._sequence = self._sequence.replace("\x1bO", "\x1b["), ""
                self._keys.get(sequence, _ignore)()
            elif len(self._sequence) == 2 and sign not in "[O":
                self._sequence = ""
            return
        key = self._keys.get(sign)
        if key is not None:
            key()
        elif sign.isprintable():
            self._insert(sign)

    def _dressed(self, text: str) -> str:
        return _CLEAR_LINE + text + self._shown()

    def _shown(self) -> str:
        behind = len(self._line) - self._cursor
        return PREFIX + self._line + (f"\x1b[{behind}D" if behind else "")

    def _redraw(self) -> None:
        if self._output.dress is not None:
            self._output.raw(_CLEAR_LINE + self._shown())

    def _change(self, line: str, cursor: int) -> None:
        self._line, self._cursor = line, cursor

    def _insert(self, text: str) -> None:
        line, at = self._line, self._cursor
        self._change(line[:at] + text + line[at:], at + len(text))

    def _enter(self) -> None:
        line = self._line
        self._output.raw(f"{_CLEAR_LINE}{PREFIX}{line}\n")
        if line.strip():
            self._history = [*self._history, line][-HISTORY:]
        self._place = len(self._history)
        self._change("", 0)
        self._obey(line)

    def _complete(self) -> None:
        before = self._line[: self._cursor]
        found = completions(before)
        word = before.rpartition(" ")[2]
        common = _common_start(found)
        if len(found) == 1:
            self._insert(common[len(word) :] + ("" if found[0] in ("start", "quit") else " "))
        elif len(common) > len(word):
            self._insert(common[len(word) :])
        elif found:
            self._output.line("  ".join(found))

    def _interrupt(self) -> None:
        if self._line:
            self._output.raw(f"{_CLEAR_LINE}{PREFIX}{self._line}^C\n")
            self._change("", 0)
        else:
            self._close()

    def _end_of_input(self) -> None:
        if self._line:
            self._delete()
        else:
            self._close()

    def _home(self) -> None:
        self._cursor = 0

    def _end(self) -> None:
        self._cursor = len(self._line)

    def _left(self) -> None:
        self._cursor = max(0, self._cursor - 1)

    def _right(self) -> None:
        self._cursor = min(len(self._line), self._cursor + 1)

    def _erase(self) -> None:
        if self._cursor:
            at = self._cursor
            self._change(self._line[: at - 1] + self._line[at:], at - 1)

    def _delete(self) -> None:
        at = self._cursor
        self._change(self._line[:at] + self._line[at + 1 :], at)

    def _cut_rest(self) -> None:
        self._change(self._line[: self._cursor], self._cursor)

    def _cut_start(self) -> None:
        self._change(self._line[self._cursor :], 0)

    def _cut_word(self) -> None:
        kept = self._line[: self._cursor].rstrip(" ").rpartition(" ")
        start = kept[0] + kept[1]
        self._change(start + self._line[self._cursor :], len(start))

    def _older(self) -> None:
        self._recall(self._place - 1)

    def _newer(self) -> None:
        self._recall(self._place + 1)

    def _recall(self, place: int) -> None:
        if 0 <= place <= len(self._history):
            self._place = place
            line = self._history[place] if place < len(self._history) else ""
            self._change(line, len(line))


def _common_start(words: list[str]) -> str:
    """The longest text with which all the words begin."""
    if not words:
        return ""
    first, last = min(words), max(words)
    same = next((i for i, sign in enumerate(first) if sign != last[i]), len(first))
    return first[:same]


def _ignore() -> None:
    """An escape sequence that means nothing here."""
