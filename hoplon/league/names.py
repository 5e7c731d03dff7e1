"""Names of leagues and bots, and what they are in addresses."""

from __future__ import annotations

import hashlib
import unicodedata

from hoplon.core.errors import BadOption
from hoplon.core.options import shown

LONGEST = 60


def check_name(name: str, of: str) -> None:
    """Refuse what cannot be the name of a league or a bot."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > LONGEST:
        raise BadOption(f"{shown(name)} is no name for a {of}; expected 1 to {LONGEST} signs in one line")


def address_of(name: str) -> str:
    """A name in small letters, digits and hyphens; of a name without any, some of its digest."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    return "-".join(words) or hashlib.sha256(name.encode()).hexdigest()[:8]
