"""A feed for each player (Atom, RFC 4287): an entry whenever it is their turn, and one for the end.

Its address has a key of its own, which tells when somebody is to move and no more: it neither plays nor
shows what is hidden. When the seat is handed over, the key is another.
"""

from __future__ import annotations

import hashlib
import hmac
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from hoplon.server.calls import Due, calls_of
from hoplon.server.refusals import Refused
from hoplon.server.stored_match import StoredMatch
from hoplon.server.webhooks import held_with, sentence

MEDIA_TYPE = "application/atom+xml"
KEY = 32  # hexadecimal digits
NAMES = uuid.UUID("7b0f9f0e-5d1c-4c5b-9a57-0c6f3f6f2f11")  # of all entries of all arenas


def key_of(card: StoredMatch, seat: int) -> str:
    """The key of a feed, which follows from what the seat is held by, and does not tell it."""
    secret = card.seats[seat].token.encode()
    return hmac.new(secret, f"feed {card.id} {seat}".encode(), hashlib.sha256).hexdigest()[:KEY]


def check_key(card: StoredMatch, seat: int, key: str) -> None:
    """Refuse a key that is not that of this feed."""
    held = 0 <= seat < len(card.seats) and card.seats[seat].token
    if not held or not hmac.compare_digest(key_of(card, seat).encode(), key.encode("utf-8", "replace")):
        raise Refused("token", "this is not the key of this feed; the seat may have been handed over")


def path_of(card: StoredMatch, seat: int) -> str:
    """Where the feed of a seat is."""
    return f"/api/matches/{card.id}/feed?seat={seat}&key={key_of(card, seat)}"


def feed_of(card: StoredMatch, seat: int, base: str) -> str:
    """The feed of a player, the newest first; `base` is where this server is."""
    mine = held_with(card, seat)
    entries = [entry(card, seat, due, base) for due in reversed(calls_of(card, mine))]
    changed = max((due.call.at for due in calls_of(card, mine)), default=card.made)
    others = " and ".join(other.name for n, other in enumerate(card.seats) if n not in mine)
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<id>{name_of(card, [seat])}</id>",
            f"<title>{escape(f'Hoplon: {card.game} with {others}')}</title>",
            f"<updated>{written(changed)}</updated>",
            "<author><name>Hoplon</name></author>",
            f'<link rel="self" type={quoteattr(MEDIA_TYPE)} href={quoteattr(base + path_of(card, seat))}/>',
            f'<link rel="alternate" type="text/html" href={quoteattr(page_of(card, base))}/>',
            *entries,
            "</feed>",
            "",
        ]
    )


def entry(card: StoredMatch, seat: int, due: Due, base: str) -> str:
    """One entry."""
    number, at = due.call.number, due.call.at
    called = sentence(card, seat if due.is_end else due.call.seat, due.is_end)
    return "\n".join(
        [
            "<entry>",
            f"<id>{name_of(card, [seat, due.call.seat, number, at])}</id>",
            f"<title>{escape(called)}</title>",
            f"<updated>{written(at)}</updated>",
            f'<link rel="alternate" type="text/html" href={quoteattr(page_of(card, base))}/>',
            f"<summary>{escape(f'After {number} choices.')}</summary>",
            "</entry>",
        ]
    )


def page_of(card: StoredMatch, base: str) -> str:
    """Where a match is looked at."""
    return f"{base}/match/{card.id}"


def name_of(card: StoredMatch, what: Sequence[object]) -> str:
    """A name that nothing else has."""
    return uuid.uuid5(NAMES, " ".join(map(str, [card.id, *what]))).urn


def written(at: float) -> str:
    """A time as Atom writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
