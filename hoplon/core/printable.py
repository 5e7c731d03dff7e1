"""Text of bots and people on a terminal: what could control it is shown, not obeyed."""

from __future__ import annotations


def printable(text: str, lines: bool = True) -> str:
    """The text with everything escaped that is not to be seen; line feeds stay, if it may have lines."""
    if lines:
        text = text.replace("\r\n", "\n").expandtabs()
    if text.isprintable():
        return text
    return "".join(sign if is_seen(sign, lines) else repr(sign)[1:-1] for sign in text)


def printable_json(text: str) -> str:
    """A line of JSON with the same characters escaped as JSON does."""
    if text.isprintable():
        return text
    return "".join(sign if is_seen(sign, True) else escaped(sign) for sign in text)


def is_seen(sign: str, lines: bool) -> bool:
    """Is a character to be seen, or a line feed where there may be one?"""
    return sign.isprintable() or (lines and sign == "\n")


def escaped(sign: str) -> str:
    """A character as JSON escapes it."""
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2))
