"""The tables of the database, as they are now; how older ones get there is in `migrations.py`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("dice", BigInteger, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("made", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("turn", Integer, nullable=False),
    Column("ended", Text),
    Column("scores", Text, nullable=False),
    Column("seed_high", BigInteger, nullable=False, server_default="0"),  # what is above 63 bits of the seed
    Column("secret", Text, nullable=False, server_default=""),
    Column("shares", Text, nullable=False, server_default="{}"),
    Column("terms", Text, nullable=False, server_default="[]"),
    Column("other_dice", Text, nullable=False, server_default="[]"),
    Column("winners", Text, nullable=False, server_default="[]"),
    Column("began", String(64), nullable=False, server_default=""),  # the hash of a token
    Column("race", String(32), nullable=False, server_default="", index=True),  # that it is a lane of
    Column("lane", Integer, nullable=False, server_default="0"),
    Column("sealed", Boolean, nullable=False, server_default=false()),  # only players see their own lane
    Column("clock", String(16), nullable=False, server_default=""),  # as `clocks.py` writes it
    Column("times", Text, nullable=False, server_default="[]"),  # seconds of each seat when its turn began
    Column("flag", Float, index=True),  # when the time is up of who is to move
    Column("rated", Integer, nullable=False, server_default="0", index=True),  # the pairing of a league
    Column("asked", Text, nullable=False, server_default="{}"),  # what somebody asks the others for
    Column("calls", Text, nullable=False, server_default="[]"),  # when whose turn began
    Column("day", String(10), nullable=False, server_default=""),  # whose challenge it is an attempt of
    Column("challenger", String(16), index=True),  # who makes the attempt; nobody has two
    Column("holder", String(32), nullable=False, server_default="", index=True),  # the server that plays it
    Column("fence", BigInteger, nullable=False, server_default="0"),  # how often the holder has changed
    Index("ix_matches_attempt", "day", "game", "challenger", unique=True),
)
choices = Table(
    "choices",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
undone = Table(  # choices that were undone and can be redone
    "undone",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)
bot_turns = Table(  # what programs did besides choosing; number 0 is about the whole seat
    "bot_turns",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", Text, nullable=False),
)
names = Table(  # those that the host has muted or banned; an address or a network can be banned too
    "names",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("banned", Boolean, nullable=False),
)
servers = Table(  # those that use this database, until when each is alive unless it is heard of again
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("expires", Float, nullable=False),
)
uptime = Table(  # one row: since when there has always been a server, and when one was heard of last
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", Float, nullable=False),
    Column("at", Float, nullable=False),
)
players = Table(  # who has an identity here: people, and the bots that belong to them
    "players",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),  # person, bot
    Column("owner", String(16), nullable=False, index=True),  # whose bot it is; a person's own id
    Column("name", String(100), nullable=False),
    Column("key", String(200), nullable=False, unique=True, index=True),  # by what names are compared
    Column("token", String(64), nullable=False, index=True),  # the hash of what they say; empty: revoked
    Column("made", Float, nullable=False),
)
webhooks = Table(  # the addresses that are called when it is the turn of a seat
    "webhooks",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("url", Text, nullable=False),
    Column("page", Text, nullable=False),  # where the match is looked at
    Column("token", String(64), nullable=False),  # by which the seat was held then
    Column("sent", Float, nullable=False),  # the time of the last turn that was told, or given up
    Column("tries", Integer, nullable=False),
    Column("due", Float, nullable=False),  # when it may be tried again
    Column("fault", Text, nullable=False),  # what went wrong last; empty: nothing
)
challenges = Table(  # what is played on a day, the same for everybody
    "challenges",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("secret", String(64), nullable=False),  # told when the day is over
    Column("says", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bot", String(100), nullable=False),
)
schema = Table("schema", metadata, Column("version", Integer, primary_key=True))
