"""The tables of leagues, as they are now; how older ones get there is in `migrations.py`.

They may share a database with an arena: `hoplon serve --database` shows the leagues that it finds there.
Versions, pairings and results are only ever added; what changes is a state.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

ID, NAME, WORD = String(100), String(100), String(32)

metadata = MetaData()
leagues = Table(
    "leagues",
    metadata,
    Column("id", ID, primary_key=True),  # in addresses: small letters, digits and hyphens
    Column("name", NAME, nullable=False),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the game's rules
    Column("options", Text, nullable=False),  # JSON: [[name, text], ...], as in a match file
    Column("format", String(140), nullable=False),  # round-robin, swiss:7, gauntlet:NAME, ladder
    Column("settings", Text, nullable=False),  # JSON of `settings.Settings`: clock, seeds, sandbox ...
    Column("secret", String(64), nullable=False),  # that secret seeds come from; empty: they are plain
    Column("token", String(64), nullable=False),  # the hash of what workers say; empty: none may work
    Column("made", Float, nullable=False),
    Column("closed", Float),  # since when no more is paired
    Column("settled", Integer, nullable=False),  # every pairing up to this number has been taken into account
)
bots = Table(
    "bots",
    metadata,
    Column("id", String(220), primary_key=True),  # that of the league, a hyphen, and the name in such signs
    Column("league", ID, nullable=False, index=True),
    Column("name", NAME, nullable=False),
    Column("number", Integer, nullable=False),  # in the order of joining, from 1
    Column("owner", String(64), nullable=False),  # the identity in the arena that it belongs to, or empty
    Column("state", WORD, nullable=False),  # in, disqualified, withdrawn
    Column("reason", Text, nullable=False),
    Column("made", Float, nullable=False),
    UniqueConstraint("league", "name"),
)
versions = Table(
    "versions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("bot", String(220), nullable=False, index=True),
    Column("league", ID, nullable=False, index=True),
    Column("number", Integer, nullable=False),  # of the bot's versions, from 1
    Column("kind", WORD, nullable=False),  # one of `entries.KINDS`
    Column("source", Text, nullable=False),  # what was given, without the prefix
    Column("digest", String(64), nullable=False),  # of everything that decides how it plays
    Column("bundle", LargeBinary),  # the zip file of a package, or a network
    Column("state", WORD, nullable=False),  # trial, playing, aside, replaced
    Column("reason", Text, nullable=False),
    Column("prior", Integer),  # the version whose rating it starts from
    Column("made", Float, nullable=False),
    Column("played", Integer, nullable=False),  # matches that have been taken into account, with its trial
    Column("faults", Integer, nullable=False),  # in how many of them it failed
    UniqueConstraint("bot", "number"),
)
pairings = Table(
    "pairings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("league", ID, nullable=False),
    Column("number", Integer, nullable=False),  # in the order of play, from 1
    Column("stage", Integer, nullable=False),  # 0 is the trial, from 1 the rounds of a Swiss tournament
    Column("seed", BigInteger, nullable=False),
    Column("block", String(200), nullable=False),  # of the matches that are one by changing seats
    Column("state", WORD, nullable=False),  # open, leased, done, void
    Column("reason", Text, nullable=False),  # why it is void
    Column(
        "needs", WORD, nullable=False
    ),  # `remote`: only an arena can play it; `bye`: nobody does; else empty
    Column("attempt", Integer, nullable=False),  # how often it was given out
    Column("worker", WORD, nullable=False),  # who had it last
    Column("until", Float, nullable=False),  # when the lease ends, or when that worker may have it again
    UniqueConstraint("league", "number"),
    Index("ix_pairings_next", "league", "state", "number"),
)
pairing_seats = Table(
    "pairing_seats",
    metadata,
    Column("pairing", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False, index=True),
)
attempts = Table(  # every match that was played, counted or not
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("league", ID, nullable=False),
    Column("pairing", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("worker", WORD, nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Column("counts", Boolean, nullable=False),  # is it the one whose results are the pairing's?
    Column("again", Text, nullable=False),  # why it does not count; empty if it does
    Column("reason", String(64), nullable=False),  # as in `referee.series.Row`
    Column("turns", Integer, nullable=False),
    Column("measure", Integer, nullable=False),
    Column("arena", WORD, nullable=False),  # the match in the arena where it was played, or empty
    Column("file", LargeBinary, nullable=False),  # the match file, compressed by zlib
    Column("record", LargeBinary, nullable=False),  # clocks and stderr by turn: a record file, likewise
    UniqueConstraint("pairing", "attempt"),
    Index("ix_attempts_ended", "league", "ended"),
)
results = Table(  # one row a seat, inserted once: the first to finish a pairing decides it
    "results",
    metadata,
    Column("pairing", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("league", ID, nullable=False, index=True),
    Column("version", Integer, nullable=False, index=True),
    Column("rank", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("verdict", WORD, nullable=False),
    Column("choices", Integer, nullable=False),
    Column("wall", Float, nullable=False),
    Column("cpu", Float, nullable=False),
    Column("waited", Float, nullable=False),
    Column("slowest", Float, nullable=False),
    Column("late", Integer, nullable=False),
    Column("strikes", Integer, nullable=False),
    Column("excused", Integer, nullable=False),
    Column("fault", Text, nullable=False),
)
ratings = Table(  # as they were after so many matches: curves
    "ratings",
    metadata,
    Column("league", ID, primary_key=True),
    Column("after", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("low", Float, nullable=False),
    Column("high", Float, nullable=False),
)
workers = Table(
    "workers",
    metadata,
    Column("id", WORD, primary_key=True),
    Column("league", ID, nullable=False, index=True),
    Column("name", NAME, nullable=False),
    Column("jobs", Integer, nullable=False),
    Column("place", String(200), nullable=False),  # of its process, so that its end is noticed; or empty
    Column("seen", Float, nullable=False),
)
events = Table(  # what happened, for people: joined, aside, disqualified, again ...
    "events",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("league", ID, nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("kind", WORD, nullable=False),
    Column("bot", String(220), nullable=False),
    Column("text", Text, nullable=False),
)
schema = Table("league_schema", metadata, Column("version", Integer, primary_key=True))
