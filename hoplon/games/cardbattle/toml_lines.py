"""On which line of a TOML file each key, table and element stands; the standard parser does not say.

The text has been parsed before, so it is known to be good TOML: the scanner only keeps count.
"""

from __future__ import annotations

Path = tuple[str | int, ...]

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\"}


class TomlLines:
    """`line(("unit", 3, "tq"))` is the line of that key, or of the nearest thing around it."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._found: dict[Path, int] = {}
        self._elements: dict[Path, int] = {}
        self._line_of_start = 1
        self._counted_to = 0
        self._scan()

    def line(self, path: Path) -> int:
        """The line of a path; of its parent where it is not in the file; 1 where nothing of it is."""
        while path:
            if path in self._found:
                return self._found[path]
            path = path[:-1]
        return 1

    def _scan(self) -> None:
        table: Path = ()
        self._blank(True)
        while self._at < len(self._text):
            if self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)
            self._blank(True)

    def _header(self) -> Path:
        """`[table]` or `[[element]]`."""
        line = self._line()
        several = self._text.startswith("[[", self._at)
        self._at += 2 if several else 1
        keys = self._keys()
        self._at += 2 if several else 1
        path = (*self._inside((), keys[:-1]), keys[-1])
        if several:
            count = self._elements.get(path, -1) + 1
            self._elements[path] = count
            self._found.setdefault(path, line)
            path += (count,)
        elif path in self._elements:
            path += (self._elements[path],)
        self._found.setdefault(path, line)
        return path

    def _inside(self, path: Path, keys: list[str]) -> Path:
        """Go down by keys; within an array of tables that is its latest element."""
        for key in keys:
            path += (key,)
            if path in self._elements:
                path += (self._elements[path],)
        return path

    def _pair(self, table: Path) -> None:
        """`key = value`, where the key may have dots."""
        line = self._line()
        path = table
        for key in self._keys():
            path += (key,)
            self._found.setdefault(path, line)
        self._at += 1  # the equals sign
        self._blank(False)
        self._value(path)

    def _value(self, path: Path) -> None:
        sign = self._peek()
        if sign == "[":
            self._within(path, "]")
        elif sign == "{":
            self._within(path, "}")
        elif sign in "\"'":
            self._string()
        else:
            while self._peek() not in ",]}#\n":
                self._at += 1

    def _within(self, path: Path, end: str) -> None:
        """The elements of an array or the pairs of an inline table."""
        self._at += 1
        count = 0
        self._blank(True)
        while self._peek() != end:
            if end == "}":
                self._pair(path)
            else:
                self._found[(*path, count)] = self._line()
                self._value((*path, count))
                count += 1
            self._blank(True)
            if self._peek() == ",":
                self._at += 1
                self._blank(True)
        self._at += 1

    def _keys(self) -> list[str]:
        """A key, in parts if it has dots."""
        keys = []
        while True:
            self._blank(False)
            if self._peek() in "\"'":
                keys.append(self._string())
            else:
                start = self._at
                while self._peek() not in " \t.=]":
                    self._at += 1
                keys.append(self._text[start : self._at])
            self._blank(False)
            if self._peek() != ".":
                return keys
            self._at += 1

    def _string(self) -> str:
        """Step over a string of any of the four kinds; its text, escapes of keys undone."""
        sign = self._peek()
        quotes = sign * 3 if self._text.startswith(sign * 3, self._at) else sign
        self._at += len(quotes)
        parts = []
        while not self._text.startswith(quotes, self._at):
            if self._peek() == "\\" and sign == '"':
                self._at += 1
                parts.append(_ESCAPES.get(self._peek(), self._peek()))
            else:
                parts.append(self._peek())
            self._at += 1
        self._at += len(quotes)
        while len(quotes) == 3 and self._peek() == sign:
            self._at += 1  # quotes that belong to the text stand before the closing ones
        return "".join(parts)

    def _blank(self, lines: bool) -> None:
        """Step over blanks; over ends of lines and comments too if `lines`."""
        while self._at < len(self._text):
            sign = self._peek()
            if sign == "#" and lines:
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            elif sign in " \t" or (sign == "\n" and lines):
                self._at += 1
            else:
                return

    def _peek(self) -> str:
        """The next character; past the end, an end of line."""
        return self._text[self._at] if self._at < len(self._text) else "\n"

    def _line(self) -> int:
        """The number of the line being read."""
        self._line_of_start += self._text.count("\n", self._counted_to, self._at)
        self._counted_to = self._at
        return self._line_of_start
