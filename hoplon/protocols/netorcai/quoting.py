"""Text on one line between double quotes, for logs and error causes."""

_SHORT_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
}


def _visible(sign: str) -> str:
    if sign.isprintable():
        return sign
    if sign in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[sign]
    code = ord(sign)
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quoted(text: str) -> str:
    """Text between double quotes on one line, with what cannot be printed escaped."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    if not text.isprintable():
        text = "".join(map(_visible, text))
    return f'"{text}"'
